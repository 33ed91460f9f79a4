import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain

/// Where the ledger goes, apart from the summary.
struct ReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a JSON report, without secrets; - is standard output.", valueName: "file"),
        completion: .file())
    var report: String?

    @Flag(help: "Print the report on standard output.")
    var json = false

    func validate() throws {
        if let report, report.lowercased().hasSuffix(".html") {
            throw ValidationError("Reports are JSON; choose a name that does not end in .html")
        }
    }

    func write(_ ledger: Ledger, command: String, _ reporter: Reporter) throws {
        guard json || report != nil else { return }
        let bytes = ledger.report(command: command).utf8 + [ASCII.newline]
        if json || report == "-" { try reporter.output(bytes) }
        guard let report, report != "-" else { return }
        do throws(FileError) { try AtomicFile.write(bytes, to: report, existing: .replace) } catch {
            // The vault or the export may have been written before: then "nothing could be done" would be false.
            let totals = ledger.totals
            let hasWritten = ledger.verified != nil && totals.added + totals.updated > 0
            throw CommandError(
                message: error.description, status: hasWritten ? ExitStatus.partial : ExitStatus.nothing)
        }
    }

    /// Whether a file is the report of an earlier run: in a folder that is imported again, it is not an input.
    func isEarlierReport(_ input: Input) -> Bool {
        guard let report, input.folder != nil, case .file(let path) = input.location,
            FileIdentity(path) == FileIdentity(report)
        else { return false }
        guard let bytes = try? BoundedFile.read(path, limit: 256 << 20) else { return false }
        return bytes.starts(with: Array(#"{"version":1,"command":""#.utf8))
    }
}
