import Encodings
import ImportPipeline
import TOTPDomain
import TOTPImport
import Vault

extension Session {
    func newID(_ letter: Character) -> String {
        lastID += 1
        return "\(letter)\(lastID)"
    }

    /// - Throws: ``Problem`` if it does not exist, or is not as expected: it may have been removed, or the page locked.
    private func place(of id: String, where isExpected: (SessionInput) -> Bool = { _ in true }) throws -> Int {
        guard let place = inputs.firstIndex(where: { $0.id == id }), isExpected(inputs[place]) else {
            throw isLocked ? Problem.locked : Problem.notFound
        }
        return place
    }

    func input(_ id: String) throws -> SessionInput {
        guard let input = inputs.first(where: { $0.id == id }) else { throw Problem.notFound }
        return input
    }

    /// Checks whether there is room for a further input.
    func checkRoom() throws {
        guard inputs.count < Limit.webInputs else {
            throw Problem(
                413, "too-large",
                "the page has \(Limit.webInputs) inputs, the limit", .text("save them, and start again"))
        }
    }

    /// Reads content that was dropped, chosen or pasted.
    ///
    /// - Returns: its id.
    func add(_ file: SentFile, _ kind: SessionInput.Kind) async throws -> String {
        try await add([file.input(kind)], named: file.name, kind)
    }

    /// Reads several files at once, and adds those that could be read, in their order.
    ///
    /// - Returns: the id of each, or why it was not added.
    /// - Throws: `CancellationError`.
    func add(_ files: [SentFile], _ kind: SessionInput.Kind) async throws -> [Result<String, any Error>] {
        var rest = files[...]
        var readings: [Result<InputReading, any Error>] = []
        try await BoundedTasks.run(width: workers.count, waiting: .max) {
            rest.popFirst()
        } work: { file -> Result<InputReading, any Error> in
            do { return .success(try await self.read([file.input(kind)])) } catch { return .failure(error) }
        } collect: {
            readings.append($0)
        }
        return zip(files, readings).map { file, reading in
            Result { try keep(reading.get(), of: [file.input(kind)], named: file.name, kind) }
        }
    }

    /// Reads the inputs from the command line.
    package func add(arguments: [Input]) async throws {
        var rest = arguments.filter { $0.location != .skipped(.hidden) }[...]
        try await BoundedTasks.run(width: workers.count, waiting: .max) {
            rest.popFirst()
        } work: { input in
            _ = try await self.add([input], named: input.name, .argument)
        } collect: {
        }
    }

    private func add(_ sources: [Input], named name: String, _ kind: SessionInput.Kind) async throws -> String {
        try keep(try await read(sources), of: sources, named: name, kind)
    }

    private func read(_ sources: [Input]) async throws -> InputReading {
        try checkRoom()
        let (passphrases, vault, isInvented) = (passphrases, vault, settings.isDemonstration)
        return try await whileCounted {
            let role = isInvented ? nil : SessionInput.VaultRole(of: sources, on: vault)
            if case .copy = role { return InputReading(results: [], role: role) }
            // A vault that can become the one of the page is opened by its own passphrase alone.
            var reading = try await InputReading(of: sources, role == nil ? passphrases : [])
            reading.role = role
            return reading
        }
    }

    /// Works on an input, which the page counts meanwhile.
    private func whileCounted(
        _ work: @escaping @Sendable () async throws -> InputReading
    ) async throws -> InputReading {
        reading += 1
        defer { reading -= 1 }
        return try await workers.run(work)
    }

    /// Reads an input that waits again.
    ///
    /// - Returns: also its place by then.
    private func readAgain(
        _ id: String, _ waiting: SessionInput.Waiting, _ known: [Passphrase]
    ) async throws -> (reading: InputReading, index: Int) {
        let reading = try await whileCounted {
            try await InputReading(of: waiting.inputs, known, keyFile: waiting.keyFile, columns: waiting.columns)
        }
        return (reading, try place(of: id) { $0.waiting != nil })
    }

    /// - Returns: the id of the new input.
    private func keep(
        _ reading: InputReading, of sources: [Input], named name: String, _ kind: SessionInput.Kind
    ) throws -> String {
        // The page was locked meanwhile.
        guard !isLocked else { throw Problem.locked }
        try checkRoom()
        var input = SessionInput(id: newID("i"), name: name, kind: kind, results: reading.results)
        input.noted = reading.noted
        if reading.question != nil || reading.role != nil {
            input.waiting = try waiting(sources, reading.question)
            input.waiting?.mayNeedKeyFile = reading.mayNeedKeyFile
            input.waiting?.isGuess = reading.isGuess
            input.waiting?.role = reading.role
            // Another tab has opened a vault meanwhile.
            if input.vaultToOpen != nil, let vault { input.followVault(vault) }
        } else if reading.results.haveColumnQuestion {
            // Without room, its card says what to change in the file.
            input.waiting = try? waiting(sources, nil)
        }
        inputs.append(input)
        touch()
        try countKept(input)
        return input.id
    }

