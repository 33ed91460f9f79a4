import Encodings
import FormatEngine
import Links
import TOTPDomain

/// A seed list of a token server, privacyIDEA or LinOTP: no header, hexadecimal keys
/// (`Docs/formats/oath-token-csv.md`).
///
/// The columns are `serial, key, type, digits, step or counter, hash`; the first two are in every row.
struct HexTokenList {
    private let text: [UInt8]
    /// The index of a token's first cell: in version 2 of privacyIDEA's files, user, resolver and realm are before it.
    private let start: Int
    /// Whether its rows name hashes, as LinOTP's do: then it has no column for the counter.
    private let namesHashes: Bool

    private static let types: Set<String> = ["hotp", "totp", "hmac", "ocra", "ocra2", "tan", "motp", "spass", "pw", ""]
    /// The types that are read. An empty type also means hotp, but proves nothing.
    private static let proof: Set<String> = ["hotp", "totp", "hmac"]
    fileprivate static let hashes: Set<String> = ["sha1", "sha256", "sha512"]

    /// - Returns: nil if it is not such a list: every row must fit.
    init?(_ text: [UInt8]) {
        self.text = text
        start = Self.hasUsers(text) ? 3 : 0
        var isProven = false, hasHash = false
        var table = CSVTable(rowsOf: text)
        do throws(SourceError) {
            while let row = try table.next() {
                guard let token = HexToken(row, from: start) else { continue }
                guard !token.serial.isBlank, Self.types.contains(token.type) else { return nil }
                hasHash = hasHash || token.hash != nil || row.cells.count - start >= 6
                isProven = isProven || Self.proof.contains(token.type) && token.hasKey
            }
        } catch { return nil }
        guard isProven else { return nil }
        namesHashes = hasHash
    }

    /// Whether the first line says that users come first: `# version: 2`.
    private static func hasUsers(_ text: [UInt8]) -> Bool {
        let line = text.prefix(64).prefix { $0 != ASCII.newline && $0 != ASCII.carriageReturn }
        let words = line.filter { !ASCII.isWhitespace($0) }.map(ASCII.lowercased)
        return words.elementsEqual("#version:2".utf8)
    }

    func document(_ format: FormatID, _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        var document = ImportedDocument(format: format, records: 0)
        var table = CSVTable(rowsOf: text)
        var hasHashOfLength = false, hasUnreadNumber = false
        var unread = UnreadCells([], known: nil)
        while let row = try table.next() {
            try limits.check(records: table.rowCount)
            guard let token = HexToken(row, from: start, hasCounters: !namesHashes) else {
                document.skip(
                    row.isComment ? .comment : .notAnAccount, Leftover.Kind(in: row.cells.joined(separator: ",")),
                    line: row.line)
                continue
            }
            for index in row.cells.indices.dropFirst(start + HexToken.cells) { unread.look(atFurther: index, of: row) }
            document.add(token, at: EntryPosition(line: row.line))
            hasHashOfLength = hasHashOfLength || token.hasHashOfLength
            hasUnreadNumber = hasUnreadNumber || token.hasUnreadNumber
        }
        document.records = table.countRecords()
        document.skipped.add(.header, count: table.headerCount)
        unread.finish(&document)
        if hasHashOfLength, !namesHashes {
            document.warnings.append(
                Warning(
                    "the list does not name the hash of keys of 32 or 64 bytes: they were read as SHA256 and SHA512, as "
                        + "LinOTP and privacyIDEA do",
                    "compare the codes with the tokens"))
        }
        if hasUnreadNumber {
            document.warnings.append(
                Warning(
                    "the fifth column of counter-based tokens is not read: LinOTP's lists have no counter",
                    "compare the codes with the tokens"))
        }
        return document
    }
}

/// A row of the list.
private struct HexToken: ExportedAccount {
    /// Serial number, key, type, digits, step or counter, and hash.
    static let cells = 6
    private let cells: [String]
    private let user: String
    private let hasCounters: Bool

    /// - Returns: nil for a comment, and for a single cell.
    init?(_ row: CSVTable.Row, from start: Int, hasCounters: Bool = true) {
        guard row.cells.count > 1, !row.isComment else { return nil }
        cells = row.cells.dropFirst(start).map(\.trimmingWhitespace)
        user = start > 0 ? row.cells[0].trimmingWhitespace : ""
        self.hasCounters = hasCounters
    }

    private func cell(_ index: Int) -> String { index < cells.count ? cells[index] : "" }

    var serial: String { cell(0) }
    var type: String { cell(2).lowercased() }
    private var key: [UInt8]? { Hex.decode(cell(1)) }
    var hasKey: Bool { (key?.count ?? 0) >= 2 }

    /// Whether only the key's length says which hash it has.
    var hasHashOfLength: Bool { hash == nil && [32, 64].contains(key?.count) && (try? kind) != nil }
    /// Whether a number is where privacyIDEA's lists have the counter.
    var hasUnreadNumber: Bool {
        guard !hasCounters, (try? kind) == .hotp, hasKey, let number = number(4).whole else { return false }
        return number != 0
    }

    /// The index of the hash. A known hash may be in the place of a missing number; in its own place, any text counts.
    private var hashIndex: Int? {
        (3..<max(3, cells.count)).first { HexTokenList.hashes.contains(cells[$0].lowercased()) }
            ?? (cell(5).isEmpty ? nil : 5)
    }
    var hash: String? { hashIndex.map { cells[$0] } }

    private func number(_ index: Int) -> LenientNumber? { index == hashIndex ? nil : .text(cell(index)) }

    var names: (issuer: String, name: String) { ("", user.isEmpty ? serial : user) }

    private var kind: OTPKind {
        get throws(EntryError) {
            switch type {
            case "hotp", "hmac", "": .hotp
            case "totp": .totp
            default: throw EntryError(.typeUnknown, "the type \(type.quoted) is not one of hotp, totp")
            }
        }
    }

    func draft() throws(EntryError) -> AccountDraft {
        var draft = try AccountDraft(kind: try kind, hex: cell(1))
        let hash = hash ?? KeyLengthHash.name(ofKeyOf: draft.secret.count)
        try draft.take(
            algorithm: .text(hash), digits: number(3), period: number(4),
            counter: hasCounters ? number(4) : nil)
        try draft.take(serial: serial, user: user)
        return draft
    }
}

extension CSVTable.Row {
    fileprivate var isComment: Bool { cells[0].trimmingWhitespace.hasPrefix("#") }
}
