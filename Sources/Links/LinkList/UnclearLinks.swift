import Encodings
import TOTPDomain

/// Places of a text that seem to contain a link, but none was found: escaped, or glued to other letters.
struct UnclearLinks {
    private var count = 0
    private var first = 0

    private static let schemes = ["otpauth", "OTPAUTH"].map { Array($0.utf8) }
    private static let secret = Array("secret".utf8)
    private static let types = ["totp", "hotp", "offline"].map { Array($0.utf8) }

    /// A text in which each string of JSON is a record of its own has nothing between its records.
    private let isJSON: Bool
    /// Where the last record ends.
    private var end = 0
    /// The line of the last record, if that was a link.
    private var lineOfLink: Int?

    init(isJSON: Bool) { self.isJSON = isJSON }

    mutating func look(at record: LinkRecord, _ bytes: Span<UInt8>, in text: Span<UInt8>) {
        lookAtRest(of: text, upTo: record.range.lowerBound, record.line)
        if record.kind == .noLink {
            if Self.seemsToHaveLink(bytes) { note(record.line) }
        }
        end = max(end, record.range.upperBound)
        if case .link = record.kind, !isJSON { lineOfLink = record.line } else { lineOfLink = nil }
    }

    /// Looks at the text beside and between links: other text is a record.
    private mutating func lookAtRest(of text: Span<UInt8>, upTo index: Int, _ line: Int) {
        guard !isJSON, end < index else { return }
        let rest = text.extracting(end..<index)
        if Self.types.contains(where: { rest.firstIndex(of: $0) != nil }), Self.seemsToHaveLink(rest) {
            note(lineOfLink ?? line)
        }
    }

    private mutating func note(_ line: Int) {
        count += 1
        if first == 0 { first = line }
    }

    // MARK: - Signs

    private static func seemsToHaveLink(_ bytes: Span<UInt8>) -> Bool {
        // Before other letters: hardly any line has the scheme.
        guard schemes.contains(where: { bytes.firstIndex(of: $0) != nil }) else { return false }
        let lower = bytes.withUnsafeBufferPointer { $0.map(ASCII.lowercased) }
        guard let start = lower.span.firstIndex(of: schemes[0]) else { return false }
        return lower.span.extracting(start..<lower.count).firstIndex(of: secret) != nil
    }

    // MARK: - Warnings

    /// To be called after the last record.
    func warnings(in text: Span<UInt8>) -> [Warning] {
        var last = self
        last.lookAtRest(of: text, upTo: text.count, 0)
        return last.texts
    }

    private var texts: [Warning] {
        var warnings: [Warning] = []
        if count > 0 {
            let lines = count == 1 ? "line \(first) seems" : "\(count) places, the first of them in line \(first), seem"
            warnings.append(
                Warning(
                    "\(lines) to contain a link that cannot be read",
                    .text("write each link as otpauth://… on a line of its own")))
        }
        return warnings
    }
}

/// Possible secrets outside of the links of a text. Each is a rejected entry, unless a link of the text has the same
/// secret: a page with a QR code often shows it as well.
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
        "it may contain a secret, but no link",
        .text(
            "if it is an account, type it in with totp-import vault add",
            onPage: "if it is an account, use Type it in"))

    /// Skips the secrets that a link has.
    func skipKnown(in document: inout ImportedDocument) {
        guard !entries.isEmpty else { return }
        let known = Set(document.entries.compactMap { if case .item(let item) = $0 { item.secret } else { nil } })
        let skipped = Set(entries.lazy.filter { known.contains($0.secret) }.map(\.index))
        document.entries = document.entries.indices.filter { !skipped.contains($0) }.map { document.entries[$0] }
        document.skipped.add(.noLink, count: skipped.count)
    }
}
