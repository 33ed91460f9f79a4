import AnythingFormats
import ArgumentParser
import Encodings
import ImportPipeline
import Links
import Platform
import SafeFile
import TOTPDomain
import TOTPImport
import Vault

/// The inputs, and how to read them.
struct SourceOptions: ParsableArguments {
    @Argument(help: "Files, folders, archives or links; - is standard input.", completion: .file())
    var inputs: [String] = []

    @OptionGroup var list: InputListOptions

    @Option(
        .reading, "Read inputs as this format (see totp-import formats).", value: "format",
        manual: "Images are still read as images.", completion: .list(FormatID.readable))
    var from: FormatID?

    // A value may start with a hyphen.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            .reading, "Name columns of a table: issuer=A,name=B,secret=3.", value: "roles",
            manual: """
                The others are guessed. A column is a name in the header, or a number from 1; members of JSON lists and \
                names in blocks are columns, too. Further roles are `otpauth`, `type`, `algorithm`, `digits`, `period` \
                and `counter`. A hyphen as the role means that columns mean nothing: -=A,B. Implies `--from csv`. On a \
                terminal, a file that needs it asks for the roles.
                """),
        transform: SourceOptions.tableColumns)
    var columns: TableColumns?

    @Option(
        .reading, "Read the secrets of a table in this encoding.", value: "encoding",
        manual: """
            It is never guessed. Tables, JSON lists and blocks use it. A warning names the inputs that do not; if no \
            input does, it is an error.
            """)
    var secretEncoding: SecretEncoding?

    @OptionGroup var characters: EncodingOptions

    @OptionGroup var passphrases: SourcePassphraseOptions

    @Option(.reading, "The key file of KDBX inputs.", value: "file", manual: "It is used alone, or with a passphrase.")
    var keyFile: String?

    @Option(
        .reading, "The most memory that an input's key derivation may use.", value: "MiB",
        manual: "An input that needs more fails with `limit-exceeded`.")
    var kdfMemory = Limit.derivationMemory >> 20

    @Option(
        .reading, "The longest time for the key derivations of an input.", value: "seconds",
        manual: """
            The time of all of them together is estimated from their costs. An input that needs more fails with \
            `limit-exceeded`.
            """)
    var kdfTime = Limit.derivationTime

    @OptionGroup var work: JobsOptions

    var jobs: Int { work.jobs }

    func validate() throws {
        guard 1...1_048_576 ~= kdfMemory else { throw ValidationError("--kdf-memory must be 1 to 1048576 MiB") }
        guard 1...86_400 ~= kdfTime else { throw ValidationError("--kdf-time must be 1 to 86400 seconds") }
        try PassphraseOptions.checkStandardInput(stdinCandidates)
        if let from, Assembly.current.importFormats.format(from) == nil {
            throw FormatEntry.unknown(from, among: FormatID.readable)
        }
        if columns != nil, let from, !Self.guessed.contains(where: { $0.description.id == from }) {
            throw ValidationError("--columns and --from \(from.rawValue) cannot be used together")
        }
    }

    /// Whether no input is named: commands that show accounts read the default vault then.
    var isDefaultVault: Bool { inputs.isEmpty && list.filesFrom == nil }

    /// - Throws: `ValidationError` if no input is named.
    func validateInputs() throws { try list.validate(inputs) }

    /// Takes the last argument off the inputs if it is the name of an account: it is neither a file nor a link.
    ///
    /// - Parameter selection: cannot contain another text to search for.
    mutating func takeName(unless selection: SelectionOptions) throws -> String? {
        guard let last = inputs.last, last != "-", KeyURIScheme.find(in: Array(last.utf8).span) == nil,
            !InputCollector.isWebAddress(last),
            case .unreadable(let problem) = FolderListing.kind(of: last), problem.kind == .notFound
        else { return nil }
        if inputs.count == 1, list.filesFrom == nil, !DefaultVault.isLeftOut(before: last) {
            try DefaultVault.checkExists(for: last)
            return nil
        }
        guard selection.search == nil else {
            throw ValidationError("A name and --search cannot be used together; there is no file \"\(last.sanitized)\"")
        }
        return inputs.removeLast()
    }

    /// The inputs, in order.
    func collect() throws -> [Input] { try list.collect(isDefaultVault ? [DefaultVault.existing()] : inputs) }

    /// The inputs that are files, without those from lists and folders.
    var files: [String] {
        (isDefaultVault ? [DefaultVault.path].compactMap { $0 } : inputs).filter {
            if case .file = FolderListing.kind(of: $0) { true } else { false }
        }
    }

    /// Files that are read, apart from the inputs.
    var otherFiles: [String?] { [passphrases.file, keyFile, list.filesFrom] }

    /// Arguments that may be `-`.
    var stdinCandidates: [String?] { inputs + [passphrases.file, list.filesFrom] }

    /// The inputs and the list of inputs, for messages.
    var names: [String] {
        if isDefaultVault, let vault = DefaultVault.path { return [vault] }
        return inputs.map(\.inputName) + (list.filesFrom.map { ["the inputs of \($0.inputName)"] } ?? [])
    }

    /// Names the inputs for which `--secret-encoding` says nothing.
    ///
    /// - Throws: ``CommandError`` if these are all.
    func checkSecretEncoding(_ results: [SourceResult], _ reporter: Reporter) throws {
        let others = results.filter { !$0.entries.isEmpty && !$0.usesSecretEncoding }.map(\.name.inputName)
        guard let secretEncoding, !others.isEmpty else { return }
        let more = others.count - Self.mostNames
        let names = others.prefix(Self.mostNames).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        let problem = "\(names): --secret-encoding \(secretEncoding.rawValue) is not used"
        guard results.contains(where: \.usesSecretEncoding) else {
            throw CommandError(problem + ": the format says how secrets are written", "omit the option")
        }
        reporter.warning(problem)
    }

    private static let mostNames = 3

    /// The reader of all inputs.
    ///
    /// - Parameters:
    ///   - vaultPassphrases: tried on vaults among the inputs.
    ///   - exportPassphrases: tried as well.
    ///   - mayAsk: waits for permission to ask for a passphrase; false if the answer would be of no use.
    ///   - drawsPictures: whether to draw images small, for the report page.
    ///   - memory: images that it contains are not scanned.
    ///   - vault: the vault that the accounts go into.
    ///   - command: the name of the command that reads them, for a command line that asks nothing.
    ///   - reporter: with `--quiet`, the user is not asked what names mean.
    func reader(
        for command: String, _ reporter: Reporter,
        vaultPassphrases: [Passphrase] = [], exportPassphrases: [Passphrase] = [],
        mayAsk: @escaping @Sendable () async -> Bool = { true },
        drawsPictures: Bool = false, memory: (any ImageMemory)? = nil, into vault: String? = nil
    ) throws -> SourceReader {
        var assembly = Assembly.current
        // A passphrase that is given is checked.
        assembly.importFormats = assembly.importFormats.reading(
            vaults: VaultImportFormat(unlockedIn: vaultPassphrases.isEmpty ? .system : nil, into: vault))
        var settings = characters.settings
        let known = try passphrases.known()
        let given = passphrases.file.map { SourcePrompt.Given(file: $0, count: known.text.count) }
        settings.passphrases = PassphraseSource(
            known: known.text + known.bytes + vaultPassphrases + exportPassphrases)
        if TypedAnswer.isPossible {
            settings.passphrases.ask = { await SourcePrompt.ask($0, given, mayAsk: mayAsk) }
        }
        let formats = assembly.importFormats
        settings.forced = columns == nil ? from.flatMap { formats.format($0) } : formats.columnsFormat
        settings.keyFile = try keyFile.map { try BoundedFile.read($0, limit: Limit.keyFile) }
        settings.columns = columns
        settings.secretEncoding = secretEncoding
        if let questions = TerminalColumns(command, secretEncoding, reporter, mayAsk: mayAsk) {
            settings.askColumns = { await questions.ask($0, of: $1) }
        }
        settings.limits.keyDerivationMemory = kdfMemory << 20
        settings.limits.keyDerivationSeconds = kdfTime
        settings.deriving = { ProgressLine.current?.say("\($0.name.inputName): deriving the key…") }
        return assembly.reader(settings, memory: memory, drawsPictures: drawsPictures)
    }

    /// A value of `--columns` may start with a hyphen, which the parser takes for an option.
    static func joiningColumns(_ arguments: [String]) -> [String] {
        var joined: [String] = []
        for argument in arguments {
            if joined.last == "--columns", argument.hasPrefix("-="), !joined.contains("--") {
                joined[joined.count - 1] += "=\(argument)"
            } else {
                joined.append(argument)
            }
        }
        return joined
    }

    /// The formats that have columns which are guessed.
    private static let guessed: [any ImportFormat] = [LoginTableFormat(), JSONListFormat(), ListFormat()]

    private static func tableColumns(_ text: String) throws -> TableColumns {
        do throws(TableColumnsError) { return try TableColumns(text) } catch { throw ValidationError(error.message) }
    }
}

