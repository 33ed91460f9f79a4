import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("The browser extension Authenticator, written")
struct AuthenticatorExtensionExportTests {
    private static let id = CountingBytes.uuid

    @Test("The document leaves out numbers with their default, and gives a Steam account a prefix")
    func document() throws {
        let text = try AuthenticatorExtensionExport().text(
            SampleAccounts.item(issuer: "Acorn", algorithm: .sha256, digits: 8, period: 60, isFavorite: true))
        #expect(
            text == """
                {
                  "\(Self.id)": {
                    "encrypted": false,
                    "hash": "\(Self.id)",
                    "index": 0,
                    "type": "1",
                    "secret": "JBSWY3DPEHPK3PXP",
                    "pinned": true,
                    "period": 60,
                    "issuer": "Acorn",
                    "account": "alice",
                    "digits": 8,
                    "algorithm": "2"
                  }
                }
                """)
        #expect(
            try AuthenticatorExtensionExport().text(SampleAccounts.item(issuer: "Steam", name: "", .steam))
                == """
                {
                  "\(Self.id)": {
                    "encrypted": false,
                    "hash": "\(Self.id)",
                    "index": 0,
                    "type": "4",
                    "secret": "stm-JBSWY3DPEHPK3PXP",
                    "issuer": "Steam",
                    "algorithm": "1"
                  }
                }
                """)
    }

    @Test("Types and algorithms are numbers as texts, since version 8 misreads names, and periods then")
    func numbers() throws {
        let items = try [
            SampleAccounts.item(period: 45), SampleAccounts.item(.hotp, algorithm: .sha512, counter: 7),
            SampleAccounts.item(.steam), SampleAccounts.item(algorithm: .sha256),
        ]
        let export = try AuthenticatorExtensionExport().write(.random(items))
        guard case .object(let members) = try export.json() else {
            Issue.record("the file is not an object")
            return
        }
        let accounts = members.map(\.value)
        #expect(accounts.map { $0["type"] } == ["1", "2", "4", "1"])
        #expect(accounts.map { $0["algorithm"] } == ["1", "3", "1", "2"])
        #expect(accounts.map { $0["period"] } == [45, nil, nil, nil])
        #expect(accounts.map { $0["counter"] } == [nil, 7, nil, nil])
        #expect(export.losses == [] && export.leftOut == [])
    }

    @Test("Accounts that the extension cannot store are left out")
    func limits() throws {
        let items = try [
            SampleAccounts.item(), SampleAccounts.item(.hotp, counter: 1 << 53 - 1),
            SampleAccounts.item(algorithm: .sha512),
            SampleAccounts.item(.steam), SampleAccounts.item(.hotp, counter: 1 << 53), SampleAccounts.item(.motp),
            SampleAccounts.item(.yandex), SampleAccounts.item(algorithm: .md5),
            SampleAccounts.item(digits: 10, period: 7),
        ]
        let export = try AuthenticatorExtensionExport().write(.random(items))
        #expect(export.losses == [])
        #expect(
            Set(export.leftOutCodes) == [
                "4 counter-not-supported", "5 type-not-supported", "6 type-not-supported", "7 algorithm-not-supported",
            ])
    }

    @Test("An issuer with two colons is one with a site, for the extension")
    func sites() throws {
        let items = try [
            SampleAccounts.item(issuer: "A::b"), SampleAccounts.item(issuer: "A:b"), SampleAccounts.item(name: "a::b"),
        ]
        let export = try AuthenticatorExtensionExport().write(.random(items))
        #expect(
            export.losses.map(\.what) == [
                "Authenticator, browser extension will show it as \"A: alice\""
            ])
    }

    @Test("Notes and tags are lost")
    func details() throws {
        let item = try SampleAccounts.item(note: "n", tags: ["t"], isFavorite: true)
        #expect(try AuthenticatorExtensionExport().write(.plain([item])).lostDetails == ["0 note", "0 tags"])
    }

    // MARK: - Encrypted

    private struct Encrypted {
        let key: OrderedJSON
        let accounts: [OrderedJSON]
        let names: [String]

        init(_ export: Export) throws {
            guard case .object(let members) = try export.json() else { throw NotAnObject() }
            names = members.map(\.key)
            key = try #require(members.last?.value)
            accounts = members.dropLast().map(\.value)
        }

        private struct NotAnObject: Error {}

        func salts() -> [[UInt8]] {
            accounts.map { Array(Base64.decode($0["data"]?.text ?? "")?.dropFirst(8).prefix(8) ?? []) }
        }
    }

    private static func encrypted() throws -> Encrypted {
        let items = try [SampleAccounts.item(), SampleAccounts.item(name: "bob")]
        return try Encrypted(AuthenticatorExtensionExport().write(.encrypted(items)))
    }

    @Test("The envelope: one key with the extension's costs, which every account names")
    func envelope() throws {
        let file = try Self.encrypted()
        #expect(file.key["dataType"] == "Key" && file.key["version"] == 3)
        #expect(file.key["id"]?.text == file.names.last)
        let salt = try #require(file.key["salt"]?.text)
        #expect(salt.count == 32 && Hex.decode(salt) != nil)
        let parts = try #require(file.key["hash"]?.text).split(separator: "$")
        #expect(parts.prefix(3) == ["argon2id", "v=19", "m=19456,t=2,p=1"])
        #expect(Base64.decode(String(parts[3]))?.count == 32)
        #expect(Base64.decode(String(parts[4]))?.count == 32)
        for (index, account) in file.accounts.enumerated() {
            #expect(account["dataType"] == "EncOTPStorage" && account["index"] == .integer(index))
            #expect(account["keyId"] == file.key["id"])
            let data = try #require(account["data"]?.text)
            #expect(data.hasPrefix("U2FsdGVkX1"))
            #expect(!data.contains("JBSWY3DP"))
            #expect(account.memberCount == 4)
        }
    }

    @Test("Two exports have no id and no salt in common, and neither have two accounts")
    func freshness() throws {
        let files = try [Self.encrypted(), Self.encrypted()]
        #expect(Set(files.flatMap(\.names)).count == 6)
        #expect(Set(files.flatMap { $0.salts() }).count == 4)
        #expect(files[0].key["salt"] != files[1].key["salt"] && files[0].key["hash"] != files[1].key["hash"])
    }
}
