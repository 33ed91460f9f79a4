import ArgumentParser

/// Where the manual names an option; `Docs/make_options.py` has the titles.
enum OptionSection: String {
    case reading, passphrases, writing, correcting, validating, serving, showing
}

extension ArgumentHelp {
    /// Everything that is said of an option, here and nowhere else: `--help` and the completions show the abstract,
    /// and `Docs/make_options.py` writes all of it into `Docs/cli.md` and the manual page.
    ///
    /// - parameters:
    ///   - abstract: at most 60 characters, with a full stop.
    ///   - value: the name of the option's value.
    ///   - manual: what follows the abstract in the manual. `code` and `[text](#place)` are marked up.
    init(_ section: OptionSection, _ abstract: String, value: String? = nil, manual: String = "") {
        self.init(
            abstract, discussion: Self.isForManual ? "\(section.rawValue)\n\(manual)" : nil, valueName: value)
    }

    /// Whether the help is dumped, for the manual. Otherwise the manual's text would make `--help` long.
    private static let isForManual = CommandLine.arguments.contains("--experimental-dump-help")
}
