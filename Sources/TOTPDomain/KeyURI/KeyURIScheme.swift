import Encodings

/// The schemes of links that hold accounts.
public enum KeyURIScheme: Sendable, Hashable, CaseIterable {
    /// `otpauth://TYPE/LABEL?PARAMETERS`, the Key URI format.
    case otpauth
    /// `otpauth-migration://offline?data=…`, one part of a Google Authenticator export.
    case migration
    /// `motp://ISSUER:NAME?secret=HEX`, also with one slash or none.
    case motp
    /// `steam://BASE32`, as Bitwarden and Proton write it.
    case steam

    /// What links of this scheme begin with, in lower case.
    package var prefix: StaticString {
        switch self {
        case .otpauth: "otpauth://"
        case .migration: "otpauth-migration://"
        case .motp: "motp:"
        case .steam: "steam://"
        }
    }

    /// Whether a line begins with `otpauth://`, as nearly all do.
    @inline(__always)
    private static func beginsWithOTPAuth(_ line: Span<UInt8>) -> Bool {
        let word = line.word(at: 0)
        return word & ByteWord.of(0x80) == 0 && ByteWord.lowercased(word) == ByteWord.of("otpauth:")
            && line[8] == ASCII.slash && line[9] == ASCII.slash
    }

    /// The first link that stands in a line: its scheme, and where it begins.
    ///
    /// zbarimg puts `QR-Code:` before each link; reading starts at the scheme then.
    public static func find(in line: Span<UInt8>) -> (scheme: KeyURIScheme, start: Int)? {
        if line.count > 10, beginsWithOTPAuth(line) { return (.otpauth, 0) }
        for start in line.indices {
            switch line[start] {
            case UInt8(ascii: "o"), UInt8(ascii: "O"):
                if line.hasPrefix(otpauth.prefix, at: start) { return (.otpauth, start) }
                if line.hasPrefix(migration.prefix, at: start) { return (.migration, start) }
            case UInt8(ascii: "m"), UInt8(ascii: "M"):
                if line.hasPrefix(motp.prefix, at: start) { return (.motp, start) }
            case UInt8(ascii: "s"), UInt8(ascii: "S"):
                if line.hasPrefix(steam.prefix, at: start) { return (.steam, start) }
            default: continue
            }
        }
        return nil
    }
}

extension Span where Element == UInt8 {
    /// Whether `text` (in lower case) stands at `index`, whatever the case.
    @inline(__always)
    func hasPrefix(_ text: StaticString, at index: Int) -> Bool {
        equals(text, in: index..<Swift.min(count, index + text.utf8CodeUnitCount))
    }

    /// Whether the range is `text` (in lower case), whatever the case.
    @inlinable @inline(__always)
    package func equals(_ text: StaticString, in range: Range<Int>) -> Bool {
        let count = text.utf8CodeUnitCount
        guard range.count == count else { return false }
        let letters = text.utf8Start
        for offset in 0..<count where ASCII.lowercased(self[range.lowerBound + offset]) != letters[offset] {
            return false
        }
        return true
    }

    /// Whether a letter `A` to `Z` stands in the range.
    @inlinable @inline(__always)
    package func hasUpperCase(in range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound, index + 8 <= count {
            let text = word(at: index) & ByteWord.mask(Swift.min(8, range.upperBound - index))
            guard text & ByteWord.of(0x80) == 0 else { break }
            if ByteWord.lowercased(text) != text { return true }
            index += 8
        }
        while index < range.upperBound {
            if self[index] &- 65 < 26 { return true }
            index += 1
        }
        return false
    }

    /// The first place of a byte in a range.
    @inlinable @inline(__always)
    package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index + 8 <= range.upperBound {
            let found = ByteWord.lowestZero(word(at: index) ^ ByteWord.of(byte))
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < range.upperBound {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }
}
