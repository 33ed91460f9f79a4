import TOTPDomain
import Testing

@testable import Importers

/// The question about a guessed file that is refused because of names that nobody knows.
@Suite("The question about columns")
struct ColumnQuestionTests {
    private static let secrets = ["GEZDGNBVGY3TQOJQ", "MFRGGZDFMZTWQ2LK"]

    /// Four forms of the same two records.
    private static let files: [(noun: String, text: String)] = [
        (
            "column",
            """
            issuer,name,secret,len,turn,shade
            Acorn,alice,\(secrets[0]),8,60,hunter2
            Birch,bob,\(secrets[1]),8,60,hunter3
            """
        ),
        (
            "member",
            """
            [{"issuer":"Acorn","name":"alice","secret":"\(secrets[0])","len":8,"turn":60,"shade":"hunter2"},
            {"issuer":"Birch","name":"bob","secret":"\(secrets[1])","len":8,"turn":60,"shade":"hunter3"}]
            """
        ),
        (
            "member",
            """
            accounts:
              - {issuer: Acorn, name: alice, secret: \(secrets[0]), len: 8, turn: 60, shade: hunter2}
              - {issuer: Birch, name: bob, secret: \(secrets[1]), len: 8, turn: 60, shade: hunter3}
            """
        ),
        (
            "name",
            """
            issuer: Acorn
            name: alice
            secret: \(secrets[0])
            len: 8
            turn: 60
            shade: hunter2

            issuer: Birch
            name: bob
            secret: \(secrets[1])
            len: 8
            turn: 60
            shade: hunter3
            """
        ),
    ]

    private func refusal(_ text: String, _ columns: TableColumns? = nil) throws -> SourceError {
        let content = SourceContent(Array(text.utf8))
        let format = try #require(FormatRegistry.standard.format(of: content))
        return try #require(throws: SourceError.self) {
            try format.read(ImportRequest(content: content, columns: columns))
        }
    }

    private func read(_ text: String, _ columns: TableColumns) throws -> [Account] {
        let content = SourceContent(Array(text.utf8))
        let format = try #require(FormatRegistry.standard.format("csv"))
        return try format.read(ImportRequest(content: content, columns: columns)).entries.compactMap {
            if case .item(let item) = $0 { item } else { nil }
        }
    }

    @Test("Each name has a sample and the role that is suggested, and the answer reads the file", arguments: files)
    func answered(noun: String, text: String) throws {
        let question = try #require(try refusal(text).question)
        #expect(question.noun == noun)
        #expect(question.names.map(\.text) == ["len", "turn", "shade"])
        #expect(question.names.map(\.sample) == ["8", "60", "7 characters"])
        #expect(question.names.map(\.suggestion) == [.digits, .period, nil])
        let columns = try question.columns(question.names.map(\.suggestion))
        #expect(columns.option == "--columns digits=len,period=turn,-=shade")
        let items = try read(text, columns)
        #expect(items.map(\.parameters.digits) == [8, 8])
        #expect(items.map(\.parameters.period) == [60, 60])
        let swapped = try question.columns([nil, nil, .name])
        #expect(try read(text, swapped).map(\.parameters.digits) == [6, 6])
    }

    @Test("A value that could be a secret is shown as its length")
    func masked() throws {
        let text = """
            issuer,name,secret,len,shade
            Acorn,alice,\(Self.secrets[0]),8,7c6d02a96f8bd0c85ae4
            Birch,bob,\(Self.secrets[1]),8,00c18f0e1b1d4d0aa9f2
            """
        let refusal = try refusal(text)
        for name in try #require(refusal.question).names { #expect(["8", "20 characters"].contains(name.sample)) }
        #expect(!refusal.messageWithRemedy.contains("7c6d"))
    }

    @Test("Of other values, only numbers of up to 3 digits are shown")
    func smallNumbers() throws {
        let text = """
            issuer,name,secret,len,shade,hue,tint
            Acorn,alice,\(Self.secrets[0]),8,abc,1234,999
            Birch,bob,\(Self.secrets[1]),8,abd,1235,998
            """
        let question = try #require(try refusal(text).question)
        #expect(question.names.map(\.sample) == ["8", "3 characters", "4 characters", "999"])
    }

    @Test("A column whose name another column has, or that has a number for its name, is meant by its number")
    func numbered() throws {
        let text = """
            issuer,name,secret,len,len,2024
            Acorn,alice,\(Self.secrets[0]),8,60,SHA256
            Birch,bob,\(Self.secrets[1]),8,60,SHA256
            """
        let question = try #require(try refusal(text).question)
        #expect(question.names.map(\.column) == [.number(4), .number(5), .number(6)])
        let items = try read(text, question.columns(question.names.map(\.suggestion)))
        #expect(items.map(\.parameters.algorithm) == [.sha256, .sha256])
        #expect(items.map(\.parameters.period) == [60, 60])
    }

    @Test("What the user said before is kept, and not asked again")
    func known() throws {
        let text = Self.files[0].text
        let question = try #require(try refusal(text, TableColumns("digits=len")).question)
        #expect(question.names.map(\.text) == ["turn", "shade"])
        #expect(!question.roles.contains(.digits))
        #expect(try question.columns([.period, nil]).option == "--columns digits=len,period=turn,-=shade")
        #expect(throws: TableColumnsError.self) { try question.columns([.digits, nil]) }
    }

    @Test("A role belongs to one name, and every name needs an answer")
    func contradictions() throws {
        let question = try #require(try refusal(Self.files[0].text).question)
        let error = #expect(throws: TableColumnsError.self) { try question.columns([.digits, .digits, nil]) }
        #expect(error?.message == "digits is given twice")
        #expect(throws: TableColumnsError.self) { try question.columns([.digits]) }
    }

    @Test(
        "12 names are asked at once, or else only those that keep the file from being read, or nothing",
        arguments: [(1, 11, 12), (1, 12, 1), (12, 0, 12), (12, 1, 12), (13, 0, nil)] as [(Int, Int, Int?)])
    func many(numbers: Int, words: Int, asked: Int?) throws {
        func row(_ name: String, _ secret: String, number: (Int) -> String, word: (Int) -> String) -> String {
            (["Acorn", name, secret] + (0..<numbers).map(number) + (0..<words).map(word)).joined(separator: ",")
        }
        let lines = [
            "issuer,name,secret,"
                + ((0..<numbers).map { "len\($0)" } + (0..<words).map { "shade\($0)" })
                .joined(separator: ","),
            row("alice", Self.secrets[0], number: { _ in "8" }, word: { "hunter\($0)" }),
            row("bob", Self.secrets[1], number: { _ in "8" }, word: { "hunter\($0)" }),
        ]
        #expect(try refusal(lines.joined(separator: "\n")).question?.names.count == asked)
    }
}
