import TOTPDomain
import Testing

@testable import AppFormats

@Suite("FreeOTP+, written")
struct FreeOTPPlusExportTests {
    private func item(_ secret: [UInt8], issuer: String = "Acorn", _ kind: OTPKind = .totp, counter: Int64? = nil)
        throws -> Account
    {
        var item = try SampleAccounts.item(issuer: issuer, kind, counter: counter)
        item.secret = try OTPSecret(bytes: secret)
        return item
    }

    @Test("The document: signed bytes, and the counter of the next code")
    func document() throws {
        let text = try FreeOTPPlusExport().text(
            item([0, 127, 128, 255]), item([1], issuer: "", .hotp, counter: 7), item([2], issuer: "Steam", .steam))
        #expect(
            text == """
                {"tokenOrder":["Acorn:alice","alice","Steam:alice"],"tokens":[\
                {"algo":"SHA1","counter":0,"digits":6,"issuerExt":"Acorn","issuerInt":"Acorn","label":"alice",\
                "period":30,"secret":[0,127,-128,-1],"type":"TOTP"},\
                {"algo":"SHA1","counter":7,"digits":6,"issuerExt":"","issuerInt":"","label":"alice","period":30,\
                "secret":[1],"type":"HOTP"},\
                {"algo":"SHA1","counter":0,"digits":5,"issuerExt":"Steam","issuerInt":"Steam","label":"alice",\
                "period":30,"secret":[2],"type":"TOTP"}]}
                """)
    }

    @Test("The counter is written as it is", arguments: [0, 1, .max] as [Int64])
    func counters(counter: Int64) throws {
        #expect(try FreeOTPPlusExport().text(item([1], .hotp, counter: counter)).contains("\"counter\":\(counter),"))
    }

    @Test("Steam is an issuer: a Steam account gets it, and no other account may have it")
    func steam() throws {
        let items = [
            try item([1], issuer: "Valve", .steam), try item([2], issuer: "Steam"),
            try item([3], issuer: "Steam", .hotp), try item([4], issuer: "Steam", .steam),
        ]
        let export = FreeOTPPlusExport().write(.plain(items))
        #expect(export.leftOut.map(\.index) == [1, 2])
        #expect(export.leftOut.allSatisfy { $0.code == .kindNotSupported })
        // The second one, read as Steam: alice as well, gets a number.
        #expect(
            export.losses.map(\.what) == [
                "FreeOTP+ will show it as \"Steam: alice\"", "FreeOTP+ will show it as \"Steam: alice (2)\"",
            ])
    }

    @Test("Accounts with one name get different names, because FreeOTP+ imports only the last")
    func sameNames() throws {
        func named(_ issuer: String, _ name: String) throws -> Account {
            try SampleAccounts.item(issuer: issuer, name: name)
        }
        let items = [
            try named("A", "x"), try named("A", "x"), try named("A", "x (2)"), try named("A", "x"), try named("", ""),
            try named("", ""), try named("", "A:x"), try named("A", "b:c"), try named("A:b", "c"),
            // One character and two are different texts for Java.
            try named("", "\u{E9}"), try named("", "e\u{301}"),
        ]
        let export = FreeOTPPlusExport().write(.plain(items))
        #expect(
            export.text.hasPrefix(
                #"{"tokenOrder":["A:x","A:x (2)","A:x (2) (2)","A:x (3)","","(2)","A:x (4)","A:b:c","A:b:c (2)","#
                    + "\"\u{E9}\",\"e\u{301}\"],"))
        #expect(export.lostDetails == ["1 name", "2 name", "3 name", "5 name", "6 name", "8 name"])
    }

    @Test("Ten thousand accounts with one name take no longer than others")
    func manySameNames() throws {
        let item = try SampleAccounts.item()
        let export = FreeOTPPlusExport().write(.plain(Array(repeating: item, count: 10_000)))
        #expect(export.text.contains("\"alice (10000)\"") && !export.text.contains("\"alice (10001)\""))
    }

    @Test("Codes of ten digits, MD5, motp and yandex are left out")
    func limits() throws {
        let items = [
            try SampleAccounts.item(digits: 10), try SampleAccounts.item(algorithm: .md5),
            try SampleAccounts.item(.motp), try SampleAccounts.item(.yandex), try SampleAccounts.item(digits: 9),
        ]
        #expect(FreeOTPPlusExport().write(.plain(items)).leftOut.map(\.index) == [0, 1, 2, 3])
    }
}
