import Testing

@testable import Vault

@Suite("The canonical form of RFC 8785, as far as a header needs it")
struct CanonicalJSONTests {
    @Test(
        "Keys are sorted, and there is one text for each value",
        arguments: [
            ([:], "{}"), ([], "[]"), (0, "0"), (-1, "-1"), (.integer(1 << 53 - 1), "9007199254740991"),
            ("", "\"\""), ("a/b \"c\" \\", "\"a/b \\\"c\\\" \\\\\""), ([1, ["x"], [:]], "[1,[\"x\"],{}]"),
            (["b": 1, "a": [:], "B": 2, "aa": [], "": 0], "{\"\":0,\"B\":2,\"a\":{},\"aa\":[],\"b\":1}"),
        ] as [(JSONValue, String)])
    func form(value: JSONValue, text: String) throws {
        #expect(String(decoding: try CanonicalJSON.encode(value, path: "header"), as: UTF8.self) == text)
    }

    @Test(
        "What a header must not hold is refused by its place",
        arguments: [
            (.null, "header"), (["a": .bool(true)], "header.a"), (["a": ["b": [1, .number(0.5)]]], "header.a.b[1]"),
            (["a": "é"], "header.a"), (["a": "tab\t"], "header.a"), (["é": 1], "header"),
            (.integer(1 << 53), "header"), (.integer(-1 << 53), "header"), (.integer(.min), "header"),
        ] as [(JSONValue, String)])
    func refused(value: JSONValue, place: String) {
        guard case .refused(let field, _) = vaultError({ try CanonicalJSON.encode(value, path: "header") }) else {
            Issue.record("\(value) was taken")
            return
        }
        #expect(field == place)
    }
}
