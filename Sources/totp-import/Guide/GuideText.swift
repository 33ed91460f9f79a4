/// Numbered steps with commands, wrapped to a width.
struct GuideText {
    private enum Part {
        case heading(String)
        case paragraph(String)
        case step(Int, String)
        case command(String)
    }

    private var parts: [Part] = []
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

    func text(width: Int, style: Style) -> String {
        var text = ""
        for (index, part) in parts.enumerated() {
            switch part {
            case .heading(let heading): text += (index == 0 ? "" : "\n") + style.bold(heading) + "\n\n"
            case .paragraph(let paragraph):
                if index > 0, case .heading = parts[index - 1] {} else { text += "\n" }
                text += paragraph.wrapped(to: width, indentation: 0) + "\n"
            case .step(let number, let step):
                if index > 0, case .paragraph = parts[index - 1] { text += "\n" }
                text += "\(number). \(step.wrapped(to: width, indentation: 3))\n"
            // A command stays one line, so that it can be copied.
            case .command(let command): text += "     \(command)\n"
            }
        }
        return text
    }
}
