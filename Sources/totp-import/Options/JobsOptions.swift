import ArgumentParser
import Encodings
import Platform

/// How much is done at once.
struct JobsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            .reading, "Number of inputs to read at once.", value: "n",
            manual: """
                1 to 256; the default is the number of cores. With `validate`, the number of portions of the input. \
                The result does not depend on it.
                """))
    var jobs = JobsOptions.standard

    /// The machine's cores.
    static let standard = ProcessInfo.processInfo.activeProcessorCount

    func validate() throws {
        guard 1...Limit.jobs.value ~= jobs else { throw ValidationError("--jobs must be 1 to \(Limit.jobs.value)") }
    }
}
