import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Vault

/// A vault that verifies was written by someone with its key, and may still be invalid.
@Suite("A vault with invalid content")
struct VaultContentTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "A missing or invalid field is named, its value is not",
        arguments: [
            ("type", "push"), ("type", .null), ("name", 1), ("issuer", .null), ("secret", "SECRET189"), ("secret", ""),
            ("secret", 1), ("algorithm", "SHA384"), ("digits", 0), ("digits", 11), ("digits", "6"), ("period", 0),
            ("period", .null), ("period", -1), ("id", "one"), ("createdAt", "yesterday"), ("updatedAt", 1_795_253_400),
            ("isDeleted", "no"), ("syncedAt", "never"), ("tags", "work"), ("favorite", 1), ("note", []),
            ("source", ["format": "aegis"]), ("pin", 1234),
        ] as [(String, JSONValue)])
    func wrongField(field: String, value: JSONValue) throws {
        var item = foreignItem()
        item[path: field] = value
        let place = try #require(try place(opening: HandmadeVault(["items": [foreignItem(), item]])))
        #expect(place.hasPrefix("items[1].\(field)"), "\(place)")
        #expect(!place.contains("SECRET189"))
    }

    @Test(
        "A missing field is named",
        arguments: [
            "id", "type", "name", "issuer", "secret", "algorithm", "digits", "period", "createdAt", "updatedAt",
            "isDeleted",
        ])
    func missingField(field: String) throws {
        var item = foreignItem()
        item[path: field] = nil
        let place = try #require(try place(opening: HandmadeVault(["items": [item]])))
        #expect(place.hasPrefix("items[0].\(field)"), "\(place)")
    }

    @Test(
        "Content that is not a vault's is refused with its place",
        arguments: ["", " ", "x", "[]", "{}", "{\"items\":{}}", "{\"items\":[1]}", "{\"items\":[]}{}"])
    func noContent(text: String) throws {
        let place = try #require(try place(opening: HandmadeVault(plaintext: Array(text.utf8))))
        #expect(!place.isEmpty)
    }

    @Test("A vault opens with a secret that importers refuse: a link that lost its punctuation")
    func swallowedLink() throws {
        let secret = "OTPAUTHTOTPASECRETJBSWY3DPEHPK3P"
        #expect(throws: EntryError.self) { try OTPSecret(base32: secret) }
        let path = try folder.write(
            try HandmadeVault(["items": [foreignItem(["secret": .string(secret)])]]).bytes(), to: "vault.json")
        let items = try VaultFile.open(path, passphrase: .fixture).items()
        #expect(items.map(\.secret.base32) == [secret])
    }

    @Test("An optional field may be absent or null")
    func optionalFields() throws {
        let absent = foreignItem()
        let null = foreignItem(["note": .null, "tags": .null, "favorite": .null, "source": .null, "pin": .null])
        let path = try folder.write(
            try HandmadeVault(["items": [absent, null]]).bytes(), to: "vault.json")
        let items = try VaultFile.open(path, passphrase: .fixture).items()
        #expect(items.map(\.note) == [nil, nil])
        #expect(items.map(\.tags) == [[], []])
        #expect(items.map(\.pin) == [nil, nil])
    }

    /// The place in the error.
    private func place(opening handmade: HandmadeVault) throws -> String? {
        let path = try folder.write(try handmade.bytes(), to: "vault.json")
        guard case .damagedContent(let place) = vaultError({ try VaultFile.open(path, passphrase: .fixture) }) else {
            return nil
        }
        return place
    }
}
