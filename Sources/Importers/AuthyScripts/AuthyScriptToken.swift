import CryptoPrimitives
import Encodings
import TOTPDomain

/// A token as Authy's server sends it: in a capture, a script or a data request.
struct AuthyScriptToken {
    var name = ""
    var originalName = ""
    var issuer = ""
    var accountType = ""
    var digits: LenientNumber?
    /// Base32, or the message of a script that could not decrypt it.
    var decryptedSeed: LenientText?
    /// Base64.
    var encryptedSeed: LenientText?
    var salt = ""
    /// Hexadecimal; empty means zeros.
    var iv: LenientText?
    var iterations: LenientNumber?

    /// A token with its place in the file.
    typealias Record = (token: Result<AuthyScriptToken, EntryError>, position: EntryPosition)

    private static let standardIterations: Int64 = 1000

    var isEncrypted: Bool { decryptedSeed.orEmpty.isBlank && !encryptedSeed.orEmpty.isBlank }

    /// - Throws: ``SourceError`` with `password-required` or `limit-exceeded`.
    func account(_ encryption: inout AuthyEncryption) throws(SourceError) -> AuthyAccount {
        AuthyAccount(
            token: AuthyToken(
                name: .text(name), originalName: .text(originalName), originalIssuer: .text(issuer),
                accountType: .text(accountType.hasPrefix("authenticator") ? "authenticator" : accountType),
                digits: digits),
            secret: try secret(&encryption), isHexAllowed: true)
    }

    private func secret(_ encryption: inout AuthyEncryption) throws(SourceError) -> Result<String?, EntryError> {
        guard isEncrypted else {
            return Result { () throws(EntryError) in
                let seed = try decryptedSeed.checked("the seed") ?? ""
                if seed.isBlank { _ = try encryptedSeed.checked("the encrypted seed") }
                guard !seed.hasPrefix("Decryption failed") else {
                    throw EntryError(
                        .fieldDamaged, "the script could not decrypt it", "import the file that the script read")
                }
                return seed
            }
        }
        let iterations = iterations == nil ? Self.standardIterations : iterations.whole ?? 0
        let ivText = iv.orEmpty.trimmingWhitespace
        var seed = AuthyEncryption.Seed(ciphertext: encryptedSeed.orEmpty.trimmingWhitespace, salt: salt)
        seed.iterations = Int(iterations)
        if iv == .damaged {
            seed.iv = []
        } else if !ivText.isEmpty {
            seed.iv = Hex.decode(ivText) ?? []
        }
        seed.isHexAllowed = true
        return try encryption.open(seed)
    }
}

// MARK: - JSON

extension AuthyScriptToken {
    init(_ token: JSONObject) throws(EntryError) {
        name = try token.value("name").name.withoutUndefined
        originalName = try token.value("original_name").name.withoutUndefined
        issuer = try token.value("issuer").name.withoutUndefined
        accountType = try token.value("account_type").name
        digits = try token.text("digits")
        decryptedSeed = try token.value("decrypted_seed")?.text
        encryptedSeed = try token.value("encrypted_seed")?.text
        salt = try token.value("salt").name
        iv = try token.value("unique_iv")?.text
        iterations = try token.text("key_derivation_iterations")
    }

    /// The names of the lists of tokens.
    static let lists = ["authenticator_tokens", "decrypted_authenticator_tokens"]

    /// The tokens of a file whose outermost value is an object. Lists of deleted tokens are ignored.
    ///
    /// - Throws: ``SourceError`` with `corrupt` if something else is in the place of a list.
    static func tokens(of file: JSONValue) throws(SourceError) -> [Record] {
        var found: [JSONValue] = []
        for place in [file, try file.member("tokens")].compactMap({ $0 }) {
            for list in lists where try place.member(list) != nil { found += try place.list(list) }
        }
        return tokens(found)
    }

    static func tokens(_ elements: some Sequence<JSONValue>) -> [Record] {
        elements.entries(AuthyScriptToken.init).enumerated().map { ($1, EntryPosition(entry: $0 + 1)) }
    }

    /// A token of Authy's own, which is not encrypted.
    static func app(_ app: JSONObject) throws(EntryError) -> AuthyAccount {
        let token = AuthyToken(
            name: .text(try app.value("name").name), digits: try app.text("digits"),
            secretSeed: try app.value("secret_seed")?.text)
        return AuthyAccount(token: token, secret: .success(nil))
    }
}

extension String {
    /// Not what JavaScript makes of a missing text.
    var withoutUndefined: String { self == "undefined" ? "" : self }
}
