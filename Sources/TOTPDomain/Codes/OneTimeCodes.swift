import Encodings
import Platform
internal import SecureMemory

/// Codes of every kind of account, from the hash functions.
package struct OneTimeCodes<Cryptography: CodeCryptography>: TOTPGenerator {
    private let cryptography: Cryptography

    package init(_ cryptography: Cryptography) { self.cryptography = cryptography }

    package func code(for account: Account, at time: Int64) throws(CodeError) -> OTPCode {
        let parameters = account.parameters
        switch parameters.factor {
        case .counter(let counter):
            let hash = try hmac(account, UInt64(bitPattern: counter))
            return OTPCode(text: try Truncation.decimal(hash, digits: parameters.digits), secondsLeft: nil)
        case .time(let period):
            // RFC 6238 counts from 1970; earlier times use the first step.
            let time = max(0, time)
            let step = UInt64(time) / UInt64(period)
            return OTPCode(text: try text(for: account, step: step), secondsLeft: period - Int(time % Int64(period)))
        }
    }

    private func text(for account: Account, step: UInt64) throws(CodeError) -> String {
        let digits = account.parameters.digits
        switch account.parameters.kind {
        case .totp, .hotp: return try Truncation.decimal(hmac(account, step), digits: digits)
        case .steam: return try Truncation.steam(hmac(account, step), digits: digits)
        case .motp: return try motp(account, step: step, digits: digits)
        case .yandex: return try yandex(account, step: step, digits: digits)
        }
    }

    private func hmac(_ account: Account, _ factor: UInt64) throws(CodeError) -> [UInt8] {
        try account.secret.withBytes { key throws(CodeError) in
            try hmac(account.parameters.algorithm, key: key, factor)
        }
    }

    private func hmac(_ algorithm: OTPAlgorithm, key: [UInt8], _ factor: UInt64) throws(CodeError) -> [UInt8] {
        try cryptography.hmac(of: factor.bytes(.big), key: key, with: algorithm)
    }

    /// Mobile-OTP: MD5 over the step in decimal, the secret in lower-case hexadecimal, and the PIN.
    private func motp(_ account: Account, step: UInt64, digits: Int) throws(CodeError) -> String {
        let digest = try hash(account, .md5) { message, secret, pin in
            message += "\(step)".utf8
            for byte in secret { Hex.append(byte, to: &message) }
            message += pin
        }
        return String(Hex.encode(digest).prefix(digits))
    }

    /// Yandex Key: the key is SHA-256 over PIN and secret, without its first byte if that is zero.
    private func yandex(_ account: Account, step: UInt64, digits: Int) throws(CodeError) -> String {
        var key = try hash(account, .sha256) { message, secret, pin in
            message += pin
            message += secret
        }
        defer { key.wipe() }
        if key.first == 0 { key.removeFirst() }
        return try Truncation.letters(hmac(.sha256, key: key, step), count: digits)
    }

    /// The hash of a message with the secret and the PIN, which is wiped.
    ///
    /// - Parameter write: appends to the message, at most 20 bytes besides the secret in hexadecimal and the PIN: more
    ///   would move it, and leave a copy.
    private func hash(
        _ account: Account, _ algorithm: OTPAlgorithm,
        _ write: (inout [UInt8], _ secret: [UInt8], _ pin: [UInt8]) -> Void
    ) throws(CodeError) -> [UInt8] {
        guard let pin = account.pin else { throw .pinMissing }
        return try account.secret.withBytes { secret throws(CodeError) in
            try pin.withUTF8 { pin throws(CodeError) in
                var message: [UInt8] = []
                defer { message.wipe() }
                message.reserveCapacity(20 + 2 * secret.count + pin.count)
                write(&message, secret, pin)
                return try cryptography.hash(message, with: algorithm)
            }
        }
    }
}

/// Computes the codes of an account of any kind.
package protocol TOTPGenerator: Sendable {
    /// The code at a point in time.
    ///
    /// - Parameter time: seconds since 1970-01-01 UTC; ignored for counter-based codes.
    /// - Throws: ``CodeError``, for example if the kind of the account needs a PIN and the account has no PIN.
    func code(for account: Account, at time: Int64) throws(CodeError) -> OTPCode
}

