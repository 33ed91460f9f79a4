import Testing

@testable import Encodings

@Suite("Changes of a JSON text")
struct JSONEditsTests {
    private func edited(_ text: String, _ change: (inout JSONEdits, JSONPlace) throws -> Void) throws -> String {
        let bytes = Array(text.utf8)
        var edits = JSONEdits()
        try change(&edits, try JSONPlace(text: bytes))
        return String(decoding: edits.applied(to: bytes), as: UTF8.self)
    }

    @Test(
        "A list gets elements at its end, whatever is around it",
        arguments: [
            ("[]", "[1,2]"), ("[ ]", "[1,2 ]"), ("[0]", "[0,1,2]"), (" [ 0 ,\n 1.50 ] ", " [ 0 ,\n 1.50,1,2 ] "),
        ])
    func elements(before: String, after: String) throws {
        #expect(
            try edited(before) { edits, list in
                edits.append(1, to: list)
                edits.append(2, to: list)
            } == after)
    }

    @Test(
        "An object gets members at its end; an escape in a name is read",
        arguments: [("{}", "{\"b\":1}"), ("{ \"\\u0061\" : 0 }", "{ \"\\u0061\" : 0,\"b\":1 }")])
    func members(before: String, after: String) throws {
        #expect(try edited(before) { edits, object in edits.append("b", 1, to: object) } == after)
    }

    @Test("Values are replaced where they are, in any order of the changes")
    func replacement() throws {
        let text = #"{"x":null, "list":[], "y" : "old","n":123456789012345678901234567890}"#
        let changed = try edited(text) { edits, object in
            edits.append(true, to: try #require(try object.member("list")))
            edits.replace(try #require(try object.member("y")), by: "new")
            edits.replace(try #require(try object.member("x")), by: .object(["z": 1]))
        }
        #expect(changed == #"{"x":{"z":1}, "list":[true], "y" : "new","n":123456789012345678901234567890}"#)
    }

    @Test("A name that an object has twice is refused when it is asked for, in any spelling")
    func repeated() throws {
        let object = try JSONPlace(text: Array(#"{"a":1,"\u0061":2,"b":null}"#.utf8))
        #expect(throws: JSONError.self) { try object.member("a") }
        #expect(try object.member("b")?.kind == .null)
        #expect(try object.member("c") == nil)
        #expect(object.members.map { $0.value.kind } == [.number, .number, .null])
    }

    @Test("A damaged text is refused", arguments: ["", "[", "{\"a\":}", "[1] 2", "nul"])
    func damaged(text: String) { #expect(throws: JSONError.self) { try JSONPlace(text: Array(text.utf8)) } }
}
