import Encodings
import FormatEngine
import Links
import TOTPDomain

/// The rows of a drawn table. A tool that wraps long cells writes a record in several rows: between two rules, or with
/// an empty first cell.
///
///     | Service | Link                    |
///     |---------|-------------------------|
///     | Acorn   | otpauth://totp/Acorn?se |
///     |         | cret=…                  |
struct DrawnRows: Sendable {
    let header: [String]
    /// How many lines are before the header.
    let firstLine: Int
    /// Whether a bar starts each row.
    let isFramed: Bool
    /// Whether the rule below the header is drawn with `=`: then the others are between records.
    var hasDoubleRule = false

    struct Row: Sendable {
        /// How many lines are before it.
        let number: Int
        var cells: [String]
        /// Whether it has the cells of rows after it.
        var isJoined = false
    }

    /// The rows between two rules.
    private(set) var groups: [[Row]] = [[]]

    mutating func add(_ cells: [String], at number: Int) {
        groups[groups.count - 1].append(Row(number: number, cells: cells))
    }

    mutating func addRule() { if groups.last?.isEmpty == false { groups.append([]) } }

    /// The records as CSV, each in the line of its first row.
    ///
    /// - Throws: ``SourceError`` with `unrecognised` if it is not certain which rows are one record.
    func csv() throws(SourceError) -> [UInt8] {
        var text: [UInt8] = []
        var last = firstLine
        CSVWriter.append(header, to: &text, style: .standardWithLF)
        for record in try records() {
            text += repeatElement(ASCII.newline, count: max(0, record.number - last - 1))
            CSVWriter.append(record.cells, to: &text, style: .standardWithLF)
            last = record.number
        }
        return text
    }

    // MARK: - Records

    private func records() throws(SourceError) -> [Row] {
        let isRuled = groups.filter { !$0.isEmpty }.count > 1
        let hasAccounts =
            header.indices.contains(where: isSecret)
            || groups.joined().contains { $0.cells.contains(where: \.isLink) }
        let lines = [header] + groups.joined().map(\.cells)
        let widths = header.indices.map { column in
            lines.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        var records: [Row] = []
        for group in groups {
            for (index, row) in group.enumerated() {
                guard index > 0, let above = records.last else {
                    records.append(row)
                    continue
                }
                switch continuation(row, above, isRuled: isRuled) {
                case .apart: records.append(row)
                case .unclear where hasAccounts: throw Self.unclear(row)
                case .joined, .unclear:
                    records[records.count - 1].isJoined = true
                    for column in row.cells.indices where !row.cells[column].isBlank && column < above.cells.count {
                        records[records.count - 1].cells[column] = joined(
                            above.cells[column], row.cells[column], column,
                            width: widths[min(column, widths.count - 1)])
                    }
                }
            }
        }
        for record in records where record.isJoined && !isWhole(record) { throw Self.unclear(record) }
        return records
    }

    private enum Continuation { case apart, joined, unclear }

    private func continuation(_ row: Row, _ above: Row, isRuled: Bool) -> Continuation {
        let filled = row.cells.indices.filter { !row.cells[$0].isBlank }
        guard header.count > 1, let first = filled.first else { return .apart }
        guard first > 0 || isRuled else { return .apart }
        // A link does not go on with another link, and an empty cell does not go on.
        if filled.contains(where: { row.cells[$0].isLink }) { return .apart }
        guard filled.allSatisfy({ $0 < above.cells.count && !above.cells[$0].isBlank }) else {
            return isRuled ? .unclear : .apart
        }
        if hasDoubleRule, isRuled { return .joined }
        // A row in which nothing is missing may be an account of its own.
        let missing = above.cells.filter { !$0.isBlank }.count - filled.count
        let secrets = filled.filter {
            SecretEvidence.canBeSecret(row.cells[$0]) && SecretEvidence.canBeSecret(above.cells[$0])
        }
        guard missing <= (first > 0 ? 1 : 0), filled.count > 1, !secrets.isEmpty else { return .joined }
        let areUsual = secrets.allSatisfy { column in
            [row, above].allSatisfy { Self.usualLengths.contains($0.cells[column].utf8.count) }
        }
        return first > 0 && areUsual ? .apart : .unclear
    }

    /// The lengths of most secrets.
    private static let usualLengths = [16, 26, 32, 52, 64]

    /// A cell with its next line.
    private func joined(_ above: String, _ below: String, _ column: Int, width: Int) -> String {
        var (above, below) = (above, below)
        // psql shows with dots where it broke a cell.
        if above.hasSuffix("."), below.hasPrefix(".") {
            above.removeLast()
            below.removeFirst()
            return above + below
        }
        guard !isSecret(column), !above.isLink else { return above + below }
        let marks = "-_@./:"
        if above.last.map(marks.contains) == true || below.first.map(marks.contains) == true { return above + below }
        // Only words that are longer than the column are broken, and hardly any but addresses are so long.
        let word = above.split(separator: " ").last.map(\.count) ?? 0
        let next = below.split(separator: " ").first.map(\.count) ?? 0
        let isBroken =
            above.count >= width && word + next > width && (above + below).contains { "@._/".contains($0) }
        return isBroken ? above + below : "\(above) \(below)"
    }

    private func isSecret(_ column: Int) -> Bool {
        column < header.count && AccountPart(named: header[column])?.isKey == true
    }

    /// Whether the links and secrets of a record can be read.
    private func isWhole(_ record: Row) -> Bool {
        record.cells.indices.allSatisfy { column in
            let cell = record.cells[column]
            if cell.isLink { return (try? KeyURI.read(Array(cell.utf8).span)) != nil }
            return !isSecret(column) || SecretForm(cell.utf8) == nil || SecretEvidence.canBeSecret(cell)
        }
    }

    private static func unclear(_ row: Row) -> SourceError {
        SourceError(
            .unrecognised, "it is not certain which rows of the table are one account, from line \(row.number + 1) on",
            "write each account in one row")
    }
}
