import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import FormatEngine

@Suite("The JSON of exports")
struct JSONFileTests {
    private func file(_ text: String) throws(SourceError) -> JSONFile { try JSONFile(Array(text.utf8)) }

    private func entry(_ text: String) throws -> JSONObject {
        let list = try JSONFile.list(in: Array("[\(text)]".utf8))
        return try JSONObject(entry: try #require(list.first))
    }

    @Test(
        "A number of the file itself is a whole number as JSON writes one",
        arguments: [("1", 1), ("-1", -1), ("1.0", nil), ("1e0", nil), ("\"1\"", nil), ("true", nil), ("null", nil)])
    func wholeNumbers(text: String, expected: Int64?) {
        #expect((try? file("{\"version\":\(text)}").integer("version")) == expected)
    }

    @Test(
        "A member of the file that is missing or of another type is named",
        arguments: [
            (#"{"a":null}"#, "a is null"), (#"{"a":[]}"#, "a is not an object"),
            (#"{"a":{}}"#, "a.b is missing"), (#"{"a":{"b":1}}"#, "a.b is not a text"),
            (#"{"a":{"b":"\ud800"}}"#, "a.b cannot be read"), (#"{"a":{"b":"","b":""}}"#, "a.b is in it twice"),
            ("[]", "its outermost value is not an object"), ("null", "its outermost value is null"),
            ("{\n\"a\":}", "an unexpected character at line 2, column 5"),
            ("[", "the text is cut off at line 1, column 2"),
        ])
    func members(text: String, problem: String) {
        let failure = #expect(throws: SourceError.self) { try file(text).object("a").string("b") }
        #expect(failure?.problem == "the file is damaged: \(problem)")
    }

    @Test("Without its list or object, a file may be newer; one of another type is damaged")
    func missingList() {
        func problem(_ text: String) -> String? {
            #expect(throws: SourceError.self) { try file(text).list("a") }?.problem
        }
        #expect(problem("{}") == "its format may be newer: \"a\" is missing")
        #expect(
            #expect(throws: SourceError.self) { try file(#"{"a":{}}"#).object("a").object("b") }?.problem
                == "its format may be newer: \"a.b\" is missing")
        #expect(problem(#"{"a":null}"#) == "the file is damaged: a is null")
        #expect(problem(#"{"a":{}}"#) == "the file is damaged: a is not a list")
    }

    @Test(
        "Numbers of an entry may be written in other ways; one that would be rounded is damaged",
        arguments: [
            ("6", .number(6)), ("6.0", .number(6)), ("60e-1", .number(6)), ("\"6\"", .text("6")), ("6.5", .damaged),
            ("9007199254740993", .number(9_007_199_254_740_993)), ("9007199254740993.0", .damaged),
            ("9223372036854775808", .damaged), ("[]", .damaged), ("null", nil),
        ] as [(String, LenientNumber?)])
    func numbers(text: String, expected: LenientNumber?) throws {
        #expect(try entry("{\"digits\":\(text)}").text("digits") == expected)
    }

    @Test("A name that is asked for must not be repeated: in the file it is damage, in an entry it costs the entry")
    func repeatedNames() throws {
        let repeated = try file(#"{"version":1,"version":1,"a":1}"#)
        #expect(
            throws: SourceError(.corrupt, "the file is damaged: version is in it twice; export it again")
        ) { try repeated.integer("version") }
        #expect(try repeated.value("a")?.integer == 1)
        let name = try entry(#"{"name":"a","n\u0061me":"b","x":1}"#)
        let problem = #expect(throws: EntryError.self) { try name.text("name") }
        #expect(problem?.code == .fieldDamaged && problem?.problem == "name is in the entry twice")
        #expect(try name.text("x") == .number(1))
    }

    @Test("An account with two secrets is rejected, whichever comes first")
    func repeatedSecret() throws {
        let document = try read(
            #"{"tokens":[{"label":"a","secret":[1,2],"secret":[3,4]},{"label":"b","secret":[1,2]}],"tokenOrder":[]}"#)
        #expect(document.items.map(\.name) == ["b"])
        #expect(document.records == 2)
    }

    @Test("An object of as many members as the limit is read, one more is refused; so are elements of a list")
    func limits() throws {
        let limit = Limit.jsonMembers
        func text(_ count: Int) -> String {
            "{\"version\":1" + (1..<count).map { ",\"\($0)\":0" }.joined() + "}"
        }
        #expect(try file(text(limit)).integer("version") == 1)
        #expect(
            throws: SourceError(.limitExceeded, LimitMessage.jsonMembers(limit))
        ) { try file(text(limit + 1)) }
        for (count, expected) in [(limit, limit), (limit + 1, nil)] as [(Int, Int?)] {
            let tags = [String](repeating: "\"\"", count: count).joined(separator: ",")
            #expect(try entry("{\"tags\":[\(tags)]}").list("tags")?.count == expected)
        }
    }

    @Test("Lists may be in each other as deep as the limit")
    func depth() throws {
        let limit = Limit.jsonDepth
        func text(_ depth: Int) -> String {
            let lists = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
            return "{\"version\":1,\"x\":\(lists)}"
        }
        #expect(try file(text(limit)).integer("version") == 1)
        let failure = #expect(throws: SourceError.self) { try file(text(limit + 1)) }
        #expect(failure?.code == .corrupt && failure?.message.contains(LimitMessage.jsonDepth()) == true)
    }

    @Test("A list keeps nothing of its elements, and can be read again")
    func lists() throws {
        let list = try file(#"{"list":[ {"name":"a"} , 1,null, {"name":7} ]}"#).list("list")
        #expect(list.count == 4 && !list.isEmpty)
        for _ in 0..<2 {
            #expect(list.map { JSONObject($0).flatMap { try? $0.text("name") } } == [.text("a"), nil, nil, .text("7")])
        }
        #expect(try file(#"{"list":[]}"#).list("list").isEmpty)
    }

    @Test(
        "Names of groups by their identifiers: the first of several counts, numbers are texts, and damaged ones are ignored"
    )
    func groups() throws {
        let list = try file(#"{"g":[{"i":"1","n":"a"},{"i":"1","n":"b"},{"i":2,"n":"c"},3,{"n":"d"}]}"#).list("g")
        #expect(list.strings(under: "n", by: "i") == ["1": "a", "2": "c"])
    }

    @Test("A string with an invalid escape, or half a character, costs its entry only")
    func strings() throws {
        let texts = try [#""\ud800""#, #""\x""#, "\"é\""].map { try entry("{\"name\":\($0)}").text("name") }
        #expect(texts == [.damaged, .damaged, .text("é")])
    }

    @Test(
        "A text that is not one JSON value is damaged",
        arguments: ["", " ", "{", "{\"version\":1} x", "{\"version\":1,}", "nul", "{\"version\":01}"])
    func notJSON(text: String) {
        #expect(throws: SourceError.self) { try file(text) }
    }
}
