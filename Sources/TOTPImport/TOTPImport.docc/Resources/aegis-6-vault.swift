import TOTPImport

protocol PassphraseSheet: Sendable {
    /// Nil if the user cancels.
    func passphrase(of file: String, isAgain: Bool) async -> String?
    func confirms(_ question: String) async -> Bool
}

func move(_ inputs: [ImportInput], into vault: AccountVault, asking sheet: some PassphraseSheet) async throws {
    var reader = AccountReader()
    reader.askForPassphrase = { request in
        await sheet.passphrase(of: request.input, isAgain: request.attempt > 1).map { Passphrase($0) }
    }
    for try await step in reader.steps(reading: inputs) {
        switch step {
        case .reading(let progress):
            print("\(Int(progress.fraction * 100)) % \(progress.input)")
        case .finished(let result):
            let totals = try await vault.add(result, isDryRun: true).totals
            let question = "Add \(totals.added) accounts? \(totals.duplicates) are there already."
            if await sheet.confirms(question) { try await vault.add(result) }
        }
    }
}
