import TOTPImport

protocol PassphraseSheet: Sendable {
    /// Nil if the user cancels.
    func passphrase(of file: String, isAgain: Bool) async -> String?
}

func move(_ inputs: [ImportInput], asking sheet: some PassphraseSheet) async throws {
    var reader = AccountReader()
    reader.askForPassphrase = { request in
        await sheet.passphrase(of: request.input, isAgain: request.attempt > 1).map { Passphrase($0) }
    }
    for try await step in reader.steps(reading: inputs) {
        switch step {
        case .reading(let progress):
            print("\(Int(progress.fraction * 100)) % \(progress.input)")
        case .finished(let result):
            for account in result.accounts { print(account.label) }
        }
    }
}
