import FixtureSupport
import TOTPDomain
import Testing

@testable import AnythingFormats

@Suite("Accounts in TOML")
struct TOMLTests {
    private static let one = "GEZDGNBVGY3TQOJQ", two = "MFRGGZDFMZTWQ2LK"

    private func json(_ text: String) throws -> String {
        String(decoding: try TOMLText(Array(text.utf8)).json, as: UTF8.self)
    }

    @Test(
        "Tables, lists of tables and values are read as JSON",
        arguments: [
            ("a = 1\n[b.c]\nd.e = true # x\n", #"{"a":"1","b":{"c":{"d":{"e":true}}}}"#),
            ("[[a]]\nb = 'c\\'\r\n[[a]]\n[a.x]\n", #"{"a":[{"b":"c\\"},{"x":{}}]}"#),
            ("\"a b\".'c' = [1, [2.5, 0x1F], # x\n ]\n", #"{"a b":{"c":["1",["2.5","0x1F"]]}}"#),
            ("a = {b = {c = \"\\u0041\\n\"}, d = inf}", #"{"a":{"b":{"c":"A\n"},"d":"inf"}}"#),
            ("a = \"\"\"\nb\"\"c\\\n   d\"\"\"\"\n", #"{"a":"b\"\"cd\""}"#),
            ("a = '''\r\nb'''\nc = 1979-05-27 07:32:00Z", #"{"a":"b","c":"1979-05-27 07:32:00Z"}"#), ("", "{}"),
            ("[a.b]\n[a]\nc = 1", #"{"a":{"b":{},"c":"1"}}"#),
            ("\u{FEFF}\"é€\" = {\"ü\" = 1_0, b = -nan}\na = 2", #"{"é€":{"ü":"1_0","b":"-nan"},"a":"2"}"#),
            ("a = \"\"\"b\\\n  ä\"\"\"", #"{"a":"bä"}"#),
        ])
    func values(text: String, expected: String) throws { #expect(try json(text) == expected) }

    @Test(
        "What is not TOML is refused with its line",
        arguments: [
            ("a = 1\na = 2", 2), ("[a]\n[a]", 2), ("a = b", 1), ("a", 1), ("a = 'b", 1), ("a = \"b\n\"", 1),
            ("a = [1", 1), ("a = {b = 1", 1), ("a = 1 b", 1), ("[a\nb = 1", 1), ("a = \"\\q\"", 1), ("a = ", 1),
            ("[[a]]\n[a]", 2), ("a = 1\n[a.b]", 2), ("a = \"\\uD800\"", 1), ("= 1", 1), ("a = {}\n[a]", 2),
            ("a = 1\nb = 08", 2), ("a = 99999999999999999999", 1), ("a = 1\n\nb = '\0'", 3),
            ("a = 1\rb = 2", 1), ("ä = 1", 1),
        ])
    func refused(text: String, line: Int) {
        let refusal = #expect(throws: NotationRefusal.self) { try json(text) }
        #expect(refusal?.line == line)
    }

    @Test("Only what is nested counts, and long texts are read in one pass")
    func limits() throws {
        func many(_ part: String) -> String { String(repeating: part, count: 60) }
        let texts = "# \(many(".["))\na = \"\\\"\(many(".["))\"\nb = '''\(many(".["))''''\nc = [\(many("1.5, "))]\n"
        #expect(try json(texts + "d = {d\(many(".a")) = 1, e\(many(".a")) = 2}").count > 1000)
        let long = (0..<50_000).map { "[[a]]\nb = \($0)\n" }.joined()
        #expect(try json(long).count > 400_000)
    }

    @Test(
        "Accounts are read in lists of tables and in tables by name",
        arguments: [
            "title = \"x\"\n[[account]]\nissuer = \"Acorn\"\nname = 'alice'\nsecret = \"\"\"\n\(one)\"\"\"\ndigits = 8\n",
            "[[account]]\nissuer = \"Acorn\"\nname = \"alice\"\nsecret = \"\(one)\"\ndigits = 8\n",
            "[accounts.Acorn]\nuser = \"alice\"\nsecret = \"\(one)\"\ndigits = 8\n",
            "# x\n[Acorn]\nuser = \"alice\"\nsecret = \"\(one)\"\ndigits = 8\n",
        ])
    func places(text: String) throws {
        let document = try read(text)
        #expect(document.format == "json-list" && document.records == 1)
        #expect(document.items.map(\.fieldsLine) == ["totp Acorn|alice \(Self.one) SHA1 8 30"])
        #expect(document.warnings.isEmpty && !document.keepsakes.isEmpty)
    }

    @Test("Prose and settings below titles are not taken for records")
    func prose() {
        var generator = SeededGenerator(seed: 45)
        for round in 0..<10_000 {
            let lines = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                // Below the title of an account, what looks like a secret is one, as in JSON.
                let word = InventedProse.word(&generator).replacing("account", with: "count")
                switch Int.random(in: 0...3, using: &generator) {
                case 0: return "[\(word)]"
                case 1: return "[[\(word)]]"
                case 2 where round.isMultiple(of: 2): return InventedProse.sentence(&generator)
                default: return "\(word) = \"\(InventedProse.password(&generator))\""
                }
            }
            let id = formatID(of: lines.joined(separator: "\n").utf8)?.rawValue ?? ""
            #expect(id != "json-list", "\(lines)")
        }
    }
}
