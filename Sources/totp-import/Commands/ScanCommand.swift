import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain

struct ScanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Show what the QR codes in images hold, a line a code, secrets hidden."
    )

    @Argument(help: "Images, folders (searched in depth), or - for standard input.", completion: .file())
    var images: [String]

    @Flag(help: "Print JSON Lines, one object a code.")
    var json = false

    @Flag(help: "Show the whole payload, secrets included.")
    var reveal = false

    @Option(help: ArgumentHelp("Images that are read at a time.", valueName: "n"))
    var jobs = SourceOptions.defaultJobs

    @OptionGroup var talk: OutputOptions

    func validate() throws {
        guard 1...256 ~= jobs else { throw ValidationError("--jobs takes a number from 1 to 256.") }
    }

    func run() async throws {
        let assembly = Assembly.current
        let console = assembly.console
        try await reporting(talk) {
            let inputs = InputCollector.collect(images)
            let progress = ProgressLine(console: console, total: inputs.count, isQuiet: talk.quiet)
            let scanner = ImageScan(images: assembly.images, registry: assembly.importFormats)
            let results = try await BoundedTasks.map(inputs, width: jobs, finished: { progress.advance() }) { input in
                scanner.scan(input)
            }
            progress.clear()
            for result in results { try print(result, console) }
            return status(of: results)
        }
    }

    private func print(_ result: ImageScan.Result, _ console: Console) throws {
        let name = result.name.printable(limit: 400)
        switch result.outcome {
        case .skipped:
            if talk.verbose { console.note("skipped: \(name): no picture") }
        case .failed(let failure):
            console.note("\(talk.errorStyle(console).red("error:")) \(name): \(failure.message)")
            if json { try console.output(ScanLine.json(result.name, nil, index: 0, unread: 0, reveal: reveal)) }
        case .scanned(let codes, let unread, let warnings):
            for (index, code) in codes.enumerated() {
                try console.output(
                    json
                        ? ScanLine.json(result.name, code, index: index, unread: unread, reveal: reveal)
                        : ScanLine.text(name, code, reveal: reveal))
            }
            if codes.isEmpty {
                if json {
                    try console.output(ScanLine.json(result.name, nil, index: 0, unread: unread, reveal: reveal))
                }
                talk.warn("\(name): no QR code found; crop the picture to the code, or take a larger one", console)
            }
            for warning in warnings { talk.warn("\(name): \(warning)", console) }
        }
    }

    private func status(of results: [ImageScan.Result]) -> ExitCode {
        var codes = 0
        var isTroubled = false
        for result in results {
            switch result.outcome {
            case .skipped: break
            case .failed: isTroubled = true
            case .scanned(let found, let unread, let warnings):
                codes += found.count
                let isRejected = found.contains { !$0.rejected.isEmpty }
                if found.isEmpty || unread > 0 || isRejected || !warnings.isEmpty { isTroubled = true }
            }
        }
        if codes == 0 { return ExitStatus.nothing }
        return isTroubled ? ExitStatus.partial : ExitStatus.done
    }
}