/// The hash functions that one-time codes are computed with: the only cryptography that `TOTPCore` needs.
///
/// On iOS and macOS, CryptoKit has all of them. `TOTPImport` uses libcrypto.
public protocol CodeCryptography: Sendable {
    /// The hash of bytes. Mobile-OTP needs MD5, Yandex Key needs SHA-256.
    ///
    /// - Throws: ``CodeError/cryptographyFailed`` if the function is not available.
    func hash(_ bytes: [UInt8], with algorithm: OTPAlgorithm) throws(CodeError) -> [UInt8]

    /// The HMAC of a message, RFC 2104.
    ///
    /// - Parameters:
    ///   - message: the eight bytes of a counter or of a time step.
    ///   - key: the secret of an account, 1 to ``OTPSecret/maximumByteCount`` bytes.
    /// - Throws: ``CodeError/cryptographyFailed`` if the function is not available.
    func hmac(of message: [UInt8], key: [UInt8], with algorithm: OTPAlgorithm) throws(CodeError) -> [UInt8]
}

/// Turns a hash into the characters of a code.
enum Truncation {
    /// RFC 4226, section 5.3: 31 bits at the offset in the last nibble, as 1 to 10 decimal digits.
    static func decimal(_ hash: [UInt8], digits: Int) throws(CodeError) -> String {
        text(characters(try number(hash, as: UInt32.self), of: "0123456789", count: digits).reversed())
    }

    /// Steam's alphabet has no look-alikes; the least significant character comes first.
    static func steam(_ hash: [UInt8], digits: Int) throws(CodeError) -> String {
        text(characters(try number(hash, as: UInt32.self), of: "23456789BCDFGHJKMNPQRTVWXY", count: digits))
    }

    /// Yandex takes 63 bits and writes them in letters a to z.
    static func letters(_ hash: [UInt8], count: Int) throws(CodeError) -> String {
        text(characters(try number(hash, as: UInt64.self), of: "abcdefghijklmnopqrstuvwxyz", count: count).reversed())
    }

    private static func text(_ characters: [UInt8]) -> String { String(decoding: characters, as: UTF8.self) }

    /// The digits of a number, the least significant first.
    private static func characters(_ number: UInt64, of alphabet: StaticString, count: Int) -> [UInt8] {
        let base = UInt64(alphabet.utf8CodeUnitCount)
        var rest = number
        return (0..<count).map { _ in
            defer { rest /= base }
            return alphabet.utf8Start[Int(rest % base)]
        }
    }

    /// The big-endian number at the offset in the hash's last nibble, its top bit cleared.
    ///
    /// - Throws: ``CodeError/hashTooShort`` if the offset is past the end, as is possible with MD5.
    private static func number<Integer: FixedWidthInteger & UnsignedInteger>(
        _ hash: [UInt8], as type: Integer.Type
    ) throws(CodeError) -> UInt64 {
        let offset = Int((hash.last ?? 0) & 15)
        guard let value = hash.integer(type, at: offset, .big) else { throw .hashTooShort }
        return UInt64(value & (.max >> 1))
    }
}

/// One code and how long it is valid.
public struct OTPCode: Sendable, Hashable {
    public var text: String
    /// Seconds until the next code, nil for counter-based codes.
    public var secondsLeft: Int?

    package init(text: String, secondsLeft: Int?) { (self.text, self.secondsLeft) = (text, secondsLeft) }
}

/// Why an account has no code.
public enum CodeError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    case pinMissing
    /// HOTP and TOTP use four bytes at an offset in the hash; the 16 bytes of MD5 may end before.
    case hashTooShort
    case cryptographyFailed

    public var description: String {
        switch self {
        case .pinMissing: "needs its PIN, which the export did not contain"
        case .hashTooShort: "has no code now: RFC 4226 does not define codes from so short a hash as MD5"
        case .cryptographyFailed: "the hash function is not available on this system"
        }
    }

    public var errorDescription: String? { description }
}
