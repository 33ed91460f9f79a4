import Encodings
import Foundation

extension Limit {
    /// What users read beyond the limit, with these values in the places of `…`.
    package func message(_ values: any CustomStringConvertible...) -> String {
        let parts = message.components(separatedBy: "…")
        let texts = values.map(\.description) + [String](repeating: "…", count: max(0, parts.count - 1 - values.count))
        return parts[0] + zip(texts, parts.dropFirst()).map { $0 + $1 }.joined()
    }
}
