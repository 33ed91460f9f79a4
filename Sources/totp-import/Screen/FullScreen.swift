import CProcess
import Platform
import SafeFile
import TOTPDomain

/// The effect of a key on the terminal.
enum ScreenEffect: Equatable {
    case leave, suspend, redraw
    /// Put the code of this account into the clipboard.
    case copy(Account)
}

/// The content of a screen, and the effect of keys: no terminal, no clock.
protocol ScreenModel {
    mutating func resize(columns: Int, rows: Int)
    mutating func handle(_ key: Key) -> ScreenEffect?
    /// - Parameter time: seconds since 1970.
    func screen(at time: Int64, isColored: Bool) -> ScreenGrid
}

/// The whole terminal: keys to a model, the model's screen to the terminal. The earlier content comes back at the end.
struct FullScreen<Model: ScreenModel> {
    private(set) var model: Model
    private let isColored: Bool
    private var painter = ScreenPainter()
    private var decoder = KeyDecoder()

    /// How long the rest of an escape sequence may take, in milliseconds.
    private static var keyTime: Int32 { 50 }

    init(_ model: Model, _ reporter: Reporter) {
        self.model = model
        isColored = reporter.outputStyle.red("") != ""
    }

    /// Returns when the user leaves the screen.
    ///
    /// - Parameters:
    ///   - refusal: the error message without a terminal.
    ///   - eachSecond: called before the screen is drawn, at least once per second.
    ///   - perform: handles effects that the terminal itself does not; its output goes to the terminal.
    mutating func run(
        orSay refusal: String, eachSecond: (inout Model) -> Void = { _ in },
        perform: (ScreenEffect, inout Model, (String) throws -> Void) throws -> Void = { _, _, _ in }
    ) throws {
        cprocess_exit_quietly_on_interrupt()
        PassphrasePrompt.end()
        let terminal = cprocess_screen_enter()
        guard terminal >= 0 else { throw CommandError(refusal) }
        defer { cprocess_screen_leave() }
        measure(terminal)
        while true {
            eachSecond(&model)
            let now = Date().timeIntervalSince1970
            try Self.write(painter.paint(model.screen(at: Int64(now), isColored: isColored)), to: terminal)
            let untilNextSecond = Int32(1000 - (now - now.rounded(.down)) * 1000) + 1
            let events = Int(cprocess_screen_wait(decoder.isWaiting ? Self.keyTime : untilNextSecond))
            func has(_ event: Int) -> Bool { events & event != 0 }
            if has(CPROCESS_SCREEN_CLOSED) { return }
            if has(CPROCESS_SCREEN_SUSPEND) { suspend(terminal) }
            if has(CPROCESS_SCREEN_RESIZED) || has(CPROCESS_SCREEN_CONTINUED) { measure(terminal) }
            var keys: [Key] = []
            if has(CPROCESS_SCREEN_INPUT) {
                let bytes = ControllingTerminal.bytes(from: terminal, atMost: 1024)
                guard !bytes.isEmpty else { return }
                keys = decoder.take(bytes)
            } else if decoder.isWaiting {
                keys = decoder.finish()
            }
            for key in keys {
                switch model.handle(key) {
                case .leave?: return
                case .suspend?: suspend(terminal)
                case .redraw?: painter.forget()
                case let effect?: try perform(effect, &model) { try Self.write($0, to: terminal) }
                case nil: break
                }
            }
        }
    }

    private mutating func measure(_ terminal: Int32) {
        model.resize(columns: Console.columns(of: terminal), rows: Console.rows(of: terminal))
        painter.forget()
    }

    private mutating func suspend(_ terminal: Int32) {
        cprocess_screen_suspend()
        measure(terminal)
    }

    private static func write(_ text: String, to terminal: Int32) throws {
        if !text.isEmpty { try AtomicFile.writeAll(Array(text.utf8), to: terminal, path: "the terminal") }
    }
}
