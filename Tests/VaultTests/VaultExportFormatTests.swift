import CryptoPrimitives
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Vault

@Suite("A vault as a target")
struct VaultExportFormatTests {
    private let format = VaultExportFormat(cost: .cheap)

    private func export(_ items: [Account], _ format: VaultExportFormat? = nil) throws -> [UInt8] {
        let request = ExportRequest(
            items: items, protection: .passphrase(.fixture), now: .wholeSecondNow, random: NoRandom())
        let export = try (format ?? self.format).write(request)
        #expect(export.files.count == 1 && export.losses == [] && export.leftOut == [])
        return try #require(export.files.first).bytes
    }

    @Test("Every field is read back the same")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 71)
        var items = try InventedAccounts.list(200, seed: 72).map {
            InventedAccounts.complete($0, using: &generator).withWholeSeconds
        }
        for index in items.indices { items[index].isDeleted = false }
        let content = SourceContent(try export(items))
        #expect(VaultImportFormat().recognizes(content))
        let document = try VaultImportFormat().read(ImportRequest(content: content, passphrase: .fixture))
        #expect(document.entries == items.map { .item($0) })
    }

    @Test("The file is a vault that can be opened, changed and checked")
    func opens() throws {
        let folder = try TemporaryFolder()
        try folder.write(try export(try InventedAccounts.list(3, seed: 73)), to: "vault.json")
        let facts = try VaultFile.open(folder.path("vault.json"), passphrase: .fixture).check()
        #expect(facts == VaultFile.Facts(items: 3, deleted: 0, passphrases: 1, recoveryCodes: 0))
    }

    @Test("It has the costs of vault create")
    func costs() throws {
        let vault = try JSONValue(parsing: try export([], VaultExportFormat()))
        #expect(vault[path: "header.slots.0.kdf.n"] == 131_072)
        #expect(vault[path: "header.slots.0.kdf.r"] == 8)
        #expect(vault[path: "header.slots.0.kdf.p"] == 1)
    }

    @Test("Two exports have no salt, nonce or id in common")
    func freshness() throws {
        let vaults = try (0..<2).map { _ in try JSONValue(parsing: try export([])) }
        for path in [
            "header.id", "header.payload.nonce", "header.payload.salt", "header.slots.0.id", "header.slots.0.kdf.salt",
            "header.slots.0.nonce", "header.slots.0.wrappedKey", "ciphertext",
        ] {
            #expect(vaults[0][path: path] != vaults[1][path: path], "\(path)")
        }
    }

    @Test("Without a passphrase nothing is written")
    func noPassphrase() {
        let failure = #expect(throws: ExportError.self) {
            try format.write(ExportRequest(items: [], now: .wholeSecondNow, random: NoRandom()))
        }
        #expect(failure?.code == .passphraseRequired)
    }

    @Test("Reader and writer describe one format")
    func description() {
        let (reader, writer) = (VaultImportFormat().description, format.description)
        #expect((reader.id, reader.app, reader.file) == (writer.id, writer.app, writer.file))
        #expect(reader.encryption.rawValue == writer.protection.rawValue)
    }
}

/// A vault takes its random bytes from `CryptoPrimitives`.
struct NoRandom: RandomSource {
    func bytes(_ count: Int) throws(ExportError) -> [UInt8] { throw ExportError(.noRandomness, "not used") }
}
