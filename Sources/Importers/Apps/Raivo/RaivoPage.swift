import Containers
import Encodings
import FormatEngine
import TOTPDomain

/// Raivo's HTML page: per account an `<h3>` with the issuer, an `<h4>` with the name, and `<code>` elements that follow
/// their labels.
enum RaivoPage {
    private static let heading = Array("Raivo OTP data export".utf8)
    /// One of them follows the last account, unless the page is cut off.
    private static let ends: Set = ["/div", "/body", "/html"]

    private static let elements = KnownNames(page: "div h1 h2 h3 h4 span small code br hr p img")

    static func matches(_ text: [UInt8]) -> Bool { text.span.firstIndex(of: heading) != nil }

    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    static func read(
        _ text: [UInt8], as format: FormatID, _ limits: ImportLimits
    ) throws(SourceError) -> ImportedDocument {
        var accounts: [RaivoPageAccount] = []
        var isEnded = false
        var tags = HTMLTags(text, names: ends.union(["h3", "h4", "code"]))
        while let tag = tags.next() {
            let value = TextDecoding.lenientString(HTMLEntities.decode(text[tag.after])).trimmingWhitespace
            if tag.name == "h3" {
                accounts.append(RaivoPageAccount())
                isEnded = false
                try limits.check(records: accounts.count)
            }
            guard !ends.contains(tag.name) else {
                isEnded = true
                continue
            }
            guard !accounts.isEmpty else { continue }
            let label = TextDecoding.lenientString(text[tag.before]).trimmingWhitespace
            accounts[accounts.count - 1].take(value, of: tag, label: label)
        }
        guard isEnded || !accounts.isEmpty else {
            throw SourceError(.corrupt, "the page is cut off", .exportAgain)
        }
        if !isEnded { accounts[accounts.count - 1].isWhole = false }
        if accounts.isEmpty, !elements.unread(inPage: text).isEmpty { throw .mayBeNewer("h3") }
        var document = try ImportedDocument(
            format: format, records: HTMLTags.count(of: "<h3", in: text),
            accounts: PlantedLoss.applied(to: accounts), limits)
        elements.look(at: text, &document)
        return document
    }
}

/// An account of the page.
private struct RaivoPageAccount: ExportedAccount {
    private var entry = ShapedAccount(RaivoFormat.entry)
    /// False if the page ends within the account, or a value has no end tag.
    var isWhole = true

    var names: (issuer: String, name: String) { entry.names }

    func draft() throws(EntryError) -> AccountDraft {
        guard isWhole else {
            throw EntryError(.fieldDamaged, "the page is cut off here, and more may be missing", .exportAgain)
        }
        return try entry.draft()
    }

    /// - Parameter label: the text before the tag.
    mutating func take(_ value: String, of tag: HTMLTags.Tag, label: String) {
        switch (tag.name, label) {
        case ("h3", _): entry.issuer = .text(value)
        case ("h4", _): entry.name = .text(value)
        case (_, "Seed:"): entry.secret = .text(value)
        case (_, "Algorithm:"): entry.algorithm = .text(value)
        case (_, "Length:"): entry.digits = Self.number(value)
        case (_, "Type:"): entry.kind = .text(value)
        case (_, "Timer:"): entry.period = Self.number(value)
        case (_, "Counter:"): entry.counter = Self.number(value)
        default: return
        }
        isWhole = isWhole && tag.isClosed
    }

    /// The first number of a text: `30 seconds`. A text without a number stays as it is, and is damaged.
    private static func number(_ text: String) -> LenientNumber {
        .text(text.split(whereSeparator: { $0.isWhitespace }).first { Int64($0) != nil }.map(String.init) ?? text)
    }
}
