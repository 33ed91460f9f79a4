import Encodings
import TOTPDomain

/// A token as FreeOTP and FreeOTP+ describe it.
struct FreeOTPToken: Decodable, Sendable {
    var type: LenientText?
    /// Signed bytes; absent in version 2, which keeps secrets apart.
    var secret: Lenient<[Int]>?
    var label: LenientText?
    var issuerExt: LenientText?
    var issuerInt: LenientText?
    var algo: LenientText?
    var digits: LenientNumber?
    var period: LenientNumber?
    var counter: LenientNumber?

    var names: (issuer: String, name: String) {
        let shown = issuerExt.orEmpty.trimmingWhitespace
        return (shown.isEmpty ? issuerInt.orEmpty : shown, label.orEmpty)
    }

    func draft(secret: [UInt8]) throws(EntryError) -> AccountDraft {
        var draft = AccountDraft(kind: try kind(), secret: secret)
        (draft.issuer, draft.name) = names
        draft.algorithm = try algo.checked("the algorithm")
        draft.digits = try digits.checked("the number of digits", .digitsOutOfRange)
        draft.period = try period.checked("the period", .periodOutOfRange)
        draft.counter = try counter.checked("the counter", .counterOutOfRange)
        return draft
    }

    private func kind() throws(EntryError) -> OTPKind {
        let name = try type.checked("the type") ?? "TOTP"
        switch name.uppercased() {
        case "TOTP": return names.issuer.trimmingWhitespace == "Steam" ? .steam : .totp
        case "HOTP": return .hotp
        default: throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of TOTP, HOTP")
        }
    }
}

/// Bytes as Java prints them: -128 to 127.
enum SignedBytes {
    /// - returns: nil where a number is out of range.
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
