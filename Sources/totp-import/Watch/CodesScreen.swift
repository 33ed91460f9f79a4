import Platform
import SafeFile
import TOTPDomain
import TOTPImport

/// `codes --watch` on a terminal.
struct CodesScreen {
    private var screen: FullScreen<CodesModel>
    /// The files that the accounts were read from, and their states at that time.
    private let files: [(path: String, state: FileState?)]

    init(_ watched: WatchedCodes, _ reporter: Reporter) {
        screen = FullScreen(
            CodesModel(
                watched.items, title: watched.title, isMasked: watched.isMasked, isGrouped: watched.isGrouped), reporter
        )
        files = watched.files.map { ($0, FileState($0)) }
    }

    /// Returns when the user leaves the screen, with the terminal as it was before.
    mutating func run() throws {
        // The process that will clear the clipboard.
        var clearing: Int32?
        let files = files
        try screen.run(orSay: "--watch needs a terminal; omit it") { model in
            if !model.isOutdated { model.isOutdated = files.contains { FileState($0.path) != $0.state } }
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
        let now = Int64(Date().timeIntervalSince1970)
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
