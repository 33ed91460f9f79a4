import Encodings
import TOTPDomain

/// Splits the bytes of a CSV text into rows and cells (RFC 4180), without knowing of headers.
///
/// A quote opens a cell only at its begin, and closes it only before a comma or the row's end; a cell where it stands
/// otherwise is taken as it is, quotes and all.
struct CSVScanner: Sendable {
    let text: [UInt8]
    let quoting: CSVTable.Quoting
    private var position = 0
    private var line = 1

    /// Real exports have a dozen.
    private static let maximumCells = 1024

    init(text: [UInt8], quoting: CSVTable.Quoting) {
        self.text = text
        self.quoting = quoting
    }

    /// The next row that is not blank: where it begins, and its cells; nil at the end.
    mutating func next() throws(SourceError) -> (line: Int, cells: [String])? {
        while position < text.count {
            let start = line
            var cells: [String] = []
            repeat {
                guard cells.count < Self.maximumCells else {
                    throw SourceError(.limitExceeded, "line \(start) has more than \(Self.maximumCells) cells")
                }
                cells.append(try cell())
            } while !endRow()
            if cells.count > 1 || !cells[0].trimmingWhitespace.isEmpty { return (start, cells) }
        }
        return nil
    }

    /// From the begin of a cell to behind its last character.
    private mutating func cell() throws(SourceError) -> String {
        if position < text.count, text[position] == Self.quote, let cell = try quotedCell() { return cell }
        let start = position
        while !isAtEnd(position) { position += 1 }
        return Self.string(text[start..<position])
    }

    /// - returns: nil where no quote closes the cell as it should.
    private mutating func quotedCell() throws(SourceError) -> String? {
        var bytes: [UInt8] = []
        var index = position + 1
        var lines = 0
        while index < text.count {
            let byte = text[index]
            if byte == Self.quote {
                guard index + 1 < text.count, text[index + 1] == Self.quote else { break }
                index += 1
            } else if isLineEnd(index) {
                if quoting == .withinLine { return nil }
                // Of CR and LF together, the LF counts.
                if byte == ASCII.newline || !isFollowed(index, by: ASCII.newline) { lines += 1 }
            }
            bytes.append(byte)
            index += 1
        }
        guard index < text.count else {
            if quoting == .withinLine { return nil }
            throw SourceError(
                .corrupt, "the file is damaged: a quote that opens in line \(line) never closes; export it again")
        }
        guard isAtEnd(index + 1) else { return nil }
        position = index + 1
        line += lines
        return Self.string(bytes[...])
    }

    /// Behind a cell: goes over its comma, or over the row's end.
    ///
    /// - returns: whether it was the row's last cell.
    private mutating func endRow() -> Bool {
        guard position < text.count else { return true }
        if text[position] == Self.comma {
            position += 1
            return false
        }
        position += isFollowed(position, by: ASCII.newline) && text[position] == ASCII.carriageReturn ? 2 : 1
        line += 1
        return true
    }

    private func isAtEnd(_ index: Int) -> Bool {
        index >= text.count || text[index] == Self.comma || isLineEnd(index)
    }

    private func isLineEnd(_ index: Int) -> Bool {
        text[index] == ASCII.newline || text[index] == ASCII.carriageReturn
    }

    private func isFollowed(_ index: Int, by byte: UInt8) -> Bool {
        index + 1 < text.count && text[index + 1] == byte
    }

    /// UTF-8, or Latin-1 where it is none: a name may look odd then, but no account is lost to it.
    private static func string(_ bytes: ArraySlice<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")
}
