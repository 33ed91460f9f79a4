import Encodings
import TOTPDomain

extension FreeOTPToken {
    var names: (issuer: String, name: String) {
        let shown = issuerExt.orEmpty.trimmingWhitespace
        return (shown.isEmpty ? issuerInt.orEmpty : shown, label.orEmpty)
    }

    func kind() throws(EntryError) -> OTPKind {
        let kind = try OTPKind.named(type, among: ["TOTP": .totp, "HOTP": .hotp], missing: .totp)
        return kind == .totp && names.issuer.trimmingWhitespace == Self.steamIssuer ? .steam : kind
    }
}

/// A token with its own secret, of FreeOTP 1 or FreeOTP+.
struct FreeOTPPlainToken: ExportedAccount {
    let token: FreeOTPToken
    private let secret: JSONValue?

    init(_ entry: JSONObject) throws(EntryError) {
        token = try FreeOTPToken(entry)
        secret = try entry.value("secret")
    }

    var names: (issuer: String, name: String) { token.names }

    func draft() throws(EntryError) -> AccountDraft {
        var draft = AccountDraft(kind: try token.kind(), secret: try secretBytes())
        try draft.take(algorithm: token.algo, digits: token.digits, period: token.period, counter: counter)
        return draft
    }

    /// The counter of the next code. The apps subtract 1 from the counter of a link, so an account that was scanned and
    /// never used has -1.
    private var counter: LenientNumber? { token.counter.whole == -1 ? .number(0) : token.counter }

    /// Bytes from -128 on as Java prints them, or up to 255 as other programs do.
    private func secretBytes() throws(EntryError) -> [UInt8] {
        guard let secret else { throw EntryError(.secretMissing, "the entry has no secret") }
        guard let numbers = secret.integers, numbers.allSatisfy({ -128...255 ~= $0 }) else {
            throw EntryError(.fieldDamaged, "the secret is not a list of bytes")
        }
        return numbers.map { UInt8(truncatingIfNeeded: $0) }
    }
}

/// A setting of FreeOTP 1 or FreeOTP+, whose name is issuer and label.
struct FreeOTPSetting: ExportedAccount {
    let name: String
    let token: Result<FreeOTPPlainToken, EntryError>

    init(name: String, text: String) {
        self.name = name
        token = Result { () throws(EntryError) in try FreeOTPPlainToken(FreeOTPToken.object(text)) }
    }

    var names: (issuer: String, name: String) {
        if case .success(let token) = token { token.names } else { ("", name) }
    }

    func draft() throws(EntryError) -> AccountDraft { try token.draft() }
}

/// A token of FreeOTP 2, and its secret after decryption.
struct FreeOTPBackupToken: ExportedAccount {
    let token: FreeOTPToken
    let secret: Result<[UInt8], EntryError>

    var names: (issuer: String, name: String) { token.names }

    func draft() throws(EntryError) -> AccountDraft {
        var draft = AccountDraft(kind: try token.kind(), secret: try secret.get())
        try draft.take(algorithm: token.algo, digits: token.digits, period: token.period, counter: token.counter)
        return draft
    }
}

extension JSONValue {
    /// The whole numbers of a list; nil if it is not a list of them.
    fileprivate var integers: [Int64]? {
        let elements = JSONList(self)?.all, integers = elements?.compactMap(\.integer)
        return integers?.count == elements?.count ? integers : nil
    }

    /// Bytes as Java prints them, -128 to 127; nil if it is not a list of them.
    var signedBytes: [UInt8]? {
        let numbers = integers, bytes = numbers?.compactMap { Int8(exactly: $0).map { UInt8(bitPattern: $0) } }
        return bytes?.count == numbers?.count ? bytes : nil
    }
}

/// A token as FreeOTP and FreeOTP+ describe it. Backups of FreeOTP 2 keep secrets elsewhere.
package struct FreeOTPToken: Sendable {
    /// The app generates Steam codes for every token of this issuer.
    package static let steamIssuer = "Steam"

    /// The members of both apps' `Token`, and of FreeOTP+'s export. Those that end in `Alt` have the user's own values,
    /// beside the others.
    static let members = KnownNames(
        """
        tokens tokenOrder algo counter digits issuerAlt labelAlt period secret type image \
        imageAlt color lock
        """, texts: "issuerExt issuerInt label", list: "tokens")

    let type, label, algo: LenientText?
    /// The issuer that the app shows.
    private let issuerExt: LenientText?
    /// The issuer of the link that was scanned.
    private let issuerInt: LenientText?
    let digits, period, counter: LenientNumber?

    init(_ entry: JSONObject) throws(EntryError) {
        type = try entry.text("type")
        label = try entry.text("label")
        algo = try entry.text("algo")
        issuerExt = try entry.text("issuerExt")
        issuerInt = try entry.text("issuerInt")
        digits = try entry.text("digits")
        period = try entry.text("period")
        counter = try entry.text("counter")
    }

    /// - Parameter text: the JSON of a setting.
    static func object(_ text: String) throws(EntryError) -> JSONObject {
        guard let value = try? JSONValue(checking: Array(text.utf8)) else { throw .notAnObject }
        return try JSONObject(entry: value)
    }
}
