import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import AppFormats
@testable import FormatEngine

@Suite("Aegis, written")
struct AegisExportTests {
    private func entries(_ items: [Account]) throws -> OrderedJSON? {
        try AegisExport().write(.plain(items)).json()["db"]?["entries"]
    }

    @Test("The file is a vault of version 1 with content of version 3, indented by four spaces")
    func document() throws {
        let item = try Account.sample(note: "a \"note\"", tags: ["work"], isFavorite: true)
        let export = try AegisExport().write(.plain([item]))
        #expect(
            export.text == """
                {
                    "version": 1,
                    "header": {
                        "slots": null,
                        "params": null
                    },
                    "db": {
                        "version": 3,
                        "entries": [
                            {
                                "type": "totp",
                                "uuid": "00010203-0405-4607-8809-0a0b0c0d0e0f",
                                "name": "alice",
                                "issuer": "Acorn",
                                "note": "a \\"note\\"",
                                "favorite": true,
                                "icon": null,
                                "info": {
                                    "secret": "JBSWY3DPEEDR6AABAIBQIBIGA4",
                                    "algo": "SHA1",
                                    "digits": 6,
                                    "period": 30
                                },
                                "groups": [
                                    "00010203-0405-4607-8809-0a0b0c0d0e0f"
                                ]
                            }
                        ],
                        "groups": [
                            {
                                "uuid": "00010203-0405-4607-8809-0a0b0c0d0e0f",
                                "name": "work"
                            }
                        ]
                    }
                }
                """)
        #expect(export.losses == [] && export.leftOut == [])
    }

    @Test("Without accounts, the lists are empty")
    func empty() throws {
        let db = try AegisExport().write(.plain([])).json()["db"]
        #expect(db?["entries"] == .array([]) && db?["groups"] == .array([]))
    }

    @Test(
        "Each kind has its parameters; kinds with a PIN always have one",
        arguments: [
            (OTPKind.hotp, #"{"secret":"JBSWY3DP","algo":"SHA512","digits":8,"counter":7}"#),
            (.steam, #"{"secret":"JBSWY3DP","algo":"SHA1","digits":5,"period":30}"#),
            (.motp, #"{"secret":"JBSWY3DP","algo":"MD5","digits":6,"period":10,"pin":"12 34"}"#),
            (.yandex, #"{"secret":"JBSWY3DP","algo":"SHA256","digits":8,"period":30,"pin":"12 34"}"#),
        ])
    func kinds(kind: OTPKind, info: String) throws {
        let pin = kind == .motp || kind == .yandex ? "12 34" : ""
        let item = try Account.sample(
            kind, secret: Array("Hello".utf8), algorithm: .sha512, digits: 8, counter: 7, pin: pin)
        let entry = try #require(try entries([item])?[0])
        #expect(entry["type"] == .string(kind.rawValue))
        #expect(entry["info"].map { String(decoding: $0.utf8, as: UTF8.self) } == info)
    }

    @Test("An unknown PIN is written as an empty one, and the account is marked", arguments: [OTPKind.motp, .yandex])
    func unknownPIN(kind: OTPKind) throws {
        let export = try AegisExport().write(.plain([try .sample(kind)]))
        #expect(try export.json()["db"]?["entries"]?[0]?["info"]?["pin"] == .string(""))
        #expect(
            export.losses == [
                ExportLoss(
                    index: 0, code: .unverified,
                    "its PIN is unknown; codes are wrong until you enter it in Aegis")
            ])
    }

    @Test("Accounts with the same tag share a group; tags are trimmed and used once")
    func groups() throws {
        let items = [
            try Account.sample(tags: ["work", "old"]), try .sample(tags: [" work ", "work", ""]),
            try .sample(note: " "),
        ]
        let export = try AegisExport().write(.random(items))
        let db = try #require(try export.json()["db"])
        let groups = try #require(db["groups"])
        #expect(groups.count == 2)
        #expect(groups[0]?["name"] == "work" && groups[1]?["name"] == "old")
        let ids = [groups[0]?["uuid"], groups[1]?["uuid"]].compactMap { $0 }
        #expect(db["entries"]?[0]?["groups"] == .array(ids))
        #expect(db["entries"]?[1]?["groups"] == .array([ids[0]]))
        #expect(export.lossCodes == ["1 tags", "2 note"])
    }

    @Test("HMAC with MD5 is left out: Aegis reads it as SHA1")
    func leftOut() throws {
        let export = try AegisExport().write(.plain([try .sample(algorithm: .md5), try .sample()]))
        #expect(export.leftOutCodes == ["0 algorithm-not-supported"])
        #expect(try export.json()["db"]?["entries"]?.count == 1)
    }

    @Test("The encrypted file has one slot for the passphrase, with the costs of the app")
    func envelope() throws {
        let export = try AegisExport().write(.encrypted([try .sample(tags: ["work"])]))
        let file = try export.json()
        let slots = try #require(file["header"]?["slots"])
        let slot = try #require(slots[0])
        #expect(slots.count == 1)
        #expect(slot["type"] == 1 && slot["n"] == 32768 && slot["r"] == 8 && slot["p"] == 1)
        #expect(slot["repaired"] == true && slot["is_backup"] == false)
        #expect(slot["uuid"]?.text?.utf8.count == 36)
        let sizes = [slot["key"], slot["salt"], slot["key_params"]?["nonce"], slot["key_params"]?["tag"]]
            .map { $0?.text.flatMap { Hex.decode($0) }?.count }
        #expect(sizes == [32, 32, 12, 16])
        #expect(file["header"]?["params"]?["nonce"]?.text.flatMap { Hex.decode($0) }?.count == 12)
        #expect(file["header"]?["params"]?["tag"]?.text.flatMap { Hex.decode($0) }?.count == 16)
        #expect(export.text.hasPrefix("{\n    \"version\": 1,\n    \"header\": {\n"))

        let encryption = try #require(try AegisEncryption(try JSONFile(export.bytes).object("header")))
        let text = try encryption.open(try #require(file["db"]?.text), TargetAccounts.passphrase, ImportLimits())
        #expect(String(decoding: text, as: UTF8.self).hasPrefix("{\n    \"version\": 3,\n    \"entries\": ["))
        #expect(file["db"]?.text.flatMap { Base64.decodeStrictly($0) }?.count == text.count)
    }

    @Test("No salt, nonce, key or identifier occurs in two exports, or twice in one")
    func freshness() throws {
        let items = [try Account.sample(), try .sample(name: "bob", tags: ["work"])]
        let encrypted = try (0..<2).flatMap { _ in try AegisExport().write(.encrypted(items)).json().allText }
        #expect(Set(encrypted).count == encrypted.count)
        let ids = try (0..<2).flatMap { _ in
            let db = try AegisExport().write(.random(items)).json()["db"]
            return [db?["entries"]?[0]?["uuid"], db?["entries"]?[1]?["uuid"], db?["groups"]?[0]?["uuid"]]
        }
        #expect(Set(ids).count == 6 && !ids.contains(nil))
    }
}
