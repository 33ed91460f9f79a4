import Encodings
import TOTPDomain

/// Fingerprints of accounts that are the same in every run with the same key, so that duplicates are found among links
/// that were checked in different runs, or on different machines. CSV, one row per account.
///
/// Two secrets have the same fingerprint if their bytes are equal, two accounts if their issuers and names are equal
/// as ``FoldedName`` compares them: the same rule by which duplicates within a run are found.
package struct AccountFingerprints: Sendable {
    private let hash: @Sendable ([UInt8]) -> [UInt8]?

    /// - Parameter hash: keyed, the same in every process; nil if it fails.
    package init(hash: @escaping @Sendable ([UInt8]) -> [UInt8]?) { self.hash = hash }

    /// The first row.
    package static let header = Array("source,line,code,secret,account\n".utf8)

    /// The prefixes of the hashed bytes, one per kind of fingerprint.
    private enum Kind { static let secret: UInt8 = 1, account: UInt8 = 2 }

    /// The start of each row of a source.
    static func rowStart(source: String) -> [UInt8] {
        var row: [UInt8] = []
        CSVWriter.append([source == "-" ? source : CSVWriter.withoutFormula(source.sanitized)], to: &row)
        while row.last == ASCII.newline || row.last == ASCII.carriageReturn { row.removeLast() }
        return row
    }

    /// Where the link of a row is.
    struct Row {
        /// The result of ``AccountFingerprints/rowStart(source:)`` for its source.
        var start: [UInt8]
        /// Nil for the code of an image.
        var line: Int?
        var code: Int?
    }

    /// Writes a row for each account that `import` would read from a link.
    func append(_ link: Span<UInt8>, _ row: Row, to output: inout [UInt8]) {
        guard let (scheme, first) = KeyURIScheme.find(in: link), first == 0 else { return }
        for account in accounts(link, scheme) {
            output += row.start
            output.append(text: ",")
            if let line = row.line { output.append(number: line) }
            output.append(text: ",")
            if let code = row.code { output.append(number: code) }
            output.append(text: ",")
            append(hash([Kind.secret] + account.secret.bytes), to: &output)
            output.append(text: ",")
            append(fingerprint(issuer: account.issuer, name: account.name), to: &output)
            output.append(ASCII.newline)
        }
    }

    private func accounts(_ link: Span<UInt8>, _ scheme: KeyURIScheme) -> [Account] {
        if scheme.readAs == .migration { return MigrationLink.document(of: link).accounts }
        return KeyURI.parse(link, scheme: scheme).account.map { [$0] } ?? []
    }

    /// Nil for an account without a name.
    private func fingerprint(issuer: String, name: String) -> [UInt8]? {
        if issuer.isEmpty, name.isEmpty { return nil }
        let issuer = FoldedName.of(issuer).composedBytes
        return hash(
            [Kind.account] + UInt32(truncatingIfNeeded: issuer.count).bytes(.little) + issuer
                + FoldedName.of(name).composedBytes)
    }

    private func append(_ hash: [UInt8]?, to output: inout [UInt8]) {
        for byte in hash ?? [] { Hex.append(byte, to: &output) }
    }
}

extension String {
    /// UTF-8 that is the same for texts that are equal: whether a character is composed or not.
    fileprivate var composedBytes: [UInt8] { utf8.allSatisfy { $0 < 0x80 } ? Array(utf8) : Array(composed.utf8) }
}
