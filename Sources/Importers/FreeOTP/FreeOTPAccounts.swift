import Encodings
import TOTPDomain

extension FreeOTPToken {
    var names: (issuer: String, name: String) {
        let shown = issuerExt.orEmpty.trimmingWhitespace
        return (shown.isEmpty ? issuerInt.orEmpty : shown, label.orEmpty)
    }

    func kind() throws(EntryError) -> OTPKind {
        let name = try type.checked("the type") ?? "TOTP"
        switch name.uppercased() {
        case "TOTP": return names.issuer.trimmingWhitespace == FreeOTPToken.steamIssuer ? .steam : .totp
        case "HOTP": return .hotp
        default: throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of TOTP, HOTP")
        }
    }
}

/// A token with its own secret: of FreeOTP 1 and FreeOTP+.
struct FreeOTPPlainToken: Decodable, ExportedAccount {
    let token: FreeOTPToken

    init(from decoder: any Decoder) throws { token = try FreeOTPToken(from: decoder) }

    var names: (issuer: String, name: String) { token.names }

    func draft() throws(EntryError) -> AccountDraft {
        var draft = AccountDraft(kind: try token.kind(), secret: try secret())
        try draft.take(algorithm: token.algo, digits: token.digits, period: token.period, counter: counter)
        return draft
    }

    /// The counter of the next code. The apps subtract one from the counter of a link, so -1 is that of an account that
    /// was scanned and never used.
    private var counter: LenientNumber? { token.counter.whole == -1 ? .number(0) : token.counter }

    /// Bytes from -128 on as Java prints them, or up to 255 as other programs do.
    private func secret() throws(EntryError) -> [UInt8] {
        guard let secret = token.secret else { throw EntryError(.secretMissing, "the entry has no secret") }
        guard let numbers = secret.value, numbers.allSatisfy({ -128...255 ~= $0 }) else {
            throw EntryError(.fieldDamaged, "the secret is not a list of bytes")
        }
        return numbers.map { UInt8(truncatingIfNeeded: $0) }
    }
}

/// A setting of FreeOTP 1 or FreeOTP+, whose name is issuer and label.
struct FreeOTPSetting: ExportedAccount {
    let name: String
    /// nil if the setting is not a token.
    let token: FreeOTPPlainToken?

    var names: (issuer: String, name: String) { token?.names ?? ("", name) }

    func draft() throws(EntryError) -> AccountDraft {
        guard let token else { throw EntryError(.fieldDamaged, "the entry is not an object") }
        return try token.draft()
    }
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

/// Bytes as Java prints them: -128 to 127.
enum SignedBytes {
    /// - Returns: nil if a number is out of range.
    static func bytes(_ numbers: [Int]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(numbers.count)
        for number in numbers {
            guard let byte = Int8(exactly: number) else { return nil }
            bytes.append(UInt8(bitPattern: byte))
        }
        return bytes
    }
}

/// A token as FreeOTP and FreeOTP+ describe it.
package struct FreeOTPToken: Decodable, Sendable {
    /// The app generates Steam codes for every token of this issuer.
    package static let steamIssuer = "Steam"

    package var type: LenientText?
    /// Signed bytes; missing in backups of FreeOTP 2, which keep secrets elsewhere.
    package var secret: Lenient<[Int]>?
    package var label: LenientText?
    /// The issuer that the app shows.
    package var issuerExt: LenientText?
    /// The issuer of the link that was scanned.
    package var issuerInt: LenientText?
    package var algo: LenientText?
    package var digits: LenientNumber?
    package var period: LenientNumber?
    package var counter: LenientNumber?
}
