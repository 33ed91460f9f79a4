import FixtureSupport
import TOTPDomain
import Testing

@testable import Vault

@Suite("A vault has several keys")
struct VaultSlotTests {
    let folder: TemporaryFolder
    private let vault: VaultFile
    private var path: String { folder.path("vault.json") }

    init() throws {
        folder = try TemporaryFolder()
        vault = try makeVault(in: folder, items: [try sampleItem()])
    }

    @Test("Each passphrase opens the whole vault")
    func severalPassphrases() throws {
        try vault.addPassphrase(.other, cost: .cheap)
        for passphrase in [Passphrase.fixture, .other] {
            #expect(try VaultFile.open(path, passphrase: passphrase).items() == vault.items())
        }
        #expect(vaultError { try VaultFile.open(path, passphrase: Passphrase("third")) } == .wrongPassphrase)
    }

    @Test("Each recovery code opens the whole vault, as it was shown")
    func recoveryCodes() throws {
        for code in [try vault.addRecoveryCode(), try vault.addRecoveryCode()] {
            let typed = try RecoveryCode(typed: Passphrase(try code.text))
            #expect(try VaultFile.open(path, recoveryCode: typed).items() == vault.items())
        }
        #expect(try VaultFile.open(path, passphrase: .fixture).items() == vault.items())
    }

    @Test("A vault without recovery codes, and with others, opens with none of a stranger")
    func wrongRecoveryCode() throws {
        let stranger = try RecoveryCode.make()
        #expect(vaultError { try VaultFile.open(path, recoveryCode: stranger) } == .wrongRecoveryCode)
        _ = try vault.addRecoveryCode()
        #expect(vaultError { try VaultFile.open(path, recoveryCode: stranger) } == .wrongRecoveryCode)
    }

    @Test("A recovery code is no passphrase")
    func codeAsPassphrase() throws {
        let code = try vault.addRecoveryCode()
        #expect(vaultError { try VaultFile.open(path, passphrase: Passphrase(try code.text)) } == .wrongPassphrase)
    }

    @Test("A new passphrase takes the place of all others; recovery codes and open vaults stay good")
    func changePassphrase() throws {
        try vault.addPassphrase(Passphrase("second"), cost: .cheap)
        let code = try vault.addRecoveryCode()
        try vault.changePassphrase(to: .other, cost: .cheap)

        for old in [Passphrase.fixture, Passphrase("second")] {
            #expect(vaultError { try VaultFile.open(path, passphrase: old) } == .wrongPassphrase)
        }
        let item = try sampleItem(named: "bob@example.com")
        try vault.update { $0.items.append(item) }
        #expect(try VaultFile.open(path, passphrase: .other).items().last == item)
        #expect(try VaultFile.open(path, recoveryCode: code).items().last == item)
        #expect(try vault.check() == VaultFile.Facts(items: 2, deleted: 0, passphrases: 1, recoveryCodes: 1))
    }

    @Test("A vault has 32 keys at most; the 33rd leaves it as it was")
    func limit() throws {
        for _ in 1..<32 { _ = try vault.addRecoveryCode() }
        let full = try folder.bytes("vault.json")
        for add in [{ try vault.addPassphrase(.other, cost: .cheap) }, { _ = try vault.addRecoveryCode() }] {
            guard case .refused(let field, _) = vaultError(add) else {
                Issue.record("a 33rd key was taken")
                continue
            }
            #expect(field == "header.slots")
        }
        #expect(try folder.bytes("vault.json") == full)
        try vault.changePassphrase(to: .other, cost: .cheap)
        #expect(try VaultFile.open(path, passphrase: .other).check().recoveryCodes == 31)
    }

    @Test("New keys cost what the specification says: half a second, and 128 MiB")
    func standardCost() throws {
        let cost = VaultFile.standardCost
        #expect(cost.n == 131_072 && cost.r == 8 && cost.p == 1)
        #expect(cost.memory == 128 << 20)
    }
}
