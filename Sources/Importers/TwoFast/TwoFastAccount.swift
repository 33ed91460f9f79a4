import Encodings
import TOTPDomain

/// An account of 2fast: texts and the secret's bytes, each encrypted by itself, and plain numbers.
struct TwoFastAccount {
    static let shape = EntryShape(
        issuer: "issuer", name: "label", secret: "secretbytearray",
        kind: .named("otptype", among: ["totp": .totp, "steam": .steam], missing: .totp), algorithm: "hashmode",
        numberedAlgorithms: [.sha1, .sha256, .sha512], digits: "totpsize", period: "period", note: "notes")

    private let encrypted: ShapedAccount
    private let isFavorite: Bool
    /// The ids and the own names of its categories.
    private let categories: [(id: String, name: String)]

    init(_ entry: JSONObject) throws(EntryError) {
        encrypted = try Self.shape.account(in: entry)
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
        func text(_ field: LenientText?) throws(EntryError) -> LenientText {
            guard let text = String(validating: try bytes(field), as: UTF8.self) else { throw .valueNotDecrypted }
            return .text(text.limitingMarks)
        }
        do throws(EntryError) {
            let secret = try bytes(account.secret)
            account.secretBytes = secret.isEmpty ? nil : secret
            account.secret = nil
            account.issuer = try text(account.issuer)
            account.name = try text(account.name)
            account.kind = try text(account.kind)
            account.note = try text(account.note)
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
