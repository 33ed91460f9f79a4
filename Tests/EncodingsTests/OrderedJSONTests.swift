import Encodings
import Testing

struct OrderedJSONTests {
    @Test
    func keepsTheOrderOfMembersAndLeavesOutThoseWithoutAValue() {
        let value = OrderedJSON.object([
            "z": 1, "a": .array([.null, true, false, "x"]), "none": nil, "m": .object([:]), "big": .integer(Int64.max),
        ])
        #expect(text(value) == #"{"z":1,"a":[null,true,false,"x"],"m":{},"big":9223372036854775807}"#)
    }

    @Test(arguments: [
        ("", #""""#), ("plain é 👻", #""plain é 👻""#), ("\"\\/", #""\"\\/""#), ("a\nb\rc\td", #""a\nb\rc\td""#),
        ("\u{0}\u{1}\u{1F}\u{7F}", #""\u0000\u0001\u001f\u007f""#),
    ])
    func escapesWhatATextMayNotHold(string: String, json: String) {
        #expect(text(.string(string)) == json)
        #expect(text(.object(.init(dictionaryLiteral: (string, 1)))) == "{\(json):1}")
    }

    private func text(_ value: OrderedJSON) -> String { String(decoding: value.utf8, as: UTF8.self) }
}
