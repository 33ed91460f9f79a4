import CSystem
import Encodings
import TOTPDomain

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Asks for a passphrase on the terminal, without echo. Ctrl-C ends the program with the echo restored.
enum PassphrasePrompt {
    /// The longest line that can be typed; the terminal itself cuts at 4,095 bytes.
    private static let maximumByteCount = 4096

    /// - returns: nil if there is no terminal, or the input ended.
    static func ask(_ prompt: String) -> Passphrase? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        guard csystem_hide_input(terminal) else { return nil }
        defer { csystem_show_input() }
        let question = Array("\(prompt.printable(limit: 300)): ".utf8)
        guard write(terminal, question, question.count) == question.count else { return nil }
        return readLine(from: terminal)
    }

    private static func readLine(from terminal: Int32) -> Passphrase? {
        var line: [UInt8] = []
        line.reserveCapacity(maximumByteCount)
        while line.count < maximumByteCount {
            var byte: UInt8 = 0
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else {
                // Ctrl-D leaves the cursor after the question.
                _ = write(terminal, "\n", 1)
                return line.isEmpty ? nil : Passphrase(utf8: line)
            }
            if byte == UInt8(ascii: "\n") { return Passphrase(utf8: line) }
            line.append(byte)
        }
        return nil
    }
}
