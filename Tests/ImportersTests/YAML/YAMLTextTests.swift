import Encodings
import FixtureSupport
import Testing

@testable import AnythingFormats

@Suite("The subset of YAML")
struct YAMLTextTests {
    private func json(_ text: String) throws -> String {
        String(decoding: try YAMLText(Array(text.utf8)).json, as: UTF8.self)
    }

    struct Case: Sendable {
        let yaml, json: String

        init(_ yaml: String, _ json: String) { (self.yaml, self.json) = (yaml, json) }
    }

    @Test(
        "Maps, lists and texts are read as JSON",
        arguments: [
            Case("a: b\nc: d # x\n", #"{"a":"b","c":"d"}"#),
            Case("- a\n-  b\n", #"["a","b"]"#),
            Case("- a: 1\n  b: 2\n- a: 3", #"[{"a":"1","b":"2"},{"a":"3"}]"#),
            Case("a:\n- b\n- c\nd: e", #"{"a":["b","c"],"d":"e"}"#),
            Case("a:\n  - b:\n      - c\n", #"{"a":[{"b":["c"]}]}"#),
            Case("- - a\n  - b\n- c", #"[["a","b"],"c"]"#),
            Case("-\n  a: b\n", #"[{"a":"b"}]"#),
            Case("a:\nb: ~\nc: null\nd: 'null'", #"{"a":null,"b":null,"c":null,"d":"null"}"#),
            Case("%YAML 1.2\n---\n# x\na: b\n...\n", #"{"a":"b"}"#),
            Case("a: b\n---\na: c\n", #"[{"a":"b"},{"a":"c"}]"#),
            Case(
                "a: it's\nb: 'it''s'\nc: \"\\t\\u00e9\\\"\"", "{\"a\":\"it's\",\"b\":\"it's\",\"c\":\"\\té\\\"\"}"),
            Case(#"a: "\U0001F600\x41""#, #"{"a":"😀A"}"#),
            Case("\"a b\": c\n'd': e", #"{"a b":"c","d":"e"}"#),
            Case("a: one\n  two\n\n  three\nb: c", #"{"a":"one two\nthree","b":"c"}"#),
            Case("a: \"one\n  two \\\n  three\"\n", #"{"a":"one two three"}"#),
            Case("a: |\n  x\n   y\n\n  z\nb: c", #"{"a":"x\n y\n\nz\n","b":"c"}"#),
            Case("a: >-\n  x\n  y\n\n  z\n", #"{"a":"x y\nz"}"#),
            Case("- |\n - no item\n- b", #"["- no item\n","b"]"#),
            Case("a: {b: c, 'd': \"e, f\"} # x\n", #"{"a":{"b":"c","d":"e, f"}}"#),
            Case("a: [b, 'c', ]", #"{"a":["b","c"]}"#),
            Case("a: []\nb: {}", #"{"a":[],"b":{}}"#),
            Case("a: {b: [c,\n d], e: {f: g}}\n", #"{"a":{"b":["c","d"],"e":{"f":"g"}}}"#),
            Case("--- a", #""a""#), Case("a: x\u{FFFD}y\n--- # none\n...\n", "{\"a\":\"x\u{FFFD}y\"}"),
            Case("a: b\r\nc: d\r\n", #"{"a":"b","c":"d"}"#),
            Case("a: 0123\nb: 1e5\nc: yes\nd: 12:30:45", #"{"a":"0123","b":"1e5","c":"yes","d":"12:30:45"}"#),
            Case("digits: 06\nperiod: 30", #"{"digits":"06 (octal)","period":"30"}"#),
            Case("a: -x\nb: x:y\nc: a#b", #"{"a":"-x","b":"x:y","c":"a#b"}"#),
            Case("- a:\n  b: c", #"[{"a":null,"b":"c"}]"#),
        ])
    func texts(example: Case) throws {
        #expect(try json(example.yaml) == example.json)
        // What is written is JSON.
        #expect((try? JSONValue(text: Array(example.json.utf8))) != nil)
    }

    @Test(
        "What is not in the subset is refused with its line",
        arguments: [
            ("a: &x\n  b: c", 1), ("a: b\nc: *x", 2), ("a:\n  <<: *x", 2), ("a: !!binary x", 1),
            ("a: !vault |\n  x", 1),
            ("a: b\na: c", 2), ("a:\n\tb: c", 2), ("a: {b: c", 1), ("a: b: c", 1), ("a: x\n? [a]\n: b", 2),
            ("a: {{ x }}", 1), ("{{- if x }}\na: b", 1), ("a: \"x\nb: c", 1), ("a: \"\\q\"", 1), ("a: 'b' c", 1),
            ("a: b\n   c: d", 2), ("a:\n    b: c\n  d: e", 3), ("- a\nb: c", 2), ("a: @x", 1), ("a: %x", 1),
            ("a: - b", 1), ("a: |x\n b", 1), ("a: b\nc", 2), ("a: b\nc: !x d", 2), ("a: [&x b]", 1),
            ("a: |\n  $ANSIBLE_VAULT;1.1;AES256\n  61", 1), ("a: b\nc: x\u{7}y", 2), ("a: {b: c, b: d}", 1),
            ("%YAML 1.2\n%YAML 1.2\n---\na: b", 2), (#"a: "\ud83d\ude00""#, 1), ("a: b\n---\nc: *x", 3),
        ])
    func refused(text: String, line: Int) {
        let refusal = #expect(throws: NotationRefusal.self) { try json(text) }
        #expect(refusal?.line == line)
    }

    @Test(
        "Why a text is refused is said, and how it is mended",
        arguments: [
            ("a: &x b", "anchors, aliases and merge keys are not read"),
            ("a: *x", "anchors, aliases and merge keys are not read"),
            ("<<: b", "anchors, aliases and merge keys are not read"), ("a: !!binary x", "tags are not read"),
            ("a: !vault x", "sealed with ansible-vault"), ("a: {{ x }}", "it is a template, not a file of values"),
            ("? {a: b}: c", "names of more than a text are not read"), ("a: b\na: c", "a name is in a map twice"),
            ("a:\n\tb: c", "a tab is in the indentation"),
            ("a: 'b' c", "its YAML is damaged (did not find expected key)"),
        ])
    func reasons(text: String, reason: String) {
        let refusal = #expect(throws: NotationRefusal.self) { try json(text) }
        #expect(refusal?.reason == reason)
    }

    @Test("Bytes that are not UTF-8 are replaced")
    func notUTF8() throws {
        #expect(try YAMLText(Array("a: ".utf8) + [0xFF, 0x62]).json == Array("{\"a\":\"\u{FFFD}b\"}".utf8))
        #expect(try YAMLText([]).json == Array("[]".utf8))
    }

    @Test("Nesting has a limit, and long texts are read in one pass")
    func limits() throws {
        for open in ["- ", "[", "a:\n", "{a: "] {
            #expect(throws: NotationRefusal.self) { try json(String(repeating: open, count: 100_000) + "a") }
        }
        #expect(try json(String(repeating: "- ", count: 64) + "a").count == 131)
        #expect(throws: NotationRefusal.self) { try json(String(repeating: "- ", count: 65) + "a") }
        let long = (0..<20_000).map { "- a: \($0)\n  b: |\n    x\n" }.joined()
        #expect(try json(long).count > 400_000)
    }

    @Test("Prose, tables and lists of names and values are not taken for records")
    func prose() {
        var generator = SeededGenerator(seed: 43)
        for round in 0..<10_000 {
            let marks = ["- ", "  ", "", "word: ", "name:\n  - "]
            let lines = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                let text =
                    round.isMultiple(of: 2)
                    ? InventedProse.sentence(&generator)
                    : "\(InventedProse.word(&generator)): \(InventedProse.password(&generator))"
                return (marks.randomElement(using: &generator) ?? "") + text
            }
            let id = formatID(of: lines.joined(separator: "\n").utf8)?.rawValue ?? ""
            #expect(!["json-list", "authelia", "totp-cli", "authenticator-rs"].contains(id), "\(lines)")
        }
    }
}
