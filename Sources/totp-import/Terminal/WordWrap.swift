extension String {
    /// Lines of at most a number of terminal columns, broken at spaces; a longer word gets its own line. Nothing is
    /// dropped but the space at which a line is broken.
    ///
    /// - parameter width: nil for no limit.
    func wrapped(to width: Int?) -> [String] {
        guard let width, terminalWidth > width else { return [self] }
        var lines: [String] = []
        var line = ""
        var used = 0
        var isFirst = true
        for word in split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            let count = word.terminalWidth
            if !isFirst, used + 1 + count > width {
                lines.append(line)
                (line, used) = (word, count)
            } else {
                line += isFirst ? word : " \(word)"
                used += count + (isFirst ? 0 : 1)
            }
            isFirst = false
        }
        return lines + [line]
    }

    /// Lines as above, joined; every line but the first is indented.
    func wrapped(to width: Int?, indentation: Int) -> String {
        wrapped(to: width.map { max(20, $0 - indentation) })
            .joined(separator: "\n" + String(repeating: " ", count: indentation))
    }

    /// This text without colors.
    var withoutStyle: String {
        // Most texts have none, and a pattern takes longer than all else of a message.
        utf8.contains(0x1B) ? replacing(#/\u{1B}\[[0-9;]*m/#, with: "") : self
    }
}
