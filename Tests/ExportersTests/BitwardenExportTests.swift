import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import PasswordManagerFormats

@Suite("Bitwarden, written")
struct BitwardenExportTests {
    @Test("The document is that of Bitwarden, with a folder and a Steam account")
    func document() throws {
        let text = try BitwardenExport().text(
            SampleAccounts.item(note: "a note", tags: ["Work"], isFavorite: true),
            SampleAccounts.item(issuer: "Steam", name: "bob", .steam))
        #expect(
            text == """
                {"encrypted":false,"folders":[{"id":"\(CountingBytes.uuid)","name":"Work"}],"items":[\
                {"id":"\(CountingBytes.uuid)","organizationId":null,"folderId":"\(CountingBytes.uuid)","type":1,\
                "reprompt":0,"name":"Acorn","notes":"a note","favorite":true,"login":{"uris":[],"username":"alice",\
                "password":null,"totp":"otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP&issuer=Acorn\
                &algorithm=SHA1&digits=6&period=30"},"collectionIds":null},\
                {"id":"\(CountingBytes.uuid)","organizationId":null,"folderId":null,"type":1,"reprompt":0,\
                "name":"Steam","notes":null,"favorite":false,"login":{"uris":[],"username":"bob","password":null,\
                "totp":"steam://JBSWY3DPEHPK3PXP"},"collectionIds":null}]}
                """)
    }

    @Test("The table has the columns of Bitwarden's own, and quotes where needed")
    func table() throws {
        let text = try BitwardenCSVExport().text(
            SampleAccounts.item(issuer: "Acorn, Inc.", note: "two\n\"lines\"", tags: ["Work"], isFavorite: true),
            SampleAccounts.item(issuer: "=1+1", name: "@bob", .steam))
        #expect(
            text == """
                folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\r
                Work,1,login,"Acorn, Inc.","two\n""lines""\",,0,,alice,,otpauth://totp/Acorn%2C%20Inc.:alice?\
                secret=JBSWY3DPEHPK3PXP&issuer=Acorn%2C%20Inc.&algorithm=SHA1&digits=6&period=30\r
                ,,login,=1+1,,,0,,@bob,,steam://JBSWY3DPEHPK3PXP\r

                """)
    }

    static let formats: [any ExportFormat] = [BitwardenExport(), BitwardenCSVExport(), BitwardenAuthenticatorExport()]

    @Test("Kinds that Bitwarden would generate other codes for are left out", arguments: formats.indices)
    func kinds(index: Int) throws {
        let items = try OTPKind.allCases.map { try SampleAccounts.item($0) }
        let export = try Self.formats[index].write(.plain(items))
        #expect(export.leftOut.map { items[$0.index].parameters.kind } == [.hotp, .motp, .yandex])
        #expect(export.leftOut.allSatisfy { $0.code == .kindNotSupported })
    }

    @Test("One trimmed tag is a folder; more tags, and spaces around one, are a loss", arguments: formats.indices)
    func tags(index: Int) throws {
        let tags = [[], ["Work"], ["Work", "Old"], [" ", "Work"], [" Work "]]
        let items = try tags.map { try SampleAccounts.item(tags: $0) }
        let losses = try Self.formats[index].write(.plain(items)).lostDetails
        let isAuthenticator = index == 2
        #expect(losses == (isAuthenticator ? [1, 2, 3, 4] : [2, 3, 4]).map { "\($0) tags" })
    }

    @Test("An item needs a name; what Bitwarden shows instead of a missing issuer is a loss")
    func names() throws {
        let items = try [("", "alice"), ("Acorn", ""), ("", "")].map {
            try SampleAccounts.item(issuer: $0.0, name: $0.1)
        }
        let export = try BitwardenExport().write(.plain(items))
        #expect(export.lostDetails == ["0 name", "2 name"])
        #expect(
            export.losses.map(\.what) == [
                "Bitwarden will show it as \"alice: alice\"", "Bitwarden will show it as \"--\"",
            ])
        #expect(export.text.contains(#""name":"alice""#) && export.text.contains(#""name":"--""#))
    }

    @Test(
        "An ordinary account named Steam stays one, with a link without names",
        arguments: [
            BitwardenExport(), BitwardenCSVExport(), BitwardenAuthenticatorExport(), KeePassXCExport(),
            KeePassXCXMLExport(),
        ] as [any ExportFormat])
    func namedSteam(format: any ExportFormat) throws {
        let item = try SampleAccounts.item(issuer: "Steam", digits: 8)
        let export = try format.write(.plain([item]))
        #expect(export.leftOut == [] && export.losses == [])
        guard case .item(let read) = try RoundTripTests.read(export.bytes, isEncrypted: false).first else {
            Issue.record("nothing was read")
            return
        }
        #expect((read.issuer, read.name) == (item.issuer, item.name))
        #expect(read.parameters == item.parameters && read.secret == item.secret)
    }

    @Test("A long link is written without names; what the server would refuse is a warning")
    func limits() throws {
        let long = String(repeating: "é", count: 100)
        var secret = try SampleAccounts.item()
        secret.secret = try OTPSecret(bytes: Array(repeating: 1, count: 500))
        let items = [
            try SampleAccounts.item(issuer: long, name: long), secret,
            try SampleAccounts.item(name: String(repeating: "é", count: 500)),
            try SampleAccounts.item(note: String(repeating: "n", count: 7440)),
        ]
        let export = try BitwardenExport().write(.plain(items))
        #expect(export.lostDetails == ["1 unverified", "2 unverified", "3 unverified"])
        #expect(export.text.contains("otpauth://totp/?secret="))
        #expect(try BitwardenAuthenticatorExport().write(.plain(items)).lostDetails == ["3 note"])
    }

    private struct Protected: Decodable {
        var encrypted, passwordProtected: Bool
        var salt: String
        var kdfType, kdfIterations: Int
        var kdfMemory, kdfParallelism: Int?
        var validation, data: String

        enum CodingKeys: String, CodingKey {
            case encrypted, passwordProtected, salt, kdfType, kdfIterations, kdfMemory, kdfParallelism, data
            case validation = "encKeyValidation_DO_NOT_EDIT"
        }

        init(_ export: Export) throws { self = try JSONDecoder().decode(Self.self, from: Data(export.bytes)) }

        /// IV, ciphertext and MAC of both values.
        var parts: [[Data?]] {
            [validation, data].map { value in
                value.split(separator: ".")[1].split(separator: "|").map { Data(base64Encoded: String($0)) }
            }
        }
    }

    @Test("The envelope has the costs and sizes that Bitwarden writes")
    func envelope() throws {
        let file = try Protected(try BitwardenExport().write(.encrypted([try SampleAccounts.item()])))
        #expect(file.encrypted && file.passwordProtected)
        #expect(Data(base64Encoded: file.salt)?.count == 16)
        #expect((file.kdfType, file.kdfIterations) == (0, 600_000))
        #expect(file.kdfMemory == nil && file.kdfParallelism == nil)
        #expect(file.validation.hasPrefix("2.") && file.data.hasPrefix("2."))
        for parts in file.parts {
            #expect(parts.count == 3)
            #expect(parts.first??.count == 16)
            #expect(parts.last??.count == 32)
        }
        // A UUID of 36 bytes, padded.
        #expect(file.parts[0][1]?.count == 48)
    }

    @Test("Two exports have nothing random in common")
    func freshness() throws {
        let request = ExportRequest.encrypted([try SampleAccounts.item()])
        let files = try (0..<2).map { _ in try Protected(try BitwardenExport().write(request)) }
        #expect(files[0].salt != files[1].salt)
        let ivs = files.flatMap(\.parts).map(\.[0])
        #expect(Set(ivs).count == 4)
        let ids = try (0..<2).map { _ in
            try BitwardenExport().write(ExportRequest.encrypted([try SampleAccounts.item()]).withoutPassphrase).text
        }
        #expect(ids[0] != ids[1])
    }
}

@Suite("Bitwarden Authenticator, written")
struct BitwardenAuthenticatorExportTests {
    @Test("The document is that of Bitwarden Authenticator")
    func document() throws {
        let text = try BitwardenAuthenticatorExport().text(SampleAccounts.item(isFavorite: true))
        #expect(
            text == """
                {"encrypted":false,"items":[{"id":"\(CountingBytes.uuid)","name":"Acorn","folderId":null,\
                "organizationId":null,"collectionIds":null,"notes":null,"type":1,"login":{"totp":\
                "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP&issuer=Acorn&algorithm=SHA1&digits=6&period=30",\
                "username":"alice"},"favorite":true}]}
                """)
    }
}
