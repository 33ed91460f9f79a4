import Encodings
import ImportPipeline
import Links
import TOTPDomain
import TOTPImport

/// The end of `import` and `convert` on a terminal: the remaining steps.
struct RunEnding {
    let ledger: Ledger
    let fates: InputFates
    /// The command that deletes the files of the list that `--delete-list` wrote; nil without a list.
    let deletionCommand: String?
    let reporter: Reporter
    /// The steps for the vault or the file that was written.
    let steps: [Step]
    /// The command that shows the accounts that resemble each other, and asks.
    var duplicatesCommand: String?

    struct Step {
        var text: String
        /// Files, each in a line of its own.
        var names: [String] = []
        var details: [String] = []
        var command: String?
    }

    /// More names than these are counted by folder: of files to delete, and of others, which need to be found.
    private static let namesShown = 6, keptNamesShown = 50
    private static let detailsShown = 6
    /// Names are counted in at most this many folders.
    private static let foldersShown = 3

    /// Whether a terminal shows it.
    static func isShown(_ reporter: Reporter) -> Bool { reporter.console.isErrorTerminal && !reporter.isQuiet }

    func print() {
        let decisions = ledger.decisions(fates)
        // Steps about missing accounts come first: an import or comparison before them would have to be repeated.
        let steps =
            decisions.filter(\.isAboutMissing).map(step) + steps
            + decisions.filter { !$0.isAboutMissing }.map(step)
        guard Self.isShown(reporter), !steps.isEmpty else { return }
        let columns = reporter.console.errorColumns ?? 80
        func show(_ start: String, _ text: String) {
            let text = text.withoutLinks.sanitized
            reporter.console.note(start + text.wrapped(to: columns, indentation: start.count))
        }
        reporter.progress.clear()
        reporter.console.note("")
        reporter.console.note(reporter.style.bold("What to do"))
        for (number, step) in steps.enumerated() {
            show("\(number < 9 ? " " : "") \(number + 1). ", step.text)
            for name in step.names { show("     ", name) }
            let most = reporter.isVerbose ? step.details.count : Self.detailsShown
            for detail in step.details.prefix(most) { show("     ", detail) }
            let rest = step.details.count - most
            if rest > 0 { show("     ", "and \(rest) more (--verbose names them)") }
            if let command = step.command { reporter.console.note("     \(command)") }
        }
    }

    private func step(_ decision: Decision) -> Step {
        let isDeletion = decision.kind == .delete
        let names = list(decision.files, most: isDeletion ? Self.namesShown : Self.keptNamesShown)
        var step = Step(text: decision.text, details: decision.details)
        if isDeletion {
            step.names = names
            step.command = deletionCommand
            let hasNoList = deletionCommand == nil && decision.files.count > 1
            if hasNoList { step.names.append("(--delete-list FILE writes a list)") }
        } else if !names.isEmpty {
            step.text += " " + names.joined(separator: ", ")
        }
        if decision.kind == .twins { step.command = duplicatesCommand }
        return step
    }

    private func list(_ names: [String], most: Int) -> [String] {
        guard names.count > most, !reporter.isVerbose else { return names.map(\.quotedForShell) }
        let depth = Self.depth(of: names)
        var files = Dictionary(grouping: names) { $0.folder(depth) }
        var all: [String: Int] = [:]
        for file in Set(ledger.sources.compactMap(\.result.file)) { all[file.folder(depth), default: 0] += 1 }
        // In the order of the first file of each folder.
        return names.map { $0.folder(depth) }.flatMap { folder in
            let names = files.removeValue(forKey: folder) ?? []
            guard names.count > 2, let first = names.first, let last = names.last else {
                return names.map(\.quotedForShell)
            }
            let place = folder == "." ? "in this folder" : "in \(folder.quotedForShell)"
            // Between the first and the last there may be others.
            let others = all[folder, default: 0] - names.count
            return [
                others > 0
                    ? "\(names.count) of the \(names.count + others) files \(place) (--verbose names them)"
                    : "\(names.count) files \(place) (\(first.fileName) to \(last.fileName))"
            ]
        }
    }

    /// How many parts of their folders' names tell the files apart in few folders; nil for all of them.
    private static func depth(of names: [String]) -> Int? {
        let folders = Set(names.map(\.parentFolder))
        guard folders.count > foldersShown else { return nil }
        let deepest = folders.map { $0.split(separator: "/").count }.max() ?? 1
        return (1..<max(2, min(deepest, 20))).last { depth in Set(names.map { $0.folder(depth) }).count <= foldersShown
        }
            ?? 1
    }
}

extension RunEnding.Step {
    static let compare = "Compare some codes with the old app before you remove anything there"

    /// - Parameters:
    ///   - vault: the vault on the command line; nil is the default vault.
    ///   - hasRecoveryCode: whether a recovery code opens it.
    static func ofVault(_ vault: String?, hasRecoveryCode: Bool) -> [RunEnding.Step] {
        let name = vault.argument
        let recovery = RunEnding.Step(
            text: "Add a recovery code: it opens the vault if you forget the passphrase.",
            command: "totp-import vault recovery add\(name)")
        return [RunEnding.Step(text: "\(compare):", command: "totp-import codes\(name)")]
            + (hasRecoveryCode ? [] : [recovery])
    }

    /// - Parameters:
    ///   - file: its name.
    ///   - next: how to import or use the file.
    static func ofFile(_ file: String, _ next: String, of format: ExportDescription) -> [RunEnding.Step] {
        // On paper, nothing is compared, and the first step is to print.
        let steps =
            format.isPrinted ? [next, "Then delete \(file)."] : [next, "\(compare).", format.ending(file)]
        return steps.map { RunEnding.Step(text: $0) }
    }
}

extension String? {
    /// The vault of a command, after a space; empty for the default vault.
    var argument: String { map { " \($0.quotedForShell)" } ?? "" }
}

extension String {
    /// The folder of a file, or a folder that contains this folder: the first parts of its name.
    fileprivate func folder(_ depth: Int?) -> String {
        guard let depth else { return parentFolder }
        let parts = parentFolder.split(separator: "/").prefix(depth)
        return (hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }

    fileprivate var fileName: Substring { split(separator: "/").last ?? self[...] }
}
