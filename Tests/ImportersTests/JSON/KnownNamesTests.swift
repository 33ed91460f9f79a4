import Encodings
import TOTPDomain
import Testing

@testable import FormatEngine

@Suite("Names that a format knows")
struct KnownNamesTests {
    private static let members = KnownNames("secret label tags", opaque: "custom")

    private static func unread(_ members: KnownNames, _ text: String, isRecord: Bool = false) -> [String] {
        members.unread(in: Array(text.utf8), isRecord: isRecord).names.map { "\($0.name) \($0.entries)" }
    }

    @Test(
        "All members that are not known are named, with the number of records that have them",
        arguments: [
            (#"[{"secret":"a","label":"b"}]"#, []), (#"[{"secret":"a","Period":60}]"#, ["Period 1"]),
            // Members inside a named one are not named as well.
            (#"[{"secret":"a"},{"x":1,"otp":{"digits":8,"secret":"a"}}]"#, ["x 1", "otp 1"]),
            (#"[{"period":1},{"period":2},{"time-step":3}]"#, ["period 2", "time-step 1"]),
            (#"[{"tags":[{"x":1},{"x":2}]},{"label":{"x":3}}]"#, ["x 2"]),
            (#"[{"created":1,"color":"red","nested":[{"deep":[{"x":1}]}]}]"#, ["created 1", "color 1", "nested 1"]),
            // These say nothing.
            (#"[{"period":null,"issuer":"","digits":0,"a":[],"b":{ },"c":[ ]}]"#, ["digits 1"]),
            (#"[{"per\u0069od":1}]"#, ["period 1"]),
            // Outside of the records.
            (#"{"version":1,"label":[{"version":1}],"more":true}"#, ["version 1", "more 0"]),
            // Up to the damage.
            (#"[{"period":1},{"digits":"#, ["period 1"]), ("", []), ("7", []),
        ])
    func unread(text: String, names: [String]) { #expect(Self.unread(Self.members, text) == names) }

    @Test(
        "Where names are data, those of secrets are named, and links",
        arguments: [
            (#"{"custom":{"period":1,"x":"y"},"label":[{"custom":[{"issuer":"a"}]}]}"#, []),
            (#"{"custom":{"totp":"a","secret":"b","otp":"","Pass":"c"}}"#, ["totp 0"]),
            (
                #"{"label":[{"custom":{"a":["otpauth:\/\/totp\/a?secret=b"]}},{"custom":"steam:\/\/AA","x":1}]}"#,
                ["a 1", "x 1"]
            ),
            (#"{"custom":{"site":"https://a.example"},"b":1}"#, ["b 0"]),
        ])
    func opaque(text: String, names: [String]) { #expect(Self.unread(Self.members, text) == names) }

    @Test("Records are those of one list, all members of an object, or the whole text")
    func records() {
        let list = KnownNames("groups entries name", list: "entries")
        #expect(Self.unread(list, #"{"groups":[{"x":1}],"entries":[{"x":1},{"x":2}]}"#) == ["x 2"])
        #expect(Self.unread(list, #"{"groups":[{"y":1}],"entries":[]}"#) == ["y 0"])
        let data = KnownNames("secret", data: 1)
        #expect(Self.unread(data, #"{"issuer":{"secret":"a"},"period":{"digits":8},"z":{"digits":8}}"#) == ["digits 2"])
        let settings = KnownNames("secret", opaque: "settings", data: 1)
        #expect(Self.unread(settings, #"{"a":{"secret":"b"},"settings":{"theme":1}}"#) == [])
        #expect(Self.unread(Self.members, #"{"x":[{"y":1}],"label":[{"z":1}]}"#, isRecord: true) == ["x 1", "z 1"])
    }

    @Test("What a shape reads is known")
    func shape() {
        let shape = EntryShape(
            issuer: "a .b", inside: "in", secret: ".secret", kind: .numbered("type", [nil, .totp]),
            digits: ".digits")
        let members = KnownNames(reading: shape, "more")
        #expect(
            Self.unread(members, #"[{"a":1,"b":1,"in":{"secret":1,"digits":1,"period":1},"type":1,"more":1}]"#)
                == ["b 1", "period 1"])
        #expect(
            Self.unread(members, #"[{"a":"x","in":{"b":"y","secret":"z","digits":8,"a":"w"},"digits":6,"type":1}]"#)
                == ["a 1", "digits 1"])
    }

    @Test(
        "A member with a value of another type than its reader takes is named",
        arguments: [
            (#"[{"name":"a","star":true,"tags":["a",1],"keys":[{"name":"b"}]}]"#, []),
            (#"[{"name":null,"star":null,"tags":null,"keys":[]},{"name":7,"star":false,"tags":[]}]"#, []),
            (#"[{"name":["a"]},{"name":true},{"name":7.5},{"name":{"name":"a"}}]"#, ["name 4"]),
            (#"[{"name":"a\ud83d"},{"name":"\ud83d\ude00"}]"#, ["name 1"]),
            (#"[{"star":1},{"star":"true"},{"tags":"a, b"},{"tags":["a",["b"]]}]"#, ["star 2", "tags 2"]),
            (#"[{"keys":["b"]},{"keys":{"name":"b"}}]"#, ["keys 2"]),
        ])
    func types(text: String, names: [String]) {
        let members = KnownNames("", texts: "name", flags: "star", lists: "tags", objects: "keys")
        #expect(Self.unread(members, text) == names)
    }

    @Test(
        "A list in a record that has objects and something else is named; in a list of records, each is read",
        arguments: [
            (#"[{"tags":[{"label":"a"},"b"]}]"#, ["tags 1"]), (#"[{"tags":[1,{"label":"a"}]},7]"#, ["tags 1"]),
            (#"[{"tags":[{"label":["b"]},{"label":"a"},null]}]"#, []), (#"[{"label":"a"},7,"b"]"#, []),
        ])
    func mixed(text: String, names: [String]) { #expect(Self.unread(Self.members, text) == names) }

    @Test(
        "A text that no account has is named if it may hold a secret, a link or recovery codes",
        arguments: [
            ("AB", false), ("my bank", false), ("old JBSWY3DPEHPK3PXP", true), ("key=JBSWY3DPEHPK3PXP&size=8", true),
            ("otpauth:\\/\\/totp\\/a?secret=b", true), ("backup codes: 8392-0175 1726-3940", true),
        ])
    func asides(text: String, isNamed: Bool) {
        let members = KnownNames("", asides: "icon")
        #expect(Self.unread(members, #"[{"icon":"\#(text)"}]"#) == (isNamed ? ["icon 1"] : []))
    }

    @Test("A member that the outermost object has twice is named")
    func outermostTwice() {
        #expect(
            Self.unread(Self.members, #"{"label":"a","tags":[{"label":1},{"label":2}],"label":"b"}"#) == ["label 0"])
        #expect(Self.unread(KnownNames("x", data: 1), #"{"a":{"x":1},"a":{"x":1}}"#) == [])
    }

    @Test("Names of any case can be known")
    func anyCase() {
        let members = KnownNames("secret list", list: "list", ignoringCase: true)
        #expect(Self.unread(members, #"{"List":[{"SECRET":"a","Label":"b"}]}"#) == ["Label 1"])
    }

    @Test("A name is shortened, no more than 16 are kept, and one that may be a secret is not shown")
    func bounded() {
        let names = (0..<100).map { "issuer\(String(repeating: "-", count: $0 + 50))\($0)" }
        let text = "[{\(names.map { "\"\($0)\":1" }.joined(separator: ","))}]"
        let unread = Self.members.unread(in: Array(text.utf8))
        #expect(unread.names.allSatisfy { $0.name.count <= 61 } && 1...16 ~= unread.names.count && unread.hasMore)
        #expect(unread.warnings().last?.message.hasPrefix("more than these 16 names are not read; ") == true)
        #expect(Self.unread(Self.members, #"[{"JBSWY3DPEHPK3PXPJBSWY3DPEE":1}]"#) == ["… 1"])
    }

    @Test("Each name is a warning with the number of accounts")
    func warnings() {
        var names = UnreadNames()
        names.add("a", entries: 1)
        names.add("b", entries: 5)
        names.add("a", entries: 1)
        names.add("c", entries: 0)
        #expect(
            names.warnings() == [
                "\"a\" is not read (2 accounts); compare the codes with the app",
                "\"b\" is not read (5 accounts); compare the codes with the app",
                "\"c\" is not read; compare the codes with the app",
            ])
    }

    // MARK: - Other containers

    @Test("Elements and attributes of XML that are not known are named, each once per record")
    func xml() throws {
        let known = KnownNames("record key", attributes: "id", opaque: "data", single: "name")
        let names = "<name>a</name><name>b</name>", others = #"<data x="1"><y/></data><id>3</id><z/>"#
        let record = #"<record id="1" key="2">\#(names)\#(others)</record>"#
        var unread = UnreadNames()
        try XMLElement.read(
            Array("<list>\(record)\(record)</list>".utf8), root: { _ throws(SourceError) in },
            child: { element throws(SourceError) in known.addUnread(in: element, to: &unread) })
        #expect(unread.names.map { "\($0.name) \($0.entries)" } == ["key 2", "name 2", "x 2", "id 2"])
    }

    @Test("Elements of a page that are not known are named, in any case")
    func page() {
        let text = "<!doctype html><HTML><H1>a</h1><Table><x-y></table>"
        let unread = KnownNames(page: "h1 code").unread(inPage: Array(text.utf8))
        #expect(unread.names.map { "\($0.name) \($0.entries)" } == ["Table 0", "x-y 0"])
    }

    @Test("Columns that are not known are named, and the second column of a name")
    func columns() {
        var cells = UnreadCells(["Name", "name ", " Secret", "x", ""], known: ["name", "secret"])
        var document = ImportedDocument(format: "csv", records: 0)
        cells.look(at: CSVTable.Row(line: 2, cells: ["a", "b", "c", "d", "e"]))
        cells.look(at: CSVTable.Row(line: 3, cells: ["a", "b", "c", "", "e"]))
        cells.finish(&document)
        #expect(document.unread.names.map { "\($0.name) \($0.entries)" } == ["name 2", "x 1", "column 5 2"])
    }

    // MARK: - Recognition

    @Test(
        "A member that looks like a part of an account and is not known is found",
        arguments: [
            (#"[{"secret":"a","x":[{"y":"z"}],"custom":{"period":1}}]"#, true), (#"[{"Period":60}]"#, false),
            (#"[{"period":null,"issuer":""}]"#, true), (#"[{"x":"otpauth://totp/a?secret=b"}]"#, false),
            (#"[{"x":[{"digits":0}]}]"#, false),
        ])
    func parts(text: String, hasAll: Bool) { #expect(Self.members.haveAllParts(in: Array(text.utf8)) == hasAll) }

    @Test(
        "Records that have only known members are told from others",
        arguments: [
            (#"[{"secret":"a"},{"label":"b","tags":[]}]"#, true), (#"[{"secret":"a"},{"x":1}]"#, false),
            (#"[{"secret":"a","x":null}]"#, true), (#"[{"secret":"a","x":""}]"#, true),
            (#"[{"secret":"a","x":[{"y":1}]}]"#, true), (#"[{"secret":"a","x":[{"period":1}]}]"#, false),
            (#"[{"secret":"a","otp":{}}]"#, false), (#"[{"secret":"a","x":"b""#, false), ("[{\"secret\":", true),
        ])
    func all(text: String, isAll: Bool) {
        #expect(Self.members.areAll(ofRecordsAt: 2, in: Array(text.utf8)) == isAll)
        let inside = Array(#"{"list":\#(text),"other":[{"x":1}]}"#.utf8)
        if text.hasSuffix("]") { #expect(Self.members.areAll(ofRecordsAt: 3, inList: "list", in: inside) == isAll) }
    }

    @Test(
        "Of records with a mark of the app, one name may be unknown that does not look like a part of an account",
        arguments: [
            (#"[{"secret":"a","x":1},{"x":2}]"#, true), (#"[{"secret":"a","x":1},{"y":2}]"#, false),
            (#"[{"secret":"a","period":1}]"#, false),
        ])
    func allButOne(text: String, isAll: Bool) {
        #expect(Self.members.areAll(ofRecordsAt: 2, butOne: true, in: Array(text.utf8)) == isAll)
    }
}
