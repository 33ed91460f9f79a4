import TOTPDomain

/// What could be secrets outside of the links of a text. Each is a rejected entry, unless a link of the text has the
/// same secret: a page with a QR code often shows it as well.
struct BareSecrets {
    /// The entries, by their index in the document.
    private var entries: [(index: Int, secret: OTPSecret)] = []

    mutating func reject(
        _ secrets: ArraySlice<BareSecret>, at position: EntryPosition, in text: Span<UInt8>,
        _ document: inout ImportedDocument
    ) {
        for secret in secrets {
            entries.append((document.entries.count, secret.secret))
            let label = BareSecret.label(before: secret.range.lowerBound, in: text)
            document.entries.append(
                .rejected(EntryRejection(position: position, label: label, problem: Self.problem)))
        }
    }

    private static let problem = EntryError(
        .secretWithoutLink,
        "it may contain a secret, but no link", "if it is an account, type it in with totp-import vault add")

    /// Skips those that a link has.
    func skipKnown(in document: inout ImportedDocument) {
        guard !entries.isEmpty else { return }
        let known = Set(document.entries.compactMap { if case .item(let item) = $0 { item.secret } else { nil } })
        let skipped = Set(entries.lazy.filter { known.contains($0.secret) }.map(\.index))
        document.entries = document.entries.indices.filter { !skipped.contains($0) }.map { document.entries[$0] }
        document.skipped.add(.noLink, count: skipped.count)
    }
}
