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

    var prefix: StaticString {
        switch self {
        case .otpauth: "otpauth://"
        case .migration: "otpauth-migration://"
        case .motp: "motp:"
        case .steam: "steam://"
        }
    }

    /// The first link that stands in a line: its scheme, and where it begins.
    ///
    /// zbarimg puts `QR-Code:` before each link; reading starts at the scheme then.
    public static func find(in line: Span<UInt8>) -> (scheme: KeyURIScheme, start: Int)? {
        for start in line.indices {
            switch line[start] {
            case UInt8(ascii: "o"), UInt8(ascii: "O"):
                if line.hasPrefix(migration.prefix, at: start) { return (.migration, start) }
                if line.hasPrefix(otpauth.prefix, at: start) { return (.otpauth, start) }
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
    @inline(__always)
    func equals(_ text: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { text in
            for offset in 0..<text.count where ASCII.lowercased(self[range.lowerBound + offset]) != text[offset] {
                return false
            }
            return true
        }
    }

    /// The first place of a byte in a range.
    @inline(__always)
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        for index in range where self[index] == byte { return index }
        return nil
    }
}