extension SecretEncoding: ExpressibleByArgument {}

extension FormatID: ExpressibleByArgument {
    /// An id, or the name of one app that can be read: `google`.
    public init?(argument: String) {
        self.init(rawValue: argument.lowercased())
        guard !Self.readable.contains(rawValue) else { return }
        let apps = FormatEntry.formats().filter { $0.reader != nil && !$0.isForRootedPhones }
        let matches = AppNames.match(argument, in: apps).best
        if matches.count == 1 { self = matches[0].id }
    }

    /// The formats of `--from`.
    static var readable: [String] { Assembly.current.importFormats.formats.map(\.description.id.rawValue).sorted() }

    /// The formats of `--to`.
    static var writable: [String] { Assembly.current.exportFormats.map(\.description.id.rawValue).sorted() }

    /// An id, or the name of one app that can be written: `google`.
    @Sendable
    static func ofTarget(_ argument: String) -> FormatID {
        let exact = FormatID(rawValue: argument.lowercased())
        let matches = writable.contains(exact.rawValue) ? [] : AppSearch.targets(called: argument)
        return matches.count == 1 ? matches[0].id : exact
    }
}

/// The passphrases of inputs.
struct SourcePassphraseOptions: ParsableArguments {
    @Option(
        name: .customLong("source-passphrase-file"), .reading,
        "Passphrases for encrypted inputs, one per line of a file.", value: "file",
        manual: """
            Each is tried. `-` is standard input. Without this option: TOTP_IMPORT_SOURCE_PASSPHRASE, else a \
            prompt.
            """)
    var file: String?

