public import TOTPDomain

extension CodeCryptography {
    /// The algorithms whose hash or HMAC differs from the examples in RFC 6238, RFC 2202, RFC 1321 and FIPS 180-4;
    /// empty if all algorithms can be used. Check it in a test of your app.
    public var wrongAlgorithms: [OTPAlgorithm] {
        OTPAlgorithm.allCases.filter { algorithm in
            guard let example = Example.of[algorithm] else { return true }
            do {
                let mac = try hmac(of: example.message, key: example.key, with: algorithm)
                guard mac.starts(with: example.mac) else { return true }
                // Only the kinds with a PIN need a hash.
                guard let hash = example.hash else { return false }
                return try !self.hash(Array("abc".utf8), with: algorithm).starts(with: hash)
            } catch { return true }
        }
    }
}

private struct Example {
    var key: [UInt8]
    var message: [UInt8]
    /// The first bytes.
    var mac: [UInt8]
    /// The first bytes of the hash of `abc`.
    var hash: [UInt8]?

    /// The codes for SHA-1, SHA-256 and SHA-512 at 59 seconds are 94287082, 46119246 and 90693936.
    static let of: [OTPAlgorithm: Example] = [
        .md5: Example(
            key: [UInt8](repeating: 0x0B, count: 16), message: Array("Hi There".utf8),
            mac: [0x92, 0x94, 0x72, 0x7A, 0x36, 0x38, 0xBB, 0x1C],
            hash: [0x90, 0x01, 0x50, 0x98, 0x3C, 0xD2, 0x4F, 0xB0]),
        .sha1: Example(
            key: digits(20), message: step, mac: [0x75, 0xA4, 0x8A, 0x19, 0xD4, 0xCB, 0xE1, 0x00], hash: nil),
        .sha256: Example(
            key: digits(32), message: step, mac: [0x39, 0x25, 0x14, 0xC9, 0xDD, 0x41, 0x65, 0xD4],
            hash: [0xBA, 0x78, 0x16, 0xBF, 0x8F, 0x01, 0xCF, 0xEA]),
        .sha512: Example(
            key: digits(64), message: step, mac: [0x6F, 0x76, 0xF3, 0x24, 0x23, 0x0C, 0xEF, 0xDA], hash: nil),
    ]

    private static let step: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

    /// `12345678901234…`, as in the RFC.
    private static func digits(_ count: Int) -> [UInt8] { (1...count).map { UInt8(ascii: "0") + UInt8($0 % 10) } }
}
