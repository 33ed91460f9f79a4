import FixtureSupport
import TOTPDomain
import Testing

@testable import Vault

/// Each test writes the damaged file and opens it as a user would. Keys are cheap here, so thousands of times is fast.
@Suite("A changed vault never opens")
struct VaultTamperingTests {
    let folder: TemporaryFolder
    private let vault: VaultFile
    private let bytes: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        vault = try makeVault(in: folder, items: [try sampleItem()])
        bytes = try folder.bytes("vault.json")
    }

    @Test("Any single changed byte is detected", arguments: [0x01, 0x20, 0x80] as [UInt8])
    func everyByte(mask: UInt8) throws {
        #expect(try opens(bytes))
        var unnoticed: [Int] = []
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= mask
            if try opens(changed) { unnoticed.append(place) }
        }
        #expect(unnoticed == [])
    }

    @Test("A file that is cut off at any byte does not open")
    func everyLength() throws {
        let opening = try bytes.indices.filter { try opens(Array(bytes.prefix($0))) }
        #expect(opening == [])
    }

    @Test("Trailing bytes are rejected", arguments: ["x", "{}", ",", "]", "\u{0}"])
    func appended(text: String) throws {
        #expect(try !opens(bytes + Array(text.utf8)))
    }

    // MARK: - Parts that are whole, in the wrong place

    @Test("The payload of an earlier save is rejected")
    func rolledBack() throws {
        try vault.update { $0.items.append(try sampleItem(named: "bob@example.com")) }
        var mixed = try JSONValue(parsing: try folder.bytes("vault.json"))
        mixed[path: "ciphertext"] = try JSONValue(parsing: bytes)["ciphertext"]
        #expect(try error(opening: mixed) == .changed)
    }

    @Test("The key slots of an earlier save are detected")
    func earlierSlots() throws {
        try vault.addPassphrase(.other)
        var mixed = try JSONValue(parsing: try folder.bytes("vault.json"))
        mixed[path: "header.slots"] = try JSONValue(parsing: bytes)[path: "header.slots"]
        #expect(try error(opening: mixed) == .changed)
    }

    @Test("Key slots in another order, taken out or repeated are detected")
    func slotsMoved() throws {
        try vault.addPassphrase(.other)
        let whole = try JSONValue(parsing: try folder.bytes("vault.json"))
        let (first, second) = (whole[path: "header.slots.0"] ?? .null, whole[path: "header.slots.1"] ?? .null)
        for slots in [[second, first], [first], [first, second, second]] {
            var moved = whole
            moved[path: "header.slots"] = .array(slots)
            #expect(try error(opening: moved) == .changed)
        }
    }

    @Test("The key slot of another vault with the same passphrase is detected")
    func foreignSlot() throws {
        let other = try TemporaryFolder()
        try makeVault(in: other)
        var mixed = try JSONValue(parsing: bytes)
        mixed[path: "header.slots"] = try JSONValue(parsing: try other.bytes("vault.json"))[path: "header.slots"]
        #expect(try error(opening: mixed) == .changed)
    }

    @Test("A damaged slot is not reported as a damaged payload")
    func toldApart() throws {
        let whole = try JSONValue(parsing: bytes)
        for (field, count, expected) in [
            ("header.slots.0.wrappedKey", 48, VaultError.wrongPassphrase),
            ("header.slots.0.nonce", 12, .wrongPassphrase),
            ("header.slots.0.kdf.salt", 32, .wrongPassphrase), ("header.payload.nonce", 12, .changed),
            ("header.payload.salt", 32, .changed), ("ciphertext", 16, .changed), ("ciphertext", 5000, .changed),
        ] {
            var damaged = whole
            damaged[path: field] = HandmadeVault.base64([UInt8](repeating: 0x5A, count: count))
            #expect(try error(opening: damaged) == expected, "\(field)")
        }
    }

    @Test("A change made while the vault is open is noticed by every next command")
    func openVault() throws {
        let damaged = changingCiphertext(of: bytes)
        try folder.write(damaged, to: "vault.json")
        #expect(vaultError { try vault.items() } == .changed)
        #expect(vaultError { try vault.check() } == .changed)
        #expect(vaultError { try vault.update { $0.items.removeAll() } } == .changed)
        #expect(vaultError { try vault.addRecoveryCode() } == .changed)
        #expect(try folder.bytes("vault.json") == damaged)
    }

    // MARK: -

    private func opens(_ bytes: [UInt8]) throws -> Bool {
        let path = try folder.write(bytes, to: "changed.json")
        do throws(VaultError) {
            _ = try VaultFile.open(path, passphrase: .fixture)
            return true
        } catch {
            return false
        }
    }

    private func error(opening vault: JSONValue) throws -> VaultError? {
        let path = try folder.write(try vault.encoded(), to: "changed.json")
        return vaultError { try VaultFile.open(path, passphrase: .fixture) }
    }
}
