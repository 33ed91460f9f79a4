import Encodings
import FixtureSupport
import Testing

@Suite("The canonical form of RFC 8785")
struct CanonicalJSONTests {
    @Test(
        "Names are sorted by UTF-16 units, without spaces, and escapes are the shortest",
        arguments: [
            ("{}", "{}"), ("[ ]", "[]"), (#"{"b":[2,1],"a":{"d":0,"c":-1}}"#, #"{"a":{"c":-1,"d":0},"b":[2,1]}"#),
            // The string of RFC 8785, section 3.2.2: only it and the names around it, its numbers are fractions.
            (
                #"{"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/"}"#,
                #"{"string":"€$\u000f\nA'B\"\\\\\"/"}"#
            ),
            // Its names, section 3.2.3.
            (
                #"{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}"#,
                "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u{80}\":\"Control\",\"ö\":\"Latin Small Letter O With "
                    + "Diaeresis\",\"€\":\"Euro Sign\",\"😀\":\"Emoji: Grinning Face\","
                    + "\"\u{FB33}\":\"Hebrew Letter Dalet With Dagesh\"}"
            ),
            // Its largest whole number, appendix B.
            ("9007199254740991", "9007199254740991"), ("[-9007199254740991]", "[-9007199254740991]"),
            (#""\u0000\b\t\n\f\r\u001f\u007f\u2028""#, "\"\\u0000\\b\\t\\n\\f\\r\\u001f\u{7F}\u{2028}\""),
        ])
    func form(text: String, canonical: String) throws {
        let bytes = try OrderedJSON(parsing: Array(text.utf8)).canonical()
        #expect(Array(String(decoding: bytes, as: UTF8.self).utf8) == Array(canonical.utf8))
    }

    @Test(
        "A value outside the subset is refused by its path",
        arguments: [
            (#"{"a":[1,{"b":null}]}"#, "a[1].b", .unsupportedType), ("true", "", .unsupportedType),
            ("[1.0]", "[0]", .unsupportedType), ("1e3", "", .unsupportedType), ("[-0]", "[0]", .unsupportedType),
            (#"{"n":9007199254740992}"#, "n", .numberTooLarge), (#"{"a":{"b":"é"}}"#, "a.b", .notASCII),
            (#"{"a":{"é":"b"}}"#, "a", .notASCII),
        ] as [(String, String, CanonicalJSONError.Reason)])
    func refused(text: String, path: String, reason: CanonicalJSONError.Reason) throws {
        let value = try OrderedJSON(parsing: Array(text.utf8))
        let error = try #require(throws: CanonicalJSONError.self) { try value.canonical(isASCIIOnly: true) }
        #expect(error.path == path && error.reason == reason)
    }

    @Test("A name that is there twice has no canonical form")
    func repeated() {
        let value = OrderedJSON.object([.init(key: "a", value: 1), .init(key: "a", value: 2)])
        #expect(throws: CanonicalJSONError.self) { try value.canonical() }
    }

    @Test("The order of members does not matter, and the form of the form is the same")
    func stable() throws {
        var random = SeededGenerator(seed: 4)
        var compared = 0
        for _ in 0..<300 {
            guard case .object(let members) = RandomJSON.value(&random),
                let bytes = try? OrderedJSON.object(members).canonical()
            else { continue }
            compared += 1
            #expect(try OrderedJSON.object(members.shuffled(using: &random)).canonical() == bytes)
            #expect(try OrderedJSON(parsing: bytes).canonical() == bytes)
        }
        #expect(compared > 0)
    }
}
