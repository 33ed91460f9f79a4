import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Vault

/// `Docs/vault-format/read_vault.py` shares no code with the program, and was written from the specification alone.
@Suite(
    "The independent reader opens what the program writes",
    .enabled(if: IndependentReader.shared != nil, "python3 with the packages cryptography and jsonschema was not found")
)
struct IndependentReaderTests {
    let folder: TemporaryFolder
    private let reader: IndependentReader
    private var path: String { folder.path("vault.json") }

    init() throws {
        folder = try TemporaryFolder()
        reader = try #require(IndependentReader.shared)
    }

    @Test("It reads accounts of every kind, with every optional field, and the file fits its schemas")
    func accounts() throws {
        var generator = SeededGenerator(seed: 5)
        let plain = try InventedAccounts.list(25, seed: 6)
        let items =
            plain
            + plain.map { item in
                var item = InventedAccounts.complete(item, using: &generator)
                item.id = UUID()
                return item
            }
        try makeVault(in: folder, items: items)
        #expect(try read() == items.map { try StoredItem(account: $0).json() })
    }

    @Test("It reads a vault without accounts")
    func empty() throws {
        try makeVault(in: folder)
        #expect(try read() == [])
    }

    @Test("It opens a vault of the standard cost, with a passphrase that was typed in another Unicode form")
    func standardCost() throws {
        let item = try sampleItem()
        _ = try VaultFile.create(path, passphrase: Passphrase("Gru\u{308}\u{DF}e \u{1F511}"), items: [item])
        let typed = "Gr\u{FC}\u{DF}e \u{1F511}\n"
        #expect(try read(typed: typed) == [try StoredItem(account: item).json()])
    }

    @Test("It opens a changed vault with each of its passphrases and recovery codes")
    func slots() throws {
        let vault = try makeVault(in: folder, items: [try sampleItem()])
        try vault.addPassphrase(.other)
        let code = try vault.addRecoveryCode().text
        try vault.update { $0.items.append(try sampleItem(named: "bob@example.com")) }
        for passphrase in [Passphrase.fixture, .other] {
            #expect(try read(typed: "\(passphrase.text ?? "")\n").count == 2)
        }
        #expect(try read(typed: "\(code.lowercased())\n", "--recovery-file").count == 2)
        let changed = try vault.changePassphrase(to: .other)
        #expect(try reader.read(path, typed: "\(Passphrase.fixture.text ?? "")\n").status == 3)
        #expect(try reader.read(path, typed: "\(code)\n", "--recovery-file").status == 3)
        #expect(try read(typed: "\(#require(changed.code).text)\n", "--recovery-file").count == 2)
    }

    @Test("It reads fields that the program does not know and has kept")
    func unknownFields() throws {
        var handmade = try HandmadeVault(["items": [foreignItem(["x-icon": ["a", .number(0.5)]])], "x-groups": [1]])
        handmade.headerExtras = ["id": "5B0C0000-0000-4000-8000-00000000000A", "x-header": ["one"]]
        try folder.write(try handmade.bytes(), to: "vault.json")
        let vault = try VaultFile.open(path, passphrase: .fixture)
        // The handmade slot has a short name where the specification wants a UUID.
        try vault.changePassphrase(to: .fixture)
        #expect(try read().first == foreignItem(["x-icon": ["a", .number(0.5)]]))
    }

    @Test("It reads the exports of several parts")
    func batches() throws {
        let seenAt = Date.wholeSecondNow
        let batches = [
            SeenBatch(id: .min, size: 2, parts: [1], seenAt: seenAt),
            SeenBatch(id: 0, size: 1000, parts: [0, 7, 999], seenAt: seenAt),
        ]
        try makeVault(in: folder).update { $0.batches = batches }
        let outcome = try reader.read(path, typed: "\(Passphrase.fixture.text ?? "")\n")
        try #require(outcome.status == 0, "\(outcome.errors)")
        let expected = try batches.map { try JSONValue(parsing: StoredBatch(batch: $0).json.utf8) }
        #expect(try JSONValue(parsing: outcome.output)["batches"] == .array(expected))
    }

    @Test("A changed file is refused by both")
    func changed() throws {
        try makeVault(in: folder, items: [try sampleItem()])
        try folder.write(changingCiphertext(of: try folder.bytes("vault.json")), to: "vault.json")
        let outcome = try reader.read(path, typed: "\(Passphrase.fixture.text ?? "")\n")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("changed after it was written"))
        #expect(vaultError { try VaultFile.open(path, passphrase: .fixture) } == .changed)
    }

    /// The items of the vault, schemas checked.
    private func read(
        typed: String = "\(Passphrase.fixture.text ?? "")\n", _ option: String = "--passphrase-file"
    ) throws -> [JSONValue] {
        let outcome = try reader.read(path, typed: typed, option)
        try #require(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("match their schemas"))
        guard case .array(let items) = try JSONValue(parsing: outcome.output)["items"] else { return [] }
        return items
    }
}

/// The reader and its interpreter.
private struct IndependentReader: Sendable {
    private let python: PythonInterpreter

    static let shared = PythonInterpreter.find(with: ["cryptography", "jsonschema"]).map {
        IndependentReader(python: $0)
    }

    func read(_ path: String, typed: String, _ option: String = "--passphrase-file") throws -> Program.Outcome {
        let script = FixtureFolder.package.appending(path: "Docs/vault-format/read_vault.py").file
        return try python.run([script, path, option, "-", "--json", "--reveal", "--schema-check"], input: typed)
    }
}
