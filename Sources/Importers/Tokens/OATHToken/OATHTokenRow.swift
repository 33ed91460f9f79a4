import Encodings
import FormatEngine
import TOTPDomain

/// A token of a seed list.
struct OATHTokenRow: ExportedAccount {
    private let row: CSVTable.Row
    private let columns: [String: Int]

    /// The columns of every list; vendors leave out others.
    static let needed = ["serialnumber", "secretkey"]
    private static let optional = [
        "upn", "timeinterval", "manufacturer", "model", "hashfunction", "algorithm", "digits",
    ]

    /// As the user says; Entra takes only base32.
    private let encoding: SecretEncoding?

    init(_ row: CSVTable.Row, _ columns: [String: Int], _ encoding: SecretEncoding?) {
        self.row = row
        self.columns = columns
        self.encoding = encoding
    }

    /// The index of each column by its name in lower case, without spaces. If two names are equal, the first counts.
    static func columns(of header: [String]) -> [String: Int] {
        let names = header.map { name in String(name.lowercased().unicodeScalars.filter { !$0.isSpace }) }
        return Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    }

    static func matches(_ header: [String]) -> Bool {
        let columns = columns(of: header)
        return needed.allSatisfy { columns[$0] != nil }
    }

    /// The columns of a header that are read, in lower case.
    static func known(of header: [String]) -> [String] {
        let read = columns(of: header).filter { (needed + optional).contains($0.key) }.values
        return read.map { header[$0].trimmingWhitespace.lowercased() }
    }

    var names: (issuer: String, name: String) {
        (cell("manufacturer"), [cell("upn"), cell("serialnumber")].first { !$0.isBlank } ?? "")
    }

    var skipReason: SkipReason? { row.cells.allSatisfy(\.isBlank) ? .blank : nil }

    func draft() throws(EntryError) -> AccountDraft {
        let secret = cell("secretkey")
        var draft: AccountDraft
        do throws(EntryError) {
            draft =
                if let encoding {
                    try AccountDraft(kind: .totp, secret: secret, in: encoding)
                } else {
                    try AccountDraft(base32: secret, isTyped: true)
                }
        } catch  where error.code == .secretNotBase32 && Self.looksLikeHex(secret) {
            // It is not converted: most hexadecimal secrets without 0, 1, 8 and 9 are also base32.
            throw EntryError(
                .secretNotBase32, "the secret is hexadecimal, and Entra takes only base32",
                .text(
                    "ask the vendor for the base32 file, or give --secret-encoding hex",
                    onPage: "ask the vendor for the base32 file"))
        }
        let algorithms = [cell("hashfunction"), cell("algorithm")].filter { !$0.isBlank }
        let algorithm = algorithms.first ?? ""
        for other in algorithms.dropFirst() where try OTPAlgorithm(named: other) != OTPAlgorithm(named: algorithm) {
            throw EntryError(
                .algorithmUnknown, "the columns of hash function and algorithm differ", "ask the vendor which is right")
        }
        try draft.take(
            algorithm: .text(algorithm), digits: .text(cell("digits")), period: .text(cell("timeinterval")))
        guard !cell("serialnumber").isBlank else { throw .noSerialNumber }
        try draft.take(
            serial: cell("serialnumber"), manufacturer: cell("manufacturer"), model: cell("model"), user: cell("upn"))
        return draft
    }

    private func cell(_ column: String) -> String { columns[column].map { row.cell($0) } ?? "" }

    private static func looksLikeHex(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.isASCIIHexDigit || $0.isSpace || $0 == "-" }
    }
}
