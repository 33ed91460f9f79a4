import TOTPImport

func move(_ bytes: [UInt8], named name: String) async throws {
    let result = try await TOTPImport.read(bytes, named: name)
    for account in result.accounts { print(account.label) }
}