    /// The accounts of a vault that was dropped are saved: its file has them, as they are in the list. The accounts of
    /// a demonstration need not be saved.
    private func countKept(_ input: SessionInput) throws {
        let isInvented = settings.isDemonstration && input.kind == .argument
        let results = input.results.filter { isInvented || $0.format == VaultSignature.id.rawValue }
        guard vault == nil, !results.isEmpty else { return }
        let accounts = try accounts()
        for read in results.flatMap(\.accounts) {
            guard let account = accounts.account(of: read), account.hasContent(of: read) else { continue }
            downloaded.insert(account.id)
        }
    }

    private func waiting(_ sources: [Input], _ question: String?) throws -> SessionInput.Waiting {
        let count = sources.reduce(0) { $0 + ($1.location.byteCount) }
        var all = inputs.reduce(count) { $0 + ($1.waiting?.count ?? 0) }
        // Inputs without a question give way, the oldest first.
        for index in inputs.indices where all > Limit.webWaiting && inputs[index].waiting?.givesWay == true {
            all -= inputs[index].waiting?.count ?? 0
            inputs[index].wipe()
        }
        guard all <= Limit.webWaiting else {
            throw Problem(
                413, "too-large",
                "more than \(Limit.webWaiting >> 20) MiB wait for a passphrase", .text("give it, or skip some"))
        }
        return SessionInput.Waiting(inputs: sources, question: question, count: count)
    }

    // MARK: - Passphrases

    /// Tries a passphrase on all inputs that wait.
    ///
    /// - Returns: the inputs that it opened.
    /// - Throws: ``Problem`` if it opens none.
    func open(with passphrase: Passphrase) async throws -> [String] {
        let waiting = inputs.filter { $0.waits && $0.vaultToOpen == nil }
        guard !waiting.isEmpty else { throw Problem.notFound }
        var opened: [String] = []
        for input in waiting {
            if try await read(input.id, again: passphrase) { opened.append(input.id) }
        }
        guard !opened.isEmpty else {
            let advice = waiting.count == 1 ? "try again, or skip the file" : "try again, or skip the files"
            throw Problem(422, "wrong-password", "wrong passphrase", .text(advice))
        }
        return opened
    }

    /// Takes the key file of an input, and tries it with the passphrases that are known.
    func take(_ keyFile: [UInt8], for id: String) async throws {
        let index = try place(of: id) { $0.waiting != nil }
        inputs[index].waiting?.keyFile = keyFile
        touch()
        _ = try await read(id, again: nil)
    }

    /// - Returns: whether more of it could be read than before.
    private func read(_ id: String, again passphrase: Passphrase?) async throws -> Bool {
        guard let old = inputs.first(where: { $0.id == id }), let waiting = old.waiting else { return false }
        let (reading, index) = try await readAgain(id, waiting, [passphrase].compactMap { $0 } + passphrases)
        guard reading.results.encryptedCount < old.results.encryptedCount else { return false }
        if let passphrase, !passphrases.contains(passphrase) { passphrases.append(passphrase) }
        try take(reading, at: index)
        return true
    }

    private func take(_ reading: InputReading, at index: Int) throws {
        inputs[index].results = reading.results
        inputs[index].noted = reading.noted
        inputs[index].waiting?.question = reading.question
        if reading.question == nil, !reading.results.haveColumnQuestion { inputs[index].wipe() }
        touch()
        try countKept(inputs[index])
    }

    // MARK: - Names in guessed files

    /// Reads an input with the roles of its unknown names, and then all other inputs with the same names.
    ///
    /// - Parameter roles: in the order of the question; nil for a name that means nothing.
    /// - Returns: the inputs that were read.
    /// - Throws: ``Problem`` if the roles contradict each other, or the file cannot be read with them: its card still asks.
    func choose(_ roles: [TableColumns.Role?], for id: String) async throws -> [String] {
        guard let asked = try input(id).columnQuestion else { throw Problem.notFound }
        let question = asked.question.withoutSamples, columns: TableColumns
        do throws(TableColumnsError) { columns = try question.columns(roles) } catch {
            throw Problem(422, "columns", error.message, .text("choose another role"))
        }
        if let failure = try await read(id, again: question, columns) { throw Problem(failure) }
        var read = [id]
        for other in inputs where other.id != id && other.columnQuestion?.question.withoutSamples == question {
            if try await self.read(other.id, again: question, columns) == nil { read.append(other.id) }
        }
        return read
    }

