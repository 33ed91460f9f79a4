import Encodings

/// Text in XML 1.0.
package enum XMLText {
    /// Appends a text, escaped where it needs to be. Characters that XML cannot contain are replaced.
    ///
    /// - Parameter isQuoted: whether it is the value of an attribute, between double quotes.
    package static func append(_ text: String, isQuoted: Bool = false, to bytes: inout [UInt8]) {
        append(utf8: PlainText.storable(text).utf8, isQuoted: isQuoted, to: &bytes)
    }

    /// Appends what XML can contain. Parsers turn a plain carriage return into a line feed, and in attributes all white
    /// space into spaces.
    static func append(utf8 text: some Sequence<UInt8>, isQuoted: Bool = false, to bytes: inout [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\"") where isQuoted: bytes += "&quot;".utf8
            case ASCII.carriageReturn: bytes += "&#13;".utf8
            case ASCII.newline where isQuoted: bytes += "&#10;".utf8
            case 9 where isQuoted: bytes += "&#9;".utf8
            default: bytes.append(byte)
            }
        }
    }
}
