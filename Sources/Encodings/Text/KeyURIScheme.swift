import Platform

/// The schemes of links that contain accounts.
package enum KeyURIScheme: Sendable, Hashable, CaseIterable {
    /// `otpauth://TYPE/LABEL?PARAMETERS`, the Key URI format.
    case otpauth
    /// `otpauth-migration://offline?data=…`, one part of a Google Authenticator export.
    case migration
    /// `motp://ISSUER:NAME?secret=HEX`, also with one slash.
    case motp
    /// `steam://BASE32`, as Bitwarden and Proton write it.
    case steam
    /// `apple-otpauth://…`, which web pages use and only Apple opens.
    case apple
    /// `apple-otpauth-migration://…`, the same.
    case appleMigration
    /// `otpauth:/TYPE/…`, as some programs build addresses.
    case oneSlash

    /// The scheme that links of this scheme are read as.
    package var readAs: KeyURIScheme {
        switch self {
        case .otpauth, .apple, .oneSlash: .otpauth
        case .migration, .appleMigration: .migration
        case .motp: .motp
        case .steam: .steam
        }
    }

    /// The prefix that Apple puts before a scheme.
    package static let applePrefix: StaticString = "apple-"

    /// Where in a link of this scheme that starts as which it is read: after `apple-`.
    package var readFrom: Int { self == .apple || self == .appleMigration ? Self.applePrefix.utf8CodeUnitCount : 0 }

    /// The start of links of this scheme, in lower case.
    package var prefix: StaticString {
        switch self {
        case .otpauth: "otpauth://"
        case .migration: "otpauth-migration://"
        case .motp: "motp:/"
        case .steam: "steam://"
        case .apple: "apple-otpauth://"
        case .appleMigration: "apple-otpauth-migration://"
        case .oneSlash: "otpauth:/"
        }
    }

    /// Whether a line starts with `otpauth://`, as nearly all do.
    @inline(__always)
    package static func startsWithOTPAuth(_ line: Span<UInt8>) -> Bool {
        guard line.count > 10 else { return false }
        let word = line.word(at: 0)
        return word & ByteWord.of(0x80) == 0 && ByteWord.lowercased(word) == ByteWord.of("otpauth:")
            && line[8] == ASCII.slash && line[9] == ASCII.slash
    }

    /// The first link in a text: its scheme, and where it starts.
    ///
    /// - Parameter index: where to start looking.
    package static func find(in text: Span<UInt8>, from index: Int = 0) -> (scheme: KeyURIScheme, start: Int)? {
        if index == 0, startsWithOTPAuth(text) { return (.otpauth, 0) }
        var from = index
        while let (scheme, start) = findAnywhere(in: text, from: from) {
            if start == 0 || !isGlue(text[start - 1]) { return (scheme, start) }
            from = start + scheme.prefix.utf8CodeUnitCount
        }
        return nil
    }

    /// The first occurrence of a scheme in a text, whatever is before it.
    ///
    /// - Parameter index: where the scheme may start at the earliest.
    package static func findAnywhere(in text: Span<UInt8>, from index: Int = 0) -> (scheme: KeyURIScheme, start: Int)? {
        // All schemes have a colon and a slash, which few texts have otherwise.
        var from = index
        while let colon = text.firstIndex(of: ASCII.colon, in: from..<text.count) {
            from = colon + 1
            guard from < text.count, text[from] == ASCII.slash else { continue }
            for scheme in [KeyURIScheme.otpauth, .motp, .steam, .migration, .oneSlash] {
                let start = colon - scheme.colon
                if start >= index, text.hasPrefix(scheme.prefix, at: start),
                    scheme != .oneSlash || accountTypes.contains(where: { text.hasPrefix($0, at: colon + 2) })
                {
                    return apples(scheme, start, in: text, from: index) ?? (scheme, start)
                }
            }
        }
        return nil
    }

    /// Whether a text names a scheme, or has a link of one: a quick look before others.
    package static func isNamed(in text: Span<UInt8>) -> Bool {
        text.firstIndex(ofWord: "otpauth") != nil || findAnywhere(in: text) != nil
    }

    /// Whether a whole text is a link, even if it cannot be read: apart from white space before it, it starts with a
    /// scheme, or ``seemsBroken(in:)``. Links to Steam's games have its scheme, too, but no secret behind it.
    package static func isLink(_ text: Span<UInt8>) -> Bool {
        var start = 0
        while start < text.count, ASCII.isWhitespace(text[start]) { start += 1 }
        guard let (scheme, found) = findAnywhere(in: text), found == start else {
            // An address may have a link as a parameter.
            let question = text.firstIndex(of: ASCII.question, in: text.indices)
            return mayBeBroken(in: text, upTo: question) && find(in: text) == nil
        }
        let secret = start + scheme.prefix.utf8CodeUnitCount
        return scheme != .steam
            || text.count >= secret + SecretForm.shortest
                && (secret..<(secret + SecretForm.shortest)).allSatisfy { Base32.values[Int(text[$0])] < 32 }
    }

    /// Whether a text without a link seems to have a link whose scheme is damaged, missing or another: it has a type,
    /// and then a parameter for the secret. `totp/Acme:ann?secret=…`, `https://otpauth/totp/…`.
    package static func seemsBroken(in text: Span<UInt8>) -> Bool {
        mayBeBroken(in: text) && find(in: text) == nil
    }

    /// ``seemsBroken(in:)`` for a text that may also have links.
    ///
    /// - Parameter end: up to where the type must be.
    package static func mayBeBroken(in text: Span<UInt8>, upTo end: Int? = nil) -> Bool {
        guard let secret = firstSecret(in: text) else { return false }
        let start = text.extracting(0..<min(secret, end ?? secret))
        return types.contains { start.firstIndex(ofWord: $0) != nil }
    }

    /// Where the first parameter for a secret is, followed by a `=`, which may be encoded or escaped, and a secret.
    package static func firstSecret(in text: Span<UInt8>) -> Int? {
        let name: StaticString = "secret"
        var from = 0
        while let found = text.extracting(from..<text.count).firstIndex(ofWord: name) {
            let start = from + found
            from = start + name.utf8CodeUnitCount
            if from < text.count, "=%:\\&".utf8.contains(text[from]), hasSecret(text, near: from) { return start }
        }
        return nil
    }

    /// Whether base32 of at least five bytes follows soon, or hexadecimal digits of eight, as in `motp` links.
    private static func hasSecret(_ text: Span<UInt8>, near start: Int) -> Bool {
        var length = 0, digits = 0
        for index in start..<min(start + 24, text.count) where length < 8 && digits < 16 {
            length = Base32.values[Int(text[index])] < 32 ? length + 1 : 0
            digits = ASCII.hexValue(text[index]) != nil ? digits + 1 : 0
        }
        return length >= 8 || digits >= 16
    }

    private static let types: [StaticString] = ["otpauth", "totp/", "hotp/", "totp:", "hotp:", "motp:", "totp%2f"]

    private static let accountTypes: [StaticString] = ["totp/", "hotp/", "steam/", "yaotp/"]

    /// Apple's form of a scheme that was found, if `apple-` is before it.
    private static func apples(
        _ scheme: KeyURIScheme, _ start: Int, in text: Span<UInt8>, from index: Int
    ) -> (scheme: KeyURIScheme, start: Int)? {
        let start = start - applePrefix.utf8CodeUnitCount
        guard start >= index, text.hasPrefix(applePrefix, at: start) else { return nil }
        switch scheme {
        case .otpauth: return (.apple, start)
        case .migration: return (.appleMigration, start)
        default: return nil
        }
    }

    /// How many letters are before the colon.
    private var colon: Int { prefix.utf8CodeUnitCount - (self == .motp || self == .oneSlash ? 2 : 3) }

    /// Whether a character before a scheme makes it a part of a longer word.
    private static func isGlue(_ byte: UInt8) -> Bool {
        ASCII.lowercased(byte) &- 97 < 26 || byte &- 48 < 10 || byte == ASCII.plus || byte == ASCII.hyphen
            || byte == ASCII.percent || byte == UInt8(ascii: ".")
    }
}

extension String {
    /// ``KeyURIScheme/isLink(_:)``
    package var isLink: Bool { KeyURIScheme.isLink(Array(utf8).span) }
}

extension Span where Element == UInt8 {
    /// Whether `text` (in lower case) is at `index`, ignoring case.
    @inlinable @inline(__always)
    package func hasPrefix(_ text: StaticString, at index: Int) -> Bool {
        index >= 0 && index <= count && equals(text, in: index..<Swift.min(count, index + text.utf8CodeUnitCount))
    }

    /// Whether the range is `text` (in lower case), ignoring case.
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

    /// Whether the range contains a letter `A` to `Z`.
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

    /// The first index of a byte in a range.
    @inlinable @inline(__always)
    package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index + 8 <= range.upperBound {
            if index - range.lowerBound == 64 { return farIndex(of: byte, in: index..<range.upperBound) }
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

    /// The same by the C library, which is faster from some words on.
    @usableFromInline
    func farIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        extracting(range).withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
            return range.lowerBound + (UnsafeRawPointer(found) - start)
        }
    }
}
