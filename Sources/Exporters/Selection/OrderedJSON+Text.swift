import Encodings

extension OrderedJSON {
    /// A text, or null if there is none.
    package static func text(_ text: String?) -> OrderedJSON {
        text.flatMap { $0.isEmpty ? nil : .string($0) } ?? .null
    }
}
