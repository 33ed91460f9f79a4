import CryptoPrimitives
import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("Ente Auth, written")
struct EnteExportTests {
    private func displays(_ export: Export) throws -> [OrderedJSON] {
        try export.text.split(separator: "\n").map { line in
            let start = try #require(line.firstRange(of: "&codeDisplay=")).upperBound
            let value = Array(line[start...].utf8)
            return try OrderedJSON(
                parsing: Array(PercentCoding.decode(value.span, value.indices, plusIsSpace: true).utf8))
        }
    }

    @Test("The text has a link per line, with what else Ente stores")
    func document() throws {
        let items = [
            try Account.sample(),
            try .sample(.hotp, issuer: "Birch & Sons", name: "bob:b", algorithm: .sha512, digits: 8, counter: 7),
            try .sample(.steam, issuer: ""),
        ]
        let export = try EnteExport().write(.plain(items))
        let lines = export.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 4 && lines[3].isEmpty)
        #expect(
            lines.prefix(3).map { $0[..<($0.firstRange(of: "&codeDisplay")?.lowerBound ?? $0.startIndex)] } == [
                "otpauth://totp/Acorn:alice?secret=JBSWY3DPEEDR6AABAIBQIBIGA4&issuer=Acorn&algorithm=SHA1&digits=6&period=30",
                "otpauth://hotp/Birch%20%26%20Sons:bob%3Ab?secret=JBSWY3DPEEDR6AABAIBQIBIGA4&issuer=Birch%20%26%20Sons"
                    + "&algorithm=SHA512&digits=8&counter=7",
                // Of a label without a colon, Ente takes the name as the issuer too.
                "otpauth://steam/:alice?secret=JBSWY3DPEEDR6AABAIBQIBIGA4&algorithm=SHA1&digits=5&period=30",
            ])
        #expect(
            lines[0].hasSuffix(
                "&codeDisplay=%7B%22pinned%22%3Afalse%2C%22trashed%22%3Afalse%2C%22lastUsedAt%22%3A0%2C%22tapCount%22%3A0"
                    + "%2C%22tags%22%3A%5B%5D%2C%22note%22%3A%22%22%2C%22position%22%3A0%7D"))
        #expect(export.losses == [] && export.leftOut == [])
    }

    @Test("Note, tags and the favorite flag are stored")
    func details() throws {
        let note = "50%2C \\%25 +&=#\nhttps://example.com/?a=b otpauth://totp/x?secret=GEZDGNBV"
        let item = try Account.sample(note: note, tags: ["work", "a,b"], isFavorite: true)
        let export = try EnteExport().write(.plain([try .sample(name: "bob"), item]))
        #expect(export.losses == [] && export.leftOut == [])
        let display = try #require(try displays(export).last)
        #expect(display["note"] == .string(note))
        #expect(display["tags"] == .array(["work", "a,b"]))
        #expect(display["pinned"] == true && display["trashed"] == false && display["position"] == 1)
        // Ente replaces %2C in the decoded JSON with a comma, and splits a text with commas.
        #expect(!export.text.contains("%252C") && !export.text.contains(","))
        guard case .item(let read) = try #require(try RoundTripTests.read(export.bytes, isEncrypted: false).last) else {
            Issue.record("rejected")
            return
        }
        #expect(read.note == note && read.tags == ["work", "a,b"] && read.isFavorite)
    }

    @Test("A note that makes the link too long is left out, and the account is written")
    func longNotes() throws {
        let items = [
            try Account.sample(note: String(repeating: "日", count: 5000)),
            try .sample(note: String(repeating: "日", count: 10_000)),
        ]
        let export = try EnteExport().write(.plain(items))
        #expect(export.lossCodes == ["1 note"] && export.leftOut == [])
        #expect(try RoundTripTests.read(export.bytes, isEncrypted: false).count == 2)
        #expect(try displays(export)[1]["note"] == "")
    }

    @Test("Details that Ente cannot store are losses, and other kinds are left out")
    func losses() throws {
        let items = [
            try Account.sample(note: " ", tags: ["a", " a", ""]), try .sample(.motp, pin: "1"), try .sample(.yandex),
            try .sample(algorithm: .md5), try .sample(issuer: "Steam"),
        ]
        let export = try EnteExport().write(.plain(items))
        #expect(export.lossCodes == ["0 tags", "0 note"])
        #expect(
            export.leftOutCodes == [
                "1 type-not-supported", "2 type-not-supported", "3 algorithm-not-supported", "4 type-not-supported",
            ])
    }

    @Test("Neither salt nor header nor message occurs in two files")
    func fresh() throws {
        let format = EnteExport(cost: KeyDerivation.Argon2Cost(passes: 1, memory: 1024, lanes: 1))
        let files = try (0..<2).map { _ in try format.write(.encrypted([.sample()])).json() }
        #expect(Set(files.flatMap(\.allText)).count == 6)
    }

    @Test("The encrypted file has the costs of phones; its message is the last of its stream")
    func envelope() throws {
        let items = [try Account.sample()]
        let plain = try EnteExport().write(.plain(items))
        let file = try EnteExport().write(.encrypted(items)).json()
        #expect(file["version"] == 1)
        #expect(file["kdfParams"]?["memLimit"] == 268_435_456 && file["kdfParams"]?["opsLimit"] == 16)
        let salt = try #require(file["kdfParams"]?["salt"]?.text.flatMap { Base64.decodeStrictly($0) })
        let header = try #require(file["encryptionNonce"]?.text.flatMap { Base64.decodeStrictly($0) })
        let message = try #require(file["encryptedData"]?.text.flatMap { Base64.decodeStrictly($0) })
        #expect((salt.count, header.count, message.count) == (16, 24, plain.bytes.count + 17))
        let key = try KeyDerivation.argon2(
            .id, passphrase: TargetAccounts.passphrase.utf8, salt: salt,
            cost: KeyDerivation.Argon2Cost(passes: 16, memory: 262_144, lanes: 1), count: 32)
        #expect(try SecretStream.openSingle(message, key: key, header: header).copied() == plain.bytes)
    }
}
