import Testing

@testable import PasswordManagerFormats

@Suite("The names of members inside a JSON text's entries")
struct JSONMemberNamesTests {
    @Test(
        "Names in the objects under the key count, at any depth, and no others",
        arguments: [
            (#"{"a":{"x":1,"y":[{"z":2}]}}"#, true), (#"{"a":{"x":1,"z":2}}"#, false),
            (#"[{"b":{"a" : {"x":{"z":1}}}},{"a":{"z":1}}]"#, false), (#"[{"a":{"x":{"z":1}},"z":1}]"#, true),
            (#"{"a":"{\"z\":1}","x":"\"a\":{"}"#, true), (#"{"a":[{"z":1}],"b":{"z":1}}"#, true),
            (#"{"a":null,"z":{"z":1}}"#, true), ("", true), ("[]", true), (#"{"a""#, true), (#"{"a":"#, true),
            (#"{"a":{"x"#, true), (#"{"a":{"z\"#, true), (#"{"a":{"z":"#, false), ("}}]]{\"a\":{\"z\":1", true),
        ])
    func areAllowed(text: String, isAllowed: Bool) {
        #expect(JSONMemberNames.areAll(["x", "y"], under: "a", in: Array(text.utf8)) == isAllowed)
    }
}
