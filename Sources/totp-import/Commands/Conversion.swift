import ArgumentParser
import Encodings
import ImportPipeline
import PasswordManagerFormats
import SafeFile
import TOTPDomain
import TOTPImport

/// One run of `convert`, step by step: read, choose, prepare, write, tell.
struct Conversion {
    let command: ConvertCommand
    let format: any ExportFormat
    /// The file or the folder to write; `-` is standard output.
    let output: String
    let reporter: Reporter

    private var files: RunOptions { command.files }
    private var target: ExportDescription { format.description }
    private var isForFile: Bool { output != "-" }

    func run(_ inputs: [Input]) async throws -> ExitCode {
        try checkTargets(inputs)
        if command.into.into == nil, command.target.isAsked(for: target),
            let status = try await command.stopIfMissing(inputs, reporter)
        {
            return status
        }
        let reading = try await read(inputs)
        var (ledger, accounts) = try choose(from: reading)
        let result = try prepare(accounts, reading)
        ledger.take(result.export, of: result.plan?.written ?? accounts)
        result.plan?.record(result.export, in: &ledger)
        let hasEnding = !command.dryRun && isForFile && RunEnding.isShown(reporter)
        let summary = RunSummary(ledger: ledger, reporter: reporter, isStrict: command.strict, hasEnding: hasEnding)
        summary.printProblems()
        summary.printLosses()
        try result.plan?.printTable(
            result.export, isResult: command.dryRun && !files.report.json && files.report.report != "-", reporter)
        if !command.dryRun { ledger.verified = try await write(result) }
        if isForFile { reporter.headline(headline(ledger.verified, result.plan)) }
        summary.printTotals()
        result.plan?.printSummary(result.export, reporter)
        if isForFile || command.dryRun { printCautions(result.export, of: accounts) }
        let fates = InputFates(ledger)
        printNext(result, ledger, fates, hasEnding: hasEnding)
        try files.write(ledger, fates, command: "convert", reporter)
        return command.status(summary.status, of: ledger)
    }

    // MARK: - Reading

    /// The inputs that were read, and the export that gets the codes, if there is one.
    private struct Reading {
        let results: [SourceResult]
        let reader: SourceReader
        let run: ImportRun
        let opened: IntoPlan.Opened?
        let protection: ExportRequest.Protection
    }

    private func read(_ inputs: [Input]) async throws -> Reading {
        let reader = try command.source.reader(
            for: ConvertCommand.commandName, reporter, vaultPassphrases: try command.passphrase.given.known(),
            exportPassphrases: command.into.into == nil ? [] : command.target.given.known(),
            drawsPictures: files.report.isPage, memory: try files.resume.memory(reporter))
        let opened = try await command.into.open(format, command.target, reader, isDryRun: command.dryRun)
        let protection = try opened?.protection ?? command.target.protection(for: target, output)
        let run = ImportRun(reader: reader, jobs: command.source.jobs, policy: command.onDuplicate)
        let results = try await command.read(
            inputs, with: run, reporter,
            untouched: files.resume.untouched(isForFile ? "\(output) was not written" : "nothing was written"))
        try files.checkSiblings(of: reader, output: output)
        return Reading(results: results, reader: reader, run: run, opened: opened, protection: protection)
    }

    /// The selected accounts, each once.
    private func choose(from reading: Reading) throws -> (Ledger, [Account]) {
        var (ledger, accounts) = try reading.run.collect(reading.results)
        let found = accounts.count, names = command.source.names.joined(separator: ", ")
        let selection = try command.selection.selection()
        if !selection.isEmpty { accounts = try select(accounts, selection, of: reading, in: names) }
        ledger.whyAllStay = whyAllStay(isSelection: accounts.count < found)
        if accounts.count < found {
            reporter.summary("Selected:", "\(accounts.count) of \(counted(found, "account"))")
        }
        if accounts.isEmpty, found > 0 { throw selection.failure(total: found, in: names) }
        return (ledger, accounts)
    }

    /// Row numbers are the same as in `list`, which shows duplicates as well.
    private func select(
        _ accounts: [Account], _ selection: AccountSelection, of reading: Reading, in names: String
    ) throws -> [Account] {
        let all = try ImportRun(reader: reading.reader, jobs: command.source.jobs, policy: .keep)
            .collect(reading.results).items
        try selection.checkPlaces(among: all, in: names)
        let selected = selection.select(from: all).map(\.account), identities = Set(selected.map(AccountIdentity.init))
        // Accounts without a PIN may have taken the PIN of a duplicate.
        let withoutPIN = Set(selected.filter { $0.pin == nil }.map(AccountIdentity.init))
        return accounts.filter {
            identities.contains(AccountIdentity($0)) || withoutPIN.contains(AccountIdentity.withoutPIN($0))
        }
    }

