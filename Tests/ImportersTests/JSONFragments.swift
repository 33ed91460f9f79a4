import TOTPDomain

@testable import Importers

/// A JSON object whose members' values are JSON already, so that a test can put anything in their place.
typealias JSONMembers = [String: String]

func jsonObject(_ members: JSONMembers) -> String {
    "{\(members.sorted { $0.key < $1.key }.map { "\(jsonText($0.key)):\($0.value)" }.joined(separator: ","))}"
}

func jsonList(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }

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
