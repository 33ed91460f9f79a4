import TOTPImport

protocol PassphraseSheet: Sendable {
    /// Nil if the user cancels.
    func passphrase(of file: String, isAgain: Bool) async -> String?
}

func move(_ bytes: [UInt8], named name: String, asking sheet: some PassphraseSheet) async throws {
    var reader = AccountReader()
    reader.askForPassphrase = { request in
        await sheet.passphrase(of: request.input, isAgain: request.attempt > 1).map { Passphrase($0) }
    }
    let result = try await reader.read([.bytes(bytes, named: name)])
    for source in result.ledger.sources {
        if let failure = source.failure { print("\(source.name): \(failure.message)") }
    }
    for account in result.accounts { print(account.label) }
}
