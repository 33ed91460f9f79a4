import FixtureSupport
import Foundation
import Testing

/// `validate`: inputs and exit codes.
struct ValidateTests {
    let folder: TemporaryFolder
    static let secret = "OSADN5M3A7HQFKUQ675XIDQQTOUW5CCI"
    static let other = "5FFFFWGRZYPCRQUC2J2I74NPHNHYYRF2"
    static let good = "otpauth://totp/Acme:alice?secret=\(secret)&issuer=Acme"
    static let wary = "otpauth://totp/Acme:bob?secret=\(other)&issuer=Acme&period=60"
    static let bad = "otpauth://totp/Acme:eve?secret=MFRGGZDF1ZTWQ2LK&issuer=Acme"

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

    func run(_ text: String, _ flags: [String] = []) throws -> Program.Outcome {
        let outcome = try Program.run(["validate", try folder.write(text, to: "links.txt")] + flags)
        Messages.expectHidden(
            [Self.secret, Self.other, "MFRGGZDF1ZTWQ2LK"], in: flags.contains("--fix") ? "" : outcome.text, "stdout")
        Messages.expectHidden([Self.secret, Self.other, "MFRGGZDF1ZTWQ2LK"], in: outcome.errors, "stderr")
        return outcome
    }

    @Test("With --encoding, a text is checked and corrected in UTF-8")
    func encoding() throws {
        let link = Self.good.replacing("Acme", with: "\u{1}")
        let file = try folder.write(link.utf8.map { $0 == 1 ? 0xCF : $0 }, to: "links.txt")
        let arguments = ["validate", file, "--encoding", "windows-1251"]
        #expect(try Program.run(arguments + ["--fix"]).text.hasPrefix(link.replacing("\u{1}", with: "%D0%9F")))
        #expect(try !Program.run(arguments + ["--json"]).text.contains("not-utf-8"))
        #expect(try Program.run(["validate", file, "--json"]).text.contains("not-utf-8"))
    }

    private func lines(_ outcome: Program.Outcome) throws -> [Line] {
        try outcome.text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    @Test(
        "An error exits with 1, a warning only with --strict, a text without links with 2",
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
        #expect(try run(Self.bad, ["--quiet"]).errors == "error: 1 link has errors\n")
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
        #expect(findings[2].first?.message.contains("links.txt:1.") == true)
        #expect(findings[3].first?.message.contains("links.txt:2.") == true)
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
        #expect(reports[0].text.split(separator: "\r\n").count > 15_000)
        #expect(reports.allSatisfy { $0.status == 1 })
    }

    // MARK: - Inputs

    private func pack(_ text: String) throws -> [UInt8] {
        let python = try #require(PythonInterpreter.find(with: ["gzip"]), "Python packs the files of this test")
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
        // Every command that reads links unpacks them.
        let listed = try Program.run(["list", path, "--json"])
        #expect(listed.status == 0 && listed.text.contains("alice") && listed.text.contains("bob"))
        // Through standard input the content tells, too.
        #expect(try Program.run(["validate", "-"], input: Data(one)).errors.contains("1 checked"))
    }

    @Test func aDamagedPackSaysSoAfterWhatItHeld() throws {
        let whole = try pack((0..<3_000).map { "\(Self.good)\($0 * 7_919)\n" }.joined())
        let path = try folder.write(Array(whole.dropLast(20)), to: "links.gz")
        let outcome = try Program.run(["validate", path])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("cut off"))
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
        #expect(missing.errors.contains("no column \"url\" among its 2; its links are in column 2 (\"the link\")"))
        // The column is found, and named.
        let found = try run(text.replacing("2;\r\n", with: "2;none\r\n"), ["--json"])
        #expect(try lines(found).map(\.line) == [2, 5, nil])
        #expect(found.errors.contains("the links are in column 2 (\"the link\"); --csv-field names another one"))
        #expect(found.errors.contains("Skipped 1 record without a link."))
        #expect(try run(text, ["--quiet"]).errors == "error: 1 link has errors\n")
        let several = try run("a,b\n\(Self.good),\n,\(Self.wary)\n")
        #expect(several.status == 2)
        #expect(several.errors.contains("links are in column 1 and column 2; name one of them"))
    }

    @Test func jsonLinesHaveAMember() throws {
        let text = "{\"a\":1,\"otp\":\"\(Self.good)\"}\n{\"a\":2}\n{\"otp\":null}\n\n{\"otp\":7}\nnone\n"
        let outcome = try run(text, ["--json-field", "otp", "--json"])
        #expect(try lines(outcome).map(\.line) == [1, 5, 6, nil])
        #expect(try lines(outcome).compactMap { $0.findings?.first?.rule } == ["field-damaged", "field-damaged"])
        #expect(outcome.errors.contains("Skipped 2 records without a link."))
        let missing = try run("{\"otp\":\"\(Self.good)\"}\n", ["--json-field", "nope"])
        #expect(missing.errors.contains("no link was found in the member \"nope\"; name another one"))
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
        #expect(lines.dropLast().last?.qrVersion == nil, "there is no link that is missing a part")
        // Of an export that is not whole, the parts that are there are written, and nothing else.
        let part = FixtureFolder.images.appending(path: "google-parts/complete-1.png").file
        let fixed = try Program.run(["validate", "--fix", part])
        let links = fixed.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(links.count == 2 && links[0].hasPrefix("otpauth-migration://") && links[1].isEmpty)
        #expect(fixed.errors.contains("migration-part-missing"))
        let folder = FixtureFolder.images.appending(path: "plain").file
        #expect(try Program.run(["validate", folder]).errors.contains("Skipped 1 file"))
    }

