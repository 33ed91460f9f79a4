import Encodings

/// A shell script that gives links to another program, each to a process of its own on standard input: an argument
/// would be in the list of processes. For the same reason its `printf` must be built into the shell.
package enum LinkScript {
    /// - Parameters:
    ///   - template: `WHAT` is replaced by the number of links with its noun, `TOTAL` by the number, and the line
    ///     `LINKS` by the lines.
    ///   - lines: of each link, with their ends.
    package static func bytes(_ template: UnsafePointer<CChar>, _ lines: [String], noun: String) -> [UInt8] {
        let text = String(cString: template).replacing("WHAT", with: counted(lines.count, noun))
            .replacing("TOTAL", with: "\(lines.count)").replacing("LINKS\n", with: lines.joined())
        return Array(text.utf8)
    }
}