    /// Why no input may be deleted, whatever was read.
    private func whyAllStay(isSelection: Bool) -> String? {
        if command.dryRun { return "nothing was written" }
        if isSelection { return "only some of the accounts were written" }
        return isForFile ? nil : "the accounts went to another program"
    }

    // MARK: - Writing

    /// What is to be written.
    private struct Prepared {
        let request: ExportRequest
        let export: Export
        /// The logins that get the codes, if an export gets them.
        let plan: IntoPlan?
    }

    private func prepare(_ accounts: [Account], _ reading: Reading) throws -> Prepared {
        let request = try ExportRequest(
            items: accounts, protection: reading.protection, options: command.options.options(for: format.description),
            now: .wholeSecondNow, random: Assembly.current.random)
        let plan = try reading.opened.map { try command.into.plan(for: accounts, in: $0) }
        // Some formats derive a key, which takes seconds.
        let export = try reporter.progress.during("Preparing \(output.inputName.sanitized)") { () throws in
            try plan?.export(request) ?? format.write(request)
        }
        return Prepared(request: request, export: export, plan: plan)
    }

    /// - Returns: how many accounts were written and compared.
    private func write(_ result: Prepared) async throws -> Int {
        let writer = ExportWriter(
            format: format, output: output, force: command.force, jobs: command.source.jobs, request: result.request)
        Interruption.note(
            isForFile
                ? "interrupted; \(output) is complete or was not written"
                : "interrupted; the output is not complete")
        return try await reporter.progress.during("Writing \(output.inputName.sanitized)") {
            if let plan = result.plan { return try await plan.write(result.export, with: writer, reporter) }
            return try await writer.write(result.export, reporter)
        }
    }

    // MARK: - Telling

    /// A sentence about the written files.
    private func headline(_ written: Int?, _ plan: IntoPlan?) -> String {
        guard let written else { return "Dry run: nothing written to \(output)." }
        guard written > 0 else {
            return "\(output) not created: no \(plan == nil ? "accounts to write" : "codes to add")."
        }
        return "\(plan?.result(output, written) ?? ExportDescription.result(written, in: output))."
    }

    /// Prints warnings about how the app treats the file, for users to read before they import it.
    private func printCautions(_ export: Export, of accounts: [Account]) {
        for caution in target.capabilities.cautions(for: export.written(accounts)) {
            reporter.summary("Note:   ", caution.text)
        }
    }

    /// Prints what to do with the written file.
    private func printNext(_ result: Prepared, _ ledger: Ledger, _ fates: InputFates, hasEnding: Bool) {
        let plan = result.plan, hasWritten = ledger.verified ?? 0 > 0
        // A hyphen at the start would make an option of it.
        let file = (output.hasPrefix("-") ? "./" + output : output).quotedForShell
        if hasWritten, isForFile {
            if !hasEnding {
                let missing = ledger.decisions(fates).first { $0.kind == .missingPart }?.text
                reporter.summary("Next:   ", missing ?? plan?.next ?? target.steps.text(file: file))
                if target.use == .kept { reporter.summary("Then:   ", target.ending) }
            }
            let warning = target.warning(output, isEncrypted: result.request.protection != .none)
            if let warning = plan.map({ $0.warning(output) }) ?? warning { reporter.warning(warning) }
        }
        guard hasEnding else { return }
        RunEnding(
            ledger: ledger, fates: fates, deletionCommand: files.deletion.command, reporter: reporter,
            steps: hasWritten ? RunEnding.Step.ofFile(file, plan?.next ?? target.step(file), of: target) : []
        ).print()
    }

    // MARK: - Checks

    /// Checks everything that can be checked before anything is read.
    private func checkTargets(_ inputs: [Input]) throws {
        try command.target.given.check(isNotAmong: inputs)
        try files.check(
            inputs,
            keeping: OverwriteGuard(
                command.source.otherFiles
                    + [command.passphrase.file, command.target.targetPassphraseFile, command.into.into]),
            output: output, mayBeFolder: target.layout == .folder)
        guard isForFile else { return }
        switch target.layout {
        case .file: try checkFree()
        case .folder: try StagedFolder.checkFree(output)
        }
    }

    private func checkFree() throws {
        do { try OverwriteGuard.checkFree(output, force: command.force) } catch let error as FileError
            where error.kind == .exists && target.use == .kept && format is any LoginTarget
        {
            // A database of logins has more than accounts.
            throw FileError(
                .exists, path: output, detail: "",
                advice: .text(
                    "choose another name and merge the two in KeePass, or add the codes with --into; --force replaces "
                        + "the whole database"))
        }
    }
}
