import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain

/// Keeps a command from overwriting the files that it reads or keeps.
struct OverwriteGuard {
    private var kept: [FileIdentity: String] = [:]

    /// - Parameter files: paths that must stay as they are; nil and `-` don't count.
    /// - Throws: ``FileError`` if a file cannot be identified: then it could be the target.
    init(_ files: [String?] = []) throws(FileError) {
        for case let file? in files { try keep(file) }
    }

    mutating func keep(_ file: String) throws(FileError) {
        if file != "-" { kept[try FileIdentity(file)] = file }
    }

    /// Inputs that were found in folders count as well.
    mutating func keep(_ inputs: [Input]) throws(FileError) {
        for case .file(let path) in inputs.map(\.location) { try keep(path) }
    }

    /// - Parameters:
    ///   - target: the file to write; nil and `-` are fine.
    ///   - option: its name in the message.
    ///   - mayBeFolder: whether a folder can be written.
    /// - Throws: ``CommandError`` if the target is one of the files, also by another path, and ``FileError`` if its
    ///   folder does not exist, or it is a folder itself: all are to be known before any work is done.
    func check(_ target: String?, _ option: String, mayBeFolder: Bool = false) throws {
        guard let target, target != "-" else { return }
        guard !target.isEmpty else {
            throw CommandError("\(option) has no file name", status: ExitCode.validationFailure)
        }
        if let same = kept[try FileIdentity(target)] {
            throw CommandError(
                "\(option) \(target) would overwrite \(same)",
                "choose another name", status: ExitCode.validationFailure)
        }
        if case .unreadable(let problem) = FolderListing.kind(of: target.parentFolder) { throw problem }
        if !mayBeFolder, case .folder = try FolderListing.existing(target) {
            throw FileError(.isFolder, path: target, detail: "")
        }
    }

    /// - Throws: ``FileError`` of kind `exists` if the target is there and may not be replaced.
    static func checkFree(_ target: String, force: Bool) throws {
        if target != "-", !force, case .file = try FolderListing.existing(target) {
            throw FileError(.exists, path: target, detail: "")
        }
    }

    /// The files that belong to a vault, also if it is reached through a link.
    static func files(ofVault vault: String) throws(FileError) -> [String] {
        [vault, try FilePath.resolved(vault)].flatMap { [$0, "\($0).bak.1", "\($0).lock"] }
            + (try FileVersions.list(of: vault).map(\.path))
    }
}

extension StreamedFile {
    /// Gives the file its name. A vault that `--force` replaces is kept as its newest version.
    func finish(replacing path: String, force: Bool, _ reporter: Reporter) throws {
        guard force else { return try finish(.refuse) }
        guard case .file = try FolderListing.existing(path), try Self.isVault(path) else {
            return try finish(.replace)
        }
        try finish(.replaceKeeping(versions: Limit.versions))
        reporter.warning(
            "\(path) has replaced a vault, which is kept; to take that back: totp-import vault undo "
                + path.quotedForShell)
    }

    private static func isVault(_ path: String) throws(FileError) -> Bool {
        do throws(FileError) { return VaultSignature.matches(try BoundedFile.read(path, limit: Limit.vault)) } catch {
            guard error.kind == .tooLarge else { throw error }
            return false
        }
    }
}

/// Whether a change has to be agreed to.
struct ConfirmationOptions: ParsableArguments {
    @Flag(.writing, "Make the change without asking.")
    var yes = false

    /// Shows the planned changes and asks.
    ///
    /// - Parameters:
    ///   - changes: the planned changes, each with its lines.
    ///   - question: with a question mark.
    /// - Throws: ``CommandError`` if the user declines, or without a terminal to ask.
    func confirm(_ changes: [[String]], _ question: String, _ reporter: Reporter) throws {
        if yes {
            if !reporter.isQuiet { reporter.list(changes) }
            return
        }
        reporter.list(changes)
        switch TypedAnswer.isYes(question) {
        case true?: return
        case false?:
            reporter.answeredNo("nothing was changed")
            throw ExitStatus.partial
        case nil:
            throw CommandError("nothing was changed: there is no terminal to ask \"\(question)\"", "add --yes")
        }
    }
}
