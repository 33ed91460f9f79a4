import Encodings

/// Something that people should know about an input that was read.
///
/// Two warnings are equal if people read the same.
package struct Warning: Sendable, Advised {
    /// The page or the account that it is about: `entry 3 (Acorn: alice)`.
    package var place: String?
    package let problem: String
    package let advice: Advice?
    /// For code that treats some warnings in its own way.
    package private(set) var topic: Topic?

    package enum Topic { case codesWithoutAccount }

    package init(_ problem: String, _ advice: Advice? = nil, on topic: Topic? = nil) {
        self.problem = problem
        self.advice = advice
        self.topic = topic
    }

    package var message: String { (place.map { "\($0): " } ?? "") + text }

    /// This warning and another one, in one line.
    package func and(_ other: Warning) -> Warning { Warning("\(text); \(other.problem)", other.advice) }

    package func at(_ place: String) -> Warning {
        var warning = self
        warning.place = place
        return warning
    }
}

extension Optional<Warning> {
    package mutating func add(_ warning: Warning) { self = map { $0.and(warning) } ?? warning }
}

extension Warning: Hashable {
    package static func == (a: Warning, b: Warning) -> Bool { a.message == b.message }

    package func hash(into hasher: inout Hasher) { hasher.combine(message) }
}

extension Warning: ExpressibleByStringInterpolation {
    package init(stringLiteral problem: String) { self.init(problem) }
}
