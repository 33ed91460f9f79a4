import TOTPImport

func move(_ bytes: [UInt8], named name: String) async throws {
    let result = try await AccountReader().read([.bytes(bytes, named: name)])
    for source in result.ledger.sources {
        if let failure = source.failure { print("\(source.name): \(failure.message)") }
    }
    for account in result.accounts { print(account.label) }
}
