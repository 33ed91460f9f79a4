import Encodings
import TOTPDomain

/// A text of links: accounts, and parts of Google Authenticator exports.
package enum LinkListReader {
    /// Adds an app's own data in the link to the account.
    ///
    /// - Returns: what users should know of the account, if anything.
    package typealias Annotation = (_ link: Span<UInt8>, _ parts: KeyURIParts, _ item: inout TOTPItem) -> String?

    /// Reads every link. Empty lines, comments (`#`) and lines without a link are skipped.
    ///
    /// - Parameter isEncrypted: whether the text is from an encrypted file. Users cannot see its lines, so positions
    ///   name the entry instead.
    package static func read(
        _ request: ImportRequest, as format: FormatID, isEncrypted: Bool = false, annotate: Annotation? = nil
    ) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        let isJSON = LinkText.isJSON(text.span)
        var unclear = UnclearLinks(isJSON: isJSON)
        let isMailSource = MailSource.isNamed(in: text.span)
        var document = ImportedDocument(
            format: format, records: LinkRecordCount.records(in: text.span, isJSON: isJSON))
        document.isLinkList = true
        try LinkText.forEachRecord(in: text.span, isJSON: isJSON) { record, bytes throws(SourceError) in
            let position =
                isEncrypted
                ? EntryPosition(entry: record.line)
                : EntryPosition(
                    page: request.page, code: request.code, line: request.code == nil ? record.line : nil,
                    entry: record.number)
            unclear.look(at: record, bytes, in: text.span)
            switch record.kind {
            case .blank: document.skipped.add(.blank)
            case .comment: document.skipped.add(.comment)
            case .noLink: document.skipped.add(.noLink)
            case .link(.migration): MigrationLink.read(bytes, at: position, into: &document)
            case .link(let scheme):
                if MailSource.isEncoded(bytes, scheme, isMailSource) {
                    document.entries.append(.rejected(EntryRejection(position: position, problem: mailSource)))
                } else {
                    read(bytes, scheme, at: position, hasProseAfter: record.hasProseAfter, into: &document, annotate)
                }
            }
            guard document.entries.count <= request.limits.entries else {
                throw SourceError(
                    .limitExceeded, "more than \(request.limits.entries) entries, the limit; split the file")
            }
            return true
        }
        document.warnings += unclear.warnings(in: text.span)
        guard !document.entries.isEmpty else {
            throw SourceError(
                .unrecognised, "the file contains no link outside of comments; check that it is the right file")
        }
        return document
    }

    private static let mailSource = EntryError(
        .notALink,
        "the link is from the source of an e-mail, which changes its secret; save the whole message as .eml and import "
            + "that")

    private static func read(
        _ link: Span<UInt8>, _ scheme: KeyURIScheme, at position: EntryPosition, hasProseAfter: Bool,
        into document: inout ImportedDocument, _ annotate: Annotation?
    ) {
        do throws(EntryError) {
            var reading = try KeyURI.read(link, scheme: scheme)
            if let remark = annotate?(link, KeyURIParts(link, scheme: scheme), &reading.item) { reading.add(remark) }
            if hasProseAfter, hasGroupsAtEnd(link, scheme) {
                reading.add("text follows its secret, which is in groups; compare its codes with those of the old app")
            }
            document.entries.append(.item(reading.item))
            if let warning = reading.warning { document.warn(warning, of: reading.item, at: position) }
        } catch {
            let label = KeyURI.labelOfUnreadable(link, scheme: scheme)
            document.entries.append(.rejected(EntryRejection(position: position, label: label, problem: error)))
        }
    }

    /// Whether a link ends with a secret in groups: words after it may look like further groups.
    private static func hasGroupsAtEnd(_ link: Span<UInt8>, _ scheme: KeyURIScheme) -> Bool {
        guard let secret = KeyURIParts(link, scheme: scheme).secret, secret.upperBound == link.count else {
            return false
        }
        return secret.contains { ASCII.isWhitespace(link[$0]) }
    }

    /// Whether a text has a link of which `isSought` is true, outside of comments.
    package static func hasLink(in content: SourceContent, where isSought: (Span<UInt8>, KeyURIScheme) -> Bool) -> Bool
    {
        guard content.kind == .text else { return false }
        let text = content.text.span
        return LinkText.containsLink(text, isJSON: LinkText.isJSON(text), where: isSought)
    }
}

extension KeyURI.Reading {
    fileprivate mutating func add(_ remark: String) { warning = warning.map { "\($0); \(remark)" } ?? remark }
}
