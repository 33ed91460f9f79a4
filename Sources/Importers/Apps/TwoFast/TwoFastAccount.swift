import Encodings
import FormatEngine
import TOTPDomain

/// An account of 2fast: texts and the secret's bytes, each encrypted by itself, and plain numbers.
enum TwoFastAccount {
    static let shape = EntryShape(
        issuer: "issuer", name: "label", secret: "secretbytearray",
        kind: .named("otptype", among: ["totp": .totp, "steam": .steam], missing: .totp), algorithm: "hashmode",
        algorithms: .numbered, digits: "totpsize", period: "period", note: "notes")

    /// What is encrypted, in addition to the secret.
    private static let texts: [(member: String, part: WritableKeyPath<ShapedAccount, LenientText?> & Sendable)] = [
        ("issuer", \.issuer), ("label", \.name), ("otptype", \.kind), ("notes", \.note),
    ]

    /// The account with its values decrypted, or the reason why they cannot be.
    ///
    /// - Parameters:
    ///   - categories: the names of all categories, by their ids.
    ///   - decrypt: a value that is not empty.
    static func read(
        _ entry: JSONObject, _ categories: [String: String], _ decrypt: (String) throws(EntryError) -> [UInt8]
    ) throws(EntryError) -> ShapedAccount {
        var account = try shape.account(in: entry)
        account.isFavorite = try entry.value("isfavourite").isSet
        account.tags = try entry.value("selectedcategories").elements.compactMap { JSONObject($0) }.map {
            (category) throws(EntryError) in
            let own = try category.value("name").name
            return categories[try category.value("guid").name] ?? own
        }
        let encrypted = try (Self.texts.map(\.member) + ["secretbytearray"]).map { (member) throws(EntryError) in
            try entry.value(member)?.text
        }
        func bytes(_ field: LenientText?) throws(EntryError) -> [UInt8] {
            guard let value = try field.checked("a value") else { return [] }
            return try decrypt(value)
        }
        account.secret = nil
        do throws(EntryError) {
            let secret = try bytes(encrypted.last ?? nil)
            account.secretBytes = secret.isEmpty ? nil : secret
            for ((_, part), field) in zip(Self.texts, encrypted) {
                guard let text = String(validating: try bytes(field), as: UTF8.self) else { throw .valueNotDecrypted }
                account[keyPath: part] = .text(text.limitingMarks)
            }
        } catch { (account.issuer, account.name, account.kind, account.problem) = (nil, nil, nil, error) }
        // The app has one period for Steam.
        if account.kind.orEmpty.trimmingWhitespace.lowercased() == "steam" { account.period = nil }
        return account
    }
}

extension EntryError {
    static let valueNotDecrypted = EntryError(
        .fieldDamaged, "a value cannot be decrypted: it is damaged, or needs another key")
}
