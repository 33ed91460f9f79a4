import CProcess
import Encodings
import Programs
import SafeFile
import TOTPDomain
import TOTPImport

/// A program of the desktop that puts text into the clipboard, and says whether it did.
struct ClipboardTool: Sendable {
    /// The name that users know it by.
    let name: String
    private let copying: HelperProgram
    private let pasting: HelperProgram
    private let clearing: HelperProgram
    /// How long each call may take.
    private let patience: Duration

    /// A tool, the variable that it needs for its clipboard, and its arguments.
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
    /// - Parameter variable: the environment.
    static func found(
        patience: Duration = .seconds(5), _ variable: (String) -> String? = Console.environment
    ) -> [ClipboardTool] {
        let searchPath = variable("PATH") ?? ""
        return usages.compactMap { usage in
            if let name = usage.variable, (variable(name) ?? "").isEmpty { return nil }
            return ClipboardTool(usage, searchPath: searchPath, patience: patience)
        }
    }

    /// - Returns: whether the clipboard has the text now.
    func copy(_ text: [UInt8]) -> Bool { copying.run(text, patience: patience).end == .exited(0) }

    /// Empties the clipboard, unless its content changed since.
    func clear(_ text: [UInt8]) {
        // Longer content is another text, but some tools add a line break.
        let paste = pasting.run(limit: text.count + 2, patience: patience)
        guard paste.end == .exited(0), paste.output == text || paste.output == text + [ASCII.newline] else { return }
        _ = clearing.run(patience: patience)
    }
}

/// Clears the clipboard a while after a code was copied, also if the program has ended by then.
///
/// This program is started again to wait: it gets the code on standard input, and has nothing else in its memory.
enum ClipboardClearing {
    static let delay = 45
    private static let command = "clear-clipboard"

    /// - Returns: the process that waits; nil if it cannot be started.
    static func start(_ tool: ClipboardTool, _ code: [UInt8]) -> Int32? {
        guard let path = cprocess_own_path() else { return nil }
        return HelperProgram(path: String(cString: path), arguments: [command, tool.name, "\(delay)"]).start(code)
    }

    /// Ends a process that waits to clear content that is no longer in the clipboard.
    static func stop(_ process: Int32) { cprocess_end_program(process) }

    /// Waits and clears, if the arguments ask for it: the command, a tool, and seconds.
    ///
    /// - Returns: whether they do.
    static func run(_ arguments: [String]) async -> Bool {
        guard arguments.count == 3, arguments[0] == command, let seconds = Int(arguments[2]),
            0...delay ~= seconds
        else { return false }
        guard let code = try? BoundedFile.readStandardInput(limit: Int(CPROCESS_PROGRAM_INPUT)),
            let tool = ClipboardTool.found().first(where: { $0.name == arguments[1] })
        else { return true }
        try? await Task.sleep(for: .seconds(seconds))
        tool.clear(code)
        return true
    }
}

/// A code on its way to the clipboard: through a tool of the desktop, else through the terminal.
struct CodeCopy {
    private let code: [UInt8]
    /// The account, and the counter of the code.
    private let account: String
    private let what: String
    private let tools: [ClipboardTool]

    /// Fewer seconds than these are too few to paste a code.
    static let fewSeconds = 3

    /// The process that will clear the clipboard.
    private(set) var clearing: Int32?
    /// A message for the user; the account comes last, because it may be long.
    private(set) var message = ""

    /// - Parameters:
    ///   - code: the account's code; without text, the result is nil.
    ///   - wait: the seconds until the code is valid, if it is the next code.
    init?(
        _ account: Account, _ code: AccountCode, validIn wait: Int? = nil,
        tools: [ClipboardTool] = ClipboardTool.found()
    ) {
        guard let text = code.text else { return nil }
        self.code = Array(text.utf8)
        self.account = account.label + (account.parameters.counter.map { ", counter \($0)" } ?? "")
        what = wait.map { "the next code, valid in \($0) s," } ?? "the code"
        self.tools = tools
    }

    /// - Parameter write: writes to the terminal; false if no terminal exists.
    /// - Returns: false without a clipboard.
    mutating func copy(
        to write: (String) throws -> Bool, clear: (ClipboardTool, [UInt8]) -> Int32? = ClipboardClearing.start
    ) rethrows -> Bool {
        var failed: [String] = []
        for tool in tools {
            guard tool.copy(code) else {
                failed.append(tool.name)
                continue
            }
            clearing = clear(tool, code)
            let end = clearing == nil ? "clear it yourself" : "cleared in \(ClipboardClearing.delay) s"
            message = "Copied, \(end): \(what) of \(account)"
            return true
        }
        let start = failed.isEmpty ? "Asked" : "\(failed.sentence) failed; asked"
        message = "\(start) the terminal to copy it; not every terminal does (\(account))"
        // OSC 52 has no answer, and later the clipboard cannot be checked for the code.
        return try write("\u{1B}]52;c;\(Base64.encode(code))\u{7}")
    }
}
