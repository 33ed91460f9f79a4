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

    /// Writes a row for each account that `import` would read from a link.
    ///
    /// - Parameters:
    ///   - source: as a cell.
    ///   - line: nil for the code of an image.
    func append(_ link: Span<UInt8>, _ source: String, line: Int?, code: Int?, to output: inout [UInt8]) {
        guard let (scheme, first) = KeyURIScheme.find(in: link), first == 0 else { return }
        let accounts =
            scheme.readAs == .migration
            ? MigrationLink.document(of: link).accounts
            : [KeyURI.parse(link, KeyURIParts(link, scheme: scheme)).account].compactMap(\.self)
        for account in accounts {
            let secret = hash([Kind.secret] + account.secret.bytes)
            let names = fingerprint(issuer: account.issuer, name: account.name)
            let places = [line, code].map { $0.map(String.init) ?? "" }
            let cells = [source] + places + [secret, names].map { Hex.encode($0 ?? []) }
            CSVWriter.append(cells, to: &output, style: .standardWithLF)
        }
    }

    /// Nil for an account without a name.
    private func fingerprint(issuer: String, name: String) -> [UInt8]? {
        if issuer.isEmpty, name.isEmpty { return nil }
        let issuer = FoldedName.of(issuer).composedBytes
        return hash(
            [Kind.account] + UInt32(truncatingIfNeeded: issuer.count).bytes(.little) + issuer
                + FoldedName.of(name).composedBytes)
    }
}

extension String {
    /// UTF-8 that is the same for texts that are equal: whether a character is composed or not.
    fileprivate var composedBytes: [UInt8] { utf8.allSatisfy { $0 < 0x80 } ? Array(utf8) : Array(composed.utf8) }
}
