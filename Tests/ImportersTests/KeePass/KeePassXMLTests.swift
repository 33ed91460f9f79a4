import TOTPDomain
import Testing

@testable import Importers

/// The fields of entries, read from the XML that databases hold and programs export.
@Suite("KeePass's entries")
struct KeePassXMLTests {
    private static func strings(_ fields: KeyValuePairs<String, String>) -> String {
        fields.map { "<String><Key>\($0.key)</Key><Value>\($0.value)</Value></String>" }.joined()
    }

    private static func entry(_ fields: KeyValuePairs<String, String>, _ more: String = "") -> String {
        let names = strings(["Title": "Acorn", "UserName": "alice"])
        return "<Entry><UUID>AQ==</UUID>\(names)\(strings(fields))\(more)</Entry>"
    }

    private func read(_ content: String, meta: String = "") throws -> ImportedDocument {
        try ImportersTests.read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <KeePassFile><Meta><Generator>tests</Generator>\(meta)</Meta><Root>
            <Group><UUID>AA==</UUID><Name>Root</Name>\(content)</Group></Root></KeePassFile>
            """)
    }

    @Test(
        "A field of a code that appears twice, with different values, is rejected",
        arguments: [
            (["otp": "JBSWY3DP", "otp": "GEZDGNBV"], 0), (["otp": "JBSWY3DP", "otp": ""], 0),
            (["TOTP Seed": "JBSWY3DP", "TOTP Seed": "GEZDGNBV"], 0),
            (["otp": "JBSWY3DP", "otp": "JBSWY3DP"], 1), (["otp": "", "otp": "JBSWY3DP"], 1),
            (["otp": "JBSWY3DP", "x": "1", "x": "2"], 1),
        ] as [(KeyValuePairs<String, String>, Int)])
    func repeatedField(fields: KeyValuePairs<String, String>, accounts: Int) throws {
        let document = try read(Self.entry(fields))
        #expect(document.items.count == accounts && document.entries.count == 1)
    }

    @Test("Attachments are found with the title of their entry, packed ones too, and not in history or the bin")
    func attachments() throws {
        func binary(_ name: String, _ value: String) -> String { "<Binary><Key>\(name)</Key>\(value)</Binary>" }
        let binaries = """
            <Binaries><Binary ID="0">SGVsbG8=</Binary><Binary ID="1" Compressed="True">\
            H4sIAAAAAAACA/NIzcnJBwCCidH3BQAAAA==</Binary></Binaries><RecycleBinUUID>AQ==</RecycleBinUUID>
            """
        let old = "<History>\(Self.entry([:], binary("old", "<Value Ref=\"0\" />")))</History>"
        let document = try read(
            Self.entry(
                [:],
                binary("a", "<Value Ref=\"0\" />") + binary("b", "<Value Ref=\"1\"/>")
                    + binary("c", "<Value Ref=\"7\"/>")
                    + binary("d", "<Value>SGVsbG8=</Value>") + old)
                + "<Group><UUID>AQ==</UUID>\(Self.entry([:], binary("e", "<Value Ref=\"0\"/>")))</Group>",
            meta: binaries)
        #expect(document.attachments.map(\.place) == ["Acorn/a", "Acorn/b", "Acorn/c", "Acorn/d"])
        #expect(
            document.attachments.map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } } == [
                "Hello", "Hello", nil, "Hello",
            ])
    }

    @Test(
        "An account may be kept in several ways",
        arguments: [
            (
                ["otp": "otpauth://totp/Birch:bob?secret=JBSWY3DP&amp;issuer=Birch&amp;digits=8"],
                "totp Birch|bob JBSWY3DP SHA1 8 30"
            ),
            (["otp": "otpauth://totp/?secret=JBSWY3DP"], "totp Acorn|alice JBSWY3DP SHA1 6 30"),
            (["otp": "otpauth://totp/a?secret=JBSWY3DP&amp;encoder=steam"], "steam Acorn|a JBSWY3DP SHA1 5 30"),
            (["otp": "steam://JBSWY3DP"], "steam Acorn|alice JBSWY3DP SHA1 5 30"),
            (["otp": " jbsw y3dp "], "totp Acorn|alice JBSWY3DP SHA1 6 30"),
            (["otp": "key=JBSWY3DP&amp;step=60&amp;size=8"], "totp Acorn|alice JBSWY3DP SHA1 8 60"),
            (
                ["otp": "key=JBSWY3DP%3D&amp;type=Hotp&amp;counter=7&amp;otpHashMode=Sha512"],
                "hotp Acorn|alice JBSWY3DP SHA512 6 7"
            ),
            (["TimeOtp-Secret": "Hello"], "totp Acorn|alice JBSWY3DP SHA1 6 30"),
            (["TimeOtp-Secret-Hex": "48 65 6C6c6f"], "totp Acorn|alice JBSWY3DP SHA1 6 30"),
            (
                [
                    "TimeOtp-Secret-Base32": "JBSW Y3DP", "TimeOtp-Algorithm": "HMAC-SHA-256", "TimeOtp-Length": "8",
                    "TimeOtp-Period": "60",
                ], "totp Acorn|alice JBSWY3DP SHA256 8 60"
            ),
            (["TimeOtp-Secret-Base64": "SGVsbG8="], "totp Acorn|alice JBSWY3DP SHA1 6 30"),
            // Other programs have names of their own, and KeeShare one field for the secrets of both kinds.
            (
                ["TimeOtp-Secret": "Hello", "TimeOtp-Step": "60", "TimeOtp-Size": "8", "TimeOtp-T0": "0"],
                "totp Acorn|alice JBSWY3DP SHA1 8 60"
            ),
            (
                ["TimeOtp-Secret": "Hello", "timeotp-interval": "60", "TimeOtp-Digits": "8", "TimeOtp-Hash": "SHA256"],
                "totp Acorn|alice JBSWY3DP SHA256 8 60"
            ),
            (["HmacOtp-Secret": "Hello", "TimeOtp-Size": "8"], "totp Acorn|alice JBSWY3DP SHA1 8 30"),
            (
                ["HmacOtp-Secret": "Hello", "TimeOtp-Size": "8", "HmacOtp-Counter": "5"],
                "hotp Acorn|alice JBSWY3DP SHA1 6 5"
            ),
            (["HmacOtp-Secret": "Hello", "HmacOtp-Counter": "9"], "hotp Acorn|alice JBSWY3DP SHA1 6 9"),
            (["HmacOtp-Secret-Base64": "SGVsbG8"], "hotp Acorn|alice JBSWY3DP SHA1 6 0"),
            (["TOTP Seed": "jbsw y3dp"], "totp Acorn|alice JBSWY3DP SHA1 6 30"),
            (["TOTP Seed": "JBSWY3DP", "TOTP Settings": "60;8"], "totp Acorn|alice JBSWY3DP SHA1 8 60"),
            (["TOTP Seed": "JBSWY3DP", "TOTP Settings": "30;S"], "steam Acorn|alice JBSWY3DP SHA1 5 30"),
            (
                ["TOTP Seed": "JBSWY3DP", "TOTP Settings": "30;7;https://clock.example.com"],
                "totp Acorn|alice JBSWY3DP SHA1 7 30"
            ),
            // One account, written for KeePassXC and for KeePass 2.
            (
                [
                    "otp": "otpauth://totp/Acorn:alice?secret=JBSWY3DP&amp;digits=8&amp;period=60",
                    "TimeOtp-Secret-Base32": "JBSWY3DP", "TimeOtp-Length": "8", "TimeOtp-Period": "60",
                    "TimeOtp-Algorithm": "HMAC-SHA-1",
                ], "totp Acorn|alice JBSWY3DP SHA1 8 60"
            ),
            // All of them say the same.
            (
                [
                    "TOTP Seed": "JBSWY3DP", "TOTP Settings": "30;6", "TimeOtp-Secret": "Hello", "otp": "JBSW Y3DP",
                    "TimeOtp-Secret-Hex": "48656c6c6f", "TimeOtp-Secret-Base64": "SGVsbG8",
                ], "totp Acorn|alice JBSWY3DP SHA1 6 30"
            ),
            (["otp": "JBSWY3DP", "TimeOtp-Length": "6", "TOTP Settings": ""], "totp Acorn|alice JBSWY3DP SHA1 6 30"),
            (["otp": "steam://JBSWY3DP", "TOTP Settings": "30;S"], "steam Acorn|alice JBSWY3DP SHA1 5 30"),
            (["OTP": "JBSWY3DP"], "totp Acorn|alice JBSWY3DP SHA1 6 30"),
            (["hmacotp-secret": "Hello", "HMACOTP-COUNTER": "4"], "hotp Acorn|alice JBSWY3DP SHA1 6 4"),
        ] as [(KeyValuePairs<String, String>, String)])
    func account(fields: KeyValuePairs<String, String>, expected: String) throws {
        let document = try read(Self.entry(fields))
        #expect(document.format == "keepassxc")
        #expect(document.items.map(\.fieldsLine) == [expected])
        #expect(document.rejections == [])
    }

    @Test(
        "A warning says what KeePass 2 makes of words that it does not know, unless a link says what is right",
        arguments: [
            ("HMAC-SHA-256", "6", "", nil), ("HMAC-SHA-512", "8", "", nil), ("sha1", "6", "", nil), ("", "6", "", nil),
            ("SHA256", "6", "", "algorithm \"SHA256\" is read as SHA256"),
            ("hmac-sha-512", "6", "", "algorithm \"hmac-sha-512\" is read as SHA512"),
            ("HMAC-SHA-1", "9", "", "its codes have 9 digits, but KeePass 2 shows the last 8 or none"),
            ("SHA256", "10", "", "no code; its codes have 10 digits"),
            ("SHA256", "9", "otpauth://totp/a?secret=JBSWY3DP&amp;algorithm=SHA256&amp;digits=9", nil),
        ] as [(String, String, String, String?)])
    func wordsOfOthers(algorithm: String, digits: String, link: String, warning: String?) throws {
        let document = try read(
            Self.entry([
                "TimeOtp-Secret": "Hello", "TimeOtp-Algorithm": algorithm, "TimeOtp-Length": digits, "otp": link,
            ]))
        #expect(document.items.count == 1 && document.warnings.count == (warning == nil ? 0 : 1))
        #expect(
            document.warnings.allSatisfy { $0.message.contains(warning ?? "") && $0.message.contains("Acorn: alice") })
    }

    @Test(
        "The rejection names the problem, and never the secret",
        arguments: [
            (["otp": "otpauth://totp/a?secret=JBSWY3D1"], .secretNotBase32), (["otp": "JBSWY3D1"], .secretNotBase32),
            (["otp": "key=&amp;step=30"], .secretMissing), (["otp": "key=JBSWY3DP&amp;type=x"], .typeUnknown),
            (["otp": "key=JBSWY3DP&amp;size=99"], .digitsOutOfRange),
            (["otp": "key=JBSWY3DP&amp;digits=8"], .fieldDamaged),
            (["otp": "key=JBSWY3DP&amp;encoding=Hex"], .fieldDamaged),
            (["otp": "JBSWY3DPEHPK3PXP GEZDGNBVGY3TQOJQ"], .secretUnclear),
            (["TimeOtp-Secret-Hex": "xyz"], .secretNotHex), (["TimeOtp-Secret-Base64": "*"], .fieldDamaged),
            (["TimeOtp-Secret": "x", "TimeOtp-Algorithm": "HMAC-SHA-384"], .algorithmUnknown),
            (["TimeOtp-Secret": "x", "TimeOtp-Period": "0"], .periodOutOfRange),
            (["HmacOtp-Secret": "x", "HmacOtp-Counter": "-1"], .counterOutOfRange),
            (["TOTP Seed": "JBSWY3DP", "TOTP Settings": "x;6"], .periodOutOfRange),
        ] as [(KeyValuePairs<String, String>, RejectionCode)])
    func rejection(fields: KeyValuePairs<String, String>, code: RejectionCode) throws {
        let document = try read(Self.entry(fields) + Self.entry(["otp": "GEZDGNBV"]))
        #expect(document.rejections.map(\.code) == [code])
        #expect(document.rejections.map(\.position.entry) == [1])
        #expect(document.rejections.allSatisfy { !$0.reason.contains("JBSWY3D") })
        #expect(document.items.map(\.secret.base32) == ["GEZDGNBV"])
    }

    @Test(
        "What a link does not name comes from the entry",
        arguments: [
            (link: "totp/bob", title: "Acorn", user: "alice", expected: "Acorn|bob"),
            (link: "totp/default", title: "Acorn", user: "alice", expected: "Acorn|alice"),
            (link: "totp/default", title: "Acorn", user: "", expected: "Acorn|"),
            (link: "totp/default", title: "", user: "", expected: "|default"),
            (link: "totp/?issuer=Birch", title: "Acorn", user: "alice", expected: "Birch|alice"),
            (link: "totp/Birch:bob", title: "Acorn", user: "alice", expected: "Birch|bob"),
            (link: "totp/default?issuer=Birch", title: "Acorn", user: "alice", expected: "Birch|default"),
            // The label is the title, and not the user's name.
            (link: "totp/Acorn", title: "Acorn", user: "alice", expected: "Acorn|alice"),
            // As this program writes an account without an issuer.
            (link: "totp/bob", title: "bob", user: "bob", expected: "|bob"),
            (link: "totp/bob", title: "bob", user: "", expected: "|bob"),
            (link: "totp/default", title: "default", user: "default", expected: "|default"),
            (link: "totp/bob", title: "", user: "alice", expected: "|bob"),
            // KeePassDX has words for no names.
            (link: "totp/None:None?issuer=None", title: "Acorn", user: "alice", expected: "Acorn|alice"),
            (link: "totp/None:OTP?issuer=None", title: "Acorn", user: "alice", expected: "Acorn|alice"),
            (link: "totp/None:bob", title: "Acorn", user: "alice", expected: "Acorn|bob"),
            (link: "totp/Birch:None", title: "Acorn", user: "alice", expected: "Birch|alice"),
            (link: "totp/Birch:OTP", title: "Acorn", user: "alice", expected: "Birch|OTP"),
            (link: "totp/None:None", title: "", user: "", expected: "|"),
        ])
    func namesOfLinks(link: String, title: String, user: String, expected: String) throws {
        let parameter = link.contains("?") ? "&secret=JBSWY3DP" : "?secret=JBSWY3DP"
        let text = "otpauth://\(link)\(parameter)"
        let strings = Self.strings(["Title": title, "UserName": user, "otp": text.replacing("&", with: "&amp;")])
        #expect(try read("<Entry>\(strings)</Entry>").items.map { "\($0.issuer)|\($0.name)" } == [expected])
        let row = "\"Root\",\"\(title)\",\"\(user)\",\"\(text)\""
        let table = try ImportersTests.read("\"Group\",\"Title\",\"Username\",\"TOTP\"\n\(row)\n")
        #expect(table.format == "keepassxc" && table.items.map { "\($0.issuer)|\($0.name)" } == [expected])
    }

    @Test(
        "Fields of one account that disagree are rejected, and what they disagree about is named",
        arguments: [
            (
                ["otp": "JBSWY3DP", "TimeOtp-Secret-Base32": "GEZDGNBV"],
                "otp and TimeOtp-Secret have different secrets"
            ),
            (
                ["otp": "JBSWY3DP", "TimeOtp-Secret-Base32": "JBSWY3DP", "TimeOtp-Length": "8"],
                "otp and TimeOtp-Secret have different numbers of digits"
            ),
            (
                ["otp": "JBSWY3DP", "TimeOtp-Length": "8"],
                "otp and TimeOtp-Length have different numbers of digits"
            ),
            (["TOTP Seed": "JBSWY3DP", "TimeOtp-Period": "60"], "TOTP Seed and TimeOtp-Period have different periods"),
            (
                ["otp": "JBSWY3DP", "TimeOtp-Algorithm": "HMAC-SHA-512"],
                "otp and TimeOtp-Algorithm have different algorithms"
            ),
            (["otp": "JBSWY3DP", "TOTP Settings": "30;8"], "otp and TOTP Settings have different numbers of digits"),
            (["otp": "JBSWY3DP", "TOTP Settings": "30;S"], "otp and TOTP Settings have different types"),
            (["otp": "steam://JBSWY3DP", "TimeOtp-Secret": "Hello"], "otp and TimeOtp-Secret have different types"),
            (["otp": "JBSWY3DP", "TOTP Seed": "GEZDGNBV"], "otp and TOTP Seed have different secrets"),
            (
                ["TimeOtp-Secret": "Hello", "TOTP Seed": "GEZDGNBV"],
                "TimeOtp-Secret and TOTP Seed have different secrets"
            ),
            (
                ["TimeOtp-Secret-Base32": "JBSWY3DP", "TimeOtp-Secret-Hex": "00"],
                "TimeOtp-Secret-Hex and TimeOtp-Secret-Base32 have different secrets"
            ),
            (
                ["HmacOtp-Secret": "x", "HmacOtp-Secret-Base64": "SGVsbG8"],
                "HmacOtp-Secret and HmacOtp-Secret-Base64 have different secrets"
            ),
            (
                ["otp": "key=JBSWY3DP&amp;type=hotp&amp;counter=7", "HmacOtp-Secret": "Hello", "HmacOtp-Counter": "8"],
                "otp and HmacOtp-Secret have different counters"
            ),
            (["otp": "key=JBSWY3DP&amp;key=GEZDGNBV"], "a part of the field otp appears twice"),
            (["otp": "JBSWY3DP", "Otp": "GEZDGNBV"], "otp appears twice"),
            (["TimeOtp-Secret": "Hello", "TimeOtp-Size": "8", "TimeOtp-Length": "6"], "TimeOtp-Length appears twice"),
            (["otp": "JBSWY3DP", "TimeOtp-Step": "60"], "otp and TimeOtp-Period have different periods"),
            (["TimeOtp-Secret": "Hello", "TimeOtp-T0": "9"], "its codes start at a time other than 1970-01-01"),
        ] as [(KeyValuePairs<String, String>, String)])
    func contradiction(fields: KeyValuePairs<String, String>, problem: String) throws {
        let document = try read(Self.entry(fields))
        #expect(document.items == [] && document.records == 1)
        #expect(document.rejections.map(\.code) == [.fieldDamaged])
        #expect(document.rejections.allSatisfy { $0.reason.hasPrefix(problem) && !$0.reason.contains("JBSWY3DP") })
    }

    @Test(
        "A time-based and a counter-based account in one entry are two",
        arguments: [
            (
                ["TimeOtp-Secret": "Hello", "HmacOtp-Secret-Base32": "GEZDGNBV", "HmacOtp-Counter": "3"],
                ["totp Acorn|alice JBSWY3DP SHA1 6 30", "hotp Acorn|alice GEZDGNBV SHA1 6 3"], 0
            ),
            (
                ["otp": "otpauth://totp/Acorn:alice?secret=JBSWY3DP", "HmacOtp-Secret": "Hello"],
                ["totp Acorn|alice JBSWY3DP SHA1 6 30", "hotp Acorn|alice JBSWY3DP SHA1 6 0"], 0
            ),
            (
                ["otp": "key=JBSWY3DP&amp;type=hotp", "TOTP Seed": "GEZDGNBV", "HmacOtp-Secret": "Hello"],
                ["totp Acorn|alice GEZDGNBV SHA1 6 30", "hotp Acorn|alice JBSWY3DP SHA1 6 0"], 0
            ),
            // One of them cannot be read.
            (["otp": "JBSWY3D1", "HmacOtp-Secret": "Hello"], ["hotp Acorn|alice JBSWY3DP SHA1 6 0"], 1),
        ] as [(KeyValuePairs<String, String>, [String], Int)])
    func twoAccounts(fields: KeyValuePairs<String, String>, expected: [String], rejected: Int) throws {
        let document = try read(Self.entry(fields) + Self.entry([:]))
        #expect(document.items.map(\.fieldsLine) == expected && document.rejections.count == rejected)
        #expect(document.records == 3 && document.skipped.counts == [.noOneTimeCode: 1])
    }

    @Test(
        "A field of KeePass's kind that is not read is named",
        arguments: ["TimeOtp-Skew", "HmacOtp-Hash", "TIMEOTP-X"])
    func unreadField(name: String) throws {
        for fields in [["otp": "JBSWY3DP"], [:]] as [KeyValuePairs<String, String>] {
            let document = try read(Self.entry(fields, Self.strings([name: "8"])))
            #expect(document.warnings.contains { $0.problem.contains("\"\(name)\" is not read") })
        }
    }

    @Test(
        "A password without one-time codes is not an entry",
        arguments: [[:], ["otp": ""], ["TimeOtp-Period": "30"], ["TOTP Settings": "30;6"]])
    func noAccount(fields: [String: String]) throws {
        let more = fields.map { Self.strings([$0.key: $0.value]) }.joined()
        #expect(try read(Self.entry([:], more)).entries == [])
    }

    @Test("Group, tags and notes are imported, notes as they are")
    func besides() throws {
        let entry = Self.entry(["otp": "JBSWY3DP", "Notes": " two\nlines "], "<Tags>home; work,</Tags>")
        let document = try read(entry + "<Group><Name>Bank</Name>\(entry)</Group>")
        #expect(document.items.map(\.tags) == [["home", "work"], ["Bank", "home", "work"]])
        #expect(document.items.map(\.note) == [" two\nlines ", " two\nlines "])
    }

    @Test("Earlier versions of an entry are not imported")
    func history() throws {
        let old = Self.entry(["otp": "GEZDGNBV", "Title": "Old"])
        let document = try read(
            "<Entry><History>\(old)\(old)</History>\(Self.strings(["Title": "New", "otp": "JBSWY3DP"]))</Entry>"
                + Self.entry(["otp": "JBSWY3DP"], "<History>\(old)</History>"))
        #expect(document.items.map(\.label) == ["New", "Acorn: alice"])
        #expect(document.items.allSatisfy { $0.secret.base32 == "JBSWY3DP" })
        #expect(document.warnings == ["earlier versions of entries (history) were skipped: 3"])
    }

    @Test("The recycle bin is skipped with all that is in it, wherever it is")
    func recycleBin() throws {
        let entry = Self.entry(["otp": "JBSWY3DP"])
        let bin = "<Group><UUID>Ag==</UUID><Name>Bin</Name>\(entry)<Group><Name>Deep</Name>\(entry)</Group></Group>"
        let content = "\(bin)\(entry)<Group><Name>Work</Name>\(bin)\(entry)</Group>"
        let document = try read(content, meta: "<RecycleBinUUID>Ag==</RecycleBinUUID>")
        #expect(document.items.map(\.tags) == [[], ["Work"]])
        #expect(document.skipped.counts == [.trash: 4])
        #expect(document.warnings == [])
        // A bin of zeros does not count, even where a group has that identifier.
        let none = "<RecycleBinUUID>AAAAAAAAAAAAAAAAAAAAAA==</RecycleBinUUID>"
        #expect(try read(content, meta: none).items.count == 6)
    }

    @Test("More entries than the limit are refused")
    func limit() throws {
        var limits = ImportLimits()
        limits.entries = 2
        let entry = Self.entry(["otp": "JBSWY3DP"])
        for (count, isRead) in [(2, true), (3, false)] {
            let text =
                "<KeePassFile><Root><Group>\(String(repeating: entry, count: count))</Group></Root></KeePassFile>"
            let document = try? ImportersTests.read(text, limits: limits)
            #expect((document != nil) == isRead)
        }
    }
}
