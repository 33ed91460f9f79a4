import Encodings
import TOTPDomain

/// A text of links: accounts, and parts of Google Authenticator exports.
package enum LinkListReader {
    /// Adds an app's own data in the link to the account.
    ///
    /// - Returns: a note for users about the account, if any.
    package typealias Annotation = (_ link: Span<UInt8>, _ parts: KeyURIParts, _ item: inout Account) -> Warning?

    /// Reads every link. Empty lines, comments (`#`) and lines without a link are skipped; possible secrets outside of
    /// links are rejected.
    ///
    /// - Parameters:
    ///   - isEncrypted: whether the text is from an encrypted file. Users cannot see its lines, so positions name the
    ///     entry instead.
    ///   - annotate: for an app's own links, which also show which accounts are Steam's.
    package static func read(
        _ request: ImportRequest, as format: FormatID, isEncrypted: Bool = false, annotate: Annotation? = nil
    ) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        let isJSON = LinkRecords.isJSON(text.span)
        var unclear = UnclearLinks(
            isJSON: isJSON, in: request.code == nil ? nil : EntryPosition(page: request.page, code: request.code))
        let isGiven = isJSON || request.code != nil || request.isPasted
        var document = ImportedDocument(format: format, records: LinkRecordCount.records(in: text.span, isJSON: isJSON))
        document.isLinkList = true
        var hasLink = false
        var loss = PlantedLoss()
        var bare = BareSecrets()
        var mailSource = MailSource()
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
            if case .link = record.kind { hasLink = true }
            switch record.kind {
            case .blank: document.skipped.add(.blank)
            case .comment: document.skipped.add(.comment)
            case .noLink: if record.secrets.isEmpty { document.skipped.add(.noLink) }
            case .rest:
                // A possible secret in such a line is a part of a larger secret.
                let parts = BareSecret.find(in: bytes, bytes.indices).count
                document.skipped.add(.restOfLink, count: max(1, parts))
            case .link(let scheme) where record.unclearLine != nil:
                read(bytes, scheme, record, .given, at: position, into: &document, annotate)
            case .link(let scheme) where scheme.readAs == .migration:
                MigrationLink.read(bytes, at: position, into: &document)
            case .link(let scheme):
                if loss.takesNext() { break }
                if let problem = mailSource.problem(of: bytes, scheme, in: text.span) {
                    document.entries.append(.rejected(EntryRejection(position: position, problem: problem)))
                } else {
                    let end =
                        isGiven
                        ? .given : LinkEnd(at: record.range.upperBound, of: text.count, line: record.line)
                    read(bytes, scheme, record, end, at: position, into: &document, annotate)
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
        document.leftovers.add(unclear.leftovers)
        // Parts of a mail as its source has them, perhaps images of QR codes.
        if text.span.firstIndex(ofWord: "content-transfer-encoding: base64") != nil {
            document.warnings.append(
                Warning(
                    "the parts after \"Content-Transfer-Encoding: base64\" are not read",
                    "save the whole message as .eml and import that"))
        }
        guard hasLink else {
            throw SourceError(
                .unrecognised, "the file contains no link outside of comments", "check that it is the right file")
        }
        return document
    }

    /// Returns the account of a link that was pasted, maybe in several lines.
    ///
    /// - Throws: ``EntryError`` if it is not certain which text belongs to the link, and as ``KeyURI/read(_:)``.
    package static func account(ofPasted text: [UInt8]) throws(EntryError) -> Account {
        guard text.contains(where: { $0 == ASCII.newline || $0 == ASCII.carriageReturn }) else {
            let reading = try KeyURI.read(text.span)
            guard !reading.hasUnclearEnd else { throw .notAlone }
            return reading.account
        }
        var links: [[UInt8]] = [], hasMore = false
        LinkRecords.forEachRecord(in: text.span, isJSON: false) { record, bytes in
            switch record.kind {
            case .link: links.append(bytes.withUnsafeBufferPointer { Array($0) })
            case .noLink: hasMore = true
            case .blank, .comment, .rest: break
            }
            hasMore = hasMore || record.unclearLine != nil || record.unclearEnd != nil
            return links.count < 2
        }
        guard let link = links.first, links.count == 1, !hasMore else { throw .notAlone }
        return try KeyURI.read(link.span).account
    }

    private static func read(
        _ link: Span<UInt8>, _ scheme: KeyURIScheme, _ record: LinkRecord, _ end: LinkEnd, at position: EntryPosition,
        into document: inout ImportedDocument, _ annotate: Annotation?
    ) {
        do throws(EntryError) {
            if let last = record.unclearLine { throw .linkWrapped(record.line, upTo: last) }
            var reading = try KeyURI.read(link, scheme: scheme, knowsSteamByIssuer: annotate == nil)
            guard !end.isCut(link, scheme) else { throw .linkCut }
            if let remark = annotate?(link, KeyURIParts(link, scheme: scheme), &reading.account) {
                reading.warning.add(remark)
            }
            if let line = record.restOfName {
                reading.warning.add(
                    Warning(
                        "line \(line) may be the rest of its issuer",
                        "write the link on one line, or compare the names"))
            }
            if record.unclearEnd != nil { reading.warning.add(.textAfterSecret) }
            document.entries.append(.item(reading.account))
            // WinAuth stores data of a Steam account there, including the revocation code.
            if reading.present.contains(.data) { document.keepsakes.insert(.revocationCode) }
            if let warning = reading.warning { document.warn(warning, of: reading.account, at: position) }
        } catch {
            let label = KeyURI.labelOfUnreadable(link, scheme: scheme)
            document.entries.append(.rejected(EntryRejection(position: position, label: label, problem: error)))
        }
    }

    /// Whether a text has a link that goes on in the next line, or may.
    package static func hasBrokenLink(in text: [UInt8]) -> Bool {
        var isFound = false
        LinkRecords.forEachRecord(in: text.span, isJSON: false) { record, _ in
            isFound = record.isJoined || record.unclearLine != nil || record.restOfName != nil
            return !isFound
        }
        return isFound
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

/// A format that reads the links of any text.
package protocol LinkListFormat: ImportFormat {}

/// A text that contains `otpauth://`, `motp:/` and `steam://` links (`Docs/formats/otpauth.md`).
package struct OTPAuthFormat: LinkListFormat {
    package static let id: FormatID = "otpauth"

    package init() {}

    package let description = FormatDescription(
        id: Self.id,
        group: .file,
        app: "any app",
        file: "text with otpauth links; QR codes",
        encryption: .never,
        exportSteps:
            "Take a screenshot of the QR code that the site or the app shows, or save the links in a text file."
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        LinkListReader.hasLink(in: content) { _, scheme in scheme.readAs != .migration }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try LinkListReader.read(request, as: Self.id)
    }
}
