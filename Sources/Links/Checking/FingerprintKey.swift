import Encodings
import TOTPDomain

/// A random key for fingerprints of secrets and names, new for each run. A fingerprint is 64 bits; without the key, it
/// shows only whether two values are equal.
package struct FingerprintKey: Sendable {
    private let first, second: UInt64

    package init() {
        var random = SystemRandomNumberGenerator()
        first = random.next()
        second = random.next() | 1
    }

    /// An unfinished hash. Two keyed multiplications per word of 64 bits: a few nanoseconds per link.
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

    /// The fingerprint of an account's names; 0 if it has no names. Names that ``FoldedName`` makes equal have the same
    /// fingerprint.
    ///
    /// - Parameters:
    ///   - issuer: well-formed UTF-8, as the name is.
    ///   - isASCII: whether both are ASCII.
    ///   - folded: a buffer.
    @inline(__always)
    func fingerprint(issuer: Span<UInt8>, name: Span<UInt8>, isASCII: Bool, _ folded: inout [UInt8]) -> UInt64 {
        if issuer.isEmpty, name.isEmpty { return 0 }
        guard isASCII else { return fingerprint(folding: issuer, name, &folded) }
        return fingerprint(issuer, name)
    }

    /// Returns the fingerprint of names that are not ASCII.
    func fingerprint(issuer: String, name: String) -> UInt64 {
        var folded: [UInt8] = []
        return fingerprint(issuer: Array(issuer.utf8).span, name: Array(name.utf8).span, isASCII: false, &folded)
    }

    @inline(__always)
    private func fingerprint(_ issuer: Span<UInt8>, _ name: Span<UInt8>) -> UInt64 {
        var mixer = Mixer(self)
        Self.mix(issuer, into: &mixer)
        Self.mix(name, into: &mixer)
        return mixer.value()
    }

    private func fingerprint(folding issuer: Span<UInt8>, _ name: Span<UInt8>, _ folded: inout [UInt8]) -> UInt64 {
        folded.removeAll(keepingCapacity: true)
        FoldedName.append(issuer, to: &folded)
        let end = folded.count
        FoldedName.append(name, to: &folded)
        guard folded.contains(where: { $0 >= 0x80 }) else {
            return fingerprint(folded.span.extracting(0..<end), folded.span.extracting(end..<folded.count))
        }
        // Strings are equal, and hash equally, whether a character is composed or not.
        var hasher = Hasher()
        hasher.combine(String(decoding: folded[..<end], as: UTF8.self))
        hasher.combine(String(decoding: folded[end...], as: UTF8.self))
        var mixer = Mixer(self)
        mixer.mix(UInt64(bitPattern: Int64(hasher.finalize())))
        return mixer.value()
    }

    /// Mixes the folded form of ASCII, eight bytes at a time, and its length.
    @inline(__always)
    private static func mix(_ text: Span<UInt8>, into mixer: inout Mixer) {
        var plain = mixer
        var index = 0
        while index + 8 <= text.count {
            let word = text.word(at: index)
            if FoldedName.hasSpace(word) { return mix(folding: text, into: &mixer) }
            plain.mix(ByteWord.lowercased(word))
            index += 8
        }
        if index < text.count {
            var rest: UInt64 = 0
            if text.count >= 8 {
                rest = text.word(at: text.count - 8) >> UInt64(64 - 8 * (text.count - index))
            } else {
                for place in text.indices { rest |= UInt64(text[place]) << UInt64(8 * place) }
            }
            // The bytes after the end must not look like control characters.
            if FoldedName.hasSpace(rest | ~ByteWord.mask(text.count - index)) {
                return mix(folding: text, into: &mixer)
            }
            plain.mix(ByteWord.lowercased(rest))
        }
        plain.mix(UInt64(text.count))
        mixer = plain
    }

    /// Mixes in a text byte by byte.
    private static func mix(folding text: Span<UInt8>, into mixer: inout Mixer) {
        var count = 0
        var word: UInt64 = 0
        FoldedName.forEachByte(ofASCII: text) { byte in
            word |= UInt64(byte) << UInt64(8 * (count & 7))
            count += 1
            guard count & 7 == 0 else { return }
            mixer.mix(word)
            word = 0
        }
        if count & 7 != 0 { mixer.mix(word) }
        mixer.mix(UInt64(count))
    }
}
