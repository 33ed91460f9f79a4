import Encodings
import ImportPipeline
import TOTPDomain

/// Text that is pasted on the terminal: it ends with one Ctrl-D, and a line may be longer than a terminal keeps.
struct PastedText {
    private(set) var bytes: [UInt8] = []
    private(set) var hasEnded = false
    private let limit: Int

    private static let end: UInt8 = 4
    private static let deletions: [UInt8] = [8, 127]
    private static let deletionOfLine: UInt8 = 21

    /// - Parameter limit: bytes; the rest is dropped.
    init(limit: Int) { self.limit = limit }

    /// Adds text that was typed or pasted. Everything after Ctrl-D is ignored.
    mutating func add(_ typed: [UInt8]) {
        for byte in typed where !hasEnded {
            switch byte {
            case Self.end: hasEnded = true
            case _ where Self.deletions.contains(byte): deleteCharacter()
            case Self.deletionOfLine: while isInLine { bytes.removeLast() }
            default: if bytes.count < limit { bytes.append(byte) }
            }
        }
    }

    /// The number of lines with text; the last line may have no line break.
    var lineCount: Int { bytes.split(separator: ASCII.newline).count }

    private var isInLine: Bool { bytes.last.map { $0 != ASCII.newline } ?? false }

    private mutating func deleteCharacter() {
        // The bytes of a character after the first.
        while isInLine, let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
        if isInLine { bytes.removeLast() }
    }

    /// Asks for text on a terminal, without echo: links contain secrets.
    ///
    /// - Returns: nil if the echo cannot be turned off.
    static func read(on terminal: ControllingTerminal) -> [UInt8]? {
        guard terminal.hide(byLine: false) else { return nil }
        defer { ControllingTerminal.show() }
        terminal.write("Paste links; end with Ctrl-D. They are not shown.\n")
        var text = PastedText(limit: Limit.input)
        while !text.hasEnded {
            let typed = terminal.readKeys()
            guard !typed.isEmpty else { break }
            text.add(typed)
            // Not for each portion of a long text.
            if text.hasEnded || !terminal.hasTypedLine {
                terminal.write("\r\(counted(text.lineCount, "line")) pasted")
            }
        }
        terminal.write("\n")
        return text.bytes
    }
}

extension [Input] {
    /// Returns the inputs with the text from standard input in them, if standard input is a terminal.
    func readingPastedText() -> [Input] {
        guard let index = firstIndex(where: { $0.location == .standardInput }),
            let terminal = ControllingTerminal(standardInput: ()), let text = PastedText.read(on: terminal)
        else { return self }
        var inputs = self
        inputs[index].location = .memory(text)
        inputs[index].isPasted = true
        return inputs
    }
}
