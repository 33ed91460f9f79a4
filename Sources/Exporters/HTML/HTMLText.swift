import Encodings

/// Text in HTML.
package enum HTMLText {
    /// For the content of elements and for attributes in double quotes. Control characters are shown as `�`.
    package static func escape(_ text: String) -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".utf8
            case "<": escaped += "&lt;".utf8
            case ">": escaped += "&gt;".utf8
            case "\"": escaped += "&quot;".utf8
            case "'": escaped += "&#39;".utf8
            case _ where scalar.properties.generalCategory == .control: escaped += "\u{FFFD}".utf8
            default: escaped += UTF8.encode(scalar).map(Array.init) ?? []
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// A name: its direction of writing does not affect the text around it, and a long address is divided at its `@`.
    package static func isolated(_ text: String) -> String {
        "<bdi>\(escape(text).replacing("@", with: "<wbr>@"))</bdi>"
    }

    /// A name that may be hostile, such as a file's: characters that are invisible or turn the text around are shown as
    /// their numbers.
    package static func visible(_ text: String) -> String {
        var parts: [String] = []
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            // It joins the parts of an emoji.
            case .format where scalar == "\u{200D}": plain.append(scalar)
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
                parts.append(escape(String(plain)))
                plain = String.UnicodeScalarView()
                let digits = String(scalar.value, radix: 16, uppercase: true).zeroPadded(to: 4)
                parts.append("<span class=\"invisible\">U+\(digits)</span>")
            default: plain.append(scalar)
            }
        }
        return "<bdi>\(parts.joined())\(escape(String(plain)))</bdi>"
    }
}
