import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Vault

@Suite("The content of the file")
struct VaultRewriteTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: - The form

    @Test("The plaintext is the JSON of the specification, field for field")
    func plaintext() throws {
        let time = Date(timeIntervalSince1970: 1_795_253_400)
        let totp = try sampleItem()
        var hotp = totp
        hotp.id = UUID()
        hotp.parameters = try OTPParameters(kind: .hotp, algorithm: .sha512, digits: 8, counter: .max)
        hotp.note = "a note"
        hotp.tags = ["work", "old"]
        hotp.isFavorite = true
        hotp.source = Account.Source(format: "google-migration", importedAt: time.addingTimeInterval(1))
        hotp.updatedAt = time.addingTimeInterval(2)
        hotp.syncedAt = time.addingTimeInterval(3)
        hotp.isDeleted = true
        var yandex = totp
        yandex.id = UUID()
        yandex.parameters = try OTPParameters(kind: .yandex)
        yandex.pin = OTPPin("1234")
        try makeVault(in: folder, items: [totp, hotp, yandex])

        let common: [String: JSONValue] = [
            "name": "alice@example.com", "issuer": "Acorn Bank",
            "secret": "JBSWY3DPEHPK3PXP", "createdAt": "2026-11-21T09:30:00Z", "updatedAt": "2026-11-21T09:30:00Z",
            "isDeleted": .bool(false), "syncedAt": .null,
        ]
        let expected: [[String: JSONValue]] = [
            ["type": "totp", "algorithm": "SHA1", "digits": 6, "period": 30],
            [
                "type": "hotp", "algorithm": "SHA512", "digits": 8, "counter": .integer(.max), "note": "a note",
                "tags": ["work", "old"], "favorite": .bool(true), "isDeleted": .bool(true),
                "source": ["format": "google-migration", "importedAt": "2026-11-21T09:30:01Z"],
                "updatedAt": "2026-11-21T09:30:02Z", "syncedAt": "2026-11-21T09:30:03Z",
            ],
            ["type": "yandex", "algorithm": "SHA256", "digits": 8, "period": 30, "pin": "1234"],
        ]
        let content = try JSONValue(parsing: try HandmadeVault.plaintext(of: try folder.bytes("vault.json")))
        let items = zip([totp, hotp, yandex], expected).map { item, fields in
            JSONValue.object(common.merging(fields) { $1 }.merging(["id": .string(item.id.uuidString)]) { $1 })
        }
        #expect(content["items"] == .array(items))
        #expect(content["generator"] == .string("totp-import \(ProgramVersion.current)"))
    }

    @Test(
        "The plaintext is padded with spaces to the next multiple of 4,096 bytes",
        arguments: [0, 1, 9, 10, 11, 12, 13, 100])
    func padding(count: Int) throws {
        try makeVault(in: folder, items: try InventedAccounts.list(count, seed: 4))
        let plaintext = try HandmadeVault.plaintext(of: try folder.bytes("vault.json"))
        #expect(plaintext.count.isMultiple(of: 4096))
        let content = plaintext.reversed().drop { $0 == ASCII.space }
        #expect(plaintext.count - content.count < 4096)
        #expect(content.first == UInt8(ascii: "}"))
    }

    @Test("A text that fills its last block is not padded, and one byte more starts another block")
    func fullBlock() throws {
        func sizes(noteOf count: Int) throws -> (content: Int, plaintext: Int) {
            let folder = try TemporaryFolder()
            var item = try sampleItem()
            item.note = String(repeating: "a", count: count)
            try makeVault(in: folder, items: [item])
            let plaintext = try HandmadeVault.plaintext(of: try folder.bytes("vault.json"))
            return (plaintext.reversed().drop { $0 == ASCII.space }.count, plaintext.count)
        }
        let short = try sizes(noteOf: 1)
        let room = 4096 - short.content % 4096
        for (added, blocks) in [(room - 1, 0), (room, 0), (room + 1, 1)] {
            let long = try sizes(noteOf: 1 + added)
            #expect(long.content == short.content + added)
            #expect(long.plaintext == short.plaintext + 4096 * blocks)
        }
    }

    @Test("One account more or less does not show in the file's size")
    func size() throws {
        let vault = try makeVault(in: folder)
        let sizes = try (0..<5).map { number in
            try vault.update { $0.items.append(try sampleItem(named: "person \(number)")) }
            return try folder.bytes("vault.json").count
        }
        #expect(Set(sizes).count == 1)
    }

    @Test("Every save has its own nonce and salt, and keeps ids and key slots")
    func freshNonces() throws {
        let vault = try makeVault(in: folder)
        var headers = [try header()]
        for number in 0..<20 {
            try vault.update { $0.items.append(try sampleItem(named: "person \(number)")) }
            headers.append(try header())
        }
        for fresh in ["payload.nonce", "payload.salt"] {
            #expect(Set(headers.map { $0[path: fresh] }).count == headers.count, "\(fresh)")
        }
        for same in ["id", "slots"] { #expect(Set(headers.map { $0[path: same] }).count == 1, "\(same)") }
    }

    @Test("Every slot has its own nonce and salt, and every vault its own id")
    func freshSlots() throws {
        let vault = try makeVault(in: folder)
        for _ in 0..<5 { try vault.addPassphrase(.fixture) }
        let slots = try (0..<6).map { try #require(try header()[path: "slots.\($0)"]) }
        for field in ["id", "nonce", "kdf.salt", "wrappedKey"] {
            #expect(Set(slots.map { $0[path: field] }).count == 6, "\(field)")
        }
        let other = try TemporaryFolder()
        try makeVault(in: other)
        #expect(try JSONValue(parsing: try other.bytes("vault.json"))[path: "header.id"] != header()["id"])
    }

    // MARK: - Vaults of other programs

    @Test(
        "A vault opens in any layout of its JSON",
        arguments: [[], .prettyPrinted, .sortedKeys, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]]
            as [JSONEncoder.OutputFormatting])
    func otherForms(formatting: JSONEncoder.OutputFormatting) throws {
        let item = try sampleItem()
        try makeVault(in: folder, items: [item])
        let vault = try JSONValue(parsing: try folder.bytes("vault.json"))
        let path = try folder.write(try vault.encoded(formatting), to: "other.json")
        #expect(try VaultFile.open(path, passphrase: .fixture).items() == [item])
    }

    @Test("A vault written by hand from the specification opens")
    func handmade() throws {
        let path = try folder.write(try HandmadeVault(["items": [foreignItem()]]).bytes(), to: "vault.json")
        let item = try #require(try VaultFile.open(path, passphrase: .fixture).items().first)
        #expect(item.id == UUID(uuidString: "5B0C0000-0000-4000-8000-000000000001"))
        #expect(item.issuer == "Birch Mail")
        #expect(item.secret.bytes == Array("Hello!\u{DE}\u{AD}\u{BE}\u{EF}".unicodeScalars.map { UInt8($0.value) }))
        #expect(item.createdAt == Date(timeIntervalSince1970: 1_795_253_400))
        #expect(item.syncedAt == nil)
        #expect(item.tags == [] && !item.isFavorite && item.note == nil && item.source == nil)
    }

    @Test("Unknown fields survive a rewrite, wherever they are")
    func unknownFields() throws {
        let extras: JSONValue = [
            "text": "ä/\u{1F511}\n", "whole": -9_007_199_254_740_993, "fraction": .number(0.1), "yes": .bool(true),
            "nothing": .null, "list": [1, [], [:], "x"], "object": ["inner": ["deep": .bool(false)]],
        ]
        // The header is authenticated, so it consists of strings, whole numbers, lists and objects only.
        let plainExtras: JSONValue = ["vendor": "Example", "count": 42, "list": [1, "two", [:]]]
        let second = foreignItem(id: "5B0C0000-0000-4000-8000-000000000002")
        var handmade = try HandmadeVault([
            "items": [foreignItem(["x-icon": extras, "token": ["serial": "7", "x-led": extras]]), second],
            "x-groups": extras, "generator": "another app 9.9",
        ])
        handmade.envelopeExtras = ["x-comment": extras]
        handmade.headerExtras = ["x-header": plainExtras]
        handmade.slotExtras = ["x-slot": plainExtras]
        let path = try folder.write(try handmade.bytes(), to: "vault.json")

        let vault = try VaultFile.open(path, passphrase: .fixture)
        try vault.update { content in
            content.items[0].note = "changed"
            content.items.insert(try sampleItem(), at: 0)
        }
        _ = try vault.addRecoveryCode()

        let written = try JSONValue(parsing: try folder.bytes("vault.json"))
        #expect(written["x-comment"] == extras)
        #expect(written[path: "header.x-header"] == plainExtras)
        #expect(written[path: "header.slots.0.x-slot"] == plainExtras)
        let content = try JSONValue(parsing: try HandmadeVault.plaintext(of: try folder.bytes("vault.json")))
        #expect(content["x-groups"] == extras)
        #expect(content[path: "items.1.x-icon"] == extras)
        #expect(content[path: "items.1.token"] == ["serial": "7", "x-led": extras])
        #expect(content[path: "items.0.x-icon"] == nil && content[path: "items.2.x-icon"] == nil)
        #expect(content["generator"] == .string("totp-import \(ProgramVersion.current)"))
        #expect(try VaultFile.open(path, passphrase: .fixture).items().count == 3)
    }

    @Test(
        "A number in an unknown field keeps every digit",
        arguments: [
            "1.10", "12345678901234567890", "-9223372036854775809", "1e400", "1E+2", "-0", "0.0",
            "0.1000000000000000055511151231257827", "9007199254740993",
        ])
    func numbers(literal: String) throws {
        func withNumbers(_ json: [UInt8]) -> [UInt8] {
            Array(String(decoding: json, as: UTF8.self).replacing("\"@\"", with: literal).utf8)
        }
        let content: JSONValue = ["items": [foreignItem(["x-item": ["a": ["@"]]])], "x-beside": "@"]
        var handmade = HandmadeVault(plaintext: withNumbers(try content.encoded()))
        handmade.envelopeExtras = ["x-envelope": ["@", 1]]
        let path = try folder.write(withNumbers(try handmade.bytes()), to: "vault.json")
        try VaultFile.open(path, passphrase: .fixture).update { $0.items[0].note = "changed" }

        let bytes = try folder.bytes("vault.json")
        #expect(String(decoding: bytes, as: UTF8.self).contains("\"x-envelope\":[\(literal),1]"))
        // Foundation, which tests read the envelope with, knows no number as large as 1e400.
        let plain = String(decoding: bytes, as: UTF8.self).replacing("[\(literal),1]", with: "[]")
        let plaintext = String(decoding: try HandmadeVault.plaintext(of: Array(plain.utf8)), as: UTF8.self)
        for member in ["\"x-item\":{\"a\":[\(literal)]}", "\"x-beside\":\(literal)"] {
            #expect(plaintext.contains(member), "\(member)")
        }
    }

    @Test("Unknown fields of the header are also authenticated")
    func unknownHeaderFieldChanged() throws {
        var handmade = try HandmadeVault(["items": []])
        handmade.headerExtras = ["x-header": "one"]
        var vault = try JSONValue(parsing: try handmade.bytes())
        vault[path: "header.x-header"] = "two"
        let path = try folder.write(try vault.encoded(), to: "vault.json")
        #expect(vaultError { try VaultFile.open(path, passphrase: .fixture) } == .changed)
    }

    @Test(
        "Two accounts of one id do not share their unknown fields",
        arguments: [(["x": 1], ["x": 2]), (["x": 1], [:]), ([:], ["x": 2])] as [(JSONValue, JSONValue)])
    func equalIDs(first: JSONValue, second: JSONValue) throws {
        let handmade = try HandmadeVault(["items": [foreignItem(first), foreignItem(second)]])
        let path = try folder.write(try handmade.bytes(), to: "vault.json")
        let vault = try VaultFile.open(path, passphrase: .fixture)
        #expect(Set(try vault.items().map(\.id)).count == 2)
        try vault.update { $0.items[0].note = "changed" }
        let content = try JSONValue(parsing: try HandmadeVault.plaintext(of: try folder.bytes("vault.json")))
        #expect(content[path: "items.0.x"] == first["x"])
        #expect(content[path: "items.1.x"] == second["x"])
    }

    // MARK: -

    private func header() throws -> JSONValue {
        try #require(try JSONValue(parsing: try folder.bytes("vault.json"))["header"])
    }
}

/// An account as another program might write it, with further fields.
func foreignItem(
    _ extras: JSONValue = [:], id: String = "5B0C0000-0000-4000-8000-000000000001"
) -> JSONValue {
    let item: [String: JSONValue] = [
        "id": .string(id), "type": "totp", "name": "alice@example.com", "issuer": "Birch Mail",
        "secret": "JBSWY3DPEHPK3PXP", "algorithm": "SHA1", "digits": 6, "period": 30,
        "createdAt": "2026-11-21T09:30:00Z", "updatedAt": "2026-11-21T09:30:00Z", "isDeleted": .bool(false),
        "syncedAt": .null,
    ]
    guard case .object(let extras) = extras else { return .object(item) }
    return .object(item.merging(extras) { $1 })
}
