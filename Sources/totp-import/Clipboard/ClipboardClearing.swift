import CProcess
import SafeFile

/// Clears the clipboard a while after a code was copied, also if the program has ended by then.
///
/// This program is started again to wait: it gets the code on standard input, and has nothing else in its memory.
enum ClipboardClearing {
    static let delay = 45
    private static let command = "clear-clipboard"

    /// - returns: the process that waits; nil if it cannot be started.
    static func start(_ tool: ClipboardTool, _ code: [UInt8]) -> Int32? {
        guard let path = cprocess_own_path() else { return nil }
        return HelperProgram(path: String(cString: path), arguments: [command, tool.name, "\(delay)"]).start(code)
    }

    /// Ends a process that waits to clear what is not in the clipboard any more.
    static func stop(_ process: Int32) { cprocess_end_program(process) }

    /// Waits and clears, if the arguments ask for it: the command, a tool, and seconds.
    ///
    /// - returns: whether they do.
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
