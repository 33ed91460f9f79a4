import FixtureSupport
import TOTPDomain
import Testing

@testable import Exporters
@testable import Importers

@Suite("The list of otpauth links")
struct OTPAuthExportTests {
    private func item(
        issuer: String = "Acorn", name: String = "alice", _ parameters: OTPParameters? = nil
    ) throws -> Account {
        Account(
            issuer: issuer, name: name, secret: try OTPSecret(base32: "JBSWY3DPEHPK3PXP"),
            parameters: try parameters ?? OTPParameters(kind: .totp))
    }

    @Test("One link per line, with every parameter")
    func text() throws {
        let items = [
            try item(),
            try item(issuer: "Birch & Sons", name: "bob", try OTPParameters(kind: .hotp, digits: 8, counter: 7)),
            try item(issuer: "", name: "carol", try OTPParameters(kind: .steam)),
        ]
        let export = OTPAuthExport().write(.plain(items))
        #expect(
            String(decoding: export.bytes, as: UTF8.self) == """
                otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP&issuer=Acorn&algorithm=SHA1&digits=6&period=30
                otpauth://hotp/Birch%20%26%20Sons:bob?secret=JBSWY3DPEHPK3PXP&issuer=Birch%20%26%20Sons\
                &algorithm=SHA1&digits=8&counter=7
                otpauth://steam/carol?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=5&period=30

                """)
        #expect(export.losses == [])
        #expect(OTPAuthExport().write(.plain([])).bytes == [])
    }

    @Test(
        "Random accounts of all kinds are read back the same, or the loss is named",
        arguments: [31, 32, 33] as [UInt64])
    func readBack(seed: UInt64) throws {
        let items = try InventedAccounts.list(500, seed: seed)
        let export = OTPAuthExport().write(.plain(items))
        let content = SourceContent(export.bytes)
        let format = try #require(FormatRegistry.standard.format(of: content))
        let entries = try format.read(ImportRequest(content: content)).entries
        let leftOut = Set(export.leftOut.map(\.index))
        let written = items.indices.filter { !leftOut.contains($0) }
        #expect(entries.count == written.count)
        let changed = zip(written.map { items[$0] }, entries).filter { item, entry in
            guard case .item(let read) = entry else { return true }
            return (read.issuer, read.name, read.secret) != (item.issuer, item.name, item.secret)
                || read.parameters != item.parameters || read.pin != item.pin
        }
        #expect(changed.map { $0.0.label } == export.losses.map { items[$0.index].label })
    }

    @Test("Details that a link cannot contain are recorded as losses")
    func losses() throws {
        var rich = try item(issuer: "Acorn", name: "rich")
        rich.note = "a note"
        rich.tags = ["work"]
        rich.isFavorite = true
        var noted = try item(issuer: "Birch", name: "noted")
        noted.note = "a note"
        let steam = try item(issuer: "Steam", name: "a game account")
        let export = OTPAuthExport().write(.plain([rich, try item(), noted, steam]))
        #expect(
            export.losses == [
                ExportLoss(index: 0, code: .detail(.note), "an otpauth link cannot store the note"),
                ExportLoss(index: 0, code: .detail(.tags), "an otpauth link cannot store the tags"),
                ExportLoss(index: 0, code: .detail(.favorite), "an otpauth link cannot store the favorite flag"),
                ExportLoss(index: 2, code: .detail(.note), "an otpauth link cannot store the note"),
            ])
        #expect(
            export.leftOut == [
                LeftOutAccount(
                    index: 3, code: .kindNotSupported, reason: "apps would read its link as a Steam account")
            ])
        #expect(export.bytes.count { $0 == UInt8(ascii: "\n") } == 3)
    }

    @Test(
        "An account that readers name differently is a loss; one that they generate other codes for is left out",
        arguments: [
            (issuer: "", name: "alice", kind: OTPKind.yandex, losses: 1),
            (issuer: "", name: "Steam", kind: .totp, losses: 0),
            (issuer: "Steam", name: "", kind: .totp, losses: 0),
        ])
    func otherwiseRead(issuer: String, name: String, kind: OTPKind, losses: Int) throws {
        var item = try item(issuer: issuer, name: name, try OTPParameters(kind: kind))
        item.secret = try OTPSecret(bytes: Array(1...16))
        let export = OTPAuthExport().write(.plain([item]))
        #expect(export.losses.count == losses)
        #expect(export.leftOut.count == 1 - losses)
    }

    @Test("An account that no reader accepts is left out, and the others are written")
    func unreadable() throws {
        let yandexNeedsSixteenBytes = try item(try OTPParameters(kind: .yandex))
        let export = OTPAuthExport().write(.plain([try item(), yandexNeedsSixteenBytes, try item()]))
        #expect(export.leftOut.map(\.index) == [1])
        #expect(export.leftOut.map(\.reason) == ["no app can read a link of this account"])
        #expect(export.losses == [])
        #expect(export.bytes.count { $0 == UInt8(ascii: "\n") } == 2)
    }

    @Test("A Steam account is not a loss")
    func steam() throws {
        #expect(
            OTPAuthExport().write(.plain([try item(issuer: "Steam", try OTPParameters(kind: .steam))])).losses == [])
    }
}
