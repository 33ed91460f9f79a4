import Encodings
import Images
import Links
import SafeFile
import Synchronization
import TOTPDomain

/// Reads one input. Its format is detected from the content.
package struct SourceReader: Sendable {
    let registry: FormatRegistry
    let images: ImageReader
    var settings: ReadingSettings
    let known: KnownPassphrases
    /// The passphrases that were given or typed; the passphrase that opened the last input comes first.
    package var knownPassphrases: [Passphrase] { known.inOrder }
    let compressions: [Compression]
    let archives: (any ArchiveOpener)?
    private let siblingLog = SiblingLog()
    private let copies: ImageCopies
    private let memory: (any ImageMemory)?
    private let archiveEntries = ArchiveEntries()
    /// Whether it reads the attachments of an export: theirs are only named.
    var isWithinExport = false

    /// Files that were read because they belong to an input: a maFile's manifest, a database's journal.
    package var siblingFiles: [String] { siblingLog.paths }

    /// - Parameters:
    ///   - compressions: inputs that have one of them are unpacked.
    ///   - archives: opens archives for ``InputQueue``; nil reads none.
    ///   - fingerprint: a value for the bytes of an image: images with the same value are scanned once. Different bytes
    ///     must have different values, whoever chose them. Where it is nil, the image is scanned.
    ///   - memory: images that it has are not scanned.
    package init(
        registry: FormatRegistry, images: ImageReader, settings: ReadingSettings = ReadingSettings(),
        compressions: [Compression] = [], archives: (any ArchiveOpener)? = nil,
        fingerprint: @escaping @Sendable ([UInt8]) -> UInt128? = { _ in nil },
        memory: (any ImageMemory)? = nil
    ) {
        (self.registry, self.images, self.settings) = (registry, images, settings)
        known = KnownPassphrases(settings.passphrases.known)
        (self.compressions, self.archives) = (compressions, archives)
        copies = ImageCopies(fingerprint: fingerprint)
        self.memory = memory
    }

    /// Never throws: problems are in the result.
    ///
    /// - Parameter turn: when to ask for a passphrase, if other inputs are read at the same time.
    package func read(_ input: Input, turn: PromptTurn? = nil) async -> SourceResult {
        do throws(SourceError) {
            try archiveEntries.check(input)
            let fileState = input.place?.fileState ?? input.path.flatMap { FileState($0) }
            var result = await readAlone(input, turn)
            result.fileState = fileState
            if let place = input.place { result.leftovers.add(place.leftovers) }
            if input.isInDocument, result.hasAccounts { result.keepsakes.insert(.original("a document")) }
            try archiveEntries.add(result.entries.count, of: input)
            return result
        } catch { return SourceResult(input, failure: error) }
    }

    func readAlone(_ input: Input, _ turn: PromptTurn?) async -> SourceResult {
        if case .skipped(let skipped) = input.location { return SourceResult(input, skipped: skipped) }
        do throws(SourceError) {
            var content = try content(of: input)
            if case .image(let kind) = content.kind {
                var (result, scan) = await scanOnce(content.bytes, kind, input)
                if let scan, result.status != .failed, let besides = images.besides(content.bytes, kind) {
                    result.add(besides)
                    read(besides.text, into: &result)
                    if result.hasAccounts { result.look(for: scan.codes.map(\.text.bytes), in: besides.hidden) }
                }
                return input.isInDocument && result.isPlainImage ? SourceResult(input, skipped: .picture) : result
            }
            if input.isInDocument, settings.columns != nil, !hasChosenColumns(content, input) {
                var reader = self
                (reader.settings.columns, reader.settings.forced) = (nil, nil)
                return await reader.readAlone(input, turn)
            }
            // Formats without a signature would take it for encrypted.
            if compression(of: content.bytes) != nil { return .unread(input, content, as: Self.compressedTwice) }
            // Its links are in words that a text does not have.
            if settings.forced == nil, FileKind.richText.matches(content) {
                return .unread(input, content, as: Self.unrecognised)
            }
            var candidates = settings.forced.map { [$0] } ?? registry.candidates(for: content)
            if settings.forced == nil, let plain = undressed(content, candidates) {
                (content, candidates) = (plain, registry.candidates(for: plain))
            }
            // Before the formats without a signature, which would ask for a passphrase.
            if settings.forced == nil,
                let app = registry.appWithoutExport(of: content, candidates: candidates, path: input.path)
            {
                return .unread(input, content, as: app.failure, isOfFormat: true)
            }
            // A text that would prove nothing otherwise.
            if candidates.isEmpty, settings.secretEncoding != nil, content.kind == .text {
                candidates = registry.columnsFormat.map { [$0] } ?? []
            }
            let isGuess = settings.forced == nil && candidates.allSatisfy { $0.hasNoSignature(content) }
            guard !candidates.isEmpty, !isGuess || FileKind(of: content, named: input.name) == nil else {
                return .unread(input, content, as: Self.unrecognised, hasLink: hasLink(inDocument: content))
            }
            return await readExport(content, candidates, input, turn)
        } catch {
            if error.code == .tooLarge, settings.forced == nil, let large = largeFile(input) { return large }
            return .unread(input, error)
        }
    }

    /// Whether a part of a document is a table with the columns that the user names.
    private func hasChosenColumns(_ content: SourceContent, _ input: Input) -> Bool {
        do throws(SourceError) {
            return try settings.forced?.read(request(for: content, of: input)) != nil
        } catch { return error.code != .unrecognised || error.question != nil }
    }

    /// A text with the links in it that are encoded or escaped, if no format knows it or only as a list of links.
    private func undressed(_ content: SourceContent, _ candidates: [any ImportFormat]) -> SourceContent? {
        guard content.kind == .text, content.jsonOutline == nil,
            candidates.allSatisfy({ $0 is OTPAuthFormat || $0.hasNoSignature(content) })
        else { return nil }
        return ClothedLinks.undressed(content.text).map { SourceContent(text: $0, doubt: content.doubt) }
    }

    /// A video or a drawing that the user did not name, if the program that draws it is missing or finds no image: a
    /// film may have only sound, and a part of a page may not be a drawing outside of it; nil for everything else.
    static func passedOver(_ result: SourceResult, _ kind: SourceContent.ImageKind, _ input: Input) -> SourceResult? {
        guard let file = kind.fileKind, input.folder != nil, let failure = result.failure,
            [.unsupportedImage, .imageDamaged].contains(failure.code)
        else { return nil }
        return SourceResult(input, skipped: .other(file))
    }

    /// The kind of a file that is too large to be read; nil if its first bytes do not show it.
    private func largeFile(_ input: Input) -> SourceResult? {
        guard var stream = try? input.stream(), let head = try? stream.bytes(upTo: Self.startByteCount),
            SourceContent(head).kind != .sqlite, let kind = FileKind(of: SourceContent(head)), kind != .zeros
        else { return nil }
        // It would be read if it were smaller.
        if kind == .video, input.folder == nil {
            let failure = SourceError(
                .tooLarge, "a video of more than \(settings.limits.sourceBytes >> 20) MiB, the most that is read",
                "take a screenshot of each QR code in it, or cut it")
            return SourceResult(input, failure: failure)
        }
        return .unread(input, SourceContent(head), as: kind.failure())
    }

    /// The number of first bytes that show the kind of a file that is too large to be read.
    private static let startByteCount = 1 << 13

    // MARK: - Images

    /// Reads an image only, and keeps every QR code with its content.
    ///
    /// - Returns: the same result as ``read(_:)`` for an image; without a scan for anything else.
    /// - Parameter show: called with each image that has pixels, to report its codes.
    package func scan(
        _ input: Input, show: ((ImageReader.PageReading, LumaImage, RGBImage?) -> Void)? = nil
    ) async -> (result: SourceResult, scan: ImageScan?) {
        if case .skipped(let skipped) = input.location { return (SourceResult(input, skipped: skipped), nil) }
        do throws(SourceError) {
            let content = try content(of: input)
            guard case .image(let kind) = content.kind else {
                return (.unread(input, content, as: content.kind == .text ? Self.onlyAText : Self.onlyAFile), nil)
            }
            let reading = await scanOnce(content.bytes, kind, input)
            if let show, let scan = reading.scan { try images.show(content.bytes, scan, show) }
            return reading
        } catch { return (.unread(input, error), nil) }
    }

    /// Scans an image, unless an image with the same bytes was scanned.
    private func scanOnce(
        _ bytes: [UInt8], _ kind: SourceContent.ImageKind, _ input: Input
    ) async -> (result: SourceResult, scan: ImageScan?) {
        let (outcome, fingerprint) = await copies.scan(bytes) { () throws(SourceError) in
            try codes(inImage: bytes, kind)
        }
        var result: SourceResult
        switch outcome {
        case .success(let scan): result = scan.result(input)
        case .failure(let failure): result = SourceResult(input, failure: failure)
        }
        if let passedOver = Self.passedOver(result, kind, input) { return (passedOver, nil) }
        // A code may be in the frames that are not read.
        if kind == .video, result.hasAccounts { result.keepsakes.insert(.original("a video")) }
        result.fingerprint = fingerprint
        return (result, try? outcome.get())
    }

    /// Reads the links of a text beside images, and warns about other possible secrets.
    private func read(_ bytes: [UInt8], into result: inout SourceResult) {
        let content = SourceContent(text: bytes), text = bytes.span
        if LinkRecords.containsLink(text, isJSON: false), let document = document(content, at: EntryPosition()) {
            result.take(document)
            if result.hasRejections {
                result.status = .partial
            } else if result.hasAccounts, result.status == .noCode {
                result.status = .ok
                result.warnings.removeAll { $0 == .noCodeFound }
            }
        } else if case let count = BareSecret.find(in: text, text.indices).count(where: { !result.has($0.secret) }),
            count > 0
        {
            result.warnings.append(
                Warning(
                    "its text may contain \(counted(count, "secret"))",
                    .text("type each account in with totp-import vault add", onPage: "choose \"Enter a setup key\"")))
        }
    }

    /// Decodes an image and reads the payload of each QR code.
    func codes(inImage bytes: [UInt8], _ kind: SourceContent.ImageKind) throws(SourceError) -> ImageScan {
        var pages = try images.read(bytes, kind: kind, memory)
        for index in pages.indices { pages[index].codes = codes(of: pages[index].scan, page: pages[index].page) }
        return ImageScan(kind: kind, pages: pages)
    }

    /// The codes of an image, in reading order, each with its content.
    func codes(of scan: QRScanResult, page: Int? = nil) -> [ImageScan.Code] {
        scan.payloads.enumerated().map { code(EntryPosition(page: page, code: $0 + 1), $1) }
    }

    func code(_ position: EntryPosition, _ payload: QRPayload) -> ImageScan.Code {
        let text = TextDecoding.text(payload.bytes, as: settings.encoding)
        let content = SourceContent(text: text.bytes, doubt: text.doubt)
        let document = document(content, at: position)
        return ImageScan.Code(
            position: position, payload: payload, text: text, document: document,
            withoutExport: document == nil ? registry.appWithoutExport(of: content) : nil)
    }

    /// Reads a payload like a line of text; nil if it is not about accounts. An unreadable payload is a rejected entry,
    /// so that the other codes of the image are still read.
    private func document(_ content: SourceContent, at position: EntryPosition) -> ImportedDocument? {
        guard let format = registry.format(of: content) else { return nil }
        do throws(SourceError) {
            try content.doubt?.check()
            return try format.read(
                ImportRequest(content: content, limits: settings.limits, page: position.page, code: position.code))
        } catch {
            let problem = EntryError(RejectionCode(rawValue: error.code.rawValue), error.problem, error.advice)
            let rejection = EntryRejection(position: position, problem: problem)
            return ImportedDocument(format: format.description.id, records: 1, entries: [.rejected(rejection)])
        }
    }

    // MARK: - Exports

    private func readExport(
        _ content: SourceContent, _ candidates: [any ImportFormat], _ input: Input, _ turn: PromptTurn?
    ) async -> SourceResult {
        let isGuess = settings.forced == nil && candidates.allSatisfy { $0.hasNoSignature(content) }
        // Folders contain all sorts of files that could be encrypted, and few of them are exports.
        let isUnlikely = isGuess && input.folder != nil && !input.isNamedLikeEncryptedExport
        var result = SourceResult(input, format: isGuess ? nil : candidates.first?.description.id.rawValue)
        var remaining = Candidates(formats: candidates)
        do throws(SourceError) {
            let doubt = content.doubt ?? input.doubt
            try doubt?.check()
            // No passphrase opens a file of another app.
            let question =
                isUnlikely || mistakenFormat(content) != nil
                ? nil : question(about: input, candidates, isGuess: isGuess)
            let (read, isEncrypted) = try await document(content, &remaining, input, question, turn)
            var document = read
            document.warnAboutFurtherLinks(in: content, isEncrypted: isEncrypted)
            document.lookAtNames()
            document.lookAtEnd(of: content)
            result.format = document.format.rawValue
            result.isEncrypted = isEncrypted
            result.take(document, doubt.flatMap(Warning.init))
            await readAttachments(document.attachments, of: input, into: &result, turn)
            let description = registry.format(document.format)?.description
            if let keepsake = description?.keepsake { result.keepsakes.insert(keepsake) }
            if content.kind == .zip { result.leftovers.add(leftovers(zip: content.bytes)) }
            // The images of a page with links were not scanned.
            if document.isLinkList,
                archives?.kind(of: content.bytes) == .document || SourceContent.isDrawing(content.text)
            {
                result.keepsakes.insert(.original("a document"))
            }
            if result.hasRejections { result.status = .partial }
            result.usesSecretEncoding = !isEncrypted && dependsOnEncoding(document, content, input)
            if result.isEmptyExport, result.warnings.isEmpty, description?.origin != .vault {
                result.warnings = [.noAccounts]
            }
            if !result.hasAccounts, let mistake = mistakenFormat(content) { throw mistake }
            // Its names are not encrypted, and look like those of settings.
            if result.hasRejections, !result.hasAccounts, FileKind.sops.matches(content) {
                return SourceResult(input, failure: FileKind.sops.failure())
            }
        } catch {
            let error = error.naming(input.argument)
            if isUnlikely, error.isAboutPassphrase { return SourceResult(input, skipped: .content) }
            if let answered = await answered(error, content, candidates, input, turn) { return answered }
            // A format that knows only why the file is of no format.
            if settings.forced == nil, error.code == .unrecognised, error.question == nil {
                var unread = SourceResult.unread(input, content, as: error, isOfFormat: true)
                if input.isInDocument { unread.refusal = error }
                return unread
            }
            result.status = .failed
            if let mistake = mistakenFormat(content) {
                return SourceResult(input, format: result.format, failure: mistake)
            }
            if error.isAboutPassphrase {
                let request = ImportRequest(content: content, limits: settings.limits)
                result.linked = candidates.lazy.compactMap { $0.linkedSource(request) }.first
            }
            result.failure =
                isGuess && !error.isSkippedByUser
                ? guessFailed(error, content, content.kind == .text ? remaining.ruledOut : []) : error
        }
        return result
    }

    /// Whether the secrets of a document are others if the user names another encoding.
    private func dependsOnEncoding(_ document: ImportedDocument, _ content: SourceContent, _ input: Input) -> Bool {
        guard let encoding = settings.secretEncoding, let format = registry.format(document.format) else {
            return false
        }
        var request = request(for: content, of: input)
        request.secretEncoding = encoding == .text ? .hex : .text
        return (try? format.read(request))?.accounts.map(\.secret) != document.accounts.map(\.secret)
    }

    /// The result of a refused file with what the user says about the names in it; nil if the user is not asked, or
    /// does not answer.
    private func answered(
        _ refusal: SourceError, _ content: SourceContent, _ candidates: [any ImportFormat], _ input: Input,
        _ turn: PromptTurn?
    ) async -> SourceResult? {
        guard let question = refusal.question, let ask = settings.askColumns,
            candidates.first?.description.encryption != .always
        else { return nil }
        await turn?.wait()
        guard let columns = await ask(question, input) else { return nil }
        // As with the option on the command line.
        var reader = self
        reader.settings.columns = columns
        reader.settings.forced = registry.columnsFormat ?? settings.forced
        return await reader.readExport(content, reader.settings.forced.map { [$0] } ?? candidates, input, turn)
    }

    /// Why the file is not read in the format of `--from`: it is certainly a file of another app. Nil if it may have
    /// this format.
    private func mistakenFormat(_ content: SourceContent) -> SourceError? {
        guard let forced = settings.forced, settings.columns == nil, !forced.recognizes(content),
            // An app without an export has its own advice.
            registry.formats.contains(where: { $0.description.id == forced.description.id }),
            let other = registry.candidates(for: content).first(where: { !$0.hasNoSignature(content) })
        else { return nil }
        return SourceError(
            .unrecognised, "\(other.description.named), not \(forced.description.named)",
            .text("omit --from, or use --from \(other.description.id)"))
    }

    private func question(about input: Input, _ formats: [any ImportFormat], isGuess: Bool) -> PassphraseQuestion {
        var question = PassphraseQuestion(
            input: input.name, app: formats.map(\.description.app).joined(separator: " or "), isGuess: isGuess,
            place: input.number, mayNeedKeyFile: settings.keyFile == nil && formats.contains(where: \.usesKeyFile))
        question.isVault = formats.allSatisfy { $0.description.origin == .vault }
        return question
    }

    /// - Parameter ruledOut: why it is not another format, which may be the problem that the user can fix.
    private func guessFailed(_ failure: SourceError, _ content: SourceContent, _ ruledOut: [String]) -> SourceError {
        guard failure.isAboutPassphrase else { return failure }
        let bytes = content.kind == .text ? "base64 of random bytes" : "random bytes"
        let hints = ruledOut.map { " (\($0))" }.joined()
        return SourceError(
            failure.code,
            failure.code == .passphraseRequired
                ? "\(bytes), which may be encrypted: nothing in them says by which app\(hints)"
                : "\(bytes) that no given passphrase opens\(hints)",
            .text(
                "if it is an export, name its format with --from (totp-import formats lists them)",
                onPage: "if it is an export, give its passphrase, or export again without encryption"))
    }

    /// Reads first without a passphrase, then with each known passphrase, then with typed passphrases.
    ///
    /// - Parameter question: the question; nil never to ask.
    private func document(
        _ content: SourceContent, _ remaining: inout Candidates, _ input: Input, _ question: PassphraseQuestion?,
        _ turn: PromptTurn?
    ) async throws(SourceError) -> (ImportedDocument, isEncrypted: Bool) {
        var request = request(for: content, of: input)
        if let document = try remaining.read(request) {
            // An unlocked vault, or a file with a key file.
            return (document, registry.format(document.format)?.description.encryption == .always)
        }
        var question = question
        question?.app = remaining.formats.map(\.description.app).joined(separator: " or ")
        var attempts = PassphraseAttempts(known, settings.passphrases, question)
        while let candidate = await attempts.next(turn: { await turn?.wait() }) {
            request.passphrase = candidate
            request.knownPassphrases = known.inOrder
            guard let document = try remaining.read(request) else { continue }
            known.opened(with: candidate)
            return (document, true)
        }
        throw attempts.failure(remaining.failure)
    }

    /// The first request, without a passphrase.
    func request(for content: SourceContent, of input: Input) -> ImportRequest {
        var limits = settings.limits
        limits.willDerive = { [settings] in settings.deriving(input) }
        var request = ImportRequest(
            content: content, keyFile: settings.keyFile, limits: limits,
            siblings: input.place.map { siblings(of: $0) }
                ?? input.siblings(limit: limits.sourceBytes, found: siblingLog.add),
            columns: settings.columns, secretEncoding: settings.secretEncoding)
        request.isPasted = input.isPasted
        request.qrCodes = { [images] bytes in
            guard case .image(let kind) = SourceContent(bytes).kind else { return [] }
            let pages = (try? images.read(bytes, kind: kind)) ?? []
            return pages.flatMap { $0.scan.payloads.map(\.bytes) }
        }
        return request
    }

    /// The formats that are still possible for the content.
    private struct Candidates {
        private(set) var formats: [any ImportFormat]
        /// Why other formats are impossible with any passphrase: `Steam: …`.
        private(set) var ruledOut: [String] = []
        /// The most useful failure of the last reading.
        private(set) var failure = SourceError(.unrecognised, "the format is not known")
        /// The error of a format that could decrypt the content; the errors of other formats are then ignored.
        private var opened: SourceError?

        init(formats: [any ImportFormat]) { self.formats = formats }

        /// - Returns: nil if another passphrase could help.
        /// - Throws: ``SourceError`` if none could.
        mutating func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument? {
            var possible: [any ImportFormat] = []
            var failures: [SourceError] = []
            for format in formats {
                do throws(SourceError) { return try format.read(request.restarted) } catch {
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

    /// Remembers files from all tasks.
    private final class SiblingLog: Sendable {
        private let entries = Mutex<Set<String>>([])

        var paths: [String] { entries.withLock { $0.sorted() } }

        @Sendable func add(_ path: String) { entries.withLock { _ = $0.insert(path) } }
    }

    // MARK: - Neither

    private static let unrecognised = SourceError(
        .unrecognised, "not an image or a known export",
        .text(
            "see totp-import formats, or name its format with --from",
            onPage: "drop an export of an app, an image of a QR code or otpauth links; for a setup key, choose "
                + "\"Enter a setup key\"")
    )
    private static let compressedTwice = SourceError(
        .unrecognised, "compressed twice", "unpack it once and name the result")
    private static let onlyAText = SourceError(
        .notAnImage, "a text, not an image", "totp-import list and import read texts")
    private static let onlyAFile = SourceError(.notAnImage, "not an image", "totp-import list and import read exports")
}
