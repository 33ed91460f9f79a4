import Encodings
import TOTPDomain

/// Writes the normal form of links that need no decoding, byte by byte: nearly all links of a list.
///
/// Writes the same as ``NormalForm``, or nothing.
package enum PlainNormalForm {
    /// Appends the normal form of a link.
    ///
    /// - Parameters:
    ///   - link: from its scheme to its end.
    ///   - parts: those of the link, if they were found already.
    /// - Returns: false if the link has to be read; then nothing is appended.
    package static func append(_ link: Span<UInt8>, _ parts: KeyURIParts? = nil, to output: inout [UInt8]) -> Bool {
        guard KeyURIScheme.startsWithOTPAuth(link), link.count <= KeyURI.maximumByteCount else { return false }
        let parts = parts ?? KeyURIParts(link, scheme: .otpauth)
        let isTOTP = link.equals("totp", in: parts.type)
        guard isTOTP || link.equals("hotp", in: parts.type), parts.repeated.isDisjoint(with: .ofCodes),
            parts.present.isDisjoint(with: .ofTwoSteps),
            parts.steam == nil, parts.encoder == nil, parts.pin == nil, parts.fragment == nil,
            isTOTP
                ? isNormal(link, parts.period, in: OTPParameters.periodRange)
                : parts.counter != nil && isNormal(link, parts.counter, in: 0...999_999_999_999_999_999),
            isNormal(link, parts.digits, in: OTPParameters.digitsRange),
            let secret = parts.secret, let hasLowerCase = hasLowerCase(link, secret),
            let algorithm = algorithm(link, parts.algorithm), let names = Names(link, parts)
        else { return false }
        let length = output.count
        var copy = Copy()
        copy.append(isTOTP ? "otpauth://totp/" : "otpauth://hotp/", of: link, to: &output)
        if let issuer = names.issuer {
            copy.append(issuer, of: link, to: &output)
            copy.append(":", of: link, to: &output)
        }
        copy.append(names.name, of: link, to: &output)
        copy.append("?secret=", of: link, to: &output)
        if hasLowerCase {
            copy.end(link, &output)
            let start = output.count
            output.append(link, secret)
            for index in start..<output.count where output[index] &- 97 < 26 { output[index] &= 0xDF }
        } else {
            copy.append(secret, of: link, to: &output)
        }
        if let issuer = names.issuer {
            copy.append("&issuer=", of: link, to: &output)
            copy.append(parts.issuer ?? issuer, of: link, to: &output)
        }
        copy.append("&algorithm=", of: link, to: &output)
        copy.append(algorithm, of: link, to: &output)
        copy.append("&digits=", of: link, to: &output)
        copy.append(parts.digits, or: "6", of: link, to: &output)
        copy.append(isTOTP ? "&period=" : "&counter=", of: link, to: &output)
        copy.append(isTOTP ? parts.period : parts.counter, or: "30", of: link, to: &output)
        // Links that run together are both wrong. A normal form has no other link.
        let start = KeyURIScheme.otpauth.prefix.utf8CodeUnitCount
        guard copy.isWhole(link) || KeyURIScheme.findAnywhere(in: link, from: start) == nil else {
            output.removeLast(output.count - length)
            return false
        }
        copy.end(link, &output)
        return true
    }

    /// The start of the link, as long as it is that of its normal form: it is copied at once.
    private struct Copy {
        /// Bytes of the link; nil if something else had to be written.
        private var count: Int? = 0

        /// Appends a part of the link.
        @inline(__always)
        mutating func append(_ part: Range<Int>, of link: Span<UInt8>, to output: inout [UInt8]) {
            if count == part.lowerBound {
                count = part.upperBound
            } else {
                end(link, &output)
                output.append(link, part)
            }
        }

        /// Appends a text.
        @inline(__always)
        mutating func append(_ text: StaticString, of link: Span<UInt8>, to output: inout [UInt8]) {
            if let start = count, link.has(text, at: start) {
                count = start + text.utf8CodeUnitCount
            } else {
                end(link, &output)
                output.append(text: text)
            }
        }

        /// Appends the value of a parameter, or its default if the link does not have the parameter.
        @inline(__always)
        mutating func append(
            _ value: Range<Int>?, or usual: StaticString, of link: Span<UInt8>, to output: inout [UInt8]
        ) {
            if let value { append(value, of: link, to: &output) } else { append(usual, of: link, to: &output) }
        }

        /// Whether the link is its normal form, and nothing of it is written yet.
        func isWhole(_ link: Span<UInt8>) -> Bool { count == link.count }

        /// Writes what is not written yet.
        @inline(__always)
        mutating func end(_ link: Span<UInt8>, _ output: inout [UInt8]) {
            guard let count else { return }
            output.append(link, 0..<count)
            self.count = nil
        }
    }

    /// Whether a secret has letters in lower case; nil if the reader has to decide about it: about spaces, padding, and bits
    /// that are left over.
    private static func hasLowerCase(_ link: Span<UInt8>, _ range: Range<Int>) -> Bool? {
        guard !range.isEmpty, range.count <= OTPSecret.maximumByteCount,
            !link.hasPrefix("otpauth", at: range.lowerBound)
        else { return nil }
        let values = Base32.values
        // In lower case, a letter has a bit that digits lack, and a bit that capitals lack.
        var all: UInt8 = 0, lowerCase: UInt8 = 0
        for index in range {
            let byte = link[index]
            all |= values[Int(byte)]
            lowerCase |= byte & (byte &<< 1) & 0x40
        }
        let leftOver = UInt8(1) << UInt8(range.count * 5 % 8) - 1
        // `null` means “none”.
        guard all < 32, Base32.canHave(range.count), values[Int(link[range.upperBound - 1])] & leftOver == 0,
            !link.equals("null", in: range)
        else { return nil }
        return lowerCase != 0
    }

    private static func algorithm(_ link: Span<UInt8>, _ range: Range<Int>?) -> StaticString? {
        guard let range else { return "SHA1" }
        if link.equals("sha1", in: range) { return "SHA1" }
        if link.equals("sha256", in: range) { return "SHA256" }
        return link.equals("sha512", in: range) ? "SHA512" : nil
    }

    /// Whether a number is in a range and written as in the normal form, or missing.
    private static func isNormal(_ link: Span<UInt8>, _ range: Range<Int>?, in allowed: ClosedRange<Int>) -> Bool {
        guard let range else { return true }
        guard let value = link.number(in: range, maximumDigits: 18) else { return false }
        return allowed.contains(value) && (range.count == 1 || link[range.lowerBound] != UInt8(ascii: "0"))
    }

    /// Issuer and name, encoded as the normal form encodes them.
    private struct Names {
        var issuer: Range<Int>?
        var name: Range<Int>

        /// - Returns: nil if they have to be decoded.
        init?(_ link: Span<UInt8>, _ parts: KeyURIParts) {
            let label = parts.label
            let colon = link.firstIndex(of: ASCII.colon, in: label)
            name = (colon.map { $0 + 1 } ?? label.lowerBound)..<label.upperBound
            let prefix = colon.map { label.lowerBound..<$0 }
            issuer = prefix ?? parts.issuer
            guard Self.isEncoded(link, name) else { return nil }
            guard let issuer else {
                if link.equals("steam", in: name) { return nil }
                return
            }
            // Empty issuers and `null` mean “none”, and a Steam account has other codes.
            guard !issuer.isEmpty, Self.isEncoded(link, issuer), !link.equals("null", in: issuer),
                !link.equals("steam", in: issuer)
            else { return nil }
            // If the two differ, the reader decides.
            if let parameter = parts.issuer, prefix != nil,
                !link.extracting(parameter).isEqual(to: link.extracting(issuer))
            {
                return nil
            }
        }

        /// Whether the bytes equal the output of ``PercentCoding/encode(_:)`` for a text of plain characters: ASCII
        /// without controls, colons and slashes, and without a space at an end.
        private static func isEncoded(_ link: Span<UInt8>, _ range: Range<Int>) -> Bool {
            var index = range.lowerBound
            while index < range.upperBound {
                if index + 8 <= range.upperBound {
                    // Most bytes mean themselves: up to eight at once.
                    let word = link.word(at: index), plain = ByteWord.plainCount(word)
                    if plain > 0, ByteWord.places(of: ASCII.slash, in: word) & ByteWord.mask(plain) == 0 {
                        index += plain
                        continue
                    }
                }
                let byte = link[index]
                if PercentCoding.isUnreserved(byte) {
                    index += 1
                    continue
                }
                guard byte == ASCII.percent, index + 2 < range.upperBound,
                    let high = digit(link[index + 1]), let low = digit(link[index + 2])
                else { return false }
                let decoded = high << 4 | low
                let isAtEnd = index == range.lowerBound || index + 3 == range.upperBound
                guard decoded > 0x20 || (decoded == 0x20 && !isAtEnd), decoded < 0x7F, decoded != ASCII.colon,
                    decoded != ASCII.slash, !PercentCoding.isUnreserved(decoded)
                else { return false }
                index += 3
            }
            return true
        }

        /// The value of an upper-case hexadecimal digit.
        private static func digit(_ byte: UInt8) -> UInt8? { byte &- 97 < 26 ? nil : ASCII.hexValue(byte) }
    }
}
