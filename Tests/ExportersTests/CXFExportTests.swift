import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import PasswordManagerFormats

@Suite("Credential Exchange Format, written")
struct CXFExportTests {
    private static let id = "AAECAwQFBgcICQoLDA0ODw"

    @Test("The document is that of the Credential Exchange Format")
    func document() throws {
        let text = try CXFExport().text(
            SampleAccounts.item(
                algorithm: .sha256, digits: 8, period: 60, note: "a note", tags: ["Work", "Old"], isFavorite: true),
            SampleAccounts.item(issuer: "Steam", name: "", .steam), SampleAccounts.item(issuer: "", name: "bob"))
        let times = #""creationAt":1795253400,"modifiedAt":1795253400"#
        #expect(
            text == """
                {"version":{"major":1,"minor":0},"exporterRpId":"totp-import","exporterDisplayName":"totp-import",\
                "timestamp":1795253400,"accounts":[{"id":"\(Self.id)","username":"","email":"","collections":[],"items":[\
                {"id":"\(Self.id)",\(times),"title":"Acorn","favorite":true,"tags":["Work","Old"],"credentials":[\
                {"type":"totp","secret":"JBSWY3DPEHPK3PXP","period":60,"digits":8,"username":"alice",\
                "algorithm":"sha256","issuer":"Acorn"},\
                {"type":"note","content":{"fieldType":"string","value":"a note"}}]},\
                {"id":"\(Self.id)",\(times),"title":"Steam","credentials":[\
                {"type":"totp","secret":"JBSWY3DPEHPK3PXP","period":30,"digits":5,"algorithm":"steam","issuer":"Steam"}]},\
                {"id":"\(Self.id)",\(times),"title":"bob","credentials":[\
                {"type":"totp","secret":"JBSWY3DPEHPK3PXP","period":30,"digits":6,"username":"bob","algorithm":"sha1"}]}\
                ]}]}
                """)
    }

    @Test("Steam accounts and long periods are marked; other types and MD5 are left out")
    func limits() throws {
        let items = try [
            SampleAccounts.item(), SampleAccounts.item(.steam), SampleAccounts.item(period: 255),
            SampleAccounts.item(period: 256), SampleAccounts.item(.hotp, counter: 1), SampleAccounts.item(.motp),
            SampleAccounts.item(.yandex), SampleAccounts.item(algorithm: .md5),
        ]
        let export = try CXFExport().write(.plain(items))
        #expect(export.lostDetails == ["1 unverified", "3 unverified"])
        #expect(export.leftOut.map(\.index) == [4, 5, 6, 7])
    }

    @Test("An item needs a title; an account without issuer gets its name as the issuer")
    func titles() throws {
        let items = try [("", "bob"), ("Acorn", ""), ("", "")].map { try SampleAccounts.item(issuer: $0.0, name: $0.1) }
        #expect(
            try CXFExport().write(.plain(items)).losses.map(\.what) == [
                "Credential Exchange (FIDO) will show it as \"bob: bob\""
            ])
    }

    @Test("Tags are trimmed, each once; a note of spaces is lost")
    func details() throws {
        let items = try [[" a", "b"], ["a", "a"], ["a", "b"], []].map { try SampleAccounts.item(note: " ", tags: $0) }
        #expect(
            Set(try CXFExport().write(.plain(items)).lostDetails) == [
                "0 tags", "1 tags", "0 note", "1 note", "2 note", "3 note",
            ])
    }

    @Test("Every id is new for every export")
    func freshness() throws {
        let items = try [SampleAccounts.item(), SampleAccounts.item()]
        let ids = try (0..<2).flatMap { _ -> [String?] in
            let account = try CXFExport().write(.random(items)).json()["accounts"]?[0]
            return [account?["id"]?.text] + (0..<2).map { account?["items"]?[$0]?["id"]?.text }
        }
        #expect(Set(ids).count == 6 && ids.allSatisfy { $0.flatMap(Base64.decode(_:))?.count == 16 })
    }
}
