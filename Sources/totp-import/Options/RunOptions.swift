import ArgumentParser
import ImportPipeline
import SafeFile
import TOTPDomain

/// The files that `import` and `convert` write beside their result, and what counts as a failure.
struct RunOptions: ParsableArguments {
    @OptionGroup var deletion: DeleteListOptions
    @OptionGroup var resume: ResumeOptions
    @OptionGroup var empty: EmptyOptions
    @OptionGroup var report: ReportOptions

    func validate() throws { try resume.validate(with: report) }

    /// The state of `--resume` knows its own files.
    private var targets: [(file: String?, option: String, kind: SideFile?)] {
        [
            (report.report, "--report", .report), (resume.resume, "--resume", nil),
            (deletion.deleteList, "--delete-list", .deleteList),
        ]
    }

    /// Checks everything about the files to write that can be checked before anything is read.
    ///
    /// - Parameters:
    ///   - kept: other files that must stay as they are.
    ///   - output: the result, if it is a file of its own.
    func check(
        _ inputs: [Input], keeping kept: OverwriteGuard, output: String = "-", mayBeFolder: Bool = false
    ) throws {
        var kept = kept
        try deletion.check(inputs)
        if output != "-" || targets.contains(where: { $0.file != nil }) { try kept.keep(inputs) }
        try kept.check(output, "--output", mayBeFolder: mayBeFolder)
        try kept.keep(output)
        for (file, option, kind) in targets {
            try kept.check(file, option)
            try kind?.check(file, option)
            try kept.keep(file ?? "-")
        }
    }

    /// Checks the files that were found beside the inputs, such as a key file.
    func checkSiblings(of reader: SourceReader, output: String = "-") throws {
        let siblings = try OverwriteGuard(reader.siblingFiles)
        try siblings.check(output, "--output", mayBeFolder: true)
        // The state of --resume is written already.
        for (file, option, _) in targets where option != "--resume" { try siblings.check(file, option) }
    }

    /// Writes the report and the list of files that can be deleted.
    func write(_ ledger: Ledger, _ fates: InputFates, command: String, _ reporter: Reporter) throws {
        try report.write(ledger, command: command, reporter)
        try deletion.write(fates, ledger, reporter)
    }
}
