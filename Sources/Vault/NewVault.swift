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

    public var displayName: String { path }

    public func items() -> [TOTPItem] { [] }

    public func update<Result: Sendable>(_ change: (inout [TOTPItem]) throws -> Result) throws -> Result {
        var items: [TOTPItem] = []
        let result = try change(&items)
        _ = try VaultFile.create(path, passphrase: passphrase, items: items, cost: cost)
        return result
    }
}
