import Encodings
import TOTPDomain

/// Records and cells of CSV over bytes (RFC 4180): a quote opens a cell only at its begin.
struct CSVCursor {
    private enum State { case cellStart, plain, quoted, behindQuote }

    let delimiter: UInt8
    private var state = State.cellStart

    init(delimiter: UInt8) { self.delimiter = delimiter }

    /// What a byte ends.
    enum Event { case none, cell, record }

    @inline(__always)
    mutating func step(_ byte: UInt8) -> Event {
        switch state {
        case .quoted:
            if byte == Self.quote { state = .behindQuote }
            return .none
        case .behindQuote:
            // Two quotes are one; what stands behind a closing quote besides is taken as it is.
            if byte == Self.quote {
                state = .quoted
                return .none
            }
            state = .plain
        case .cellStart:
            if byte == Self.quote {
                state = .quoted
                return .none
            }
            state = .plain
        case .plain: break
        }
        if byte == delimiter {
            state = .cellStart
            return .cell
        }
        if byte == ASCII.newline {
            state = .cellStart
            return .record
        }
        return .none
    }

    static let quote = UInt8(ascii: "\"")
}

/// The cells of one record.
enum CSVRecord {
    /// The range of a cell, its quotes included; nil where the record has fewer.
    static func cell(_ index: Int, of record: Span<UInt8>, delimiter: UInt8) -> Range<Int>? {
        var cursor = CSVCursor(delimiter: delimiter)
        var number = 0
        var start = 0
        for position in record.indices where cursor.step(record[position]) != .none {
            if number == index { return start..<position }
            number += 1
            start = position + 1
        }
        return number == index ? start..<record.count : nil
    }

    /// All cells as texts.
    static func cells(of record: Span<UInt8>, delimiter: UInt8) -> [String] {
        var cells: [String] = []
        while let range = cell(cells.count, of: record, delimiter: delimiter) {
            cells.append(String(decoding: content(record, range), as: UTF8.self))
        }
        return cells
    }

    /// What a cell holds: without its quotes, and with one for two in it.
    static func content(_ record: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        guard let first = range.first, record[first] == CSVCursor.quote else {
            for index in range { bytes.append(record[index]) }
            return bytes
        }
        var isPending = false
        for index in range.dropFirst() {
            let isQuote = record[index] == CSVCursor.quote
            if isQuote, !isPending {
                isPending = true
                continue
            }
            bytes.append(record[index])
            isPending = false
        }
        return bytes
    }

    /// The delimiter that the first record has most of: comma, semicolon or tab.
    static func delimiter(of record: Span<UInt8>) -> UInt8 {
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        let counts = candidates.map { delimiter in
            var cursor = CSVCursor(delimiter: delimiter)
            var cells = 0
            for index in record.indices where cursor.step(record[index]) == .cell { cells += 1 }
            return cells
        }
        guard let most = counts.max(), let index = counts.firstIndex(of: most) else { return candidates[0] }
        return candidates[index]
    }
}
