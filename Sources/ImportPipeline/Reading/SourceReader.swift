public import TOTPDomain

/// Reads one input: what it is, is told from its content.
public struct SourceReader: Sendable {
    private let registry: FormatRegistry
    private let images: ImageReader
    private let passphrases: any PassphraseSource
    private let known: KnownPassphrases
    private let forced: (any ImportFormat)?
    private let keyFile: [UInt8]?
    private let limits: ImportLimits

    /// - parameter forced: the format of `--from`, in which every input that is no picture is read.
    public init(
        registry: FormatRegistry,
        images: ImageReader,
        passphrases: any PassphraseSource = NoPassphrases(),
        forced: (any ImportFormat)? = nil,
        keyFile: [UInt8]? = nil,
        limits: ImportLimits = ImportLimits()
    ) {
        self.registry = registry
        self.images = images
        self.passphrases = passphrases
        known = KnownPassphrases(passphrases.known)
        self.forced = forced
        self.keyFile = keyFile
        self.limits = limits
    }

    /// Never throws: whatever is wrong is in the result.
    public func read(_ input: Input) async -> SourceResult {
        do throws(SourceError) {
            let content = SourceContent(try input.bytes(limit: limits.sourceBytes))
            switch content.kind {
            case .empty:
                throw SourceError(.emptyFile, "the file is empty; copy it again from where it came")
            case .image(let kind):
                return try readImage(content.bytes, kind, of: input)
            case .text, .binary, .sqlite, .zip:
                let candidates = forced.map { [$0] } ?? registry.candidates(for: content)
                guard !candidates.isEmpty else { return unrecognised(content, input) }
                return await readExport(content, candidates, input)
            }
        } catch {
            return SourceResult(input, status: .failed, failure: error)
        }
    }

    // MARK: - Pictures

    private func readImage(
        _ bytes: [UInt8], _ kind: SourceContent.ImageKind, of input: Input
    ) throws(SourceError) -> SourceResult {
        let readings = try images.read(bytes, kind: kind)
        var result = SourceResult(input, format: kind.rawValue)
        result.codes = 0
        var others: [EntryPosition] = []
        for reading in readings {
            for (index, payload) in reading.scan.payloads.enumerated() {
                let position = EntryPosition(page: reading.page, code: index + 1)
                if let document = document(payload, at: position) {
                    result.take(document)
                } else {
                    others.append(position)
                }
            }
            result.codes = (result.codes ?? 0) + reading.scan.payloads.count
            result.warnings += reading.warnings
        }
        if result.hasRejections || readings.contains(where: \.isPartial) {
            result.status = .partial
        } else if result.codes == others.count {
            result.status = .noCode
        }
        addWarnings(others: others, to: &result)
        return result
    }

    /// A payload takes the road of a line of text; nil where it is not about accounts. One that cannot be opened is a
    /// rejected entry: the other codes of the picture are read.
    private func document(_ payload: QRPayload, at position: EntryPosition) -> ImportedDocument? {
        let content = SourceContent(text: payload.bytes)
        guard let format = registry.format(of: content) else { return nil }
        do throws(SourceError) {
            return try format.read(
                ImportRequest(content: content, limits: limits, page: position.page, code: position.code))
        } catch {
            let problem = EntryError(RejectionCode(rawValue: error.code.rawValue), error.message)
            let rejection = EntryRejection(position: position, problem: problem)
            return ImportedDocument(format: format.description.id, entries: [.rejected(rejection)])
        }
    }

    private func addWarnings(others: [EntryPosition], to result: inout SourceResult) {
        if result.codes == 0 {
            if result.status == .noCode {
                result.warnings.append("no QR code found; crop the picture to the code, or take a larger one")
            }
        } else if others.count == result.codes {
            let what = count(others.count, "QR code")
            result.warnings.append("\(what) found, but no account in it: a web address or other text")
        } else if !others.isEmpty {
            let list = others.map { $0.page == nil ? "\($0.code ?? 0)" : "\($0)" }.joined(separator: ", ")
            let subject = others.contains { $0.page == nil } ? "code \(list)" : list
            result.warnings.append("\(subject) is not about accounts and was left out")
        }
    }

    private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    // MARK: - Exports

