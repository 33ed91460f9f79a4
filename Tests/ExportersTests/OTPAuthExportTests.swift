import FixtureSupport
import Importers
import TOTPDomain
import Testing

@testable import Exporters

@Suite("The list of otpauth links")
struct OTPAuthExportTests {
    private func item(
        issuer: String = "Acorn", name: String = "alice", _ parameters: OTPParameters? = nil
    ) throws -> TOTPItem {
        TOTPItem(
            issuer: issuer, name: name, secret: try OTPSecret(base32: "JBSWY3DPEHPK3PXP"),
            parameters: try parameters ?? OTPParameters(kind: .totp))
    }

    @Test("One link a line, with every parameter")
    func text() throws {
        let items = [
            try item(),
            try item(issuer: "Birch & Sons", name: "bob", try OTPParameters(kind: .hotp, digits: 8, counter: 7)),
            try item(issuer: "", name: "carol", try OTPParameters(kind: .steam)),
        ]
        let document = OTPAuthExport().write(items)
        #expect(
            String(decoding: document.bytes, as: UTF8.self) == """
                otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP&issuer=Acorn&algorithm=SHA1&digits=6&period=30
                otpauth://hotp/Birch%20%26%20Sons:bob?secret=JBSWY3DPEHPK3PXP&issuer=Birch%20%26%20Sons\
                &algorithm=SHA1&digits=8&counter=7
                otpauth://steam/carol?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=5&period=30

                """)
        #expect(document.losses == [])
        #expect(OTPAuthExport().write([]) == ExportedDocument(bytes: []))
    }

    @Test(
        "Random accounts of all kinds are read back the same, or the loss is named",
        arguments: [31, 32, 33] as [UInt64])
    func readBack(seed: UInt64) throws {
        let items = try InventedAccounts.list(500, seed: seed)
        let export = OTPAuthExport().write(items)
        let content = SourceContent(export.bytes)
        let format = try #require(FormatRegistry.standard.format(of: content))
        let entries = try format.read(ImportRequest(content: content)).entries
        #expect(entries.count == items.count)
        let changed = zip(items, entries).filter { item, entry in
            guard case .item(let read) = entry else { return true }
            return (read.issuer, read.name, read.secret) != (item.issuer, item.name, item.secret)
                || read.parameters != item.parameters || read.pin != item.pin
        }
        #expect(changed.map { $0.0.label } == export.losses.map(\.label))
    }

    @Test("What a link cannot hold is a loss, by the account's label")
    func losses() throws {
        var rich = try item(issuer: "Acorn", name: "rich")
        rich.note = "a note"
        rich.tags = ["work"]
        rich.isFavorite = true
        var noted = try item(issuer: "Birch", name: "noted")
        noted.note = "a note"
        let steam = try item(issuer: "Steam", name: "a game account")
        let document = OTPAuthExport().write([rich, try item(), noted, steam])
        #expect(
            document.losses == [
                ExportLoss(label: "Acorn: rich", what: "the note"), ExportLoss(label: "Acorn: rich", what: "the tags"),
                ExportLoss(label: "Acorn: rich", what: "the favourite mark"),
                ExportLoss(label: "Birch: noted", what: "the note"),
                ExportLoss(label: "Steam: a game account", what: "the kind: apps will read it as a Steam account"),
            ])
        #expect(document.bytes.count { $0 == UInt8(ascii: "\n") } == 4)
    }

    @Test(
        "An account that a reader names differently is a loss, too",
        arguments: [("", "alice", OTPKind.yandex), ("", "Steam", .totp), ("Steam", "", .totp)])
    func otherwiseRead(issuer: String, name: String, kind: OTPKind) throws {
        var item = try item(issuer: issuer, name: name, try OTPParameters(kind: kind))
        item.secret = try OTPSecret(bytes: Array(1...16))
        #expect(OTPAuthExport().write([item]).losses.count == 1)
    }

    @Test("An account that no reader takes is a loss as a whole")
    func unreadable() throws {
        let yandexNeedsSixteenBytes = try item(try OTPParameters(kind: .yandex))
        let losses = OTPAuthExport().write([yandexNeedsSixteenBytes]).losses
        #expect(losses.map(\.what) == ["the whole account: no app can read a link of it"])
    }

    @Test("An account that truly is Steam's is no loss")
    func steam() throws {
        #expect(OTPAuthExport().write([try item(issuer: "Steam", try OTPParameters(kind: .steam))]).losses == [])
    }
}
