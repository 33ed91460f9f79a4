import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain

/// A list of the inputs that can be deleted, for `xargs`.
struct DeleteListOptions: ParsableArguments {
    @Option(
        .writing, "Write the names of files that can be deleted to a file.", value: "file",
        manual: """
            These are the inputs that are not encrypted, from which [everything was taken](#import), and which are \
            copies made for moving; one name per line. Look at the list, then delete \
            them: `xargs -d '\\n' rm -- < FILE`. An earlier list is replaced, and no other file.
            """)
    var deleteList: String?

    @Flag(
        name: .customLong("print0"), .writing, "With --delete-list: NUL after each name.",
        manual: "It replaces the line break, for `xargs -0`.")
    var endsWithNUL = false

    func validate() throws {
        guard let deleteList else {
            if endsWithNUL { throw ValidationError("--print0 can be used only with --delete-list") }
            return
        }
        if deleteList == "-" {
            throw ValidationError("--delete-list takes a file: look at the list before you delete anything")
        }
    }

    /// - Parameter inputs: all of the run.
    /// - Throws: ``CommandError`` for a name that would be two in the list.
    func check(_ inputs: [Input]) throws {
        guard deleteList != nil, !endsWithNUL,
            let input = inputs.first(where: { $0.name.utf8.contains(ASCII.newline) })
        else { return }
        throw CommandError(
            "\(input.name): the name contains a line break",
            "use --print0, and xargs -0 to read the list", status: ExitCode.validationFailure)
    }

    func write(_ fates: InputFates, _ ledger: Ledger, _ reporter: Reporter) throws {
        guard let deleteList else { return }
        let end = endsWithNUL ? 0 : ASCII.newline
        try ledger.writeAfterwards(fates.done.flatMap { Array($0.utf8) + [end] }, to: deleteList, reporter)
        let files = counted(Set(ledger.sources.compactMap(\.result.file)).count, "file")
        // The ending of the run has the command.
        let next = RunEnding.isShown(reporter) ? "" : ", then: \(command ?? "")"
        let advice = fates.done.isEmpty ? "" : "; look at it\(next)"
        reporter.summary("Delete: ", "\(deleteList) names \(fates.done.count) of \(files)\(advice)")
    }

    /// The command that deletes the files of the list; nil without a list.
    var command: String? {
        guard let list = deleteList?.quotedForShell else { return nil }
        if endsWithNUL { return "xargs -0 rm -- < \(list)" }
        #if os(macOS)
            return "tr '\\n' '\\0' < \(list) | xargs -0 rm --"
        #else
            return "xargs -d '\\n' rm -- < \(list)"
        #endif
    }
}

extension Ledger {
    /// Writes about a run that is done: the vault or the export is written already, so "nothing could be done" would be
    /// false.
    func writeAfterwards(_ bytes: [UInt8], to path: String, _ reporter: Reporter) throws {
        do {
            if path == "-" { return try reporter.output(bytes) }
            try AtomicFile.write(bytes, to: path, existing: .replace)
        } catch let error as FileError where path != "-" || error.kind != .brokenPipe {
            let hasWritten = verified != nil && totals.added + totals.updated > 0
            throw CommandError(error.description, status: hasWritten ? ExitStatus.partial : ExitStatus.nothing)
        }
    }
}
