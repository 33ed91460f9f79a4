import ArgumentParser
import Encodings
import ImportPipeline
import QRScan
import SafeFile
import TOTPDomain
import TOTPImport

/// The file that remembers images across runs.
struct ResumeOptions: ParsableArguments {
    @Option(
        .reading, "Save progress in a file, to resume after an interruption.", value: "state",
        manual: """
            The same command then [goes on where it was](#going-on-after-an-interruption). STATE contains no \
            secrets: what was read from an image is encrypted with a key that is made of the image's bytes. It \
            stays until you delete it.
            """,
        completion: .file())
    var resume: String?

    func validate() throws {
        if resume == "-" { throw ValidationError("--resume takes a file, not standard input") }
    }

    /// The images of a page are drawn from their pixels, which are not kept.
    func validate(with report: ReportOptions) throws {
        if resume != nil, report.isPage {
            throw ValidationError("--resume cannot be used with a report page; name a report that ends in .json")
        }
    }

    /// The inputs without the file itself, which may be in a folder that is read.
    func without(_ inputs: [Input]) throws -> [Input] { try inputs.without([resume].compactMap { $0 }) }

    /// Opens the file, or creates it; nil if the option is not given.
    func memory(_ reporter: Reporter) throws -> (any ImageMemory)? {
        guard let resume else { return nil }
        // Everything that a QR code read from an image depends on, apart from the image.
        let kinds = Assembly.current.decoders.flatMap(\.kinds).map(\.rawValue).sorted()
        let program = ([ProgramVersion.current] + LadderScanner.engines + kinds).joined(separator: " ")
        let state = try RunState(resume, program: program) { problem in
            reporter.warning("\(problem.description); what is read from now on is not kept for another run")
        }
        if state.wasOutdated {
            reporter.warning("\(resume) is of another version of the program; all images are scanned again")
        } else if state.count > 0 {
            reporter.note("\(resume): \(counted(state.count, "image")) of earlier runs")
        }
        return state
    }

    /// Returns the message, after an interruption, about the files that would be written.
    func untouched(_ text: String) -> String {
        resume == nil ? text : "\(text); run the same command again to go on"
    }
}
