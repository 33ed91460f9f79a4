import Encodings
import Links
import TOTPDomain

extension ImportedDocument {
    /// Warns about links that are not entries, and keeps them: for example in the notes of a login, where no app
    /// generates codes from them.
    ///
    /// - Parameter isEncrypted: whether the content is encrypted and shows no links: then its decrypted text is
    ///   searched.
    mutating func warnAboutFurtherLinks(in content: SourceContent, isEncrypted: Bool) {
        let isOwn = content.kind == .text && !isEncrypted
        guard let opened = isOwn ? content.text : text else { return }
        text = nil
        if !isLinkList { warnAboutLinks(in: opened.span, areInContent: isOwn) }
        if !namedLinks.isEmpty { noteNamedLinks(in: opened.span) }
    }

    private mutating func warnAboutLinks(in text: Span<UInt8>, areInContent: Bool) {
        guard LinkRecords.mayHaveLinks(text) else { return }
        let secrets = Set(accounts.map(\.secret) + namedLinks.compactMap(\.self))
        var links = 0
        var others = 0
        var first: Int?
        var broken = LinkPlaces()
        LinkRecords.forEachLink(in: text, isJSON: LinkRecords.isJSON(text), noteBroken: { broken.note($0.line) }) {
            record, scheme, bytes in
            let inLink = Self.secrets(of: bytes, scheme)
            // Steam's games have links of the same scheme.
            guard scheme != .steam || !inLink.isEmpty else { return true }
            links += 1
            if inLink.contains(where: { !secrets.contains($0) }) {
                others += 1
                if areInContent { first = first ?? record.line }
                furtherLinks.add(bytes)
            }
            return true
        }
        warn(aboutBroken: broken)
        let count = max(others, links - entries.count - migrationParts.count - namedLinks.count)
        guard count > 0 else { return }
        // Only the number of links shows that there are others, so the links of entries are among them.
        if furtherLinks.isEmpty {
            LinkRecords.forEachLink(in: text, isJSON: LinkRecords.isJSON(text)) { _, scheme, bytes in
                if scheme != .steam { furtherLinks.add(bytes) }
                return true
            }
        }
        let place = first.map { " (\(count > 1 ? "the first of them in " : "")line \($0))" } ?? ""
        warnings.append(
            Warning(
                "\(counted(count, "otpauth link")) in notes or other fields\(place), without an entry of "
                    + "\(count == 1 ? "its own, is" : "their own, are") not imported",
                .text(
                    "totp-import validate lists all links",
                    onPage: count == 1 ? "take it if it is an account" : "take them if they are accounts"),
                on: .furtherLinks))
    }

    /// Warns about texts that seem to contain a link, but none was found. Rejected entries are already reported.
    private mutating func warn(aboutBroken places: LinkPlaces) {
        let rejected = entries.count { if case .rejected(let entry) = $0 { entry.code == .notALink } else { false } }
        if places.count > rejected, let warning = places.unreadLinks { warnings.append(warning) }
    }

    /// Notes the links of an export whose format names those in notes by their entries.
    private mutating func noteNamedLinks(in text: Span<UInt8>) {
        var known = Set(accounts.map(\.secret))
        furtherLinks = []
        LinkRecords.forEachLink(in: text, isJSON: LinkRecords.isJSON(text)) { _, scheme, bytes in
            let secrets = Self.secrets(of: bytes, scheme)
            if !known.isSuperset(of: secrets) { furtherLinks.add(bytes) }
            known.formUnion(secrets)
            return true
        }
    }

    /// The secrets of a link in a field, which the next field may follow.
    private static func secrets(of link: Span<UInt8>, _ scheme: KeyURIScheme) -> [OTPSecret] {
        if scheme.readAs == .migration { return MigrationLink.document(of: link).accounts.map(\.secret) }
        if let secret = plainSecret(of: link, scheme) { return [secret] }
        guard let account = try? KeyURI.read(link, scheme: scheme).account,
            scheme != .steam || account.secret.bytes.count >= 10
        else { return [] }
        return [account.secret]
    }

    /// The secret of a usual link, which need not be read as a whole; nil for any other.
    private static func plainSecret(of link: Span<UInt8>, _ scheme: KeyURIScheme) -> OTPSecret? {
        let parts = KeyURIParts(link, scheme: scheme)
        guard let value = parts.secret, link.equals("totp", in: parts.type) || link.equals("hotp", in: parts.type)
        else { return nil }
        var end = value.lowerBound
        while end < value.upperBound, link[end] != UInt8(ascii: ","), link[end] != UInt8(ascii: ";") { end += 1 }
        do throws(EntryError) { return try OTPSecret(base32: link.extracting(value.lowerBound..<end)) } catch {
            return nil
        }
    }
}

extension [UInt8] {
    /// Adds a link as a line.
    fileprivate mutating func add(_ link: Span<UInt8>) {
        append(contentsOf: link.withUnsafeBufferPointer { Array($0) })
        append(ASCII.newline)
    }
}