    @Test func longLinksAreOneFinding() throws {
        let outcome = try run(
            [
                Self.good, String(repeating: "x", count: 3 << 20), Self.wary,
                Self.good + String(repeating: "y", count: 70_000), Self.bad,
                String(repeating: " ", count: 1 << 20) + Self.bad,
            ]
            .joined(separator: "\n"), ["--json"])
        let lines = try lines(outcome)
        #expect(lines.map(\.line) == [1, 3, 4, 5, 6, nil])
        #expect(lines.map { $0.findings?.first?.rule == "line-too-long" } == [false, false, true, false, false, false])
        #expect(outcome.errors.contains("Skipped 1 line without a link."))
    }

    // MARK: - Several links, and texts of all kinds

    @Test(
        "Two links are checked, fixed and listed, whatever text is between them",
        arguments: [
            "[\"\(good)\",\"\(wary)\"]", "{\"a\":{\"uri\":\"\(good)\"},\"b\":\"\(wary)\"}", "\(good)\r\(wary)\r",
            "\(good) \(wary)",
            "\(good),\(wary)", "\(good)|\(wary)", "\(good)\t\(wary)",
            "<p><a href=\"\(good)\">a</a> <a href='\(wary)'>b</a></p>",
            "see [a](\(good)) and (\(wary)).", "\(good)\n\n# x\nno\n\(wary)",
        ])
    func everyLinkCounts(text: String) throws {
        let outcome = try run(text, ["--json"])
        let lines = try lines(outcome)
        #expect(lines.last?.totals == Line.Totals(links: 2, ok: 1, warning: 1, error: 0))
        #expect(lines.compactMap(\.label) == ["Acme: alice", "Acme: bob"])
        let fixed = try run(text, ["--fix"]).text
        #expect(fixed.ranges(of: "otpauth://totp/Acme:").count == 2)
        #expect(fixed.ranges(of: "&algorithm=SHA1&digits=6&period=").count == 2)
        let listed = try Program.run(["list", folder.path("links.txt"), "--json"])
        #expect(listed.text.contains("alice") && listed.text.contains("bob"))
        #expect(!listed.text.contains("otpauth://") && !listed.text.contains(Self.other))
    }

    @Test func anUnclosedQuoteOfCSVIsAnError() throws {
        let outcome = try run(
            "id,link\n1,\(Self.good)\n2,\"\(Self.bad)\n3,\(Self.bad)\n4,\(Self.bad)\n", ["--csv-field", "link"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("line 3"))
    }

    /// A character is cut at 64 KiB, and most bytes are not ASCII.
    @Test(arguments: [0, 1, 2])
    func textsBeyondASCIIAreRead(shift: Int) throws {
        let text = String(repeating: "x", count: shift) + String(repeating: "备份验证码\n", count: 20_000) + Self.good
        #expect(try run(text, ["--json"]).text.contains("\"links\":1"))
        #expect(try run("# 备份", []).errors.contains("no link was found"))
    }

    @Test func aLongCSVHeaderIsRead() throws {
        let header = (0..<12_000).map { "column\($0)" }.joined(separator: ",")
        let row = String(repeating: ",", count: 11_999) + Self.good
        #expect(try run("\(header)\n\(row)\n", ["--csv-field", "column11999", "--json"]).text.contains("\"links\":1"))
    }

    @Test func nothingReplacesAFileWhenNothingCouldBeRead() throws {
        let path = try folder.write(Self.good, to: "good.txt")
        let comments = try folder.write("# \(Self.good)\nno link\n", to: "comments.txt")
        for (input, flag) in [("gone.txt", "--fix"), ("gone.txt", "--json"), ("comments.txt", "--fix")] {
            let outcome = try Program.run(
                ["validate", folder.path(input), flag, "--output", path, "--force"])
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("was not written"))
            #expect(try folder.text("good.txt") == Self.good)
        }
        #expect(try folder.text("comments.txt").utf8.count > 0 && !comments.isEmpty)
        #expect(try folder.names().allSatisfy { !$0.hasSuffix(".new") })
    }

    @Test func otherThingsAreRefused() throws {
        let binary = try folder.write([0, 1, 2, 3, 0xFF], to: "x.bin")
        for (path, words) in [(binary, "not a text or an image"), (folder.path("gone"), "no such file")] {
            let outcome = try Program.run(["validate", path])
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(words))
        }
        let wide = "\(Self.good)\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try Program.run(["validate", folder.write([0xFF, 0xFE] + wide, to: "wide.txt")]).status == 0)
    }
}
