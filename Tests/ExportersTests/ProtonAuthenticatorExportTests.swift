import Foundation
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("Proton Authenticator, written")
struct ProtonAuthenticatorExportTests {
    @Test("The document; the label has no issuer")
    func document() throws {
        let text = try ProtonAuthenticatorExport().text(
            SampleAccounts.item(note: "a note"), SampleAccounts.item(issuer: "Steam", name: "", .steam),
            SampleAccounts.item(issuer: "Acorn", name: "root@host:22", digits: 8, period: 60))
        #expect(
            text == """
                {"version":1,"entries":[{"id":"\(CountingBytes.uuid)","content":{"uri":"otpauth://totp/alice?\
                secret=JBSWY3DPEHPK3PXP&issuer=Acorn&algorithm=SHA1&digits=6&period=30","entry_type":"Totp",\
                "name":"alice"},"note":"a note"},\
                {"id":"\(CountingBytes.uuid)","content":{"uri":"steam://JBSWY3DPEHPK3PXP","entry_type":"Steam",\
                "name":"Steam"},"note":null},\
                {"id":"\(CountingBytes.uuid)","content":{"uri":"otpauth://totp/:root%40host%3A22?\
                secret=JBSWY3DPEHPK3PXP&issuer=Acorn&algorithm=SHA1&digits=8&period=60","entry_type":"Totp",\
                "name":"root@host:22"},"note":null}]}
                """)
    }

    @Test("Numbers that the app cannot read are left out, and a Steam account gets the issuer Steam")
    func limits() throws {
        let items = [
            try SampleAccounts.item(digits: 10), try SampleAccounts.item(period: 65_536),
            try SampleAccounts.item(period: 65_535), try SampleAccounts.item(.hotp, counter: 1),
            try SampleAccounts.item(issuer: "Valve", .steam),
        ]
        let export = try ProtonAuthenticatorExport().write(.plain(items))
        #expect(
            export.leftOut.map(\.reason) == [
                "Proton Authenticator supports only codes of 1 to 9 digits, not 10",
                "Proton Authenticator supports only periods of up to 65535 seconds, not 65536",
                "Proton Authenticator does not support HOTP accounts",
            ])
        #expect(export.losses.map(\.what) == ["Proton Authenticator will show it as \"Steam: alice\""])
    }

    private struct Encrypted: Decodable, Hashable {
        var version: Int
        var salt, content: Data
    }

    @Test("The envelope has a salt, and a nonce and a tag around the document; both are new each time")
    func envelope() throws {
        let plain = try ProtonAuthenticatorExport().write(.plain([try SampleAccounts.item()]))
        let files = try (0..<2).map { _ in
            let export = try ProtonAuthenticatorExport().write(.encrypted([try SampleAccounts.item()]))
            #expect(export.text.hasPrefix(#"{"version":1,"salt":""#))
            return try JSONDecoder().decode(Encrypted.self, from: Data(export.bytes))
        }
        #expect(files.allSatisfy { $0.salt.count == 16 && $0.content.count == 12 + plain.bytes.count + 16 })
        #expect(files[0].salt != files[1].salt)
        #expect(files[0].content.prefix(12) != files[1].content.prefix(12))
    }
}
