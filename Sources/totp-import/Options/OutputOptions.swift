import ArgumentParser

/// How much the program prints, and with which colors.
struct OutputOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: ArgumentHelp(.showing, "Show only results, errors and rejections."))
    var quiet = false

    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp(.showing, "Show what happened to every entry and every skipped file."))
    var verbose = false

    @Flag(help: ArgumentHelp(.showing, "No colors (see also NO_COLOR and CLICOLOR)."))
    var noColor = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be used together") }
    }

    var reporter: Reporter {
        Reporter(Console(), verbosity: quiet ? .quiet : verbose ? .verbose : .normal, noColor: noColor)
    }
}
