import FixtureSupport
import Foundation
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
        try vault.addPassphrase(.other)
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

    @Test("A foreign recovery code opens no vault, with or without codes of its own")
    func wrongRecoveryCode() throws {
        let stranger = try RecoveryCode.make()
        #expect(vaultError { try VaultFile.open(path, recoveryCode: stranger) } == .wrongRecoveryCode)
        _ = try vault.addRecoveryCode()
        #expect(vaultError { try VaultFile.open(path, recoveryCode: stranger) } == .wrongRecoveryCode)
    }

    @Test("A recovery code opens the vault in place of the passphrase, as it is typed")
    func codeAsPassphrase() throws {
        let code = try vault.addRecoveryCode()
        let text = try code.text
        for typed in [text, text.lowercased(), text.replacing("-", with: " "), text.replacing("-", with: "")] {
            let opened = try VaultFile.open(path, passphrase: Passphrase(typed))
            #expect(try opened.recoveryCode?.text == text)
            #expect(try opened.items() == vault.items())
            let bytes = try folder.bytes("vault.json")
            #expect(try VaultFile.items(in: VaultEnvelope(bytes), passphrase: Passphrase(typed)).items == vault.items())
        }
        #expect(try VaultFile.open(path, passphrase: .fixture).recoveryCode == nil)
    }

    @Test("The error of a wrong passphrase names the recovery code, if the vault has one")
    func wrongCodeAsPassphrase() throws {
        let stranger = try RecoveryCode.make().text
        let mistyped = stranger.dropLast() + (stranger.hasSuffix("A") ? "B" : "A")
        func error(_ typed: some StringProtocol) -> VaultError? {
            vaultError { try VaultFile.open(path, passphrase: Passphrase(String(typed))) }
        }
        for typed in [stranger, String(mistyped), "wrong"] { #expect(error(typed) == .wrongPassphrase) }
        _ = try vault.addRecoveryCode()
        #expect(error(stranger) == .wrongRecoveryCode)
        #expect(error(mistyped) == .malformedRecoveryCode)
        #expect(error("wrong") == .wrongPassphraseOrCode)
        #expect(error("wrong")?.message.contains("recovery code") == true)
    }

    @Test("A passphrase that looks like a recovery code still opens the vault")
    func passphraseLikeCode() throws {
        _ = try vault.addRecoveryCode()
        for typed in [try RecoveryCode.make().text, String(repeating: "a", count: 56)] {
            try vault.addPassphrase(Passphrase(typed))
            #expect(try VaultFile.open(path, passphrase: Passphrase(typed)).recoveryCode == nil)
        }
    }

    @Test("A new passphrase replaces everything that opened the vault, and a new recovery code the old ones")
    func changePassphrase() throws {
        try vault.addPassphrase(Passphrase("second"))
        let codes = [try vault.addRecoveryCode(), try vault.addRecoveryCode()]
        let (changed, code) = try vault.changePassphrase(to: .other)

        for old in [Passphrase.fixture, Passphrase("second")] {
            #expect(vaultError { try VaultFile.open(path, passphrase: old) } == .wrongPassphraseOrCode)
        }
        for old in codes { #expect(vaultError { try VaultFile.open(path, recoveryCode: old) } == .wrongRecoveryCode) }
        let item = try sampleItem(named: "bob@example.com")
        try changed.update { $0.items.append(item) }
        #expect(try VaultFile.open(path, passphrase: .other).items().last == item)
        #expect(try VaultFile.open(path, recoveryCode: #require(code)).items().last == item)
        #expect(try changed.check() == VaultFile.Facts(items: 2, deleted: 0, passphrases: 1, recoveryCodes: 1))
    }

    @Test("The master key of an older version does not open a version after a new passphrase")
    func newMasterKey() throws {
        let items = try vault.items()
        let changed = try vault.changePassphrase(to: .other).vault
        // `vault` has the old key, like a user who opened an old copy.
        #expect(vaultError { try vault.items() } == .passphraseChanged)
        #expect(try changed.items() == items)
        #expect(try VaultFile.open("\(path).bak.1", passphrase: .fixture).items() == items)
    }

    @Test("A recovery code that is known stays valid, alone")
    func knownCode() throws {
        let known = try vault.addRecoveryCode(), lost = try vault.addRecoveryCode()
        try vault.changePassphrase(to: .other, cost: .cheap, keeping: known) { _ in Issue.record("a new code") }
        #expect(try VaultFile.open(path, recoveryCode: known).check().recoveryCodes == 1)
        #expect(vaultError { try VaultFile.open(path, recoveryCode: lost) } == .wrongRecoveryCode)
    }

    @Test("A vault without recovery codes gets none; if a code cannot be shown, nothing changes")
    func codeNotShown() throws {
        struct Mishap: Error {}
        #expect(try vault.changePassphrase(to: .fixture).code == nil)
        let vault = try VaultFile.open(path, passphrase: .fixture)
        _ = try vault.addRecoveryCode()
        let before = try folder.bytes("vault.json")
        #expect(throws: Mishap.self) {
            try vault.changePassphrase(to: .other, cost: .cheap) { _ in throw Mishap() }
        }
        #expect(try folder.bytes("vault.json") == before)
    }

    @Test("Recovery codes are removed by their ids; the others stay")
    func removeCodes() throws {
        let codes = try (0..<3).map { _ in try vault.addRecoveryCode() }
        let ids = try vault.recoveryCodeIDs()
        #expect(ids.count == 3)
        try vault.removeRecoveryCodes([ids[1]])
        #expect(try vault.recoveryCodeIDs() == [ids[0], ids[2]])
        #expect(vaultError { try VaultFile.open(path, recoveryCode: codes[1]) } == .wrongRecoveryCode)
        for code in [codes[0], codes[2]] { #expect(try VaultFile.open(path, recoveryCode: code).items().count == 1) }
    }

    @Test("A vault has 32 keys at most; the 33rd leaves it as it was")
    func limit() throws {
        for _ in 1..<32 { _ = try vault.addRecoveryCode() }
        let full = try folder.bytes("vault.json")
        for add in [{ try vault.addPassphrase(.other) }, { _ = try vault.addRecoveryCode() }] {
            guard case .refused(let field, _) = vaultError(add) else {
                Issue.record("a 33rd key was taken")
                continue
            }
            #expect(field == "header.slots")
        }
        #expect(try folder.bytes("vault.json") == full)
        try vault.changePassphrase(to: .other)
        #expect(try VaultFile.open(path, passphrase: .other).check().recoveryCodes == 1)
    }

    @Test("A slot of an unknown type is refused, and 32 characters of the type are said", arguments: [5, 32, 33, 40])
    func unknownType(count: Int) throws {
        let zeros = { (count: Int) in JSONValue.string(Data(count: count).base64EncodedString()) }
        let slot: JSONValue = [
            "id": .string(UUID().uuidString), "type": .string(String(repeating: "x", count: count)),
            "nonce": zeros(VaultLimits.nonceBytes), "wrappedKey": zeros(VaultLimits.wrappedKeyBytes),
            "kdf": ["name": "scrypt", "salt": zeros(VaultLimits.saltBytes)],
        ]
        let reader = try FieldReader(Array(JSONEncoder().encode(slot))[...], in: .envelope)
        let error = vaultError { try VaultSlot(reader) }
        let shown = String(repeating: "x", count: min(count, 32)) + (count > 32 ? "…" : "")
        #expect(error?.message.contains("\"\(shown)\" is unknown") == true, "\(error?.message ?? "")")
    }

    @Test("New keys cost what the specification says: half a second, and 128 MiB")
    func standardCost() throws {
        let cost = VaultFile.standardCost
        #expect(cost.n == 131_072 && cost.r == 8 && cost.p == 1)
        #expect(cost.memory == 128 << 20)
    }
}