    /// - Returns: why the source that asked cannot be read with this answer; then nothing changes.
    private func read(
        _ id: String, again question: ColumnQuestion, _ columns: TableColumns
    ) async throws -> SourceError? {
        guard let old = inputs.first(where: { $0.id == id }), var waiting = old.waiting,
            let source = old.columnQuestion?.source
        else { throw Problem.notFound }
        waiting.columns[question] = columns
        let (reading, index) = try await readAgain(id, waiting, passphrases)
        // If the same source has another question, that question comes next.
        if let failure = reading.results.first(where: { $0.name == source })?.failure, failure.question == nil {
            return failure
        }
        inputs[index].waiting?.columns = waiting.columns
        try take(reading, at: index)
        return nil
    }

    /// Marks an input whose passphrase the user does not know now, or does not want to give. It is kept in case they
    /// remember it.
    func skip(_ id: String) throws {
        let index = try place(of: id, where: \.waits)
        inputs[index].waiting?.isSkipped = true
        touch()
    }

    /// Asks for the passphrase of a skipped input again, unless a passphrase that was given meanwhile opens it.
    func unskip(_ id: String) async throws {
        let index = try place(of: id) { $0.waiting?.isSkipped == true }
        inputs[index].waiting?.isSkipped = false
        touch()
        if !passphrases.isEmpty, inputs[index].vaultToOpen == nil { _ = try await read(id, again: nil) }
    }

    /// Somebody has decided about the links in the notes of an input.
    ///
    /// - Parameter takes: whether they are accounts.
    func settleLinks(of id: String, takes: Bool) async throws {
        let old = try input(id)
        guard old.furtherLinkCount > 0 else { throw Problem.notFound }
        let reader = Parts.standard.reader()
        var results = old.results
        var found: [SourceResult] = []
        for index in results.indices where results[index].furtherLinkCount > 0 {
            let links = results[index].takeFurtherLinks()
            guard takes else { continue }
            let name = "\(results[index].name), notes"
            found.append(try await workers.run { await reader.read(Input(name: name, location: .memory(links))) })
        }
        let place = try place(of: id) { $0.furtherLinkCount > 0 }
        // Saved results stay as they were saved.
        if inputs[place].saved == nil { results += found }
        inputs[place].results = results
        if let saved = inputs[place].saved {
            inputs[place].saved = saved.map { source in
                var source = source
                _ = source.result.takeFurtherLinks()
                return source
            }
            if !found.isEmpty {
                try checkRoom()
                inputs.append(SessionInput(id: newID("i"), name: "\(old.name), notes", kind: old.kind, results: found))
            }
        }
        touch()
    }

    func remove(_ id: String) throws {
        let index = try place(of: id)
        let input = inputs.remove(at: index)
        // The codes that the camera showed are news again.
        camera = camera.filter { $0.value != input.id }
        remember(.input(input, index))
        touch()
    }
}

extension SessionInput {
    /// Now that the page has a vault, a vault that could have been opened becomes a copy to merge, or a file like
    /// others.
    mutating func followVault(_ vault: VaultPlace) {
        guard vaultToOpen != nil, let sources = waiting?.inputs else { return }
        let role = VaultRole(of: sources, on: vault)
        waiting?.role = role
        guard copy != nil else { return }
        waiting?.question = nil
        results = []
    }
}

extension SessionInput.VaultRole {
    /// - Returns: nil if these are not a single vault, or if the page has another vault.
    fileprivate init?(of sources: [Input], on vault: VaultPlace?) {
        guard sources.count == 1, case .memory(let bytes) = sources[0].location, VaultSignature.matches(bytes) else {
            return nil
        }
        guard let vault else {
            self = .toOpen
            return
        }
        // If the bytes have no id, the reason is reported when they are read.
        guard let file = vault.file, let id = try? VaultFile.id(in: bytes), id == file.lastID else { return nil }
        // If it cannot be opened, or the vault cannot be read, the reason is reported when it is merged.
        self = .copy(needsPassphrase: (try? file.copy(in: bytes)) == nil)
    }
}

extension Input.Location {
    fileprivate var byteCount: Int { if case .memory(let bytes) = self { bytes.count } else { 0 } }
}

extension [SourceResult] {
    /// How many results need a passphrase that is not known.
    fileprivate var encryptedCount: Int { count { $0.failure?.isAboutPassphrase == true } }

    /// Whether a result is refused until the user says what its names mean.
    fileprivate var haveColumnQuestion: Bool { contains { $0.failure?.question != nil } }
}

extension Account {
    /// Whether it is the same account with the same details; when they were imported does not matter.
    fileprivate func hasContent(of other: Account) -> Bool {
        parameters == other.parameters && pin == other.pin && issuer == other.issuer && name == other.name
            && note == other.note && tags == other.tags && isFavorite == other.isFavorite
            && token == other.token
    }
}

extension Problem {
    static let locked = Problem(423, "locked", "the vault is locked", .text("unlock it"))
}
