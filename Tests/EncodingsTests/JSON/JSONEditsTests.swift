import Testing

@testable import Encodings

@Suite("Changes of a JSON text")
struct JSONEditsTests {
    private func edited(_ text: String, _ change: (inout JSONEdits, JSONValue) throws -> Void) throws -> String {
        let bytes = Array(text.utf8)
        var edits = JSONEdits()
        try change(&edits, try JSONValue(checking: bytes))
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
            let members = object.writtenMembers.map(\.value)
            edits.append(true, to: members[1])
            edits.replace(members[2], by: "new")
            edits.replace(members[0], by: .object(["z": 1]))
        }
        #expect(changed == #"{"x":{"z":1}, "list":[true], "y" : "new","n":123456789012345678901234567890}"#)
    }

    @Test("A byte order mark before the text is kept, and moves no place")
    func byteOrderMark() throws {
        #expect(try edited("\u{FEFF}[1]") { edits, list in edits.append(2, to: list) } == "\u{FEFF}[1,2]")
    }

    @Test("A damaged text is refused", arguments: ["", "[", "{\"a\":}", "[1] 2", "nul"])
    func damaged(text: String) { #expect(throws: JSONError.self) { try JSONValue(checking: Array(text.utf8)) } }
}
