/// Numbered steps with commands, wrapped to a width.
package struct GuideText {
    package enum Part: Sendable, Hashable {
        case heading(String)
        case paragraph(String)
        case step(Int, String)
        case command(String)
    }

    package private(set) var parts: [Part] = []
    private var stepCount = 0

    mutating func add(heading: String) {
        parts.append(.heading(heading))
        stepCount = 0
    }

    mutating func add(_ paragraph: String) { parts.append(.paragraph(paragraph)) }

    /// A step, then the commands that belong to it.
    mutating func add(step: String, _ commands: String...) {
        stepCount += 1
        parts.append(.step(stepCount, step))
        parts += commands.map { .command($0) }
    }
}
