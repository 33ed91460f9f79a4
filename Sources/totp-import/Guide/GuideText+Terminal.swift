import TOTPImport

extension GuideText {
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
