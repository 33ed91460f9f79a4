import Encodings
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("Settings as Qt writes them")
struct QtSettingsTests {
    @Test(
        "A value is read without quotation marks and escapes",
        arguments: [
            ("plain", "plain"), ("", ""), ("\"\"", ""), ("\" padded \"", " padded "), ("a, b", "a, b"),
            ("\"a;b\"", "a;b"), ("a ; b", "a "), (#""\"q\" \\ \xfc\x31""#, "\"q\" \\ ü1"),
            (#"\x438\x432\x430\x43d"#, "иван"), (#"\xd83d\xde00"#, "😀"), (#"\x1f600"#, "😀"),
            (#"\xd83d"#, "\u{FFFD}"), (#"\xde00\xd83d"#, "\u{FFFD}\u{FFFD}"), (#"\x110000"#, "\u{FFFD}"),
            (#"\xfffffffffffffffffffffff"#, "\u{FFFD}"), (#"\xFC"#, "ü"), (#"\xg"#, "xg"), (#"\x"#, "x"),
            (#"\n\t\r\a\b\v\f"#, "\n\t\r\u{7}\u{8}\u{B}\u{C}"), (#"\101\60"#, "A0"), (#"\0"#, "\0"),
            (#"\q\'\?"#, "q'?"), (#"a\"#, "a"), ("@@at", "@at"), ("\"@@@\"", "@@"), ("@Invalid()", "@Invalid()"),
            ("\"Zoë\"", "Zoë"), ("\"open", "open"), ("\"a\" \"b\"", "a b"),
        ])
    func values(raw: String, text: String) {
        #expect(QtSettings.value(Array(raw.utf8)[...]) == text)
    }

    @Test("A text that is not UTF-8 is Latin-1")
    func latin1() { #expect(QtSettings.value([0x22, 0xFC, 0x22]) == "ü") }

    @Test("Groups and keys are read, and other lines passed over")
    func groups() throws {
        let text = """
            before=1\r\n[ %7Ba%20b%7D ]\r\n key = value \r\n\r\n; no=1\r\nkey=again\r
            no equals sign\r\n[empty]\r[]\n=x\n[open
            [empty]\na%20b=c=d
            """
        let groups = try QtSettings(Array(text.utf8), ImportLimits()).groups
        #expect(groups.map(\.name) == ["{a b}", "empty", "", "empty"])
        #expect(groups.map(\.values) == [["key": "again"], [:], ["": "x"], ["a b": "c=d"]])
    }

    @Test("Keys beyond what an account can have are not kept; groups beyond the limit are refused")
    func limits() throws {
        let most = Limit.qtKeys
        for count in [most, most + 1, 1000] {
            let keys = (1...count).map { "k\($0)=v\n" }.joined()
            let group = try #require(try QtSettings(Array("[a]\n\(keys)k1=w".utf8), ImportLimits()).groups.first)
            #expect(group.values.count == most)
            #expect(group.values["k1"] == "w" && group.values["k\(most)"] == "v" && group.values["k\(most + 1)"] == nil)
        }
        var limits = ImportLimits()
        limits.entries = 2
        let failure = #expect(throws: SourceError.self) {
            try QtSettings(Array(String(repeating: "[a]\n", count: 50).utf8), limits)
        }
        #expect(failure?.code == .limitExceeded)
    }

    @Test(
        "The first line shows whether a text can be one",
        arguments: [
            ("[a]", true), ("\n [%7B0-a%7D]\r\nx=1", true), ("[General]", true), ("[]", false), ("[1,2]", false),
            ("[\"a\"]", false), ("[{\"a\":1}]", false), ("a=1\n[a]", false), ("", false), ("[a", false),
        ])
    func matches(text: String, isIt: Bool) { #expect(QtSettings.matches(Array(text.utf8)) == isIt) }
}
