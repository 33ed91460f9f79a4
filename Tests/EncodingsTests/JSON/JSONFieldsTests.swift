import Encodings
import FixtureSupport
import Testing

@Suite("Members of a JSON object, found but not decoded")
struct JSONFieldsTests {
    private func fields(_ text: String) throws -> JSONFields { try JSONFields(Array(text.utf8)[...]) }

    @Test
    func membersAreFoundByTheirNames() throws {
        let fields = try fields(
            #" {"text":"a\u0062","n\u0061me":"x","number":12,"big":1e9,"yes":true,"none":null,"list":[1],"object":{"a":2}} "#
        )
        let scanner = fields.scanner
        guard case .string(let text) = fields["text"], case .string(let name) = fields["name"],
            case .number(let number) = fields["number"], case .bool(true) = fields["yes"], case .null = fields["none"],
            case .array(let list) = fields["list"], case .object(let object) = fields["object"]
        else {
            Issue.record("a member is missing or of another kind")
            return
        }
        #expect(try scanner.string(text) == "ab")
        #expect(try scanner.string(name) == "x")
        #expect(OrderedJSON(number: scanner.source(number)) == 12)
        #expect(try fields.tree(list) == .array([1]))
        guard case .number = try fields.object(object)["a"] else {
            Issue.record("the inner member is missing")
            return
        }
        #expect(fields["other"] == nil)
        let others = try fields.members(except: ["text", "name", "number", "list"], read: ["list"])
        #expect(others.map(\.key) == ["big", "yes", "none", "object"])
        #expect(others.map(\.value) == [.number("1e9"), true, .null, .object(["a": 2])])
    }

    @Test
    func elementsAreFoundWithTheirKinds() throws {
        let fields = try fields(#"{"a":[{"x":1}, 5 ,"s",{ }]}"#)
        guard case .array(let range) = fields["a"] else {
            Issue.record("no list")
            return
        }
        let elements = try fields.elements(range)
        #expect(elements.elements.map(\.kind) == [.object, .number, .string, .object])
        #expect(try elements.object(at: 0).tree() == .object(["x": 1]))
        #expect(try elements.object(at: 3).tree() == .object([]))
        let copy = elements.elements(2..<4, in: elements.copy(2..<4))
        #expect(copy.elements.map(\.kind) == [.string, .object])
        #expect(try copy.object(at: 1).tree() == .object([]))
        #expect(elements.copy(1..<1).isEmpty)
    }

    @Test(
        "Only texts that are not an object are refused",
        arguments: [
            "", "[]", "1", "{", "{\"a\":1", "{\"a\"}", "{\"a\":1,}", "{,}", "{\"a\":1}x", "{\"a\":1}{}",
            "{\"a\":1 \"b\":2}",
            "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "{\"a\":\"\\x\"}", "{\"a\":01}", "{a:1}", "{\"a\":[1}",
            "{\"a\":[{\"a\":1}}]}",
        ])
    func refused(text: String) { #expect(throws: JSONError.self) { try fields(text) } }

    @Test("A string that is not UTF-8 is refused, also if nobody asks for it", arguments: ["\u{1}", "\u{2}"])
    func notUTF8(place: String) {
        let bytes = Array("{\"\u{1}\":\"\u{2}\"}".utf8).map { $0 == place.utf8.first ? 0xFF : $0 < 3 ? 0x61 : $0 }
        #expect(throws: JSONError.self) { try JSONFields(bytes[...]) }
    }

    @Test(
        "Lists and objects are checked when they are read",
        arguments: ["[1,]", "[1 2]", "[tru]", "[[}]"])
    func innerText(list: String) throws {
        let fields = try fields("{\"a\":\(list)}")
        #expect(throws: JSONError.self) { try fields.members(except: ["a"], read: []) }
        #expect(throws: JSONError.self) { try fields.members(except: [], read: []) }
    }

    @Test("Many names are compared quickly, and a repeated one is found")
    func manyNames() throws {
        let members = (0..<20_000).map { "\"n\($0)\":\($0)" }
        #expect(try fields("{\(members.joined(separator: ","))}")["n19999"] != nil)
        let error = #expect(throws: JSONError.self) {
            try fields("{\(members.joined(separator: ",")),\"n77\":1}")
        }
        #expect(error?.reason == .repeatedName)
    }

    @Test("A tree of the fields is the tree of the text", arguments: 0..<200)
    func equalsTree(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let object = OrderedJSON.object(["list": RandomJSON.value(&generator), "x": RandomJSON.value(&generator)])
        let text = object.utf8
        let fields = try JSONFields(text[...])
        #expect(try fields.tree() == OrderedJSON(parsing: text))
        #expect(try .object(fields.members(except: [], read: [])) == OrderedJSON(parsing: text))
    }
}
