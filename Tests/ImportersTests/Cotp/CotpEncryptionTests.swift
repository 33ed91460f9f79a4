import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

/// On the database of Fixtures/exports, which another library encrypted.
@Suite("cotp's database")
struct CotpEncryptionTests {
    private struct Database: Decodable {
        var nonce, salt, cipher: String
    }

    private let members: JSONMembers
    private let expected: ExpectedAccounts
    private let passphrase: String

    init() throws {
        let url = FixtureFolder.package.appending(path: "Fixtures/exports/cotp/database.cotp")
        let database = try JSONDecoder().decode(Database.self, from: Data(try FixtureFolder.bytes(url)))
        members = [
            "version": "1", "nonce": jsonText(database.nonce), "salt": jsonText(database.salt),
            "cipher": jsonText(database.cipher),
        ]
        expected = try ExpectedAccounts(of: url)
        passphrase = try #require(expected.password)
    }

    @Test("The passphrase gives the accounts; the version may be missing")
    func opens() throws {
        for version in ["1", "\"1\"", "null", "0"] {
            var members = members
            members["version"] = version
            let document = try read(jsonObject(members), passphrase: passphrase)
            #expect(document.items.map { ExpectedAccounts.Item($0) } == expected.items)
        }
    }

    @Test("A missing or wrong passphrase is reported")
    func passphrases() {
        #expect(throws: SourceError.passphraseRequired) { try read(jsonObject(members)) }
        for wrong in ["", passphrase + " "] {
            #expect(throws: SourceError.wrongPassphrase) { try read(jsonObject(members), passphrase: wrong) }
        }
    }

    @Test(
        "Missing and damaged parts are reported before a passphrase is asked for",
        arguments: [
            ("salt", "\"\""), ("salt", "\"AAAA\""), ("salt", "\"*\""), ("salt", "7"), ("salt", "null"),
            ("nonce", "\"\""), ("nonce", "\"AAAA\""), ("nonce", "[]"), ("nonce", "null"),
            ("cipher", "\"\""), ("cipher", "\"AAAA\""), ("cipher", "\"*\""), ("cipher", "{}"),
        ])
    func damaged(member: String, value: String) {
        var members = members
        members[member] = value
        let failure = #expect(throws: SourceError.self) { try read(jsonObject(members)) }
        #expect(failure?.code == .corrupt)
        #expect(failure?.message.contains(member) == true)
    }

    @Test("Another version is refused before a passphrase is asked for", arguments: ["2", "\"x\""])
    func version(version: String) {
        var members = members
        members["version"] = version
        let failure = #expect(throws: SourceError.self) { try read(jsonObject(members)) }
        #expect(failure?.code == .unsupportedVersion)
    }

    @Test("The memory of the key derivation counts against the limit")
    func memoryLimit() {
        var limits = ImportLimits()
        limits.keyDerivationMemory = 31 << 20
        let failure = #expect(throws: SourceError.self) {
            try read(jsonObject(members), passphrase: passphrase, limits: limits)
        }
        #expect(failure?.code == .limitExceeded)
    }
}
