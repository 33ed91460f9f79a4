import Platform
import SafeFile
import TOTPDomain
import TOTPImport

/// `codes --watch` on a terminal.
extension WatchedCodes {
    /// Returns when the user leaves the screen, with the terminal as it was before.
    func show(_ reporter: Reporter) throws {
        var screen = FullScreen(
            CodesModel(items, title: title, isMasked: isMasked, isGrouped: isGrouped), reporter)
        let states = files.map { (path: $0, state: FileState($0)) }
        // The process that will clear the clipboard.
        var clearing: Int32?
        try screen.run(orSay: "--watch needs a terminal; omit it") { model in
            if !model.isOutdated { model.isOutdated = states.contains { FileState($0.path) != $0.state } }
        } perform: { effect, model, write in
            guard case .copy(let account) = effect, let copied = try Self.copy(account, &model, write) else { return }
            // The clipboard has another code now.
            if let clearing { ClipboardClearing.stop(clearing) }
            clearing = copied.clearing
        }
    }

    /// - Returns: nil without a code.
    private static func copy(
        _ account: Account, _ model: inout CodesModel, _ write: (String) throws -> Void
    ) throws -> CodeCopy? {
        let now = Date().secondsSince1970
        var code = AccountCode(account, at: now)
        // This screen does not wait for the next code: services accept it early, and it is valid when it is pasted.
        let wait = code.secondsLeft.flatMap { $0 < CodeCopy.fewSeconds ? $0 : nil }
        if let wait { code = AccountCode(account, at: now + Int64(wait)) }
        guard var copy = CodeCopy(account, code, validIn: wait) else {
            model.show("\(account.label) has no code to copy")
            return nil
        }
        _ = try copy.copy { text in
            try write(text)
            return true
        }
        model.show(copy.message)
        return copy
    }
}