    private func readExport(
        _ content: SourceContent, _ candidates: [any ImportFormat], _ input: Input
    ) async -> SourceResult {
        let isGuess = forced == nil && candidates.allSatisfy { $0.hasNoSignature(content) }
        // Folders hold all sorts of files that could be encrypted, and few of them are exports.
        let isUnlikely = isGuess && input.folder != nil && !input.promisesEncryptedExport
        var result = SourceResult(input, format: isGuess ? nil : candidates.first?.description.id.rawValue)
        var trial = Candidates(formats: candidates)
        do throws(SourceError) {
            let document = try await document(content, &trial, input, asks: !isUnlikely)
            result.format = document.format.rawValue
            result.take(document)
            if result.hasRejections { result.status = .partial }
        } catch {
            if isUnlikely, error.isAboutPassphrase { return SourceResult(input, status: .skipped) }
            result.status = .failed
            result.failure =
                isGuess ? guessFailed(error, candidates, content.kind == .text ? trial.ruledOut : []) : error
        }
        return result
    }

    /// - parameter ruledOut: why it can be of no other format: that may be what a person has to mend.
    private func guessFailed(
        _ failure: SourceError, _ candidates: [any ImportFormat], _ ruledOut: [String]
    ) -> SourceError {
        guard failure.isAboutPassphrase else { return failure }
        let apps = candidates.map(\.description.app).joined(separator: " or ")
        let hints = ruledOut.map { " (\($0))" }.joined()
        return failure.code == .passphraseRequired
            ? SourceError(
                failure.code, "no format that is known, unless encrypted by \(apps): its passphrase is needed\(hints)")
            : SourceError(
                failure.code, "the passphrase does not open it as an export of \(apps); or it is none\(hints)")
    }

    /// Reads without a passphrase first, then with each that is known, then with what a person answers.
    private func document(
        _ content: SourceContent, _ trial: inout Candidates, _ input: Input, asks: Bool
    ) async throws(SourceError) -> ImportedDocument {
        var request = ImportRequest(
            content: content, keyFile: keyFile, limits: limits, siblings: input.siblings(limit: limits.sourceBytes))
        if let document = try trial.read(request) { return document }
        for candidate in known.inOrder {
            request.passphrase = candidate
            guard let document = try trial.read(request) else { continue }
            known.opened(with: candidate)
            return document
        }
        let app = trial.formats.map(\.description.app).joined(separator: " or ")
        for attempt in asks ? [1, 2, 3] : [] {
            guard let answer = await passphrases.ask(input: input.name, app: app, attempt: attempt) else { break }
            request.passphrase = answer
            if let document = try trial.read(request) { return document }
        }
        throw trial.failure
    }

    /// The formats that a content may still be of.
    private struct Candidates {
        private(set) var formats: [any ImportFormat]
        /// Why it is of none of the others, whatever the passphrase: `Steam: …`.
        private(set) var ruledOut: [String] = []
        /// Of the last reading, the most telling one.
        private(set) var failure = SourceError(.unrecognised, "the format is not known")
        /// What a format found wrong behind the encryption that it opened: nobody else's answer counts beside it.
        private var opened: SourceError?

        init(formats: [any ImportFormat]) { self.formats = formats }

        /// - returns: nil where another passphrase could help.
        /// - throws: ``SourceError`` where none could.
        mutating func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument? {
            var possible: [any ImportFormat] = []
            var failures: [SourceError] = []
            for format in formats {
                do throws(SourceError) { return try format.read(request) } catch {
                    failures.append(error)
                    if error.isAboutPassphrase {
                        possible.append(format)
                    } else {
                        ruledOut.append("\(format.description.app): \(error.message)")
                        let isOpened = request.passphrase != nil && error.code != .limitExceeded
                        if isOpened, opened == nil { opened = error }
                    }
                }
            }
            formats = possible
            failure = opened ?? failures.first(where: \.isAboutPassphrase) ?? failures.first ?? failure
            guard !possible.isEmpty else { throw failure }
            return nil
        }
    }

    // MARK: - Neither

    private func unrecognised(_ content: SourceContent, _ input: Input) -> SourceResult {
        if input.promisesImage {
            let failure = SourceError(.notAnImage, "not a picture, whatever its name says; export or save it again")
            return SourceResult(input, status: .failed, failure: failure)
        }
        if input.folder != nil { return SourceResult(input, status: .skipped) }
        let failure = SourceError(
            .unrecognised,
            "neither a picture nor an export that is known (see totp-import formats); name its format with --from")
        return SourceResult(input, status: .failed, failure: failure)
    }
}
