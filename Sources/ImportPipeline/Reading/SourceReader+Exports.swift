import TOTPDomain

extension SourceReader {
    /// Opens a file that is to be written again, with what opens an input: first without a passphrase, then with each
    /// known one, then with typed ones.
    ///
    /// - Parameters:
    ///   - app: the app of the file, for the question.
    ///   - mayNeedKeyFile: whether its files can have one.
    ///   - open: called until a passphrase is right.
    /// - Returns: what was opened, and the request that opened it.
    /// - Throws: ``SourceError``.
    package func open<Opened>(
        _ input: Input, of app: String, mayNeedKeyFile: Bool,
        _ open: (ImportRequest) throws(SourceError) -> Opened
    ) async throws(SourceError) -> (opened: Opened, request: ImportRequest) {
        var request = request(for: try content(of: input), of: input)
        var failure: SourceError
        do throws(SourceError) { return (try open(request), request) } catch {
            guard error.isAboutPassphrase else { throw error }
            failure = error
        }
        var attempts = PassphraseAttempts(
            known, passphrases,
            PassphraseQuestion(
                input: input.name, app: app, attempt: 1, mayNeedKeyFile: mayNeedKeyFile && request.keyFile == nil))
        while let candidate = await attempts.next(turn: {}) {
            request.passphrase = candidate
            do throws(SourceError) { return (try open(request.again), request) } catch {
                guard error.isAboutPassphrase else { throw error }
                failure = error
            }
        }
        throw attempts.isSkipped ? .skippedByUser : failure
    }
}
