import Foundation

/// The message beyond a limit: `LimitMessage.entries(250_000)`, as Tests/limits/limits.json has it.
@dynamicMemberLookup
package struct LimitMessage: Sendable {
    /// `…` is in the places of values.
    private let pattern: String

    package static subscript(dynamicMember limit: String) -> LimitMessage {
        LimitMessage(pattern: patterns[limit] ?? "Tests/limits/limits.json has no message of \(limit)")
    }

    /// The message with these values.
    package func callAsFunction(_ values: any CustomStringConvertible...) -> String {
        let parts = pattern.components(separatedBy: "…")
        let texts = values.map(\.description) + [String](repeating: "…", count: max(0, parts.count - 1 - values.count))
        return parts[0] + zip(texts, parts.dropFirst()).map { $0 + $1 }.joined()
    }

    private struct Words: Decodable { let message: String? }

    private static let patterns: [String: String] = {
        let file = FixtureFolder.package.appending(path: "Tests/limits/limits.json")
        let groups = try? JSONDecoder().decode([String: [String: Words]].self, from: Data(contentsOf: file))
        return (groups ?? [:]).values.reduce(into: [:]) { patterns, limits in
            patterns.merge(limits.compactMapValues(\.message)) { first, _ in first }
        }
    }()
}
