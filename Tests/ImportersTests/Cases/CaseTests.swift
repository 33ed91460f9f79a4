import FixtureSupport
import Foundation
import Testing

@Suite("Cases of Fixtures/cases")
struct CaseTests {
    @Test("The case has its outcome", arguments: ReadingCase.all)
    func outcome(of item: ReadingCase) throws {
        let reading = try CaseReading(item)
        for field in item.fields {
            guard let check = CaseCheck(key: field.key) else { continue }
            do {
                if let problem = try check.problem(of: reading, expected: field) {
                    Issue.record("\(item.testDescription): \(problem)", sourceLocation: item.location(field.line))
                }
            } catch {
                Issue.record(error, "\(item.testDescription)", sourceLocation: item.location(field.line))
            }
        }
        if case .success(let document)? = reading.result {
            #expect(
                document.records == document.entries.count + document.skipped.total,
                "\(item.testDescription)", sourceLocation: item.location(item.line))
        }
    }

    @Test("Every file of cases is read", arguments: ReadingCase.files)
    func files(url: URL) throws { #expect(try !ReadingCase.cases(in: url).isEmpty) }

    @Test(
        "What a file of cases does not know is a mistake, with its line",
        arguments: [
            ("title: a\ntext: x\nerror: corrupt\ncolour: red", 4, "colour is not known"),
            ("title: a\ntext: x\nwarnings had: red", 3, "warnings had is not known"),
            ("title: a\ntext: x", 1, "no outcome"), ("title: a\nerror: corrupt", 1, "not one input"),
            ("title: a\ntext: x\ntext: y\nerror: corrupt", 1, "not one input"),
            ("text: x\ntitle: a\nerror: corrupt", 1, "a field before the title"),
            ("title: a\n  text: x", 2, "neither a field nor the indented rest of one"),
            ("title: a\ntext", 2, "neither a field nor the indented rest of one"),
            ("title: a\ntext: ${x}\nerror: corrupt", 2, "${x} is not known"),
            ("title: a\ntext: ${salted:x}\nerror: corrupt", 2, "${salted:x} is not known"),
            ("let x: y\ntitle: a\ntext: ${pepper:x}\nerror: corrupt", 3, "${pepper:x} is not known"),
            ("title: a\ntext: x\nset: a\nerror: corrupt", 3, "set has not two sides"),
            ("let a: x\nlet a: y", 2, "a is known"),
            ("title: a\ntext: ${b}\nerror: corrupt\nrows: b => c\n    1 => 2", 4, "c is not used"),
            ("title: a\ntext: ${b}\nerror: ${c}\nrows: b => c\n    1 => 2\n    1", 6, "not 2 cells"),
            ("title: a\ntext: ${b}\nerror: corrupt\nrows: b", 4, "no rows"),
        ])
    func mistakes(text: String, line: Int, problem: String) {
        let mistake = #expect(throws: CaseParser.Mistake.self) { try CaseParser.cases(in: text, file: "a.cases") }
        #expect(mistake == CaseParser.Mistake(line: line, problem: problem))
    }

    @Test("A row is a case with its line and its title, and its cells are in the fields")
    func rows() throws {
        let text = """
            # A comment
            let good: {"a":1}
            title: Members
            text: [${good},{"a":${value}}]
            error ${is}:
                first ; ${U+41}${LF}${x*3}
            rows: value => is
            # Not only ASCII
                "é" => has
                ${json:good} => lacks
            """
        let cases = try CaseParser.cases(in: text, file: "a.cases")
        #expect(
            cases.map(\.testDescription) == [
                #"a.cases:9: Members: "é" => has"#, "a.cases:10: Members: ${json:good} => lacks",
            ])
        #expect(cases.map { $0.fields.map(\.key) } == [["text", "error has"], ["text", "error lacks"]])
        #expect(cases[0].fields[0].text == #"[{"a":1},{"a":"é"}]"#)
        #expect(cases[1].fields[0].text == #"[{"a":1},{"a":"{\"a\":1}"}]"#)
        #expect(cases[0].fields[1].lines == [Array("first".utf8), Array("A\nxxx".utf8)])
    }

    @Test("Of two tables, each row of one is combined with each of the other, whose cells may be in its own")
    func tables() throws {
        let text =
            "title: T\ntext: ${a}\nerror ${b}: x\nrows: a\n    <${c}>\n    -\nrows: b => c\n    has => 1\n    lacks => 2"
        let cases = try CaseParser.cases(in: text, file: "a.cases")
        #expect(cases.map { $0.fields[0].text } == ["<1>", "<2>", "-", "-"])
        #expect(cases.map { $0.fields[1].key } == ["error has", "error lacks", "error has", "error lacks"])
        #expect(cases.map(\.line) == [8, 9, 8, 9] && cases[1].title == "T: <${c}>, lacks => 2")
    }

    @Test(
        "One value of a JSON text is changed, added or removed",
        arguments: [
            ("a", "7", #"{"a":7,"b":[{"c":"}"}, 2 ]}"#), ("b[0].c", "x", #"{"a":1,"b":[{"c":x}, 2 ]}"#),
            ("b[1]", nil, #"{"a":1,"b":[{"c":"}"} ]}"#), ("b[0].d", "0", #"{"a":1,"b":[{"c":"}","d":0}, 2 ]}"#),
            ("a", nil, #"{"b":[{"c":"}"}, 2 ]}"#), ("b[0].c", nil, #"{"a":1,"b":[{}, 2 ]}"#),
            ("b[2]", "1", nil), ("a.b", "1", nil), ("c", nil, nil),
        ] as [(String, String?, String?)])
    func patches(path: String, value: String?, expected: String?) {
        let text = Array(#"{"a":1,"b":[{"c":"}"}, 2 ]}"#.utf8)
        let patched = JSONPatch.set(path, to: value.map { Array($0.utf8) }, in: text)
        #expect(patched.map { String(decoding: $0, as: UTF8.self) } == expected)
    }
}
