import Encodings
import Links
import TOTPDomain

/// One-time passwords outside of an entry's own field for them: in fields that people named themselves, in notes, and in
/// parts of a record that its format does not know. Links, and what KeePass and its relatives write, which other password
/// managers import as plain fields.
///
/// The one search for all password managers. An entry has no one-time password only if the search finds nothing.
package struct CustomFields: Sendable {
    private struct Found: Sendable {
        let place: Place
        let name: String
        let value: String
        /// nil if it cannot be read.
        let secret: [UInt8]?
        let isLink: Bool
    }

    /// A field has a name of KeePass's, or a link; an aside has any other name that says so, or a value that can hardly be
    /// anything but a secret.
    private enum Place { case field, aside, note, elsewhere }

    private var found: [Found] = []

    package init() {}

    package var isEmpty: Bool { found.isEmpty }

    private static let most = 16

    // MARK: - The search

    /// Notes a field if it holds a one-time password.
    package mutating func look(at value: String, named name: String) {
        guard found.count < Self.most, !TypedSecret.isNothing(value), value.utf8.count <= Limit.link else { return }
        let isLink = value.isLink, isField = isLink || Self.isKey(value, named: name)
        guard isField || Self.isLikeKey(value, named: name) else { return }
        add(isField ? .field : .aside, named: name.trimmingWhitespace, value.trimmingWhitespace, isLink: isLink)
    }

    private mutating func add(_ place: Place, named name: String, _ value: String, isLink: Bool) {
        let secret = Self.secret(value)
        // A link that cannot be read is one of those that a warning about the whole file counts.
        if isLink, secret == nil { return }
        found.append(Found(place: place, name: name, value: value, secret: secret, isLink: isLink))
    }

    /// Whether a field with a name holds a one-time password.
    package func holds(_ name: String) -> Bool {
        found.contains { [.field, .aside].contains($0.place) && $0.name == name.trimmingWhitespace }
    }

    /// Notes the fields of a text with one per line: `name: value`.
    package mutating func look(inLines text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            look(at: String(line[line.index(after: colon)...]), named: String(line[..<colon]))
        }
    }

    /// Notes the links in a note, and its lines with the name and the value of a field.
    ///
    /// - Parameter isLost: whether no account takes the note: then a line with what may be any secret counts, too.
    package mutating func look(inNote note: String, isLost: Bool = false) {
        lookForCodes(inNote: note)
        guard isLost else { return }
        for line in note.split(whereSeparator: \.isNewline)
        where found.count < Self.most && Leftover.Kind(in: String(line)) == .secret {
            if found.contains(where: { line.firstRange(of: $0.value) != nil }) { continue }
            found.append(Found(place: .note, name: "", value: String(line), secret: nil, isLink: false))
        }
    }

    private mutating func lookForCodes(inNote note: String) {
        guard Self.mayHoldCode(note.utf8) else { return }
        for line in note.split(whereSeparator: \.isNewline) where Self.mayHoldCode(line.utf8) {
            let bytes = Array(line.utf8)
            var finder = LinkFinder(bytes.span), hasLink = false
            while found.count < Self.most, let link = finder.next(in: bytes.span) {
                hasLink = true
                let text = String(decoding: link.plain ?? Array(bytes[link.range]), as: UTF8.self)
                guard link.scheme != .steam, !found.contains(where: { $0.value == text }) else { continue }
                found.append(Found(place: .note, name: "", value: text, secret: Self.secret(text), isLink: true))
            }
            guard !hasLink, found.count < Self.most, let end = line.firstIndex(where: { $0 == ":" || $0 == "=" })
            else { continue }
            let name = String(line[..<end]), value = String(line[line.index(after: end)...])
            // A note is also made of sentences.
            if Self.isKey(value, named: name), let secret = Self.secret(value) {
                found.append(
                    Found(place: .note, name: name.trimmingWhitespace, value: value, secret: secret, isLink: false))
            }
        }
    }

    /// Notes the links in any cell of a row.
    ///
    /// - Parameter note: was looked at.
    package mutating func look(throughout row: CSVTable.Row, besides note: String) {
        for (index, cell) in row.cells.enumerated() where found.count < Self.most && Self.mayHoldCode(cell.utf8) {
            if cell.isLink, cell.trimmingWhitespace != note.trimmingWhitespace {
                add(elsewhere: row.name(ofColumn: index), cell)
            }
        }
    }

    /// Deeper than any record, so that a hostile record is not searched at each of its depths.
    private static let depth = 16

    /// Notes the links and the objects of a one-time password anywhere in a record of a JSON text.
    ///
    /// - Parameter note: was looked at.
    package mutating func look(
        throughout value: JSONValue, named name: String = "", besides note: String, depth: Int = 0
    ) {
        guard found.count < Self.most, depth < Self.depth, Self.mayHoldCode(json: value.source) else { return }
        switch value.kind {
        case .string:
            let text = value.name
            guard text.isLink, text.trimmingWhitespace != note.trimmingWhitespace else { return }
            add(elsewhere: name, text)
        case .array:
            for element in value.elements { look(throughout: element, named: name, besides: note, depth: depth + 1) }
        case .object:
            let members = value.members
            // What a person deleted or changed, and the app kept.
            if members.contains(where: { $0.name == "deleted" && $0.value.isSet }) { return }
            // Passman keeps the link of a code whose secret was removed.
            let hasSecret = members.contains { $0.name == "secret" && !$0.value.name.isBlank }
            if !hasSecret, members.contains(where: { $0.name == "qr_uri" }) { return }
            if let (name, text) = Self.key(in: members) { return add(elsewhere: name, text) }
            for (name, value) in members where name != "history" {
                if AccountPart(named: name) == .key, SecretForm(value.name.utf8) != nil {
                    add(elsewhere: name, value.name)
                } else {
                    look(throughout: value, named: name, besides: note, depth: depth + 1)
                }
            }
        default: break
        }
    }

    private mutating func add(elsewhere name: String, _ text: String) {
        let text = text.trimmingWhitespace
        if !found.contains(where: { $0.value == text }) { add(.elsewhere, named: name, text, isLink: text.isLink) }
    }

    /// The label and the value of an object whose label says that it is a one-time password.
    package static func key(in members: [(name: String, value: JSONValue)]) -> (name: String, text: String)? {
        let label = members.first { labels.contains($0.name) && isLabel($0.value.name) }
        guard let label, let text = members.lazy.compactMap({ value($0.name, $0.value) }).first else { return nil }
        return (label.value.name, text)
    }

    /// Members that say what their object is.
    private static let labels: Set<String> = ["type", "label", "name", "title", "fieldName", "t", "n", "designation"]
    /// Members that hold what the label says.
    private static let values: Set<String> = [
        "value", "v", "content", "data", "secret", "seed", "key", "code", "uri", "url", "link", "totp", "otp",
    ]

    private static func isLabel(_ text: String) -> Bool {
        text.utf8.count <= 40 && AccountPart(named: text) == .key
    }

    private static func value(_ name: String, _ value: JSONValue) -> String? {
        guard values.contains(name) || AccountPart(named: name) == .key else { return nil }
        let texts = value.kind == .object || value.kind == .array ? value.strings { !$0.isEmpty } : [value.name]
        return texts.lazy.map(\.trimmingWhitespace).first {
            !TypedSecret.isNothing($0) && !SecretEvidence.isCode($0) && !TypedSecret.isPlaceholder($0)
        }
    }

    /// Whether a text has `otp` in any case, which is part of every name and scheme that is sought.
    private static func mayHoldCode(_ text: some Sequence<UInt8>) -> Bool {
        Array(text).span.firstIndex(ofWord: "otp") != nil
    }

    /// The same for JSON, without members that are empty, `null` or a number, as most logins have for their code.
    private static func mayHoldCode(json: ArraySlice<UInt8>) -> Bool {
        var rest = json
        while let found = rest.span.firstIndex(ofWord: "otp") {
            let end = rest.dropFirst(found + 3).drop { $0 != UInt8(ascii: "\"") }
            let colon = end.dropFirst().drop(while: ASCII.isWhitespace)
            guard colon.first == ASCII.colon else { return true }
            rest = colon.dropFirst().drop(while: ASCII.isWhitespace)
            let saysNothing =
                rest.starts(with: "null".utf8) || rest.starts(with: "\"\"".utf8)
                || rest.first.map { $0 &- 48 < 10 } == true
            if !saysNothing { return true }
        }
        return false
    }

    private static func isKey(_ value: String, named name: String) -> Bool {
        names.contains(AccountPart.folded(name)) && !SecretEvidence.isCode(value) && !TypedSecret.isNothing(value)
            && (value.contains("key=") || !TypedSecret.isPlaceholder(value))
    }

    /// The same for names such as `2FA secret` and `Old secret`, which people also give to other secrets, and for a value that
    /// looks like nothing but a secret, if its name does not say what else it is.
    private static func isLikeKey(_ value: String, named name: String) -> Bool {
        guard SecretForm(value.utf8) != nil else { return Leftover.Kind(in: value) == .secret }
        if AccountPart(named: name) == .key || AccountPart.isFurtherKey(named: name) { return true }
        return SecretEvidence.isConvincingAlone(value) && !name.isBlank && !AccountPart.isForeignKey(named: name)
            && Keepsake.named(name) == nil
    }

    /// The names of fields with a secret, as KeePass and its relatives write them.
    private static let names = Set(KeePassField.keys.map(AccountPart.folded))

    private static func secret(_ value: String) -> [UInt8]? {
        let text = value.trimmingWhitespace
        let key = text.firstRange(of: "key=").map { text[$0.upperBound...].prefix { $0 != "&" } }
        return (try? AccountDraft(authenticatorKey: key.map(String.init) ?? text, of: ("", "")))?.secret
    }

    // MARK: - What was found

    /// The links in fields, each secret once. Only these certainly mean an account.
    package var links: [String] {
        var secrets: Set<[UInt8]> = []
        return found.filter { $0.place == .field && $0.isLink }
            .filter { $0.secret.map { secrets.insert($0).inserted } ?? true }.map(\.value)
    }

    /// What is in fields or elsewhere and is not read, in one text; nil if there is nothing.
    ///
    /// - Parameter secrets: those that are read.
    package func problem(besides secrets: [[UInt8]]) -> EntryError? {
        guard let (unread, name, more) = unread(in: [.field, .elsewhere], besides: secrets) else { return nil }
        guard unread[0].place == .field else {
            return EntryError(
                .secretWithoutLink,
                "\(name)\(more) seems to hold a one-time password, in a place that is not known",
                "add this account by hand, and compare its codes with the app")
        }
        return EntryError(
            .secretWithoutLink,
            "the custom field \(name)\(more) seems to hold a one-time password, which the app does not use",
            "put it into the entry's own field for one-time passwords, and export again")
    }

    /// What is in the note or aside, from which no app generates codes; nil if there is nothing.
    package func inNote(besides secrets: [[UInt8]]) -> CodesInNote? {
        guard let (unread, name, more) = unread(in: [.note, .aside], besides: secrets) else { return nil }
        let first = unread[0]
        let place =
            first.place == .note
            ? first.name.isEmpty ? "the title or the note" : "\(name) in the note" : "the custom field \(name)"
        return CodesInNote(
            warning: Warning(
                first.isLink
                    ? "the note contains an otpauth link\(more), which is not imported"
                    : "\(place)\(more) seems to hold a \(first.name.isEmpty ? "secret" : "one-time password"), "
                        + "which is not imported",
                "put it into the entry's own field for one-time passwords, and export again",
                on: first.isLink ? .furtherLinks : nil),
            links: unread.filter(\.isLink).map { link in link.secret.flatMap { try? OTPSecret(bytes: $0) } })
    }

    package func inNote(beside account: AccountDraft?) -> CodesInNote? {
        inNote(besides: account.map { [$0.secret] } ?? [])
    }

    /// What is in some places and not read, its first name, and how many more there are; nil if there is nothing.
    private func unread(
        in places: Set<Place>, besides secrets: [[UInt8]]
    ) -> (unread: [Found], name: String, more: String)? {
        let unread = found.filter { places.contains($0.place) && $0.secret.map { !secrets.contains($0) } ?? true }
        guard let name = unread.first?.name else { return nil }
        // A name of any other kind may be a secret in the wrong place.
        let known = Self.names.contains(AccountPart.folded(name)) ? name.printable(limit: 60) : name.shownUnlessSecret
        return (unread, "\"\(known ?? "…")\"", unread.count > 1 ? " (and \(unread.count - 1) more)" : "")
    }
}
