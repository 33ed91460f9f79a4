import Encodings
import TOTPDomain
import Testing

@testable import PasswordManagerFormats

@Suite("KeePassXC, written")
struct KeePassXCExportTests {
    private static let id = "AAECAwQFBgcICQoLDA0ODw=="

    @Test("The table: every cell quoted, lines end with LF")
    func table() throws {
        let text = try KeePassXCExport().text(
            SampleAccounts.item(name: "=\"alice\"", note: "two\nlines"),
            SampleAccounts.item(issuer: "Steam", name: "bob", .steam))
        #expect(
            text == """
                "Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"
                "Root","Acorn","=""alice""\","","","two
                lines","otpauth://totp/Acorn:%3D%22alice%22?secret=JBSWY3DPEHPK3PXP&issuer=Acorn&algorithm=SHA1\
                &digits=6&period=30","0","2026-11-21T09:30:00Z","2026-11-21T09:30:00Z"
                "Root","Steam","bob","","","","otpauth://totp/Steam:bob?secret=JBSWY3DPEHPK3PXP&issuer=Steam\
                &algorithm=SHA1&digits=5&period=30&encoder=steam","0","2026-11-21T09:30:00Z","2026-11-21T09:30:00Z"

                """)
    }

    @Test("The XML is that of KeePassXC, with escapes and tags")
    func xml() throws {
        let text = try KeePassXCXMLExport().text(
            SampleAccounts.item(
                issuer: "A & B", name: "<bob>", note: "one\r\ntwo\u{7}", tags: ["Work", "", "a;b", "Old"]))
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
                <KeePassFile>
                <Meta>
                <Generator>totp-import</Generator>
                <DatabaseName>One-time codes</DatabaseName>
                <DatabaseNameChanged>0001-01-01T00:00:00Z</DatabaseNameChanged>
                <DatabaseDescriptionChanged>0001-01-01T00:00:00Z</DatabaseDescriptionChanged>
                <DefaultUserNameChanged>0001-01-01T00:00:00Z</DefaultUserNameChanged>
                <MemoryProtection>
                <ProtectTitle>False</ProtectTitle>
                <ProtectUserName>False</ProtectUserName>
                <ProtectPassword>True</ProtectPassword>
                <ProtectURL>False</ProtectURL>
                <ProtectNotes>False</ProtectNotes>
                </MemoryProtection>
                <RecycleBinEnabled>True</RecycleBinEnabled>
                <RecycleBinUUID>AAAAAAAAAAAAAAAAAAAAAA==</RecycleBinUUID>
                <RecycleBinChanged>0001-01-01T00:00:00Z</RecycleBinChanged>
                </Meta>
                <Root>
                <Group>
                <UUID>\(Self.id)</UUID>
                <Name>Root</Name>
                <IconID>48</IconID>
                <Entry>
                <UUID>\(Self.id)</UUID>
                <IconID>0</IconID>
                <Tags>Work;Old</Tags>
                <Times><CreationTime>2026-11-21T09:30:00Z</CreationTime><LastModificationTime>2026-11-21T09:30:00Z\
                </LastModificationTime><Expires>False</Expires></Times>
                <String><Key>Title</Key><Value>A &amp; B</Value></String>
                <String><Key>UserName</Key><Value>&lt;bob&gt;</Value></String>
                <String><Key>Password</Key><Value ProtectInMemory="True"></Value></String>
                <String><Key>URL</Key><Value></Value></String>
                <String><Key>Notes</Key><Value>one&#13;
                two\u{FFFD}</Value></String>
                <String><Key>otp</Key><Value ProtectInMemory="True">otpauth://totp/A%20%26%20B:%3Cbob%3E?\
                secret=JBSWY3DPEHPK3PXP&amp;issuer=A%20%26%20B&amp;algorithm=SHA1&amp;digits=6&amp;period=30</Value></String>
                <String><Key>TimeOtp-Secret-Base32</Key><Value ProtectInMemory="True">JBSWY3DPEHPK3PXP</Value></String>
                <String><Key>TimeOtp-Length</Key><Value>6</Value></String>
                <String><Key>TimeOtp-Period</Key><Value>30</Value></String>
                <String><Key>TimeOtp-Algorithm</Key><Value>HMAC-SHA-1</Value></String>
                </Entry>
                </Group>
                </Root>
                </KeePassFile>

                """)
    }

    @Test("Control characters that XML cannot contain are a loss of the name, the note or the tag")
    func controls() throws {
        let items = [
            try SampleAccounts.item(name: "a\u{1}"), try SampleAccounts.item(issuer: "\u{FFFE}"),
            try SampleAccounts.item(note: "\u{1F}"), try SampleAccounts.item(tags: ["\u{B}"]),
            try SampleAccounts.item(name: "\u{7F}\u{85}\t\n", note: "\r\u{FFFD}\u{2028}", tags: ["\u{80}"]),
        ]
        let export = try KeePassXCXMLExport().write(.plain(items))
        // The last one ends in spaces, which readers remove.
        #expect(export.lostDetails.sorted() == ["0 name", "1 name", "2 note", "3 tags", "4 name"])
        #expect(!export.bytes.contains { $0 < 0x20 && $0 != 9 && $0 != 10 })
    }

    @Test("Periods above a minute and ten digits are left out, and so are other kinds")
    func limits() throws {
        let items = try [
            SampleAccounts.item(period: 61), SampleAccounts.item(digits: 10), SampleAccounts.item(.hotp, counter: 1),
            SampleAccounts.item(.motp), SampleAccounts.item(.yandex), SampleAccounts.item(digits: 9, period: 60),
            SampleAccounts.item(.hotp, digits: 8), SampleAccounts.item(.hotp, algorithm: .sha256),
        ]
        let formats: [(any ExportFormat, [Int])] = [
            (KeePassXCExport(), [0, 1, 2, 3, 4, 6, 7]), (KeePassXCXMLExport(), [0, 1, 3, 4, 6, 7]),
        ]
        for (format, leftOut) in formats {
            let export = try format.write(.plain(items))
            #expect(export.leftOut.map(\.index) == leftOut)
            #expect(export.leftOut[0].reason == "KeePassXC supports only periods of up to 60 seconds, not 61")
        }
    }

    @Test("An entry needs a title; without an issuer it is the name, which only a link tells apart")
    func titles() throws {
        let items = try [OTPKind.totp, .hotp].map { try SampleAccounts.item(issuer: "", $0) }
        for format in [KeePassXCExport(), KeePassXCXMLExport()] as [any ExportFormat] {
            let export = try format.write(.plain(items))
            #expect(
                export.losses.map(\.what)
                    == (export.leftOut.isEmpty
                        ? [
                            "KeePassXC will show it as \"alice: alice\"",
                            "KeePassXC never shows the codes of a counter-based account; keep it in another app as well",
                        ] : []))
        }
    }

    @Test("Every id is new for every export")
    func freshness() throws {
        let request = ExportRequest.encrypted(try [SampleAccounts.item(), SampleAccounts.item()]).withoutPassphrase
        let ids = try (0..<2).flatMap { _ in
            try KeePassXCXMLExport().write(request).text.split(separator: "\n").filter { $0.hasPrefix("<UUID>") }
        }
        #expect(ids.count == 6 && Set(ids).count == 6)
    }
}
