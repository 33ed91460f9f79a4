import Encodings
import FixtureSupport
@testable import Importers
import TOTPDomain
import Testing

@Suite("Decoding the JSON of exports")
struct JSONDecodingTests {
    private struct File: Decodable {
        var version: Int
        var list: JSONList<Entry>?
    }

    private struct Entry: Decodable, Sendable {
        var name: LenientText?
        var digits: LenientNumber?
        var tags: Lenient<[String]>?
    }

    private func file(_ text: String) throws(SourceError) -> File {
        try JSONFile.decode(File.self, from: Array(text.utf8))
    }

    @Test(
        "A number of the file itself is a whole number as JSON writes one",
        arguments: [("1", 1), ("-1", -1), ("1.0", nil), ("1e0", nil), ("\"1\"", nil), ("true", nil), ("null", nil)])
    func wholeNumbers(text: String, expected: Int?) {
        #expect((try? file("{\"version\":\(text)}"))?.version == expected)
    }

    @Test(
        "Numbers of an entry may be written otherwise; one that would be rounded is damaged",
        arguments: [
            ("6", .number(6)), ("6.0", .number(6)), ("60e-1", .number(6)), ("\"6\"", .text("6")), ("6.5", .damaged),
            ("9007199254740993", .number(9_007_199_254_740_993)), ("9007199254740993.0", .damaged),
            ("9223372036854775808", .damaged), ("[]", .damaged), ("null", nil),
        ] as [(String, LenientNumber?)])
    func numbers(text: String, expected: LenientNumber?) throws {
        let list = try #require(try file("{\"version\":1,\"list\":[{\"digits\":\(text)}]}").list)
        #expect(list.map { $0.value?.digits } == [expected])
    }

    @Test("A name that is asked for must not be repeated: in the file it is damage, in an entry it costs the entry")
    func repeatedNames() throws {
        #expect(
            throws: SourceError(.corrupt, "the file is damaged: version is in it twice; export it again")
        ) { try file(#"{"version":1,"version":1}"#) }
        let list = try #require(
            try file(#"{"version":1,"a":1,"a":2,"list":[{"name":"a","n\u0061me":"b"},{"name":"c","x":1,"x":2}]}"#).list)
        #expect(list.map { $0.value?.name } == [nil, .text("c")])
        #expect(list.map(\.problem) == [EntryError(.fieldDamaged, "name is in the entry twice"), nil])
    }

    @Test("An account with two secrets is rejected, whichever comes first")
    func repeatedSecret() throws {
        let document = try read(
            #"{"tokens":[{"label":"a","secret":[1,2],"secret":[3,4]},{"label":"b","secret":[1,2]}],"tokenOrder":[]}"#)
        #expect(document.items.map(\.name) == ["b"])
        #expect(document.records == 2)
    }

    @Test("An object of as many members as the limit is read, one more is refused; so are elements of a list")
    func members() throws {
        let limit = Limit.jsonMembers
        func text(_ count: Int) -> String {
            "{\"version\":1" + (1..<count).map { ",\"\($0)\":0" }.joined() + "}"
        }
        #expect(try file(text(limit)).version == 1)
        #expect(
            throws: SourceError(.limitExceeded, LimitMessage.jsonMembers(limit))
        ) { try file(text(limit + 1)) }
        for (count, expected) in [(limit, limit), (limit + 1, nil)] as [(Int, Int?)] {
            let tags = [String](repeating: "\"\"", count: count).joined(separator: ",")
            let list = try #require(try file("{\"version\":1,\"list\":[{\"tags\":[\(tags)]}]}").list)
            #expect(list.map { $0.value?.tags.value()?.count } == [expected])
        }
    }

    @Test("Lists may be in each other as deep as the limit")
    func depth() throws {
        let limit = Limit.jsonDepth
        func text(_ depth: Int) -> String {
            let lists = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
            return "{\"version\":1,\"x\":\(lists)}"
        }
        #expect(try file(text(limit)).version == 1)
        let failure = #expect(throws: SourceError.self) { try file(text(limit + 1)) }
        #expect(failure?.code == .corrupt && failure?.message.contains(LimitMessage.jsonDepth()) == true)
    }

    @Test("A list keeps nothing of its elements, and can be read again")
    func lists() throws {
        let list = try #require(try file(#"{"version":1,"list":[ {"name":"a"} , 1,null, {"name":7} ]}"#).list)
        #expect(list.count == 4)
        for _ in 0..<2 { #expect(list.map { $0.value?.name } == [.text("a"), nil, nil, .text("7")]) }
        #expect(try file(#"{"version":1,"list":[]}"#).list?.isEmpty == true)
    }

    @Test("A string with an invalid escape, or half a character, costs its entry only")
    func strings() throws {
        let list = try #require(try file(#"{"version":1,"list":[{"name":"\ud800"},{"name":"\x"},{"name":"é"}]}"#).list)
        #expect(list.map { $0.value?.name } == [.damaged, .damaged, .text("é")])
    }

    @Test(
        "A text that is not one JSON value is damaged",
        arguments: ["", " ", "{", "{\"version\":1} x", "{\"version\":1,}", "nul", "{\"version\":01}"])
    func notJSON(text: String) {
        #expect(throws: SourceError.self) { try file(text) }
    }
}
