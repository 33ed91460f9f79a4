import TOTPDomain
import Testing

@testable import AppFormats

@Suite("2FAuth, written")
struct TwoFAuthExportTests {
    private func text(_ items: Account...) -> String { TwoFAuthExport().write(.plain(items)).text }

    @Test("The document, with all members of each account")
    func document() throws {
        let text = try text(
            SampleAccounts.item(algorithm: .sha256, digits: 8, period: 60),
            SampleAccounts.item(.hotp, counter: 0), SampleAccounts.item(issuer: "Steam", .steam))
        #expect(
            text == """
                {"app":"2fauth_v5.0.0","schema":1,"datetime":"2026-11-21T09:30:00Z","data":[\
                {"otp_type":"totp","account":"alice","service":"Acorn","icon":null,"icon_mime":null,"icon_file":null,\
                "secret":"JBSWY3DPEHPK3PXP","digits":8,"algorithm":"sha256","period":60,"counter":null,\
                "legacy_uri":""},\
                {"otp_type":"hotp","account":"alice","service":"Acorn","icon":null,"icon_mime":null,"icon_file":null,\
                "secret":"JBSWY3DPEHPK3PXP","digits":6,"algorithm":"sha1","period":null,"counter":0,"legacy_uri":""},\
                {"otp_type":"steamtotp","account":"alice","service":"Steam","icon":null,"icon_mime":null,\
                "icon_file":null,"secret":"JBSWY3DPEHPK3PXP","digits":5,"algorithm":"sha1","period":30,"counter":null,\
                "legacy_uri":""}]}
                """)
    }

    @Test("Secrets are padded, as the app writes them")
    func padding() throws {
        var item = try SampleAccounts.item()
        item.secret = try OTPSecret(bytes: [1])
        #expect(text(item).contains(#""secret":"AE======""#))
    }

    @Test("HTML entities are not written, because the app decodes them")
    func entities() throws {
        let item = try SampleAccounts.item(issuer: "R&D", name: "&quot;,&amp;")
        let text = text(item)
        #expect(!text.contains("&"))
        #expect(text.contains(#""account":"\u0026quot;,\u0026amp;","service":"R\u0026D""#))
    }

    @Test(
        "A name that is empty or has a colon would be refused",
        arguments: [
            (issuer: "Acorn", name: "alice", service: "Acorn", account: "alice"),
            (issuer: "", name: "alice", service: "alice", account: "alice"),
            (issuer: "Acorn", name: "", service: "Acorn", account: "Acorn"),
            (issuer: "", name: "", service: "-", account: "-"),
            (issuer: "a:b", name: "c:d:", service: "a-b", account: "c-d-"),
            (issuer: "a%3Ab", name: "c%3ad", service: "a-b", account: "c-d"),
            (issuer: "\0", name: "alice", service: "alice", account: "alice"),
            (issuer: "Acorn", name: ":", service: "Acorn", account: "-"),
            (issuer: "", name: "St:eam", service: "St-eam", account: "St-eam"),
            (issuer: "%3:A", name: "x", service: "%3-A", account: "x"),
        ])
    func names(issuer: String, name: String, service: String, account: String) throws {
        let export = TwoFAuthExport().write(.plain([try SampleAccounts.item(issuer: issuer, name: name)]))
        #expect(export.text.contains(#""account":"\#(account)","service":"\#(service)""#))
        #expect(export.lostDetails == ((issuer, name) == (service, account) ? [] : ["0 name"]))
    }

    @Test("Steam is a service: a Steam account gets it, and no other account may have it")
    func steam() throws {
        let items = [
            try SampleAccounts.item(issuer: "Valve", .steam), try SampleAccounts.item(issuer: "", name: "x", .steam),
            try SampleAccounts.item(issuer: "sTEAM"), try SampleAccounts.item(issuer: "Steam", .hotp),
            try SampleAccounts.item(issuer: "", name: "Steam"), try SampleAccounts.item(issuer: "Steamboat"),
        ]
        let export = TwoFAuthExport().write(.plain(items))
        #expect(export.leftOut.map(\.index) == [2, 3, 4])
        #expect(export.leftOut.allSatisfy { $0.code == .kindNotSupported })
        #expect(
            export.losses.map(\.what) == [
                "2FAuth will show it as \"Steam: alice\"", "2FAuth will show it as \"Steam: x\"",
            ])
    }

    @Test("Codes of fewer than five digits, motp and yandex are left out; notes, tags and favorites are lost")
    func limits() throws {
        let items = [
            try SampleAccounts.item(digits: 4), try SampleAccounts.item(digits: 5), try SampleAccounts.item(digits: 10),
            try SampleAccounts.item(algorithm: .md5), try SampleAccounts.item(.motp), try SampleAccounts.item(.yandex),
            try SampleAccounts.item(.hotp, counter: .max),
            try SampleAccounts.item(note: "x", tags: ["y"], isFavorite: true),
        ]
        let export = TwoFAuthExport().write(.plain(items))
        #expect(export.leftOut.map(\.index) == [0, 4, 5])
        #expect(export.lostDetails == ["7 note", "7 tags", "7 favorite"])
    }
}
