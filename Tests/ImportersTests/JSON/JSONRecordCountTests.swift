import Encodings
import TOTPDomain
import Testing

@testable import FormatEngine

@Suite("Records of a JSON text")
struct JSONRecordCountTests {
    @Test(
        "The elements at a path are counted",
        arguments: [
            ("[1,{},null]", [], 3), ("{\"a\":[1]}", [], 0), ("{\"a\":[1,2]}", ["a"], 2),
            ("{\"a\":{\"a\":[1,2]}}", ["a"], 0),
            ("{\"a\":{\"a\":[1,2]}}", ["a", "a"], 2), ("{\"\\u0061\":[1,2],\"b\":[{\"a\":[1]}]}", ["a"], 2),
            ("{\"a\":[{\"b\":[1]},2,{\"b\":[2,3]},{\"c\":[4]}]}", ["a", .elements, "b"], 3),
            ("{\"a\":{\"x\":{\"b\":[1]},\"y\":null,\"z\":{\"b\":[2,[3]]}}}", ["a", .members, "b"], 3),
            ("{\"i\":[1],\"f\":[{\"i\":[2,3],\"f\":[{\"i\":[4]}]},5,{\"f\":[]}]}", [.nested("i", in: "f")], 4),
            ("{\"f\":null}", [.nested("i", in: "f")], 0),
        ] as [(String, [JSONRecordCount.Step], Int)])
    func paths(text: String, path: [JSONRecordCount.Step], count: Int) {
        #expect(JSONRecordCount.count(path, in: Array(text.utf8)) == count)
    }

    @Test(
        "Nothing under a repeated name counts: what reads it is damaged",
        arguments: [
            "{\"a\":[1],\"a\":[2,3]}", "{\"a\":[1,2],\"a\":3}", "{\"a\":1,\"a\":[2]}", "{\"a\":[1],\"a\":null}",
            "{\"a\":[1],\"a\":[2],\"a\":[3]}",
        ])
    func repeatedNames(text: String) throws {
        #expect(throws: EntryError.self) { try JSONValue(text: Array(text.utf8))["a"] }
        #expect(JSONRecordCount.count(["a"], in: Array(text.utf8)) == 0)
    }

    @Test("Members are counted as they are read")
    func members() throws {
        for text in ["{}", "[1]", "{\"a\":1,\"b\":null,\"a\":{\"c\":2}}", "{\"\\ud800\":1}"] {
            let value = try JSONValue(text: Array(text.utf8))
            #expect(JSONRecordCount.members(in: value.scanner) == value.members.count, "\(text)")
        }
    }
}
