import Encodings
import FixtureSupport
import Platform
import Testing

@Suite("JSON values: order, writing, reading")
struct OrderedJSONTests {
    @Test
    func keepsTheOrderOfMembersAndLeavesOutThoseWithoutAValue() {
        let value = OrderedJSON.object([
            "z": 1, "a": .array([.null, true, false, "x"]), "none": nil, "m": .object([:]), "big": .integer(Int64.max),
        ])
        #expect(text(value) == #"{"z":1,"a":[null,true,false,"x"],"m":{},"big":9223372036854775807}"#)
    }

    @Test(
        "Control and direction characters are escaped, and every text is read back",
        arguments: [
            ("", #""""#), ("plain é 👻", #""plain é 👻""#), ("\"\\/", #""\"\\/""#), ("a\nb\rc\td", #""a\nb\rc\td""#),
            ("\u{0}\u{1}\u{1F}\u{7F}", #""\u0000\u0001\u001f\u007f""#), ("\u{8}\u{C}", #""\b\f""#),
            ("a\u{80}b\u{9B}c\u{9F}d\u{A0}", "\"a\\u0080b\\u009bc\\u009fd\u{A0}\""),
            ("\u{61C}\u{200E}\u{200F}", #""\u061c\u200e\u200f""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
            ("\u{202A}\u{202E}", #""\u202a\u202e""#), ("\u{2066}x\u{2069}", #""\u2066x\u2069""#),
            ("\u{200D}\u{202F}\u{2065}\u{206A}\u{61B}\u{C2}", "\"\u{200D}\u{202F}\u{2065}\u{206A}\u{61B}\u{C2}\""),
        ])
    func escapesWhatATextMayNotHold(string: String, json: String) throws {
        #expect(text(.string(string)) == json)
        #expect(text(.object(.init(dictionaryLiteral: (string, 1)))) == "{\(json):1}")
        guard case .string(let read) = try OrderedJSON(parsing: Array(json.utf8)) else {
            Issue.record("not a string")
            return
        }
        #expect(Array(read.utf8) == Array(string.utf8))
    }

    @Test(
        "Numbers keep every digit; plain integers of 64 bits are integers",
        arguments: [
            ("0", .integer(0)), ("-1", -1), ("9223372036854775807", .integer(Int64.max)),
            ("-9223372036854775808", .integer(Int64.min)), ("9223372036854775808", .number("9223372036854775808")),
            ("-9223372036854775809", .number("-9223372036854775809")), ("-0", .number("-0")), ("1.0", .number("1.0")),
            ("1e2", .number("1e2")),
            ("0.1000000000000000055511151231257827", .number("0.1000000000000000055511151231257827")),
        ] as [(String, OrderedJSON)])
    func numbers(literal: String, value: OrderedJSON) throws {
        #expect(try OrderedJSON(parsing: Array(literal.utf8)) == value)
        #expect(text(value) == literal)
    }

    @Test("A literal that is not a number is written as a string")
    func wrongLiteral() { #expect(text(.array([.number("1,\"x\":2"), .number("NaN")])) == #"["1,\"x\":2","NaN"]"#) }

    @Test("A repeated name is an error, or the last value counts")
    func repeatedNames() throws {
        let many = (0..<100).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
        for (text, offset, name, count) in [
            (#"{"a":1,"b":2,"\u0061":3}"#, 14, "a", 2), ("{\(many),\"n7\":3}", many.utf8.count + 3, "n7", 100),
        ] {
            let bytes = Array(text.utf8)
            let error = try #require(throws: JSONError.self) { try OrderedJSON(parsing: bytes) }
            #expect(error.reason == .repeatedName && error.offset == offset)
            let value = try OrderedJSON(parsing: bytes, repeatedNames: .lastWins)
            #expect(value[name] == 3 && value.memberCount == count)
        }
        // Equal to a reader of texts, and yet different names.
        #expect(try OrderedJSON(parsing: Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8)).memberCount == 2)
    }

    @Test("Members are read, changed, added and removed by name")
    func members() {
        var value: OrderedJSON = .object(["a": 1, "b": .object(["c": "x"])])
        #expect(value["b"]?["c"] == "x" && value["c"] == nil && value.memberCount == 3)
        value["a"] = 2
        value["d"] = .null
        value["b"] = nil
        #expect(text(value) == #"{"a":2,"d":null}"#)
    }

    @Test("Random values are read as they were written")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<500 {
            let value = RandomJSON.value(&random)
            #expect(try OrderedJSON(parsing: value.utf8) == value)
            #expect(try JSONDecoder().decode(AnyJSON.self, from: Data(value.utf8)).isJSON)
        }
    }

    @Test("Changed texts are accepted if and only if another reader accepts them")
    func mutations() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<4000 {
            var bytes = RandomJSON.value(&random).utf8
            let count = Int.random(in: 1...2, using: &random)
            for _ in 0..<count where !bytes.isEmpty {
                let index = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.remove(at: index)
                case 1: bytes[index] = RandomJSON.interesting.randomElement(using: &random) ?? 0
                default: bytes.insert(RandomJSON.interesting.randomElement(using: &random) ?? 0, at: index)
                }
            }
            // The other reader supports no number of such a size.
            guard !RandomJSON.hasLargeExponent(bytes) else { continue }
            let ours = (try? OrderedJSON(parsing: bytes, repeatedNames: .lastWins)) != nil
            let theirs = (try? JSONDecoder().decode(AnyJSON.self, from: Data(bytes))) != nil
            #expect(ours == theirs, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
    }

    @Test("Indented text has a line per member and element; empty containers stay on one line")
    func indented() throws {
        let value = try OrderedJSON(parsing: Array(#"{"a":[1,{"b":"x\ny"}],"c":{},"d":[],"e":null}"#.utf8))
        let text = """
            {
              "a": [
                1,
                {
                  "b": "x\\ny"
                }
              ],
              "c": {},
              "d": [],
              "e": null
            }
            """
        #expect(String(decoding: value.indented(by: 2), as: UTF8.self) == text)
        #expect(try OrderedJSON(parsing: value.indented(by: 4)) == value)
        #expect(OrderedJSON.string("x").indented(by: 4) == OrderedJSON.string("x").utf8)
    }

    private func text(_ value: OrderedJSON) -> String { String(decoding: value.utf8, as: UTF8.self) }
}

/// Any value, as Foundation's decoder sees it.
private struct AnyJSON: Decodable {
    let isJSON: Bool

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Key.self) {
            for key in object.allKeys { _ = try object.decode(AnyJSON.self, forKey: key) }
        } else if var list = try? decoder.unkeyedContainer() {
            while !list.isAtEnd { _ = try list.decode(AnyJSON.self) }
        } else {
            let value = try decoder.singleValueContainer()
            if (try? value.decode(String.self)) == nil, (try? value.decode(Bool.self)) == nil, !value.decodeNil() {
                _ = try value.decode(Decimal.self)
            }
        }
        isJSON = true
    }

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
