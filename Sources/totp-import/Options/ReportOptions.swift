import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain

/// Where the ledger goes besides the summary.
struct ReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the ledger as JSON (- for standard output); never a secret in it.", valueName: "file"),
        completion: .file())
    var report: String?

    @Flag(help: "Print the ledger as JSON on standard output.")
    var json = false

    func validate() throws {
        if let report, report.lowercased().hasSuffix(".html") {
            throw ValidationError("Reports are JSON in this version; choose a name that does not end in .html.")
        }
    }

    func write(_ ledger: Ledger, command: String, _ console: Console) throws {
        guard json || report != nil else { return }
        let bytes = ledger.report(command: command).utf8 + [ASCII.newline]
        if json || report == "-" { try console.output(bytes) }
        if let report, report != "-" { try AtomicFile.write(bytes, to: report, existing: .replace) }
    }
}
