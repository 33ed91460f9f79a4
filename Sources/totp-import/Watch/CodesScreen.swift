import CProcess
import Encodings
import Platform
import SafeFile
import TOTPDomain
import TOTPImport

/// `codes --watch` on a terminal: keys to the model, the model's screen to the terminal.
struct CodesScreen {
    private var model: CodesModel
    private var painter = ScreenPainter()
    private var decoder = KeyDecoder()
    private let isColored: Bool
    /// The process that will clear the clipboard.
    private var clearing: Int32?

    /// How long the rest of an escape sequence may take.
    private static let keyTime: Int32 = 50

    init(_ items: [TOTPItem], title: String, isMasked: Bool, reporter: Reporter) {
        model = CodesModel(items, title: title, isMasked: isMasked)
        isColored = reporter.outputStyle.red("") != ""
    }

    /// Returns when somebody leaves, with the terminal as it was before.
    mutating func run() throws {
        cprocess_exit_quietly_on_interrupt()
        let terminal = cprocess_screen_enter()
        guard terminal >= 0 else {
            throw CommandError(message: "--watch needs a terminal; omit it", status: ExitStatus.nothing)
        }
        defer { cprocess_screen_leave() }
        measure(terminal)
        while true {
            let now = Date().timeIntervalSince1970
            let changes = painter.paint(model.screen(at: Int64(now), isColored: isColored))
            try Self.write(changes, to: terminal)
            let untilNextSecond = Int32(1000 - (now - now.rounded(.down)) * 1000) + 1
            let events = Int(cprocess_screen_wait(decoder.isWaiting ? Self.keyTime : untilNextSecond))
            func has(_ event: Int) -> Bool { events & event != 0 }
            if has(CPROCESS_SCREEN_CLOSED) { return }
            if has(CPROCESS_SCREEN_SUSPEND) { suspend(terminal) }
            if has(CPROCESS_SCREEN_RESIZED) || has(CPROCESS_SCREEN_CONTINUED) { measure(terminal) }
            var keys: [Key] = []
            if has(CPROCESS_SCREEN_INPUT) {
                guard let bytes = Self.read(terminal) else { return }
                keys = decoder.take(bytes)
            } else if decoder.isWaiting {
                keys = decoder.finish()
            }
            for key in keys {
                switch model.handle(key) {
                case .leave?: return
                case .suspend?: suspend(terminal)
                case .redraw?: painter.forget()
                case .copy(let item)?: try copy(item, terminal)
                case nil: break
                }
            }
        }
    }

    private mutating func measure(_ terminal: Int32) {
        let (columns, rows) = (cprocess_terminal_columns(terminal), cprocess_terminal_rows(terminal))
        model.resize(columns: columns > 0 ? Int(columns) : 80, rows: rows > 0 ? Int(rows) : 24)
        painter.forget()
    }

    private mutating func suspend(_ terminal: Int32) {
        cprocess_screen_suspend()
        measure(terminal)
    }

    private static func write(_ text: String, to terminal: Int32) throws {
        if !text.isEmpty { try AtomicFile.writeAll(Array(text.utf8), to: terminal, path: "the terminal") }
    }

    /// - returns: nil if the terminal is gone.
    private static func read(_ terminal: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let capacity = buffer.count
        while true {
            let count = systemRead(terminal, &buffer, capacity)
            if count < 0, errno == EINTR { continue }
            return count > 0 ? Array(buffer[..<count]) : nil
        }
    }

    private mutating func copy(_ item: TOTPItem, _ terminal: Int32) throws {
        let code = AccountCode(item, at: Int64(Date().timeIntervalSince1970))
        guard var copy = CodeCopy(item, code) else { return model.show("\(item.label) has no code to copy") }
        _ = try copy.copy { text in
            try Self.write(text, to: terminal)
            return true
        }
        // The clipboard has another code now.
        if let clearing { ClipboardClearing.stop(clearing) }
        clearing = copy.clearing
        model.show(copy.message)
    }
}

/// `read(2)`, which the method of the same name would hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
