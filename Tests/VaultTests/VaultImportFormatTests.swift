import FixtureSupport
import TOTPDomain
import Testing

@testable import Vault

@Suite("A vault as a source")
struct VaultImportFormatTests {
    let folder: TemporaryFolder
    private let format = VaultImportFormat()

    init() throws { folder = try TemporaryFolder() }

    private func read(_ bytes: [UInt8], _ passphrase: Passphrase?) -> Result<ImportedDocument, SourceError> {
        Result { () throws(SourceError) in
            try format.read(ImportRequest(content: SourceContent(bytes), passphrase: passphrase))
        }
    }

    private func failure(_ bytes: [UInt8], _ passphrase: Passphrase? = .fixture) -> SourceError.Code? {
        if case .failure(let failure) = read(bytes, passphrase) { failure.code } else { nil }
    }

    @Test("Its accounts are read, the deleted ones left out")
    func accounts() throws {
        var items = try InventedAccounts.list(10, seed: 7)
        items[3].isDeleted = true
        try makeVault(in: folder, items: items)
        let document = try read(try folder.bytes("vault.json"), .fixture).get()
        #expect(document.format == "totply-vault")
        #expect(document.entries == items.filter { !$0.isDeleted }.map { .item($0) })
    }

    @Test("An account that vanishes after the parser is missing in the count")
    func plantedLoss() throws {
        try makeVault(in: folder, items: try InventedAccounts.list(5, seed: 9))
        let bytes = try folder.bytes("vault.json")
        let document = try PlantedLoss.$record.withValue(3) { try read(bytes, .fixture).get() }
        #expect((document.records, document.entries.count) == (5, 4))
    }

    /// An older version imported such names. It must open its vaults, and never change a name.
    @Test("A vault keeps a name with too many combining marks; as a source, it gives the account as a rejection")
    func marks() throws {
        var items = try InventedAccounts.list(3, seed: 8)
        for (index, count) in zip(items.indices, [64, 65, 1600]) { items[index].name = MarkRuns.text(count) }
        let vault = try makeVault(in: folder, items: items)
        let kept = try vault.content().items
        #expect(kept.map { Array($0.name.utf8) } == items.map { Array($0.name.utf8) })
        let document = try read(try folder.bytes("vault.json"), .fixture).get()
        let rejections = document.entries.dropFirst().map { entry -> String? in
            guard case .rejected(let rejection) = entry else { return nil }
            #expect(rejection.reason.contains("vault edit"))
            return "\(rejection.position): \(rejection.code.rawValue)"
        }
        #expect(document.entries.first == .item(items[0]))
        #expect(rejections == ["entry 2: field-damaged", "entry 3: field-damaged"])
    }

    @Test("It is recognized by its content, however its JSON is written")
    func recognized() throws {
        try makeVault(in: folder)
        let bytes = try folder.bytes("vault.json")
        let vault = try JSONValue(parsing: bytes)
        // Sorted, the long ciphertext comes first.
        let forms = [bytes, [0x0A, 0x20] + bytes, try vault.encoded(.prettyPrinted), try vault.encoded(.sortedKeys)]
        let escaped = String(decoding: bytes, as: UTF8.self)
            .replacing("\"format\":\"totply-vault\"", with: "\"form\\u0061t\":\"totply\\u002dvault\"")
        for form in forms + [Array(escaped.utf8)] {
            #expect(format.recognizes(SourceContent(form)))
            #expect(failure(form) == nil)
            #expect(throws: Never.self) { try VaultEnvelope(form) }
        }
        #expect(format.recognizes(SourceContent(Array(bytes.prefix(200)))))
        let others = [
            "", "{}", "[\"totply-vault\"]", "{\"format\":\"aegis\"}", "a note on \"totply-vault\"",
            "{\"format\":\"totp-import-items\",\"items\":[{\"source\":{\"format\":\"totply-vault\"}}]}",
        ]
        for other in others {
            #expect(!format.recognizes(SourceContent(Array(other.utf8))))
        }
    }

    @Test("A vault in another encoding, cut off or with zeros is recognized, and refused as when it is opened")
    func otherForms() throws {
        try makeVault(in: folder)
        let bytes = try folder.bytes("vault.json")
        let forms: [[UInt8]] = [
            [0xEF, 0xBB, 0xBF] + bytes, [0xFF, 0xFE] + bytes.flatMap { [$0, 0] },
            [0xFE, 0xFF] + bytes.flatMap { [0, $0] }, bytes.flatMap { [$0, 0] }, Array(bytes.dropLast(9)),
            Array(bytes.prefix(700)) + Array(repeating: 0, count: 9000),
        ]
        for (index, form) in forms.enumerated() {
            #expect(format.recognizes(SourceContent(form)), "form \(index)")
            #expect(failure(form) == .corrupt, "form \(index)")
            guard case .damaged = vaultError({ try VaultEnvelope(form) }) else {
                Issue.record("form \(index) is not refused as damaged")
                continue
            }
        }
    }

    @Test("Without a passphrase one is asked for, before any key is derived")
    func noPassphrase() throws {
        // The key of this vault would take too long: its cost is the highest that is allowed.
        var vault = try JSONValue(parsing: try HandmadeVault(["items": []]).bytes())
        vault[path: "header.slots.0.kdf.n"] = 524_288
        vault[path: "header.slots.0.kdf.r"] = 16
        vault[path: "header.slots.0.kdf.p"] = 4
        let file = try vault.encoded()
        let asked = Duration.ofProcessor { failure(file, nil) }
        #expect(asked.value == .passphraseRequired)
        #expect(asked.time < .seconds(2))
    }

    @Test("Each kind of damage has its own message")
    func failures() throws {
        let vault = try JSONValue(parsing: try HandmadeVault(["items": []]).bytes())
        func changed(_ path: String, _ value: JSONValue) throws -> [UInt8] {
            var vault = vault
            vault[path: path] = value
            return try vault.encoded()
        }
        #expect(failure(try vault.encoded()) == nil)
        #expect(failure(try vault.encoded(), .other) == .wrongPassphrase)
        #expect(failure(try changed("version", 2)) == .unsupportedVersion)
        #expect(failure(try changed("header.slots.0.kdf.p", 9)) == .limitExceeded)
        #expect(failure(try changed("header.id", "5B0C2A7E-0000-4000-A000-000000000009")) == .corrupt)
        #expect(failure(try HandmadeVault(["items": 1]).bytes()) == .corrupt)
        // A damaged vault is named as such even without its passphrase.
        #expect(failure(try changed("version", 2), nil) == .unsupportedVersion)
    }
}
