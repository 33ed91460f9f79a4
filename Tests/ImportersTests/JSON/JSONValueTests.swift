import Encodings
import TOTPDomain
import Testing

@Suite("Values of a JSON text")
struct JSONValueTests {
    private static func value(_ text: String) throws -> JSONValue { try JSONValue(text: Array(text.utf8)) }

    @Test("Members keep the file's order; a name that is asked for must not be repeated")
    func members() throws {
        let value = try Self.value(#" {"b": 1, "a": {"x": null}, "b": "two", "c": null} "#)
        #expect(value.members.map(\.name) == ["b", "a", "b"])
        let problem = #expect(throws: EntryError.self) { try value["b"] }
        #expect(problem?.problem == "b is in the entry twice")
        let failure = #expect(throws: SourceError.self) { try value.member("b") }
        #expect(failure?.problem.contains("b is in it twice") == true)
        let lists = try Self.value(#"{"l": [1], "l": [2, 3], "n": null, "n": 1}"#)
        #expect(throws: EntryError.self) { try lists["l"] }
        #expect(throws: EntryError.self) { try lists["n"] }
        #expect(try value["c"] == nil && value["a"]?["x"] == nil && value["d"] == nil)
        #expect(try Self.value("[1]").members.isEmpty)
        #expect(try Self.value("7")["a"] == nil)
    }

    @Test("Lists have all elements, null included")
    func elements() throws {
        let value = try Self.value(#"{"list": [1, "two", null, [3], {}]}"#)
        #expect(try value.list("list").map(\.kind) == [.number, .string, .null, .array, .object])
        #expect(try value["list"].elements.count == 5)
        #expect(try value["none"].elements.isEmpty)
    }

    @Test(
        "A list or an object that is needed must be there once",
        arguments: ["{}", #"{"x": 1}"#, #"{"x": null}"#, #"{"x": [], "x": []}"#, #"{"x": {}, "x": {}}"#, "[]"])
    func needed(text: String) throws {
        let value = try Self.value(text)
        #expect(throws: SourceError.self) { try value.list("x") }
        #expect(throws: SourceError.self) { try value.object("x") }
    }

    @Test("Texts, names, numbers and flags of every type")
    func scalars() throws {
        let value = try Self.value(
            #"{"text": "é\u00e9\/", "number": 12, "float": 1.5, "yes": true, "no": false, "one": "1", "list": [], "half": "\ud83d", "huge": 1e400}"#
        )
        #expect(try value["text"]?.text == .text("éé/"))
        #expect(try ["number", "half", "list"].map { try value[$0]?.text } == [.damaged, .damaged, .damaged])
        #expect(
            try ["text", "number", "float", "yes", "list", "half"].map { try value[$0].name }
                == ["éé/", "12", "", "", "", ""])
        #expect(try value["number"]?.field == .number(12) && value["one"]?.field == .text("1"))
        #expect(try value["float"]?.field == .damaged && value["huge"]?.field == .damaged)
        #expect(
            try ["yes", "one", "no", "number", "list"].map { try value[$0].isSet } == [true, true, false, false, false])
        #expect(try !value["none"].isSet)
    }

    @Test("A text that is not UTF-8 costs only that text")
    func notUTF8() throws {
        let bytes = Array(#"{"a": "@", "@": 1, "b": "good"}"#.utf8).map { $0 == UInt8(ascii: "@") ? 0xFF : $0 }
        let value = try JSONValue(text: bytes)
        #expect(try value["a"]?.text == .damaged && value["a"].name == "")
        #expect(try value["b"].name == "good")
        #expect(value.members.map(\.name) == ["a", "", "b"])
    }

    @Test(
        "Everything is checked first: damage anywhere is damage of the file",
        arguments: [
            "", " ", "{", #"{"a": 1"#, #"{"a": 1}}"#, #"{"a": tru}"#, #"{"a": [1,]}"#, #"{"a": 01}"#, "{\"a\": \"\n\"}",
            deepNesting, deepNesting + String(repeating: "]", count: 10_000),
        ])
    func damage(text: String) {
        let failure = #expect(throws: SourceError.self) { try Self.value(text) }
        #expect(failure?.code == .corrupt)
    }
}
