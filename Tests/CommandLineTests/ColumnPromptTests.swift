import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import totp_import

/// The question about names in a guessed file, on a terminal.
struct ColumnPromptTests {
    private let folder: TemporaryFolder
    private static let header = "issuer,name,secret,len,turn\n"
    private static let rows =
        "Acorn,alice,GEZDGNBVGY3TQOJQ,8,60\nBirch,bob,MFRGGZDFMZTWQ2LK,8,60\n"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.header + Self.rows, to: "notes.csv")
    }

    private static let question = ColumnQuestion(
        "column",
        [
            .init("len", .name("len"), sample: "8", suggestion: .digits),
            .init("turn", .name("turn"), sample: "60", suggestion: .period),
        ], known: nil)

    @Test(
        "Answers are numbers, names, Enter or q",
        arguments: [
            (["", ""], [.digits, .period]), (["7", "period"], [.digits, .period]), (["0", "-"], [nil, nil]),
            ([" DIGITS ", "nothing"], [.digits, nil]), (["8", ""], [.period, nil]), (["1", "9"], [.issuer, .counter]),
        ] as [([String], [TableColumns.Role?])])
    func answers(lines: [String], roles: [TableColumns.Role?]) {
        var answers = ColumnAnswers(Self.question)
        for line in lines { #expect(answers.take(line) == .taken) }
        #expect(answers.prompt == nil)
        #expect(answers.roles == roles)
    }

    @Test("An answer that is invalid, or gives a role twice, is asked for again")
    func unclear() {
        var answers = ColumnAnswers(Self.question)
        for line in ["10", "-1", "len", "7 8"] {
            #expect(answers.take(line) == .unclear("Type a number from 0 to 9, or q to leave the file unread"))
        }
        #expect(answers.take("digits") == .taken)
        #expect(answers.take("7") == .unclear("Another column is the digits already"))
        #expect(answers.take("Q") == .givenUp)
    }

    private static let intro = """
        what does each column have?
        0 nothing, 1 issuer, 2 name, 3 secret, 4 otpauth, 5 type, 6 algorithm, 7 digits,
        8 period, 9 counter. Enter takes what is in brackets, q leaves the file unread.

        """

    @Test("Two files with the same names are asked about once, and the command line is said")
    func once() throws {
        try folder.write(Self.header + Self.rows.replacing("o", with: "u"), to: "more.csv")
        let session = try TerminalSession(["list", "notes.csv", "more.csv"], in: folder.path)
        try session.waitFor("notes.csv: \(Self.intro)\"len\", such as 8 [digits]: ")
        session.type("\n")
        try session.waitFor("\"turn\", such as 60 [period]: ")
        session.type("digits\n")
        try session.waitFor("Another column is the digits already\n\"turn\", such as 60 [period]: ")
        session.type("\n")
        #expect(try session.waitForExit() == 0)
        let seen = session.screen.transcript
        #expect(seen.contains("Without a question: totp-import list notes.csv --columns digits=len,period=turn"))
        #expect(seen.contains("more.csv: read like the file before, with --columns digits=len,period=turn"))
        #expect(seen.split(separator: "60 s").count == 5, "\(seen)")
        #expect(!seen.contains("GEZD"))
    }

    @Test("Giving up ends as the refusal", arguments: ["q\n", "\u{4}"])
    func givenUp(typed: String) throws {
        let session = try TerminalSession(["list", "notes.csv"], in: folder.path)
        try session.waitFor("[digits]: ")
        session.type(typed)
        #expect(try session.waitForExit() == 2)
        let words = session.screen.transcript.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("error: notes.csv: the columns \"len\" and \"turn\" may say how the codes are made"))
        #expect(words.contains("use totp-import import notes.csv --columns digits=len,period=turn"))
    }

    @Test("Other commands that read inputs ask as well")
    func everyCommand() throws {
        for arguments in [
            ["codes", "notes.csv"], ["convert", "notes.csv", "--to", "otpauth"],
            ["verify", "notes.csv", "--", "notes.csv"], ["import", "notes.csv", "--vault", "v.json", "--dry-run"],
        ] {
            // On a terminal, convert asks before it writes secrets.
            let session = try TerminalSession(
                ["-c", "\"$0\" \"$@\" | cat", Program.url.file] + arguments, executable: "/bin/sh",
                passphrase: "umbrella stand", in: folder.path)
            try session.waitFor("[digits]: ")
            session.type("\n")
            try session.waitFor("[period]: ")
            session.type("\n")
            #expect(try session.waitForExit() == 0, "\(arguments) \(session.screen.transcript)")
            #expect(session.screen.transcript.contains("Without a question: totp-import \(arguments[0]) notes.csv "))
        }
    }

    @Test("Nobody is asked with --quiet, or if standard input is a file")
    func unasked() throws {
        for script in ["\"$0\" list notes.csv --quiet", "\"$0\" list notes.csv < /dev/null"] {
            let session = try TerminalSession(
                ["-c", script, Program.url.file], executable: "/bin/sh", in: folder.path)
            #expect(try session.waitForExit() == 2)
            #expect(!session.screen.transcript.contains("[digits]"))
            #expect(session.screen.transcript.contains("may say how the codes"))
        }
    }

    @Test("A table without a header asks for each of its columns")
    func withoutHeader() throws {
        try folder.write("rosa,GEZDGNBVGY3TQOJQ,SHA256,8\nben,MFRGGZDFMZTWQ2LK,SHA256,8\n", to: "tokens.csv")
        let session = try TerminalSession(["list", "tokens.csv"], in: folder.path)
        for (prompt, answer) in [
            ("\"1\", such as 4 characters [name]: ", "issuer"), ("\"2\", such as a secret [secret]: ", ""),
            ("\"3\", such as SHA256 [algorithm]: ", ""), ("\"4\", such as 8 [digits]: ", ""),
        ] {
            try session.waitFor(prompt)
            session.type("\(answer)\n")
        }
        #expect(try session.waitForExit() == 0)
        // The terminal breaks the line.
        let seen = session.screen.transcript.filter { !$0.isNewline }
        #expect(seen.contains("list tokens.csv --columns issuer=1,secret=2,algorithm=3,digits=4"), "\(seen)")
        #expect(seen.split(separator: "SHA256 ").count > 2 && !seen.contains("GEZD"))
    }

    @Test(
        "The command that is printed for a table works as printed, in a shell",
        arguments: [
            (["list", "tokens 1.csv"], "SHA256 8 60 s"),
            (["list", "tokens 1.csv", "--columns", "name=1,secret=2"], "SHA256 8 60 s"),
            (["list", "tokens 1.csv", "--columns=secret=2,-=3"], "SHA1 8 60 s"),
            (["list", "notes.csv"], "SHA1 8 60 s"), (["list", "notes.csv", "--columns", "-=shade"], "SHA1 8 60 s"),
            (["list", "turns.csv"], "SHA1 6 60 s"), (["list", "page.html"], "SHA1 6 60 s"),
            (["list", "page.html", "--columns", "-=Laune"], "SHA1 6 60 s"),
            (["list", "keys.csv", "--columns", "name=1,secret=2", "--secret-encoding", "hex"], "SHA1 8 30 s"),
        ])
    func printed(arguments: [String], codes: String) throws {
        try folder.write(
            "rosa,GEZDGNBVGY3TQOJQ,SHA256,8,60\nben,MFRGGZDFMZTWQ2LK,SHA256,8,60\n", to: "tokens 1.csv")
        try folder.write("rosa,0123456789abcdef0123,8\nben,ffff456789abcdef0123,8\n", to: "keys.csv")
        let turns = ["服务名称,账户信息,密钥,旋转(秒)", "Acorn,alice,GEZDGNBVGY3TQOJQ,60", "Birch,bob,MFRGGZDFMZTWQ2LK,60"]
        try folder.write(turns.joined(separator: "\n"), to: "turns.csv")
        let rows = turns.map { "<tr><td>" + $0.replacing(",", with: "<td>") }.joined().replacing("旋转(秒)", with: "Frist")
        try folder.write("<!DOCTYPE html><table><tr><td>Home<td>Help</table><table>\(rows)</table>", to: "page.html")
        try folder.write(
            "issuer,name,secret,len,turn,shade\nAcorn,alice,GEZDGNBVGY3TQOJQ,8,60,red\nBirch,bob,MFRGGZDFMZTWQ2LK,8,60,blue\n",
            to: "notes.csv")
        let url = URL(filePath: folder.path)
        let refused = try Program.run(arguments, in: url)
        #expect(refused.status == 2 && refused.text.isEmpty)
        let start = try #require(refused.errors.firstRange(of: "use totp-import import ")).upperBound
        let rest = refused.errors[start...].prefix { $0 != "\n" }
        let end = [", or ", " if "].compactMap { rest.firstRange(of: $0)?.lowerBound }.min() ?? rest.endIndex
        let read = try Program.run(
            URL(filePath: "/bin/sh"), ["-c", "\"$0\" list \(rest[..<end])", Program.url.file], in: url)
        #expect(read.status == 0, "\(read.errors)")
        let words = read.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains(codes), "\(words)")
    }
}
