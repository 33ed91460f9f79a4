import Encodings
import TOTPDomain

/// An account of 2fast: texts and the secret's bytes, each encrypted by itself, and plain numbers.
struct TwoFastAccount: ExportedAccount {
    let isObject: Bool
    private let fields: TwoFastFields
    /// The decrypted values, or why they cannot be decrypted.
    private var content: Result<Content, EntryError>

    private struct Content {
        var issuer = "", name = "", kind = "", note = ""
        var secret: [UInt8] = []
    }

    init(_ value: JSONValue) {
        isObject = value.kind == .object
        fields = TwoFastFields(value)
        content = .failure(isObject ? EntryError(.fieldDamaged, "the entry is encrypted") : .notAnObject)
    }

    private var opened: Content? { try? content.get() }

    var names: (issuer: String, name: String) { (opened?.issuer ?? "", opened?.name ?? "") }

    /// Decrypts the values.
    ///
    /// - Parameter decrypt: a value that is not empty.
    /// - Returns: whether every value could be decrypted, and every text is UTF-8.
    mutating func open(_ decrypt: (String) throws(EntryError) -> [UInt8]) -> Bool {
        do throws(EntryError) {
            var content = Content()
            content.secret = try bytes("secretbytearray", decrypt)
            content.issuer = try text("issuer", decrypt)
            content.name = try text("label", decrypt)
            content.kind = try text("otptype", decrypt)
            content.note = try text("notes", decrypt)
            self.content = .success(content)
            return true
        } catch {
            content = .failure(error)
            return false
        }
    }

    private func bytes(
        _ name: StaticString, _ decrypt: (String) throws(EntryError) -> [UInt8]
    ) throws(EntryError) -> [UInt8] {
        guard let value = try (try fields[name]?.text).checked("a value") else { return [] }
        return try decrypt(value)
    }

    private func text(
        _ name: StaticString, _ decrypt: (String) throws(EntryError) -> [UInt8]
    ) throws(EntryError) -> String {
        guard let text = String(validating: try bytes(name, decrypt), as: UTF8.self) else {
            throw EntryError(.fieldDamaged, "a value cannot be decrypted: it is damaged, or needs another key")
        }
        return text.limitingMarks
    }

    func draft() throws(EntryError) -> AccountDraft {
        let content = try content.get()
        let kind = try OTPKind.named(
            .text(content.kind), among: ["totp": .totp, "steam": .steam], missing: .totp)
        guard !content.secret.isEmpty else { throw EntryError(.secretMissing, "the entry has no secret") }
        var draft = AccountDraft(kind: kind, secret: content.secret)
        if kind == .totp {
            try draft.take(
                algorithm: try OTPAlgorithm.numbered(try fields["hashmode"]?.field),
                digits: try fields["totpsize"]?.field, period: try fields["period"]?.field)
        }
        draft.note = content.note
        draft.isFavorite = try fields["isfavourite"].isSet
        return draft
    }

    /// The names of its categories.
    ///
    /// - Parameter names: the names of all categories, by their ids.
    func tags(_ names: [String: String]) -> [String] {
        guard let selected = (try? fields["selectedcategories"]) ?? nil else { return [] }
        return selected.elements.map(TwoFastFields.init).map { names[$0.name("guid")] ?? $0.name("name") }
    }
}

/// The members of an object of 2fast, whose names are written in any case.
struct TwoFastFields: Sendable {
    private var values: [String: JSONValue] = [:]
    private var repeated: Set<String> = []

    init(_ object: JSONValue) {
        for (name, value) in object.members {
            let name = name.lowercased()
            if values.updateValue(value, forKey: name) != nil { repeated.insert(name) }
        }
    }

    /// The value of a member, nil if it does not exist.
    ///
    /// - Parameter name: in lower case.
    /// - Throws: ``EntryError`` with `field-damaged` if there are several.
    subscript(name: StaticString) -> JSONValue? {
        get throws(EntryError) {
            guard !repeated.contains("\(name)") else { throw .repeated("\(name)") }
            return values["\(name)"]
        }
    }

    /// A text that codes do not depend on; "" if it does not exist.
    func name(_ name: StaticString) -> String { values["\(name)"].name }

    /// A list of the outermost object, and the number of its elements by their brackets.
    func list(_ name: StaticString) throws(SourceError) -> (elements: [JSONValue], count: Int) {
        guard let value = try member(name), value.kind == .array else { throw .incomplete(name) }
        return (Array(value.elements), JSONRecordCount.count([], in: value.scanner))
    }

    /// A member of the outermost object.
    func member(_ name: StaticString) throws(SourceError) -> JSONValue? {
        do throws(EntryError) { return try self[name] } catch {
            throw .damaged("\(name) is in it twice")
        }
    }
}
