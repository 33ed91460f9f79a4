import CProcess
import Encodings
import Platform
import Synchronization

/// The terminal that the program was started from, also if its standard streams are files.
final class ControllingTerminal: Sendable {
    private let descriptor: Int32
    private let isOwned: Bool

    /// The longest line that can be typed: a terminal keeps no more.
    private static let maximumByteCount = Limit.typedPassphrase

    /// Nil if the program has no terminal.
    init?() {
        descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        isOwned = true
        guard descriptor >= 0 else { return nil }
    }

    /// Standard input, if it is a terminal.
    init?(standardInput: Void) {
        guard isatty(STDIN_FILENO) == 1 else { return nil }
        descriptor = STDIN_FILENO
        isOwned = false
    }

    private var isForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

    /// Whether a shell runs the program in the background of its terminal, as after `&`.
    static var isInBackground: Bool { ControllingTerminal().map { !$0.isForeground } ?? false }

    deinit { if isOwned, descriptor >= 0 { close(descriptor) } }

    /// - Returns: false if the terminal is gone.
    @discardableResult
    func write(_ text: String) -> Bool {
        var text = PlainSigns.fitting(text)
        return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }

    /// - Returns: false if the terminal is gone.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        Platform.write(descriptor, bytes.baseAddress, bytes.count) == bytes.count
    }

    /// The next line that is typed, without its end; nil for Ctrl-D at its start, and at the end of the terminal.
    func readLine() -> [UInt8]? {
        var line: [UInt8] = []
        line.reserveCapacity(Self.maximumByteCount)
        while true {
            var byte: UInt8 = 0
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return line.isEmpty ? nil : line }
            if byte == UInt8(ascii: "\n") { return line }
            if line.count < Self.maximumByteCount { line.append(byte) }
        }
    }

    /// The next bytes that are typed or pasted; empty at the end of the terminal.
    func readKeys() -> [UInt8] { Self.bytes(from: descriptor, atMost: 4096) }

    /// The next bytes of a terminal; empty at its end, and if it is gone.
    static func bytes(from terminal: Int32, atMost most: Int) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: most)
        while true {
            let count = read(terminal, &buffer, most)
            if count < 0, errno == EINTR { continue }
            return Array(buffer.prefix(max(0, count)))
        }
    }

    /// A question in lines that fit the terminal: it would break them in the middle of a word.
    func wrapped(_ question: String) -> [String] {
        question.abbreviatingHome.wrapped(to: Console.columns(of: descriptor))
    }

    /// Whether something was typed already that can be read: a whole line, or with ``hide(byLine:)`` any key.
    var hasTypedLine: Bool { hasTypedLine(within: 0) }

    /// Whether a line has been typed, or is typed within a time.
    ///
    /// - Parameter time: in milliseconds.
    func hasTypedLine(within time: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, time) == 1 && request.revents & Int16(POLLIN) != 0
    }

    /// Overwrites a line that was written before, while the cursor is at the start of a line.
    ///
    /// - Parameters:
    ///   - width: the width of the written line, in columns.
    ///   - below: the lines that were written or typed after it.
    /// - Returns: false if it may still be on the screen.
    func erase(lineOfWidth width: Int, above below: [String]) -> Bool {
        let columns = Int(cprocess_terminal_columns(descriptor)), rows = Int(cprocess_terminal_rows(descriptor))
        guard columns > 0, Console.environment("TERM") != "dumb" else { return false }
        func height(_ width: Int) -> Int { max(1, (width + columns - 1) / columns) }
        let own = height(width), rest = below.map { height($0.terminalWidth) }.reduce(0, +)
        guard own + rest < rows else { return false }
        let blank = String(repeating: "\u{1B}[2K\u{1B}[1B", count: own - 1)
        let word = "    (no longer shown)".cut(to: columns - 1)
        return write("\r\u{1B}[\(own + rest)A\(blank)\u{1B}[2K\(word)\r\u{1B}[\(rest + 1)B")
    }

    /// Discards everything that was typed so far.
    func discardTyped() { tcflush(descriptor, TCIFLUSH) }

    // MARK: - Echo

    /// How often the echo was turned off, and the terminal whose echo is off.
    private struct Hiding {
        var depth = 0
        var terminal: ControllingTerminal?
    }

    private static let hiding = Mutex(Hiding())

    /// Turns off the echo until ``show()`` is called as often.
    ///
    /// - Parameter byLine: whether typed text can be read only once its line is complete, or else at once.
    /// - Returns: false if that is not possible; then ``show()`` must not be called.
    func hide(byLine: Bool = true) -> Bool {
        Self.hiding.withLock { state in
            if state.depth == 0 {
                guard byLine ? cprocess_hide_input(descriptor) : cprocess_hide_keys(descriptor) else { return false }
                state.terminal = self
            }
            state.depth += 1
            return true
        }
    }

    static func show() {
        hiding.withLock { state in
            guard state.depth > 0 else { return }
            state.depth -= 1
            guard state.depth == 0 else { return }
            cprocess_show_input()
            state.terminal = nil
        }
    }

    /// Turns on the echo during the work, if it is off.
    static func withEcho<Value>(_ work: () -> Value) -> Value {
        let hidden = hiding.withLock { $0.terminal }
        if let hidden {
            // Who typed it has not seen it, and not this question.
            hidden.discardTyped()
            cprocess_show_input()
        }
        defer { if let hidden { _ = cprocess_hide_input(hidden.descriptor) } }
        return work()
    }

    /// Turns off the echo during work that may ask for passphrases: a passphrase that is typed too early is not shown,
    /// and is read when it is asked for.
    ///
    /// Not in the background, and not if other programs use the terminal: a pager reads keys and changes the terminal,
    /// too.
    static func hidingInput<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        guard isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1, let terminal = ControllingTerminal(),
            terminal.isForeground, terminal.hide()
        else { return try await work() }
        defer { show() }
        return try await work()
    }
}

extension String {
    /// With `~` in place of the user's own folder, where paths start with it.
    var abbreviatingHome: String {
        guard let home = Console.environment("HOME"), home.utf8.count > 1, home.hasPrefix("/") else { return self }
        let start = home.hasSuffix("/") ? home : home + "/"
        return hasPrefix(start) ? "~/" + dropFirst(start.count) : replacing(" " + start, with: " ~/")
    }
}
