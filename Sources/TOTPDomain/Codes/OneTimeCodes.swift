import Encodings

/// Codes of every kind of account, from the hash functions.
package struct OneTimeCodes<Cryptography: CodeCryptography>: TOTPGenerator {
    private let cryptography: Cryptography

    package init(_ cryptography: Cryptography) { self.cryptography = cryptography }

    package func code(for item: TOTPItem, at time: Int64) throws(CodeError) -> OTPCode {
        let parameters = item.parameters
        switch parameters.factor {
        case .counter(let counter):
            let hash = try hmac(item, UInt64(bitPattern: counter))
            return OTPCode(text: try Truncation.decimal(hash, digits: parameters.digits), secondsLeft: nil)
        case .time(let period):
            // RFC 6238 counts from 1970; there is no step before it.
            let time = max(0, time)
            let step = UInt64(time) / UInt64(period)
            return OTPCode(
                text: try text(for: item, step: step),
                secondsLeft: period - Int(time % Int64(period))
            )
        }
    }

    private func text(for item: TOTPItem, step: UInt64) throws(CodeError) -> String {
        let digits = item.parameters.digits
        switch item.parameters.kind {
        case .totp, .hotp: return try Truncation.decimal(hmac(item, step), digits: digits)
        case .steam: return try Truncation.steam(hmac(item, step), digits: digits)
        case .motp: return try motp(item, step: step, digits: digits)
        case .yandex: return try yandex(item, step: step, digits: digits)
        }
    }

    private func hmac(_ item: TOTPItem, _ factor: UInt64) throws(CodeError) -> [UInt8] {
        try hmac(item.parameters.algorithm, key: item.secret.bytes, factor)
    }

    private func hmac(_ algorithm: OTPAlgorithm, key: [UInt8], _ factor: UInt64) throws(CodeError) -> [UInt8] {
        try cryptography.hmac(of: factor.bytes(.big), key: key, with: algorithm)
    }

    /// Mobile-OTP: MD5 over the step in decimal, the secret in lower-case hexadecimal, and the PIN.
    private func motp(_ item: TOTPItem, step: UInt64, digits: Int) throws(CodeError) -> String {
        guard let pin = item.pin else { throw .pinMissing }
        let digest = try cryptography.hash(Array("\(step)\(Hex.encode(item.secret.bytes))\(pin.text)".utf8), with: .md5)
        return String(Hex.encode(digest).prefix(digits))
    }

    /// Yandex Key: the key is SHA-256 over PIN and secret, without its first byte if that is zero.
    private func yandex(_ item: TOTPItem, step: UInt64, digits: Int) throws(CodeError) -> String {
        guard let pin = item.pin else { throw .pinMissing }
        var key = try cryptography.hash(Array(pin.text.utf8) + item.secret.bytes, with: .sha256)
        if key.first == 0 { key.removeFirst() }
        return try Truncation.letters(hmac(.sha256, key: key, step), count: digits)
    }
}
