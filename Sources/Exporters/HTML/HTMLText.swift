/// Text in HTML.
enum HTMLText {
    /// For the content of elements and for attributes in double quotes. Control characters are shown as `�`.
    static func escape(_ text: String) -> String {
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
    static func isolated(_ text: String) -> String {
        "<bdi>\(escape(text).replacing("@", with: "<wbr>@"))</bdi>"
    }
}
