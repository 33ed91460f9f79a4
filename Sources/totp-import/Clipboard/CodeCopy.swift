import Encodings
import TOTPDomain
import TOTPImport

/// A code on its way to the clipboard: through a tool of the desktop, else through the terminal.
struct CodeCopy {
    private let code: [UInt8]
    /// The account, and what to know of the code.
    private let account: String
    private let tools: [ClipboardTool]

    /// The process that will clear the clipboard.
    private(set) var clearing: Int32?
    /// What happened, for people; the account comes last, because it may be long.
    private(set) var message = ""

    /// - parameter code: the account's; nil if there is none now.
    init?(_ item: TOTPItem, _ code: AccountCode, tools: [ClipboardTool] = ClipboardTool.found()) {
        guard let text = code.text else { return nil }
        self.code = Array(text.utf8)
        account = item.label + (item.parameters.counter.map { ", counter \($0), which is not advanced" } ?? "")
        self.tools = tools
    }

    /// - parameter write: writes to the terminal; false if there is none.
    /// - returns: false if there is no clipboard.
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
            message = "Copied, \(end): the code of \(account)"
            return true
        }
        let start = failed.isEmpty ? "Asked" : "\(failed.sentence) failed; asked"
        message = "\(start) the terminal to copy it; not every terminal does (\(account))"
        // OSC 52 has no answer, and nobody can tell later whether the clipboard still has the code.
        return try write("\u{1B}]52;c;\(Base64.encode(code))\u{7}")
    }
}
