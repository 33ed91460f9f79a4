import TOTPDomain

/// A text as JSON, `null` for none.
func jsonText(_ text: String?) -> String {
    guard let text else { return "null" }
    let escaped = text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case "\n": "\\n"
        default: "\(scalar)"
        }
    }
    return "\"\(escaped.joined())\""
}

/// Brackets without end.
let deepNesting = String(repeating: "[", count: 10_000)
