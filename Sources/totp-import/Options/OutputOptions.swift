import ArgumentParser

/// How much the program prints, and with which colors.
struct OutputOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Show only results, errors and rejections.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Show what happened to every entry.")
    var verbose = false

    @Flag(help: "No colors (see also NO_COLOR and CLICOLOR).")
    var noColor = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be used together") }
    }

    var reporter: Reporter {
        Reporter(Console(), verbosity: quiet ? .quiet : verbose ? .verbose : .normal, noColor: noColor)
    }
}
