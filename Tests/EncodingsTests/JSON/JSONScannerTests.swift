import Encodings
import Testing

@Suite("Reading JSON token by token")
struct JSONScannerTests {
    @Test("Tokens of every kind are read in order")
    func tokens() throws {
        let text = " { \"a\\u0062\" : [ 1 , -2.50e+3, \"x\\n\", true,false , null ,{}, [] ] ,\"é\":0 } \n"
        #expect(
            try Self.tokens(text) == [
                "{", "name ab", "[", "1", "-2.50e+3", "string x\n", "true", "false", "null", "{", "}", "[", "]", "]",
                "name é", "0", "}",
            ])
    }

    @Test(
        "A text that is not JSON is refused at the place of the first error",
        arguments: [
            ("", .unfinished, 1, 1), (" \n ", .unfinished, 2, 2), ("{", .unfinished, 1, 2), ("[1", .unfinished, 1, 3),
            ("[1,\n 2,]", .unexpected, 2, 4), ("[,1]", .unexpected, 1, 2), ("[1 2]", .unexpected, 1, 4),
            (#"{"a":1,}"#, .unexpected, 1, 8), (#"{"a" 1}"#, .unexpected, 1, 6), (#"{"a":}"#, .unexpected, 1, 6),
            (#"{1:2}"#, .unexpected, 1, 2), (#"{"a":1]"#, .unexpected, 1, 7), ("[1}", .unexpected, 1, 3),
            ("]", .unexpected, 1, 1), ("1 2", .trailing, 1, 3), ("{}x", .trailing, 1, 3), ("tru", .unfinished, 1, 4),
            ("trux", .unexpected, 1, 4), ("nul]", .unexpected, 1, 4), ("'a'", .unexpected, 1, 1),
            ("01", .number, 1, 1), ("-", .number, 1, 1), ("1.", .number, 1, 1), (".1", .unexpected, 1, 1),
            ("+1", .unexpected, 1, 1), ("1e", .number, 1, 1), ("-01", .number, 1, 1), ("0x10", .number, 1, 1),
            ("NaN", .unexpected, 1, 1), ("\"a", .unfinished, 1, 3), ("\"a\\\"", .unfinished, 1, 5),
            ("\"a\tb\"", .control, 1, 2), ("\"a\nb\"", .control, 1, 2), (#""\x""#, .escape, 1, 2),
            (#""a\u12g4""#, .escape, 1, 3), (#""\u12""#, .escape, 1, 2), (#""\ud800""#, .escape, 1, 2),
            (#""\udc00""#, .escape, 1, 2), (#""\ud800\u0041""#, .escape, 1, 2), ("\u{FEFF}{}", .unexpected, 1, 1),
            ("// x\n1", .unexpected, 1, 1),
        ] as [(text: String, reason: JSONError.Reason, line: Int, column: Int)])
    func refused(text: String, reason: JSONError.Reason, line: Int, column: Int) throws {
        let error = try #require(throws: JSONError.self) { _ = try Self.tokens(text) }
        #expect(error.reason == reason)
        #expect(error.line == line && error.column == column)
    }

    @Test("A list of as many levels as the limit is read, one more is refused; nothing of a million levels is kept")
    func depth() throws {
        let limit = Limit.jsonDepth
        func nested(_ depth: Int) -> String {
            .init(repeating: "[", count: depth) + .init(repeating: "]", count: depth)
        }
        #expect(try Self.tokens(nested(limit)).count == 2 * limit)
        for depth in [limit + 1, 1_000_000] {
            let error = try #require(throws: JSONError.self) { _ = try Self.tokens(nested(depth)) }
            #expect(error.reason == .tooDeep && error.offset == limit)
        }
        var scanner = JSONScanner(Array("[[1]]".utf8), JSONLimits(byteCount: 4))
        #expect(throws: JSONError.self) { try scanner.next() }
    }

    @Test(
        "Values are counted at any depth, and names are not",
        arguments: [
            ("1", 1), ("[]", 1), ("{}", 1), ("[1,\"a\",true,null]", 5), ("{\"a\":1,\"b\":{\"c\":[2]}}", 5),
            ("[[[[]]],[]]", 5),
        ])
    func values(text: String, count: Int) throws {
        try JSONScanner.check(Array(text.utf8)[...], maximumValues: count)
        let error = #expect(throws: JSONError.self) {
            try JSONScanner.check(Array(text.utf8)[...], maximumValues: count - 1)
        }
        #expect(error?.reason == .tooMany)
    }

    @Test(
        "A value is skipped with all that is in it",
        arguments: [
            ("1", "1"), (" \"a\\\"]}\" ", "\"a\\\"]}\""), ("{\"]\":[1,{}]}", "{\"]\":[1,{}]}"), ("null", "null"),
            ("[[\"}\"]]", "[[\"}\"]]"),
        ])
    func skipping(text: String, value: String) throws {
        for (head, tail) in [("", ""), ("[", ",2]"), ("{\"a\":", ",\"b\":2}"), ("[", "]")] {
            var scanner = JSONScanner(Array((head + text + tail).utf8))
            if !head.isEmpty { _ = try scanner.next() }
            if head.hasPrefix("{") { _ = try scanner.next() }
            let range = try #require(try scanner.skipValue())
            #expect(scanner.source(range).elementsEqual(value.utf8))
            while try scanner.next() != nil {}
            #expect(try scanner.skipValue() == nil)
        }
    }

    static func tokens(_ text: String) throws(JSONError) -> [String] {
        var scanner = JSONScanner(Array(text.utf8))
        var tokens: [String] = []
        while let token = try scanner.next() {
            switch token {
            case .objectStart: tokens.append("{")
            case .objectEnd: tokens.append("}")
            case .arrayStart: tokens.append("[")
            case .arrayEnd: tokens.append("]")
            case .name(let text): tokens.append("name \(try scanner.string(text))")
            case .string(let text): tokens.append("string \(try scanner.string(text))")
            case .number(let range): tokens.append(String(decoding: scanner.source(range), as: UTF8.self))
            case .bool(let value): tokens.append("\(value)")
            case .null: tokens.append("null")
            }
        }
        return tokens
    }
}
