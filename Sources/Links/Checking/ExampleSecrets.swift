import Encodings

/// Secrets from specifications and from the documentation of libraries.
struct ExampleSecrets: Sendable {
    private let fingerprints: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

    /// The Key URI format's two examples, the first of them written twice, and the keys of RFC 4226 and RFC 6238 (the
    /// digits 1 to 0, over and over, to 20, 32 and 64 bytes).
    init(key: FingerprintKey) {
        let hello: [UInt8] = Array("Hello!".utf8) + [0xDE, 0xAD, 0xBE, 0xEF]
        let wiki = (try? Base32.decode("HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ")) ?? []
        func digits(_ count: Int) -> [UInt8] { (1...count).map { 0x30 + UInt8($0 % 10) } }
        fingerprints = (
            key.fingerprint(ofSecret: hello), key.fingerprint(ofSecret: wiki),
            key.fingerprint(ofSecret: hello + hello), key.fingerprint(ofSecret: digits(20)),
            key.fingerprint(ofSecret: digits(32)), key.fingerprint(ofSecret: digits(64))
        )
    }

    @inline(__always)
    func contains(_ fingerprint: UInt64) -> Bool {
        fingerprint == fingerprints.0 || fingerprint == fingerprints.1 || fingerprint == fingerprints.2
            || fingerprint == fingerprints.3 || fingerprint == fingerprints.4 || fingerprint == fingerprints.5
    }
}
