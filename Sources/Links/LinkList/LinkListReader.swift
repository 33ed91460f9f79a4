import Encodings
import TOTPDomain

/// A text of links: accounts, and parts of Google Authenticator exports.
package enum LinkListReader {
    /// Adds an app's own data in the link to the account.
    ///
    /// - Returns: what users should know of the account, if anything.
    package typealias Annotation = (_ link: Span<UInt8>, _ parts: KeyURIParts, _ item: inout TOTPItem) -> Warning?

    /// Reads every link. Empty lines, comments (`#`) and lines without a link are skipped; what could be a secret
    /// outside of links is rejected.
    ///
    /// - Parameter isEncrypted: whether the text is from an encrypted file. Users cannot see its lines, so positions
    ///   name the entry instead.
    package static func read(
        _ request: ImportRequest, as format: FormatID, isEncrypted: Bool = false, annotate: Annotation? = nil
    ) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        let isJSON = LinkRecords.isJSON(text.span)
        var unclear = UnclearLinks(isJSON: isJSON)
        let isMailSource = MailSource.isNamed(in: text.span)
        var document = ImportedDocument(
            format: format, records: LinkRecordCount.records(in: text.span, isJSON: isJSON))
        document.isLinkList = true
        var hasLink = false
        var loss = PlantedLoss()
        var bare = BareSecrets()
        try LinkRecords.forEachRecord(in: text.span, isJSON: isJSON, findsSecrets: true) {
            record, bytes throws(SourceError) in
            let position =
                isEncrypted
                ? EntryPosition(entry: record.line)
                : EntryPosition(
                    page: request.page, code: request.code, line: request.code == nil ? record.line : nil,
                    entry: record.number)
            unclear.look(at: record, bytes, in: text.span)
            // A line may contain millions: one more than the limit is enough to refuse the file.
            let secrets = record.secrets.prefix(max(0, request.limits.entries - document.entries.count) + 1)
            let countBefore = secrets.prefix { $0.range.lowerBound < record.range.lowerBound }.count
            var place = position
            if !isEncrypted { place.entry = nil }
            bare.reject(secrets.prefix(countBefore), at: place, in: text.span, &document)
            switch record.kind {
            case .blank: document.skipped.add(.blank)
            case .comment: document.skipped.add(.comment)
            case .noLink: if record.secrets.isEmpty { document.skipped.add(.noLink) }
            case .link(let scheme) where scheme.readAs == .migration:
                hasLink = true
                MigrationLink.read(bytes, at: position, into: &document)
            case .link(let scheme):
                hasLink = true
                if loss.takesNext() { break }
                if MailSource.isEncoded(bytes, scheme, isMailSource) {
                    document.entries.append(.rejected(EntryRejection(position: position, problem: mailSource)))
                } else {
                    read(bytes, scheme, at: position, isUnclear: record.unclearEnd != nil, into: &document, annotate)
                }
            }
            bare.reject(secrets.dropFirst(countBefore), at: place, in: text.span, &document)
            guard document.entries.count <= request.limits.entries else {
                throw SourceError(
                    .limitExceeded, "more than \(request.limits.entries) entries, the limit", "split the file")
            }
            return true
        }
        bare.skipKnown(in: &document)
        document.warnings += unclear.warnings(in: text.span)
        guard hasLink else {
            throw SourceError(
                .unrecognised, "the file contains no link outside of comments", "check that it is the right file")
        }
        return document
    }

    private static let mailSource = EntryError(
        .notALink,
        "the link is from the source of an e-mail, which changes its secret",
        "save the whole message as .eml and import that")

    private static func read(
        _ link: Span<UInt8>, _ scheme: KeyURIScheme, at position: EntryPosition, isUnclear: Bool,
        into document: inout ImportedDocument, _ annotate: Annotation?
    ) {
        do throws(EntryError) {
            var reading = try KeyURI.read(link, scheme: scheme)
            if let remark = annotate?(link, KeyURIParts(link, scheme: scheme), &reading.item) {
                reading.warning.add(remark)
            }
            if isUnclear {
                reading.warning.add(
                    Warning(
                        "text follows its secret, which is short or in groups",
                        "compare its codes with those of the old app"))
            }
            document.entries.append(.item(reading.item))
            if let warning = reading.warning { document.warn(warning, of: reading.item, at: position) }
        } catch {
            let label = KeyURI.labelOfUnreadable(link, scheme: scheme)
            document.entries.append(.rejected(EntryRejection(position: position, label: label, problem: error)))
        }
    }

    /// Whether a text has a link of which `isSought` is true, outside of comments.
    package static func hasLink(in content: SourceContent, where isSought: (Span<UInt8>, KeyURIScheme) -> Bool) -> Bool
    {
        guard content.kind == .text else { return false }
        let text = content.text.span
        return LinkRecords.containsLink(text, isJSON: LinkRecords.isJSON(text), where: isSought)
    }

    /// Whether every line of a text starts like a link: most long texts of lines do, and this is much faster than to see
    /// that they are nothing else.
    package static func hasOnlyLinks(in text: Span<UInt8>) -> Bool {
        var start = 0
        while start < text.count {
            let end = text.firstIndex(of: ASCII.newline, in: start..<text.count) ?? text.count
            guard start == end || KeyURIScheme.startsWithOTPAuth(text.extracting(start..<end)) else { return false }
            start = end + 1
        }
        return true
    }
}

/// A text that contains `otpauth://`, `motp:/` and `steam://` links (`Docs/formats/otpauth.md`).
package struct OTPAuthFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "otpauth",
            group: .file,
            app: "any app",
            file: "text with otpauth links; QR codes",
            encryption: .never,
            exportSteps:
                "Take a screenshot of the QR code that the site or the app shows, or save the links in a text file."
        )
    }

    package func recognizes(_ content: SourceContent) -> Bool {
        LinkListReader.hasLink(in: content) { _, scheme in scheme.readAs != .migration }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try LinkListReader.read(request, as: description.id)
    }
}

/// Links in the source of an e-mail that was saved as text, but not as a message: quoted-printable has `=3D` for `=`, and
/// `3D` would become the start of the secret.
enum MailSource {
    private static let names = ["quoted-printable", "Quoted-Printable", "QUOTED-PRINTABLE"].map { Array($0.utf8) }

    /// Whether a text names the encoding.
    static func isNamed(in text: Span<UInt8>) -> Bool { names.contains { text.firstIndex(of: $0) != nil } }

    /// Whether a link is encoded: its secret starts with `3D`, and the text names the encoding, or another parameter
    /// starts with `3D` as well. By chance, one secret in a thousand starts like that, but no link has two such parameters.
    ///
    /// - Parameter isNamed: see ``isNamed(in:)``.
    static func isEncoded(_ link: Span<UInt8>, _ scheme: KeyURIScheme, _ isNamed: Bool) -> Bool {
        guard scheme.readAs == .otpauth else { return false }
        let parts = KeyURIParts(link, scheme: scheme)
        guard startsEncoded(link, parts.secret) else { return false }
        return isNamed
            || [parts.issuer, parts.digits, parts.period, parts.algorithm, parts.counter]
                .contains { startsEncoded(link, $0) }
    }

    private static func startsEncoded(_ link: Span<UInt8>, _ value: Range<Int>?) -> Bool {
        guard let value, value.count >= 2 else { return false }
        return link[value.lowerBound] == UInt8(ascii: "3")
            && ASCII.lowercased(link[value.lowerBound + 1]) == UInt8(ascii: "d")
    }
}
