import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Vault

@Suite("Vaults that another program wrote from the specification")
struct VaultVectorTests {
    @Test("The manifest can be read and names every outcome, and every file")
    func manifest() throws {
        let vectors = try VaultVector.load()
        #expect(Set(vectors.map(\.expect)) == Set(VaultVector.Expectation.allCases))
        let files = try FixtureFolder.files(below: VaultVector.folder).map(\.lastPathComponent)
        #expect(Set(vectors.map(\.file)) == Set(files).subtracting(["manifest.json"]))
    }

    @Test(
        "A vault that opens contains what the manifest says", arguments: VaultVector.all.filter { $0.expect == .opens })
    func opens(vector: VaultVector) throws {
        let items = try vector.open().items().map { try StoredItem(account: $0).json() }
        let expected = try #require(vector.items)
        #expect(items.count == expected.count)
        for (item, expected) in zip(items, expected) { #expect(item == expected.asWeWriteIt) }
    }

    @Test("A vault that must not open gives the right error", arguments: VaultVector.all.filter { $0.expect != .opens })
    func fails(vector: VaultVector) throws {
        let error = try #require(vaultError { try vector.open() }, "it opens")
        let field = vector.field ?? ""
        switch (vector.expect, error) {
        case (.changed, .changed): break
        case (.wrongPassphrase, .wrongPassphrase): #expect(vector.passphrase != nil)
        case (.wrongPassphrase, .wrongRecoveryCode), (.wrongPassphrase, .malformedRecoveryCode):
            #expect(vector.recoveryCode != nil)
        case (.refused, .refused(let named, _)): #expect(field.isEmpty || named == field)
        case (.refused, .damagedContent(let place)): #expect(place.hasPrefix(field))
        case (.refused, .notAVault(let reason)): #expect(field.isEmpty || reason.contains(field))
        case (.refused, .damaged), (.refused, .emptyFile): #expect(field.isEmpty)
        case (.refused, .newerVersion): #expect(field == "version")
        default: Issue.record("\(error)")
        }
    }

    @Test(
        "As a source, a vault is judged as when it is opened",
        arguments: VaultVector.all.filter { $0.passphrase != nil })
    func asSource(vector: VaultVector) throws {
        let file = VaultVector.folder.appending(path: vector.file)
        let passphrase = Passphrase(vector.passphrase ?? "")
        let content = SourceContent(try FixtureFolder.bytes(file))
        let format = VaultImportFormat()
        let request = ImportRequest(content: content, passphrase: passphrase)
        let isRead = format.recognizes(content) && (try? format.read(request)) != nil
        let error = vaultError { try VaultFile.open(file.file, passphrase: passphrase) }
        #expect(isRead == (error == nil))
    }
}

extension StoredItem {
    /// As it is in the plaintext.
    func json() throws -> JSONValue { try JSONValue(parsing: json.utf8) }
}

extension JSONValue {
    /// An item of the plaintext, with the fields of the specification only, and without the fields whose absence means
    /// the same.
    fileprivate var asWeWriteIt: JSONValue {
        guard case .object(let members) = self else { return self }
        let known: Set = [
            "id", "type", "name", "issuer", "secret", "algorithm", "digits", "period", "counter", "pin", "createdAt",
            "updatedAt", "isDeleted", "syncedAt", "note", "tags", "favorite", "token", "source",
        ]
        let asIfAbsent: [String: JSONValue] = ["tags": [], "favorite": .bool(false), "token": [:]]
        return .object(
            members.merging(members["token"].map { ["token": $0.token] } ?? [:]) { $1 }.filter { key, value in
                known.contains(key) && value != asIfAbsent[key] && (value != .null || key == "syncedAt")
            })
    }

    /// Of a token, the texts of the specification.
    private var token: JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(
            members.filter { ["serial", "manufacturer", "model", "user"].contains($0.key) && $0.value != .null })
    }
}
