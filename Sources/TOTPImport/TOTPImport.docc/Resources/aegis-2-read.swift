import TOTPImport

func move(_ bytes: [UInt8], named name: String) async throws {
    let result = try await AccountReader().read([.bytes(bytes, named: name)])
    for account in result.accounts { print(account.label) }
}
