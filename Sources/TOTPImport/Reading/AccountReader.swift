internal import ImportPipeline
internal import Platform
public import TOTPDomain

/// Reads accounts from inputs. Its properties say how, and whom to ask for passphrases.
///
/// ```swift
/// var reader = AccountReader()
/// reader.askForPassphrase = { request in await sheet.passphrase(for: request.input) }
/// let result = try await reader.read([.path("Downloads"), .bytes(dropped, named: "aegis.json")])
/// ```
///
/// Several readers can work at the same time; none of them changes the state of the process.
public struct AccountReader: Sendable {
    /// Passphrases to try on each encrypted input, also on vaults.
    public var passphrases: [Passphrase]
    /// Asks the user for the passphrase of an input, at most three times; the answer nil skips the input. Inputs ask in
    /// their order, never at the same time.
    public var askForPassphrase: (@Sendable (PassphraseRequest) async -> Passphrase?)?
    /// The key file of KeePass databases.
    public var keyFile: [UInt8]?
    /// The most memory that the key derivation of one input may use, in bytes.
    public var keyDerivationMemory = ImportLimits().keyDerivationMemory
    /// The largest input that is read, in bytes.
    public var maximumInputSize = ImportLimits().sourceBytes
    /// How many inputs are read at once, at least 1.
    public var concurrency = ProcessInfo.processInfo.activeProcessorCount

    /// - Parameter passphrases: to try on each encrypted input.
    public init(passphrases: [Passphrase] = []) { self.passphrases = passphrases }

    /// Reads all inputs. A problem with one of them never stops the rest: it is in the ledger.
    ///
    /// If the task is cancelled, no further input is started, and the method throws when the started inputs are done.
    ///
    /// - Throws: `CancellationError`, or an internal error if the counts of the ledger do not add up.
    public func read(_ inputs: [ImportInput]) async throws -> ImportResult {
        try await read(inputs) { _ in }
    }

    /// Reads all inputs and reports progress.
    ///
    /// Reading starts with the first iteration, and stops when the loop ends early or its task is cancelled.
    ///
    /// ```swift
    /// for try await step in reader.steps(reading: inputs) {
    ///     switch step {
    ///     case .reading(let progress): bar.value = progress.fraction
    ///     case .finished(let result): show(result.ledger)
    ///     }
    /// }
    /// ```
    public func steps(reading inputs: [ImportInput]) -> ReadingSteps { ReadingSteps(reader: self, inputs: inputs) }

    func read(
        _ inputs: [ImportInput], report: @escaping @Sendable (ReadingProgress) -> Void
    ) async throws -> ImportResult {
        let run = ImportRun(reader: sourceReader, jobs: max(1, concurrency))
        let tally = ProgressTally(report)
        let results = try await run.read(
            inputs.flatMap(\.inputs), started: { tally.start($0) }, finished: { _ in tally.finish() })
        let (ledger, items) = try run.collect(results)
        return ImportResult(accounts: items, ledger: ImportLedger(ledger), results: results)
    }

    private var sourceReader: SourceReader {
        var settings = ReadingSettings()
        settings.passphrases = PassphraseSource(known: passphrases)
        if let ask = askForPassphrase { settings.passphrases.ask = { await Self.answer(to: $0, ask) } }
        settings.keyFile = keyFile
        settings.limits.keyDerivationMemory = max(0, keyDerivationMemory)
        settings.limits.sourceBytes = max(0, maximumInputSize)
        return Parts.standard.reader(settings)
    }

    private static func answer(
        to question: PassphraseQuestion, _ ask: @Sendable (PassphraseRequest) async -> Passphrase?
    ) async -> PassphraseAnswer {
        guard !Task.isCancelled else { return .nobody }
        let request = PassphraseRequest(
            input: question.input, app: question.app, isGuess: question.isGuess, attempt: question.attempt)
        return await ask(request).map { .typed($0) } ?? .skip
    }
}
