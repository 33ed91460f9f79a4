public import TOTPDomain

/// Reads one input: what it is, is told from its content.
public struct SourceReader: Sendable {
    private let registry: FormatRegistry
    private let images: ImageReader
    private let passphrases: any PassphraseSource
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
        self.forced = forced
        self.keyFile = keyFile
        self.limits = limits
    }

    /// Never throws: whatever is wrong is in the result.
    public func read(_ input: Input) async -> SourceResult {
        do throws(SourceFailure) {
            let content = SourceContent(try input.bytes(limit: limits.sourceBytes))
            switch content.kind {
            case .empty:
                throw SourceFailure(.emptyFile, "the file is empty; copy it again from where it came")
            case .image(let kind):
                return try readImage(content.bytes, kind, of: input)
            case .text, .binary, .sqlite, .zip:
                guard let format = forced ?? registry.format(of: content) else { return unrecognised(content, input) }
                return await readExport(content, format, input)
            }
        } catch {
            return SourceResult(input, status: .failed, failure: error)
        }
    }

    // MARK: - Pictures

    private func readImage(
        _ bytes: [UInt8], _ kind: SourceContent.ImageKind, of input: Input
    ) throws(SourceFailure) -> SourceResult {
        let reading = try images.read(bytes, kind: kind)
        var result = SourceResult(input, format: kind.rawValue)
        result.codes = reading.scan.payloads.count
        var others: [Int] = []
        for (index, payload) in reading.scan.payloads.enumerated() {
            guard let document = document(payload, code: index + 1) else {
                others.append(index + 1)
                continue
            }
            result.take(document)
        }
        result.status = status(of: result, reading, others: others.count)
        addWarnings(reading, others: others, to: &result)
        return result
    }

    /// A payload takes the road of a line of text; nil where it is not about accounts. One that cannot be opened is a
    /// rejected entry: the other codes of the picture are read.
    private func document(_ payload: QRPayload, code: Int) -> ImportedDocument? {
        let content = SourceContent(text: payload.bytes)
        guard let format = registry.format(of: content) else { return nil }
        do throws(SourceFailure) {
            return try format.read(ImportRequest(content: content, limits: limits, code: code))
        } catch {
            let problem = EntryProblem(RejectionCode(rawValue: error.code.rawValue), error.message)
            let rejection = EntryRejection(position: EntryPosition(code: code), problem: problem)
            return ImportedDocument(format: format.description.id, entries: [.rejected(rejection)])
        }
    }

    private func status(of result: SourceResult, _ reading: ImageReader.Reading, others: Int) -> SourceResult.Status {
        if reading.damage != nil || reading.scan.unread + reading.scan.incomplete > 0 || result.hasRejections {
            return .partial
        }
        return reading.scan.payloads.count == others ? .noCode : .ok
    }

    private func addWarnings(_ reading: ImageReader.Reading, others: [Int], to result: inout SourceResult) {
        let scan = reading.scan
        if let damage = reading.damage { result.warnings.append("the picture is \(damage)") }
        result.warnings += scan.complaints
        if scan.payloads.isEmpty {
            if result.status == .noCode {
                result.warnings.append("no QR code found; crop the picture to the code, or take a larger one")
            }
        } else if others.count == scan.payloads.count {
            let what = count(others.count, "QR code")
            result.warnings.append("\(what) found, but no account in it: a web address or other text")
        } else if !others.isEmpty {
            let list = others.map(String.init).joined(separator: ", ")
            result.warnings.append("code \(list) is not about accounts and was left out")
        }
    }

    private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    // MARK: - Exports

    private func readExport(
        _ content: SourceContent, _ format: any ImportFormat, _ input: Input
    ) async -> SourceResult {
        var result = SourceResult(input, format: format.description.id.rawValue)
        do throws(SourceFailure) {
            result.take(try await document(content, format, input))
            if result.hasRejections { result.status = .partial }
        } catch {
            result.status = .failed
            result.failure = error
        }
        return result
    }

    /// Reads without a passphrase first, then with each that is known, then with what a person answers.
    private func document(
        _ content: SourceContent, _ format: any ImportFormat, _ input: Input
    ) async throws(SourceFailure) -> ImportedDocument {
        var request = ImportRequest(content: content, keyFile: keyFile, limits: limits)
        var failure: SourceFailure
        do throws(SourceFailure) { return try format.read(request) } catch { failure = error }
        guard failure.isAboutPassphrase else { throw failure }
        for candidate in passphrases.known {
            request.passphrase = candidate
            do throws(SourceFailure) { return try format.read(request) } catch { failure = error }
            guard failure.isAboutPassphrase else { throw failure }
        }
        for attempt in 1...3 {
            let app = format.description.app
            guard let answer = await passphrases.ask(input: input.name, app: app, attempt: attempt) else { break }
            request.passphrase = answer
            do throws(SourceFailure) { return try format.read(request) } catch { failure = error }
            guard failure.isAboutPassphrase else { throw failure }
        }
        throw failure
    }

    // MARK: - Neither

    private func unrecognised(_ content: SourceContent, _ input: Input) -> SourceResult {
        if input.promisesImage {
            let failure = SourceFailure(.notAnImage, "not a picture, whatever its name says; export or save it again")
            return SourceResult(input, status: .failed, failure: failure)
        }
        if input.folder != nil { return SourceResult(input, status: .skipped) }
        let failure = SourceFailure(
            .unrecognised,
            "neither a picture nor an export that is known (see totp-import formats); name its format with --from")
        return SourceResult(input, status: .failed, failure: failure)
    }
}
