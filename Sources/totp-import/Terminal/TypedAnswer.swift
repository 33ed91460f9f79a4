import Encodings

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A line that is typed on the terminal, with echo.
enum TypedAnswer {
    private static let maximumByteCount = 4096

    /// Asks a question that is answered with yes or no; Enter is no.
    ///
    /// - returns: nil if there is no terminal, or the input ended.
    static func isYes(_ question: String) -> Bool? {
        while let answer = line("\(question) [y/N] ") {
            switch answer.trimmingWhitespace.lowercased() {
            case "y", "yes": return true
            case "", "n", "no": return false
            default: continue
            }
        }
        return nil
    }

    /// - parameter prompt: what is shown before the answer.
    /// - returns: the line; nil if there is no terminal, the input ended, or the line is not text.
    static func line(_ prompt: String) -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        let bytes = Array(prompt.printable(limit: 1000).utf8)
        guard write(terminal, bytes, bytes.count) == bytes.count else { return nil }
        var line: [UInt8] = []
        while line.count < maximumByteCount {
            var byte: UInt8 = 0
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else {
                _ = write(terminal, "\n", 1)
                return nil
            }
            if byte == ASCII.newline { return String(validating: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }

    /// Whether somebody can be asked.
    static var isPossible: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }
}
