public import CryptoPrimitives
public import TOTPDomain

/// A vault that is not there yet: the first update makes it.
public struct NewVault: VaultStore {
    private let path: String
    private let passphrase: Passphrase
    private let cost: KeyDerivation.ScryptCost

    public init(path: String, passphrase: Passphrase, cost: KeyDerivation.ScryptCost = VaultFile.standardCost) {
        self.path = path
        self.passphrase = passphrase
        self.cost = cost
    }

    public func content() -> VaultContent { VaultContent() }

    public func update<Result: Sendable>(_ change: (inout VaultContent) throws -> Result) throws -> Result {
        var content = VaultContent()
        let result = try change(&content)
        _ = try VaultFile.create(path, passphrase: passphrase, items: content.items, cost: cost)
        return result
    }
}
