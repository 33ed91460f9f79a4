import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers
@testable import TokenFormats

@Suite("Tokens in the files of token servers")
struct TokenExportTests {
    private static let formats: [any ExportFormat] = [
        PSKCExport(), EntraExport(), PrivacyIDEAExport(), LinOTPExport(),
    ]

    private static func item(_ token: Account.Token?, issuer: String = "Acorn", name: String = "a@b") throws
        -> Account
    {
        var item = try SampleAccounts.item(issuer: issuer, name: name)
        item.token = token
        return item
    }

    private static func read(_ export: Export) throws -> [Account] {
        let content = SourceContent(export.bytes)
        let format = try #require(FormatRegistry.standard.format(of: content))
        return try format.read(ImportRequest(content: content)).accounts
    }

    @Test("A token keeps its number; the numbers of the others pass over those that are taken", arguments: formats)
    func numbers(format: any ExportFormat) throws {
        var request = ExportRequest.plain([
            try Self.item(nil), try Self.item(.init(serial: "1234567")), try Self.item(.init(model: "A-1")),
            try Self.item(.init(serial: "x-1")), try Self.item(.init(serial: "x-000001")),
        ])
        request.options.serialPrefix = "x-"
        let serials = try Self.read(try format.write(request)).map(\.token?.serial)
        let numbered = format is PSKCExport ? ["x-2", "x-3"] : ["x-000002", "x-000003"]
        #expect(serials == [numbered[0], "1234567", numbered[1], "x-1", "x-000001"])
    }

    @Test("The second account with a number is left out, since servers would overwrite the first", arguments: formats)
    func equalNumbers(format: any ExportFormat) throws {
        let items = try ["7", "8", "7"].map { try Self.item(.init(serial: $0)) }
        let export = try format.write(.plain(items))
        #expect(export.leftOut.map(\.index) == [2] && export.leftOut.map(\.code) == [.serialNotUnique])
        #expect(try Self.read(export).map(\.token?.serial) == ["7", "8"])
    }

    @Test(
        "PSKC and Entra keep every detail; lists of privacyIDEA and LinOTP only the number, and say so",
        arguments: formats)
    func details(format: any ExportFormat) throws {
        let token = try Account.Token(serial: "1234567", manufacturer: "Acorn", model: "A \"1\" <&>", user: "a@b")
        let export = try format.write(.plain([try Self.item(token)]))
        let read = try Self.read(export)[0]
        if format is PSKCExport || format is EntraExport {
            #expect(read.token == token && export.losses.isEmpty)
        } else {
            #expect(read.token?.members.map(\.text) == ["1234567"])
            #expect(export.lostDetails.contains("0 token"))
        }
    }

    @Test("PSKC keeps a user who has another name than the account, and a number with any characters")
    func pskc() throws {
        let token = try Account.Token(serial: "7 \"<&>\"", manufacturer: "Maker", user: "uid=alice,dc=example")
        let export = try PSKCExport().write(.plain([try Self.item(token), try Self.item(token, issuer: "", name: "")]))
        let items = try Self.read(export)
        #expect(items.map(\.token) == [token] && items.map(\.name) == ["a@b"] && export.losses.isEmpty)
        let alone = try PSKCExport().write(.plain([try Self.item(token, issuer: "", name: "")]))
        #expect(try Self.read(alone).map(\.label) == ["Maker: 7 \"<&>\""] && alone.lostDetails == ["0 name"])
    }

    @Test(
        "A number that a list cannot contain is replaced, and named",
        arguments: ["a,b", "a b", "#7", "\"7\"", "a\u{1}"])
    func unstorable(serial: String) throws {
        for format in [PrivacyIDEAExport(), LinOTPExport()] as [any ExportFormat] {
            let export = try format.write(.plain([try Self.item(.init(serial: serial))]))
            #expect(export.text.hasPrefix("TI000001,") && export.lostDetails.contains("0 token"))
        }
    }

    @Test("A user of Entra is the token's, if it is a user principal name; another one is lost by name")
    func users() throws {
        let upn = EntraExport().write(.plain([try Self.item(.init(serial: "7", user: "c@d"))]))
        #expect(try Self.read(upn).map(\.token?.user) == ["c@d"] && upn.lostDetails == ["0 name"])
        let other = EntraExport().write(.plain([try Self.item(.init(serial: "7", user: "carol"))]))
        #expect(try Self.read(other).map(\.token?.user) == ["a@b"] && other.lostDetails == ["0 token"])
    }
}