    /// The passphrases that were given in advance.
    func known() throws(FileError) -> PassphraseFile.Lines {
        if let file { return try PassphraseFile.lines(file, "Passphrase of the inputs") }
        return PassphraseFile.Lines(text: [PassphraseVariable.source.value].compactMap { $0 })
    }
}

/// Inputs that are not arguments: there may be more of them than fit a command line.
struct InputListOptions: ParsableArguments {
    @Option(
        .reading, "Also read inputs named in a file, with NUL between names.", value: "list",
        manual: """
            As `find -print0` [writes them](#inputs). `-` is standard input. With `verify`, they belong to the \
            first side.
            """,
        completion: .file())
    var filesFrom: String?

    /// - Parameter arguments: the inputs of the command line; at least one is needed without a list.
    func validate(_ arguments: [String], name: String = "inputs") throws {
        if arguments.isEmpty, filesFrom == nil {
            throw ValidationError("Missing expected argument '<\(name)> ...'")
        }
    }

    /// Returns the inputs of the command line, then the inputs of the list.
    func collect(_ arguments: [String]) throws -> [Input] {
        let inputs = try [Input].named(arguments)
        guard let filesFrom else { return inputs }
        let limit = Limit.inputList
        let bytes =
            filesFrom == "-"
            ? try BoundedFile.readStandardInput(limit: limit) : try BoundedFile.read(filesFrom, limit: limit)
        do throws(SourceError) {
            return try inputs + InputList(bytes, list: filesFrom.inputName).inputs
        } catch {
            throw CommandError("\(filesFrom.inputName): \(error.problem)", error.advice)
        }
    }
}

/// The character set of texts.
struct EncodingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            .reading, "Read texts that are not Unicode in this character set.", value: "name",
            manual: """
                Such as `windows-1251`, `gbk` or `shift_jis`: a name that `iconv -l` lists. Texts in UTF-8 or UTF-16, \
                and pages and XML that name their character set, are read in that. Bytes that it does not have are an \
                error. Without this option such a text is read as Windows-1252, with a warning. QR codes are texts, too.
                """),
        transform: EncodingOptions.characterSet)
    var encoding: TextEncoding?

    /// The settings of a reader that needs no others.
    var settings: ReadingSettings {
        var settings = ReadingSettings()
        settings.encoding = encoding
        return settings
    }

    private static func characterSet(_ name: String) throws -> TextEncoding {
        guard let encoding = TextEncoding(named: name) else {
            throw ValidationError("the character set is not known; iconv -l lists those that are")
        }
        return encoding
    }
}

/// How much is done at once.
struct JobsOptions: ParsableArguments {
    @Option(
        .reading, "Number of inputs to read at once.", value: "n",
        manual: """
            1 to 256; the default is the number of cores. With `validate`, the number of portions of the input. \
            The result does not depend on it.
            """)
    var jobs = JobsOptions.standard

    /// The machine's cores.
    static let standard = ProcessInfo.processInfo.activeProcessorCount

    func validate() throws {
        guard 1...Limit.jobs ~= jobs else { throw ValidationError("--jobs must be 1 to \(Limit.jobs)") }
    }
}
