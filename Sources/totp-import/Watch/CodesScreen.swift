import Platform
import TOTPDomain
import TOTPImport

/// `codes --watch` on a terminal.
struct CodesScreen {
    private var screen: FullScreen<CodesModel>

    init(_ items: [TOTPItem], title: String, isMasked: Bool, reporter: Reporter) {
        screen = FullScreen(CodesModel(items, title: title, isMasked: isMasked), reporter)
    }

    /// Returns when somebody leaves, with the terminal as it was before.
    mutating func run() throws {
        // The process that will clear the clipboard.
        var clearing: Int32?
        try screen.run(orSay: "--watch needs a terminal; omit it") { item, model, write in
            let code = AccountCode(item, at: Int64(Date().timeIntervalSince1970))
            guard var copy = CodeCopy(item, code) else { return model.show("\(item.label) has no code to copy") }
            _ = try copy.copy { text in
                try write(text)
                return true
            }
            // The clipboard has another code now.
            if let clearing { ClipboardClearing.stop(clearing) }
            clearing = copy.clearing
            model.show(copy.message)
        }
    }
}
