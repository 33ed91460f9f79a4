import Encodings
import FormatEngine
import TOTPDomain

/// An account of 2fast: texts and the secret's bytes, each encrypted by itself, and plain numbers.
struct TwoFastAccount {
    static let shape = EntryShape(
        issuer: "issuer", name: "label", secret: "secretbytearray",
        kind: .named("otptype", among: ["totp": .totp, "steam": .steam], missing: .totp), algorithm: "hashmode",
        algorithms: .numbered, digits: "totpsize", period: "period", note: "notes")

    /// What is encrypted, in addition to the secret.
    private static let texts: [(member: String, part: WritableKeyPath<ShapedAccount, LenientText?> & Sendable)] = [
        ("issuer", \.issuer), ("label", \.name), ("otptype", \.kind), ("notes", \.note),
    ]

    private let encrypted: ShapedAccount
    private let isFavorite: Bool
    /// The ids and the own names of its categories.
    private let categories: [(id: String, name: String)]

    init(_ entry: JSONObject) throws(EntryError) {
        var encrypted = try Self.shape.account(in: entry)
        for (member, part) in Self.texts + [("secretbytearray", \.secret)] {
            encrypted[keyPath: part] = try entry.value(member)?.text
        }
        self.encrypted = encrypted
        isFavorite = try entry.value("isfavourite").isSet
        categories = try entry.value("selectedcategories").elements.compactMap { JSONObject($0) }.map {
            (category) throws(EntryError) in (try category.value("guid").name, try category.value("name").name)
        }
    }

    /// The account with its values decrypted, or the reason why they cannot be.
    ///
    /// - Parameters:
    ///   - decrypt: a value that is not empty.
    ///   - names: the names of all categories, by their ids.
    func opened(
        _ names: [String: String], _ decrypt: (String) throws(EntryError) -> [UInt8]
    ) -> ShapedAccount {
        var account = encrypted
        func bytes(_ field: LenientText?) throws(EntryError) -> [UInt8] {
            guard let value = try field.checked("a value") else { return [] }
            return try decrypt(value)
        }
        do throws(EntryError) {
            let secret = try bytes(account.secret)
            account.secretBytes = secret.isEmpty ? nil : secret
            account.secret = nil
            for (_, part) in Self.texts {
                let bytes = try bytes(account[keyPath: part])
                guard let text = String(validating: bytes, as: UTF8.self) else { throw .valueNotDecrypted }
                account[keyPath: part] = .text(text.limitingMarks)
            }
        } catch { (account.issuer, account.name, account.kind, account.problem) = (nil, nil, nil, error) }
        // The app has one period for Steam.
        if account.kind.orEmpty.trimmingWhitespace.lowercased() == "steam" { account.period = nil }
        account.isFavorite = isFavorite
        account.tags = categories.map { names[$0.id] ?? $0.name }
        return account
    }
}

extension EntryError {
    static let valueNotDecrypted = EntryError(
        .fieldDamaged, "a value cannot be decrypted: it is damaged, or needs another key")
}
