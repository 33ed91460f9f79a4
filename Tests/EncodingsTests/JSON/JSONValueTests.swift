import Testing

@testable import Encodings

@Suite("A value found in a JSON text")
struct JSONValueTests {
    @Test("A member is found in any spelling; one that is there twice is told apart, as is null from none")
    func members() throws {
        let value = try JSONValue(checking: Array(#"{"a":1,"\u0061":2,"b":null,"c":[3]}"#.utf8))
        let object = try #require(JSONObject(value))
        for find in [value.member(named:), object.member(named:)] {
            guard case .repeated = find("a"), case .value(let null) = find("b"), case .value(let list) = find("c"),
                case .missing = find("d")
            else {
                Issue.record("a member is not what it is in the text")
                return
            }
            #expect(null.kind == .null && list.kind == .array && list.source.elementsEqual("[3]".utf8))
        }
        #expect(value.writtenMembers.map(\.value.kind) == [.number, .number, .null, .array])
        #expect(value.writtenMembers.count { $0.isNamed("a") } == 2)
    }

    @Test("Another value has no members, and only a list has elements")
    func others() throws {
        for text in ["[[1],null]", "7", "\"x\"", "null"] {
            let value = try JSONValue(checking: Array(text.utf8))
            #expect(value.writtenMembers.isEmpty && JSONObject(value) == nil)
            #expect(value.writtenElements.map(\.kind) == (value.kind == .array ? [.array, .null] : []))
        }
    }
}
