import Encodings
import Testing

@Suite("Questions to a JSON text")
struct JSONQueryTests {
    @Test(
        "Elements of a list are counted without decoding them",
        arguments: [
            ("[]", [], 0), (" [1, \"]\", {\"a\":[1,2]}, [ ] ]", [], 4), ("{}", [], nil), ("7", [], nil), ("", [], nil),
            (#"{"v":1,"db":{"x":[9],"entries":[{},{"entries":[1]},{}]},"entries":[1]}"#, ["db", "entries"], 3),
            (#"{"db":{"entries":{}}}"#, ["db", "entries"], nil), (#"{"db":[1]}"#, ["db", "entries"], nil),
            (#"{"db":{}}"#, ["db", "entries"], nil), (#"{"\u0064b":[1,2]}"#, ["db"], 2), (#"{"db":null}"#, ["db"], nil),
            // Two lists of one name: a decoder takes one of them, and the count shows it.
            (#"{"a":[1,2],"a":[3]}"#, ["a"], 3),
            // Damage.
            (#"{"a":[1,2]"#, ["a"], nil), (#"{"a":[1 2]}"#, ["a"], nil), (#"{"a":[1]} x"#, ["a"], nil),
            (#"{"a":[1,2,]}"#, ["a"], nil),
        ] as [(String, [String], Int?)])
    func count(text: String, path: [String], count: Int?) {
        #expect(JSONScanner.count(ofArrayAt: path, in: Array(text.utf8)) == count)
    }

    @Test(
        "The string of a member is found, nil if it is null or missing",
        arguments: [
            (#"{"a":{"uri":1},"uri":"x\/y"}"#, "x/y"), (#"{"uri":null}"#, nil), ("{}", nil), (#"{"a":"uri"}"#, nil),
        ])
    func member(text: String, value: String?) throws {
        let bytes = Array("[]\(text)".utf8)
        let found = try JSONScanner.string(ofMember: "uri", in: bytes[2...])
        #expect(found.map { String(decoding: $0.utf8, as: UTF8.self) } == value)
        if let found { #expect(JSONStringSplitter.unescaped(bytes.span.extracting(found.range)) == found.utf8) }
    }

    @Test(
        "A member that is repeated or not a string, and a text that is not an object, are refused",
        arguments: [
            #"{"uri":1}"#, #"{"uri":["x"]}"#, #"{"uri":"a","uri":"b"}"#, #"["uri"]"#, #""uri""#, #"{"uri":"a""#, "",
            #"{"uri":"a"} {}"#, "{\"uri\":\"\\ud800\"}",
        ])
    func memberRefused(text: String) {
        #expect(throws: JSONError.self) { try JSONScanner.string(ofMember: "uri", in: Array(text.utf8)[...]) }
    }

    @Test("The strings of a damaged line are also found, and invalid escapes stay as they are")
    func pieces() {
        let line = Array(#"x "a\n\/\u00e9\ud83d\ude00" : {"b\x\ud800\u12" "c"#.utf8)
        var pieces = JSONStringSplitter()
        var found: [String] = []
        while let piece = pieces.next(in: line.span) {
            let text = String(decoding: JSONStringSplitter.unescaped(line.span.extracting(piece.range)), as: UTF8.self)
            found.append("\(piece.isString) \(piece.isName) \(text)")
        }
        #expect(
            found == [
                "false false x ", "true true a\n/é😀", "false false  : {", "true false b\\x\u{FFFD}\\u12",
                "false false  ",
                "false false \"c",
            ])
    }
}
