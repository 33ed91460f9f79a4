import Encodings

/// Text in XML 1.0.
package enum XMLText {
    /// Appends a text, escaped where it needs to be. Parsers turn a plain carriage return into a line feed.
    ///
    /// - Parameter isQuoted: whether it is the value of an attribute, between double quotes.
    package static func append(_ text: String, isQuoted: Bool = false, to bytes: inout [UInt8]) {
        for byte in PlainText.storable(text).utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\"") where isQuoted: bytes += "&quot;".utf8
            case ASCII.carriageReturn: bytes += "&#13;".utf8
            default: bytes.append(byte)
            }
        }
    }
}
