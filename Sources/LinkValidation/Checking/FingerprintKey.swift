import TOTPDomain

/// A random key, drawn anew for each run, that fingerprints of secrets and names are made with: 64 bits that say whether
/// two are the same, and nothing else to whoever does not have the key.
public struct FingerprintKey: Sendable {
    private let first: UInt64
    private let second: UInt64

    public init() {
        var random = SystemRandomNumberGenerator()
        self.init(using: &random)
    }

    public init(using random: inout some RandomNumberGenerator) {
        first = random.next()
        second = random.next() | 1
    }

    /// A hash under way. Two keyed multiplications a word of 64 bits: a few nanoseconds a link.
    struct Mixer {
        private var state: UInt64
        private let key: FingerprintKey

        @inline(__always)
        init(_ key: FingerprintKey) {
            self.key = key
            state = key.first
        }

        @inline(__always)
        mutating func mix(_ word: UInt64) {
            let (high, low) = (state ^ word).multipliedFullWidth(by: key.second)
            state = (high ^ low) &+ key.first
        }

        /// Never 0, which means “none”.
        @inline(__always)
        func value() -> UInt64 {
            var copy = self
            copy.mix(0x9E37_79B9_7F4A_7C15)
            return copy.state == 0 ? 1 : copy.state
        }
    }

    /// The fingerprint of a secret's bytes.
    func fingerprint(ofSecret bytes: [UInt8]) -> UInt64 {
        var mixer = Mixer(self)
        for start in stride(from: 0, to: bytes.count, by: 5) {
            let group = bytes[start..<min(start + 5, bytes.count)]
            mixer.mix(group.reduce(0) { $0 << 8 | UInt64($1) })
        }
        mixer.mix(UInt64(bytes.count))
        return mixer.value()
    }

    /// The fingerprint of an account's names, case aside; 0 where it has none.
    func fingerprint(issuer: Span<UInt8>, _ issuerRange: Range<Int>, name: Span<UInt8>, _ nameRange: Range<Int>)
        -> UInt64
    {
        if issuerRange.isEmpty, nameRange.isEmpty { return 0 }
        var mixer = Mixer(self)
        Self.mix(issuer, issuerRange, into: &mixer)
        Self.mix(name, nameRange, into: &mixer)
        return mixer.value()
    }

    /// The same of names that are not ASCII, with their letters in lower case.
    func fingerprint(issuer: String, name: String) -> UInt64 {
        let issuer = Array(issuer.lowercased().utf8), name = Array(name.lowercased().utf8)
        return fingerprint(issuer: issuer.span, 0..<issuer.count, name: name.span, 0..<name.count)
    }

    @inline(__always)
    private static func mix(_ text: Span<UInt8>, _ range: Range<Int>, into mixer: inout Mixer) {
        var index = range.lowerBound
        while index + 8 <= range.upperBound {
            mixer.mix(ByteWord.lowercased(text.word(at: index)))
            index += 8
        }
        var word: UInt64 = 0
        while index < range.upperBound {
            word = word << 8 | UInt64(ASCII.lowercased(text[index]))
            index += 1
        }
        mixer.mix(word)
        mixer.mix(UInt64(range.count))
    }
}
