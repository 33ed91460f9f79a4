/// A program of the desktop that puts text into the clipboard, and says whether it did.
struct ClipboardTool: Sendable {
    /// What people know it by.
    let name: String
    private let copying: HelperProgram
    private let pasting: HelperProgram
    private let clearing: HelperProgram
    /// How long each call may take.
    private let patience: Duration

    /// A tool, the variable without which it has no clipboard, and how it is called.
    private struct Usage {
        let name: String
        var variable: String?
        var copying: [String] = []
        /// A tool of its own, or the same.
        var paster: String?
        var pasting: [String] = []
        var clearing: [String] = []
    }

    #if os(macOS)
        private static let usages = [Usage(name: "pbcopy", paster: "pbpaste")]
    #else
        /// In this order: an X server on Wayland has the same clipboard, but not at once.
        private static let usages = [
            Usage(
                name: "wl-copy", variable: "WAYLAND_DISPLAY", copying: ["--type", "text/plain"], paster: "wl-paste",
                pasting: ["--no-newline"], clearing: ["--clear"]),
            Usage(
                name: "xclip", variable: "DISPLAY", copying: ["-selection", "clipboard"],
                pasting: ["-selection", "clipboard", "-o"], clearing: ["-selection", "clipboard"]),
            Usage(
                name: "xsel", variable: "DISPLAY", copying: ["--clipboard", "--input"],
                pasting: ["--clipboard", "--output"], clearing: ["--clipboard", "--clear"]),
        ]
    #endif

    private init?(_ usage: Usage, searchPath: String, patience: Duration) {
        func program(_ name: String, _ arguments: [String]) -> HelperProgram? {
            HelperProgram(name, arguments, searchPath: searchPath)
        }
        guard let copying = program(usage.name, usage.copying), let clearing = program(usage.name, usage.clearing),
            let pasting = program(usage.paster ?? usage.name, usage.pasting)
        else { return nil }
        (name, self.copying, self.pasting, self.clearing) = (usage.name, copying, pasting, clearing)
        self.patience = patience
    }

    /// The tools of this session, the best first.
    ///
    /// - parameter variable: the environment.
    static func found(
        patience: Duration = .seconds(5), _ variable: (String) -> String? = Console.environment
    ) -> [ClipboardTool] {
        let searchPath = variable("PATH") ?? ""
        return usages.compactMap { usage in
            if let name = usage.variable, (variable(name) ?? "").isEmpty { return nil }
            return ClipboardTool(usage, searchPath: searchPath, patience: patience)
        }
    }

    /// - returns: whether the clipboard has the text now.
    func copy(_ text: [UInt8]) -> Bool { copying.run(text, patience: patience) }

    /// Empties the clipboard, unless somebody copied something else.
    func clear(_ text: [UInt8]) {
        // One byte more than the text: enough to see that it is another one. Some tools add a line break.
        guard let content = pasting.output(limit: text.count + 2, patience: patience),
            content == text || content == text + [UInt8(ascii: "\n")]
        else { return }
        _ = clearing.run(patience: patience)
    }
}
