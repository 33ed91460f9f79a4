import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("The program's own JSON")
struct ItemsJSONExportTests {
    private static let secret = "JBSWY3DPEHPK3PXP"

    private func item(
        _ kind: OTPKind, issuer: String = "Example", name: String = "alice@example.com", counter: Int64? = nil
    ) throws -> Account {
        Account(
            issuer: issuer, name: name, secret: try OTPSecret(base32: Self.secret),
            parameters: try OTPParameters(kind: kind, counter: counter))
    }

    private func text(_ items: [Account], revealingSecrets: Bool = true) -> String {
        String(decoding: ItemsJSONExport.document(items, revealingSecrets: revealingSecrets), as: UTF8.self)
    }

    @Test("The document is the one in Docs/cli.md, byte for byte")
    func document() throws {
        #expect(
            text([try item(.totp)]) == """
                {"format":"totp-import-items","version":1,"items":[
                  {"type":"totp","issuer":"Example","name":"alice@example.com","secret":"JBSWY3DPEHPK3PXP",\
                "algorithm":"SHA1","digits":6,"period":30}
                ]}

                """)
    }

    @Test("An empty list is on one line; several accounts have a line each")
    func counts() throws {
        #expect(text([]) == "{\"format\":\"totp-import-items\",\"version\":1,\"items\":[]}\n")
        let lines = text([try item(.totp), try item(.steam), try item(.motp)]).split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.map(\.last) == ["[", ",", ",", "}", "}"])
    }

    @Test("Keys are in the order of the specification; what an account does not have is omitted")
    func keys() throws {
        var complete = try item(.yandex)
        complete.pin = OTPPin("1234")
        complete.note = "a note"
        complete.tags = ["work", "old"]
        complete.isFavorite = true
        complete.source = Account.Source(format: "aegis", importedAt: .wholeSecondNow)
        complete.isDeleted = true
        complete.syncedAt = .wholeSecondNow
        #expect(
            text([complete]).contains(
                """
                {"type":"yandex","issuer":"Example","name":"alice@example.com","secret":"JBSWY3DPEHPK3PXP",\
                "algorithm":"SHA256","digits":8,"period":30,"pin":"1234","note":"a note","tags":["work","old"],"favorite":true}
                """))
        #expect(
            text([try item(.hotp, counter: .max)]).contains(
                """
                "secret":"JBSWY3DPEHPK3PXP","algorithm":"SHA1","digits":6,"counter":9223372036854775807}
                """))
    }

    @Test("Secrets and PINs are written only if asked for")
    func hidden() throws {
        var secretive = try item(.motp)
        secretive.pin = OTPPin("9876")
        let hidden = text([secretive], revealingSecrets: false)
        for word in [Self.secret, "9876", "secret", "pin"] { #expect(!hidden.contains(word), "\(word)") }
        #expect(
            hidden.contains("\"type\":\"motp\",\"issuer\":\"Example\",\"name\":\"alice@example.com\",\"algorithm\""))
        #expect(text([secretive]).contains("\"secret\":\"\(Self.secret)\""))
        #expect(text([secretive]).contains("\"pin\":\"9876\""))
    }

    @Test("Characters with a meaning in JSON are escaped; all others stay")
    func escaping() throws {
        let name = "\"quoted\" back\\slash /slash\ttab\nline\rreturn\u{0}\u{1}\u{1F}\u{7F} é 日本 \u{1F511} \u{2028}"
        let written = text([try item(.totp, name: name)])
        #expect(
            written.contains(
                #""name":"\"quoted\" back\\slash /slash\ttab\nline\rreturn\u0000\u0001\u001f\u007f é 日本 🔑 "#))
        #expect(written.split(separator: "\n").count == 3)
    }

    @Test("Another JSON parser finds every field of every account")
    func parsed() throws {
        var generator = SeededGenerator(seed: 21)
        let items = try InventedAccounts.list(300, seed: 22).map { InventedAccounts.complete($0, using: &generator) }
        let export = ItemsJSONExport().write(.plain(items))
        #expect(export.losses == [])
        let document = try JSONDecoder().decode(Document.self, from: Data(export.bytes))
        #expect(document.format == "totp-import-items")
        #expect(document.version == 1)
        #expect(document.items == items.map(Document.Item.init))
    }
}

private struct Document: Decodable {
    var format: String
    var version: Int
    var items: [Item]

    struct Item: Decodable, Equatable {
        var type, issuer, name, secret, algorithm: String
        var digits: Int
        var period: Int?
        var counter: Int64?
        var pin, note: String?
        var tags: [String]?
        var favorite: Bool?

        init(_ item: Account) {
            (type, issuer, name) = (item.parameters.kind.rawValue, item.issuer, item.name)
            (secret, algorithm) = (item.secret.base32, item.parameters.algorithm.rawValue)
            (digits, period, counter) = (item.parameters.digits, item.parameters.period, item.parameters.counter)
            (pin, note, tags, favorite) = (item.pin?.text, item.note, item.tags, item.isFavorite)
        }
    }
}
