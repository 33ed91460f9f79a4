import FixtureSupport
import Foundation
import Testing

@testable import totp_import

/// The output of `list`, `codes` and `formats`.
struct ListOutputTests {
    private let vault: SampleVault

    private static let links = [
        "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
        "otpauth://hotp/Birch:bob?secret=MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK&counter=7&digits=8",
        "otpauth://totp/Acme:carol?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA512&period=60",
    ]

    init() throws { vault = try SampleVault(Self.links, in: TemporaryFolder()) }

    private struct CodeLine: Decodable {
        var row: Int
        var id: String?
        var issuer, name, type: String
        var code: String?
        var secondsLeft: Int?
    }

    @Test func tableHidesSecretsUnlessAsked() throws {
        let hidden = try vault.run(["list", vault.path])
        #expect(hidden.status == 0 && hidden.errors.isEmpty)
        let rows = hidden.text.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        #expect(
            rows == [
                ["ISSUER", "NAME", "TYPE", "ALGORITHM", "DIGITS", "PERIOD"],
                ["Acme", "alice", "totp", "SHA1", "6", "30", "s"], ["Birch", "bob", "hotp", "SHA1", "8", "#7"],
                ["Acme", "carol", "totp", "SHA512", "6", "60", "s"],
            ])
        let shown = try vault.run(["list", vault.path, "--reveal"])
        #expect(shown.text.contains("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"))
    }

    @Test(
        "--sort changes the order, not the row numbers",
        arguments: [("issuer", "132"), ("name", "123"), ("input", "123")])
    func sorted(order: String, rows: String) throws {
        let outcome = try vault.run(["list", vault.path, "--verbose", "--sort", order])
        #expect(outcome.text.split(separator: "\n").dropFirst().compactMap(\.first) == Array(rows))
        #expect(
            try vault.run(["list", vault.path, "--duplicates", "--sort", order]).status == (order == "input" ? 0 : 64))
    }

    @Test("With several inputs, --verbose names the input of each account")
    func inputs() throws {
        try vault.folder.write(Self.links[1] + "\n", to: "other.txt")
        let other = vault.folder.path("other.txt")
        let outcome = try vault.run(["list", vault.path, other, "--verbose"])
        let lines = outcome.text.split(separator: "\n")
        #expect(lines[0].hasSuffix("INPUT"))
        #expect(lines.dropFirst().map { $0.hasSuffix(other) } == [false, false, false, true])
        #expect(!(try vault.run(["list", vault.path, "--verbose"]).text.contains("INPUT")))
    }

    @Test(
        "--strict makes a warning the exit code 1 in every command that reads accounts",
        arguments: [["list"], ["codes"], ["convert", "--to", "json"], ["verify", "TABLE"]])
    func strict(command: [String]) throws {
        try vault.folder.write("name,secret,old secret\nAcme,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ,old\n", to: "table.csv")
        let table = vault.folder.path("table.csv")
        let arguments = command.map { $0 == "TABLE" ? table : $0 } + [table]
        let lenient = try vault.run(arguments)
        #expect(lenient.status == 0 && lenient.errors.contains("warning: "))
        let strict = try vault.run(arguments + ["--strict", "--quiet"])
        #expect(strict.status == 1 && strict.errors.contains("warning: ") && strict.errors.contains("old secret"))
    }

    @Test("The warnings are in the JSON of list and verify as well")
    func warnings() throws {
        struct Output: Decodable { var warnings: [String]? }
        try vault.folder.write("name,secret,old secret\nAcme,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ,old\n", to: "table.csv")
        let table = vault.folder.path("table.csv")
        for (arguments, count) in [(["list", table], 1), (["verify", table, table], 2), (["list", vault.path], 0)] {
            let outcome = try vault.run(arguments + ["--json"])
            let warnings = try JSONDecoder().decode(Output.self, from: outcome.output).warnings ?? []
            #expect(warnings.count == count)
            #expect(warnings.allSatisfy { $0.contains("table.csv") && $0.contains("old secret") })
        }
    }

    @Test("--id prints the code alone for another program, by the row and the id that codes --json has")
    func codeByID() throws {
        let lines = try vault.run(["codes", vault.path, "--json"]).text.split(separator: "\n")
            .map { try JSONDecoder().decode(CodeLine.self, from: Data($0.utf8)) }
        #expect(lines.map(\.row) == [1, 2, 3])
        let items = try vault.items()
        #expect(lines.map(\.id) == items.map(\.id.uuidString))
        for place in ["2", try #require(lines[1].id)] {
            let outcome = try vault.run(["codes", vault.path, "--id", place])
            #expect(outcome.status == 0 && outcome.text == "\(lines[1].code ?? "")\n")
        }
        let two = try vault.run(["codes", vault.path, "--id", "1", "--id", "2"])
        #expect(two.text.contains("Birch") && two.text.contains("Acme"))
    }

    @Test("A narrow terminal says once what is the same in every row, and problems come last")
    func narrow() throws {
        try vault.folder.write(
            [Self.links[0], Self.links[0].replacing("alice", with: "bob"), "otpauth://totp/x?secret=1"]
                .joined(separator: "\n"), to: "same.txt")
        let session = try TerminalSession(["list", vault.folder.path("same.txt")], columns: 40)
        #expect(try session.waitForExit() == 1)
        let text = session.screen.transcript
        #expect(session.screen.lines[0].split(whereSeparator: \.isWhitespace) == ["ISSUER", "NAME"])
        #expect(text.contains("2 accounts in"))
        #expect(
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("all totp, SHA1, 6 digits, 30 s")
        )
        let (count, problem) = (text.range(of: "2 accounts in"), text.range(of: "rejected:"))
        #expect(try #require(count).lowerBound < (try #require(problem)).lowerBound)
        let wide = try TerminalSession(["list", vault.folder.path("same.txt")], columns: 120)
        #expect(try wide.waitForExit() == 1)
        #expect(wide.screen.contains("ALGORITHM"))
    }

    @Test("A narrow terminal shows names, and in one column what differs from the usual codes")
    func narrowAndDifferent() throws {
        try vault.folder.write(
            """
            otpauth://totp/Brightwater%20Bank:alice@example.com?secret=GEZDGNBVGY3TQOJQ
            otpauth://totp/Hollowtree%20Chat:ivan@example.net?secret=GEZDGNBVGY3TQOJQ&algorithm=SHA256&digits=8&period=60
            otpauth://hotp/Lanternfish%20Forum:judy@example.net?secret=GEZDGNBVGY3TQOJQ&counter=41
            otpauth://steam/Gamers%20Den:mallory@example.net?secret=GEZDGNBVGY3TQOJQ
            """, to: "kinds.txt")
        let session = try TerminalSession(["list", "kinds.txt"], columns: 66, in: vault.folder.path)
        #expect(try session.waitForExit() == 0)
        #expect(
            Array(session.screen.lines.prefix(6)) == [
                "ISSUER             NAME                 TYPE",
                "Brightwater Bank   alice@example.com    totp",
                "Hollowtree Chat    ivan@example.net     totp SHA256 8 digits 60 s",
                "Lanternfish Forum  judy@example.net     hotp #41",
                "Gamers Den         mallory@example.net  steam",
                "4 accounts in kinds.txt; SHA1, 6 digits and 30 s are not shown",
            ])
        let wide = try TerminalSession(["list", "kinds.txt"], columns: 80, in: vault.folder.path)
        #expect(try wide.waitForExit() == 0)
        #expect(wide.screen.contains("ALGORITHM"))
    }

    /// The column is there only if an account has a PIN.
    @Test func pinsAreShownWithSecrets() throws {
        let export = FixtureFolder.package.appending(path: "Fixtures/exports/json/plain.json").file
        let shown = try Program.run(["list", export, "--reveal"])
        let lines = shown.text.split(separator: "\n")
        #expect(try #require(lines.first).hasSuffix("  PIN"))
        #expect(lines.contains { $0.contains("motp") && $0.hasSuffix("  1234") })
        #expect(!(try Program.run(["list", export]).text.contains("1234")))
        #expect(!(try vault.run(["list", vault.path, "--reveal"]).text.contains("PIN")))
    }

    @Test func jsonHidesSecretsUnlessAsked() throws {
        #expect(!(try vault.run(["list", vault.path, "--json"]).text.contains("secret")))
        let outcome = try vault.run(["list", vault.path, "--json", "--reveal"])
        let items = try JSONDecoder().decode(ItemsDocument.self, from: outcome.output).items
        #expect(items.map(\.name) == ["alice", "bob", "carol"])
        #expect(items.map(\.counter) == [nil, 7, nil])
        #expect(items.map(\.period) == [30, nil, 60])
        // Members that belong to the vault alone are omitted.
        for key in ["createdAt", "updatedAt", "isDeleted", "syncedAt"] {
            #expect(!outcome.text.contains(key))
        }
        #expect(outcome.text.hasPrefix("{\"format\":\"totp-import-items\",\"version\":1,\"items\":["))
    }

    @Test func rowsAndIDsCanBeUsed() throws {
        let outcome = try vault.run(["list", vault.path, "--search", "carol", "--verbose"])
        let words = try #require(outcome.text.split(separator: "\n").last).split(separator: " ").map(String.init)
        #expect(words.first == "3")
        let id = try #require(words.last)
        #expect(try vault.items()[2].id.uuidString.hasPrefix(id) && id.count == 8)
        for place in [id, "3"] {
            #expect(try vault.run(["list", vault.path, "--id", place, "--json"]).text.contains("carol"))
            #expect(try vault.run(["codes", vault.path, "--id", place, "--json"]).text.contains("carol"))
            let written = try vault.run(["convert", vault.path, "--to", "otpauth", "--id", place])
            #expect(written.text.split(separator: "\n").count == 1 && written.text.contains("carol"))
        }
        // Of two that are one account but for the PIN, the one without it is written with it.
        let twins = ["", #","pin":"1234""#].map {
            #"{"type":"motp","issuer":"M","name":"m","secret":"JBSWY3DPEHPK2","algorithm":"MD5","digits":6,"period":10\#($0)}"#
        }
        let both = try vault.folder.write(
            #"{"format":"totp-import-items","version":1,"items":[\#(twins.joined(separator: ","))]}"#, to: "pins.json")
        let one = try vault.run(["convert", both, "--to", "json", "--plain", "--id", "1"])
        #expect(one.status == 0 && one.text.contains("1234"))
        let json = try vault.run(["list", vault.path, "--id", "3", "--json"]).text
        #expect(json.contains("\"row\":3,\"id\":\"\(try vault.items()[2].id.uuidString)\""))
        // Only a vault keeps ids.
        try vault.folder.write(Self.links.joined(separator: "\n"), to: "links.txt")
        let links = vault.folder.path("links.txt")
        #expect(!(try vault.run(["list", links, "--json"]).text.contains("\"id\"")))
        #expect(try vault.run(["list", links, "--id", id]).status == 2)
        #expect(try vault.run(["list", links, "--id", "2"]).text.contains("bob"))
        #expect(try vault.run(["convert", links, "--to", "otpauth", "--search", "zzz"]).status == 1)
    }

    @Test("Codes of several matches have row numbers on a terminal, and no spaces if that is asked for")
    func rowsOfCodes() throws {
        let session = try TerminalSession(["codes", vault.path, "acme"], passphrase: SampleVault.passphrase)
        #expect(try session.waitForExit() == 0)
        let lines = session.screen.transcript.split(separator: "\n")
        #expect(
            lines[0].hasPrefix("ROW  ISSUER") && lines[1].hasPrefix("1    Acme")
                && lines[1].contains(#/[0-9]{3} [0-9]{3}/#))
        #expect(session.screen.contains("--id ROW shows one of them, --copy copies one"))
        for (options, environment) in [
            (["--no-spaces"], [:]), ([], ["TERM": "dumb"]),
        ] as [([String], [String: String])] {
            let plain = try TerminalSession(
                ["codes", vault.path] + options, passphrase: SampleVault.passphrase, environment: environment)
            #expect(try plain.waitForExit() == 0)
            let text = plain.screen.transcript
            #expect(text.contains(#/ [0-9]{6} /#) && !text.contains(#/[0-9]{3} [0-9]{3}/#))
        }
        let dumb = try TerminalSession(
            ["codes", vault.path, "--watch"], passphrase: SampleVault.passphrase, environment: ["TERM": "dumb"])
        #expect(try dumb.waitForExit() == 2)
        #expect(dumb.screen.contains("TERM is dumb"))
    }

    @Test(
        "An app's name is as good as an id",
        arguments: [
            (["formats", "google"], "google-migration:", 0), (["formats", "2fas"], "2fas:", 0),
            (["formats", "okta"], "says what is possible", 64),
            (["formats", "nowhere"], "\"nowhere\" is not", 64),
            (["list", "links.txt", "--from", "nowhere"], "\"nowhere\" is not a known format", 64),
            (["list", "links.txt", "--from", "Stratum"], "links.txt", 2),
        ])
    func appNames(arguments: [String], text: String, status: Int32) throws {
        try vault.folder.write("otpauth://totp/A:b?secret=MFRGGZDFMZTWQ2LK", to: "links.txt")
        let outcome = try Program.run(arguments.map { $0 == "links.txt" ? vault.folder.path($0) : $0 })
        #expect(outcome.status == status && (outcome.text + outcome.errors).contains(text), "\(outcome.errors)")
    }

    @Test(
        "Signs that a terminal may not show are written in ASCII",
        arguments: [
            (["TERM": "dumb"], true), (["LC_ALL": "C"], true), (["LANG": "de_DE.ISO-8859-1"], true),
            (["LC_ALL": "C.UTF-8", "LANG": "C"], false), (["LANG": "de_DE.utf8"], false), ([:], false),
        ])
    func plainText(environment: [String: String], isPlain: Bool) throws {
        #expect(PlainSigns.isAsked { environment[$0] } == isPlain)
        let session = try TerminalSession(["formats", "aegis"], environment: environment)
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.transcript.contains(isPlain ? "Settings > Import" : "Settings › Import"))
        let piped = try Program.run(["formats", "aegis"], environment: environment)
        #expect(piped.text.contains("Settings › Import"))
    }

    @Test func codesOfOneAccountForScripts() throws {
        let outcome = try vault.run(["codes", vault.path, "alice"])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text.wholeMatch(of: #/\d{6}\n/#) != nil)
        let counter = try vault.run(["codes", vault.path, "bob"])
        #expect(counter.text.wholeMatch(of: #/\d{8}\n/#) != nil && counter.errors.contains("counter 7"))
        let several = try vault.run(["codes", vault.path, "acme"])
        #expect(several.status == 1 && several.text.isEmpty && several.errors.contains("accounts match: \"Acme"))
        #expect(several.errors.contains("; no code is printed: use more of a name, or --all"))
        let all = try vault.run(["codes", vault.path, "acme", "--all"])
        #expect(all.status == 0 && all.text.contains("ISSUER"))
        let none = try vault.run(["codes", vault.path, "zzz"])
        #expect(none.status == 1 && none.errors == "error: no account matches \"zzz\" (3 in \(vault.path))\n")
        #expect(try vault.run(["codes", vault.path, vault.path]).text.split(separator: "\n").count == 7)
    }

    @Test(arguments: [("acme", 2), ("ACME", 2), ("bob", 1), ("nobody", 0)])
    func searchLooksAtIssuerAndName(text: String, count: Int) throws {
        let listed = try vault.run(["list", vault.path, "--search", text, "--json"])
        #expect(listed.status == (count == 0 ? 1 : 0))
        #expect(listed.text.split(separator: "\n").count { $0.contains("\"type\"") } == count)
        let codes = try vault.run(["codes", vault.path, "--search", text, "--json"])
        #expect(codes.text.split(separator: "\n").count == count)
    }

    @Test func codesSayHowLongTheyLast() throws {
        let before = try vault.bytes()
        let outcome = try vault.run(["codes", vault.path, "--json"])
        let lines = try outcome.text.split(separator: "\n").map {
            try JSONDecoder().decode(CodeLine.self, from: Data($0.utf8))
        }
        #expect(lines.map(\.name) == ["alice", "bob", "carol"])
        #expect(lines.map(\.code?.count) == [6, 8, 6])
        #expect((1...30).contains(lines[0].secondsLeft ?? 0) && (1...60).contains(lines[2].secondsLeft ?? 0))
        #expect(lines[1].secondsLeft == nil)
        #expect(try vault.bytes() == before, "showing a code does not advance the counter")
        #expect(try vault.run(["codes", vault.path]).text.contains("#7"))
    }

    @Test func watchNeedsATerminal() throws {
        #expect(try vault.run(["codes", vault.path, "--watch"]).status == 2)
        #expect(try vault.run(["codes", vault.path, "--watch", "--json"]).status == 64)
    }

    private struct Format: Decodable, Equatable {
        var id, app, encrypted: String
        var reads, writes: Bool
        /// How to export from the app; nil if the format is only written.
        var export: String?
        var written: Written?

        struct Written: Decodable, Equatable {
            var `import`: String
        }

        var steps: [String] { [export, written?.import].compactMap { $0 } }
    }

    @Test func formatsSayWhatIsReadAndWritten() throws {
        let outcome = try Program.run(["formats", "--json"])
        let formats = try JSONDecoder().decode([Format].self, from: outcome.output)
        #expect(formats.map(\.id) == formats.map(\.id).sorted())
        func writes(_ id: String) -> Bool? { formats.first { $0.id == id }?.writes }
        func reads(_ id: String) -> Bool? { formats.first { $0.id == id }?.reads }
        #expect(reads("otpauth") == true && writes("otpauth") == true && writes("json") == true)
        #expect(reads("google-migration") == true && reads("totply-vault") == true)
        #expect(formats.allSatisfy { !$0.app.isEmpty && !$0.steps.isEmpty && !$0.steps.contains("") })
        #expect(formats.allSatisfy { ($0.export != nil) == $0.reads && ($0.written != nil) == $0.writes })
        let table = try Program.run(["formats"]).text
        #expect(table.split(separator: "\n").allSatisfy { $0.count <= 80 && !$0.contains("…") })
        #expect(formats.allSatisfy { table.contains($0.id) })
        for heading in ["Authenticator apps", "Password managers", "Files and links"] {
            #expect(table.contains("\n\(heading)\n"))
        }
        for format in formats {
            let card = try Program.run(["formats", format.id]).text
            #expect(card.hasPrefix("\(format.id): \(format.app)\n") && format.steps.allSatisfy(card.contains))
        }
    }

    private static let script = ExternalProgram(named: "script")

    /// Files need a wide terminal; on a narrow one, nothing is cut.
    @Test(.enabled(if: script != nil), arguments: [80, 120])
    func formatsFitTheTerminal(columns: Int) throws {
        let script = try #require(Self.script)
        let outcome = try Program.run(
            script.url, ["-qec", "stty cols \(columns); '\(Program.url.file)' formats", "/dev/null"])
        let lines = outcome.text.split(whereSeparator: \.isNewline)
        #expect(outcome.status == 0 && lines.count > 40)
        #expect(lines.allSatisfy { $0.filter { $0 != "\u{1B}" }.count <= columns + 8 })
        #expect(lines.contains { $0.contains("FILE") } == (columns == 120))
        #expect(lines.filter { $0.contains("…") }.count <= (columns == 120 ? 8 : 0))
    }

    @Test func formatsTakeIds() throws {
        let outcome = try Program.run(["formats", "duo", "aegis", "--json"])
        let formats = try JSONDecoder().decode([Format].self, from: outcome.output)
        #expect(formats.map(\.id) == ["aegis", "duo"])
        let unknown = try Program.run(["formats", "aegis", "none-such"])
        #expect(unknown.status == 64 && unknown.errors.contains("\"none-such\" is not a known format"))
    }

    @Test("Without --reveal, no text in the JSON contains a link or a secret")
    func hiddenInTexts() throws {
        let folder = try TemporaryFolder()
        let secret = "KRSXG5CTMVRXEZLUKRSXG5CT"
        let input = try folder.write(
            """
            {"format":"totp-import-items","version":1,"items":[{"type":"totp","issuer":"Acme","name":"eve",\
            "secret":"GEZDGNBVGY3TQOJQ","note":"old: otpauth://totp/a?secret=\(secret), new \(secret)","tags":["\(secret)"]}]}
            """, to: "items.json")
        let hidden = try Program.run(["list", input, "--json"])
        #expect(hidden.status == 0 && hidden.text.contains("\"note\":\"old: otpauth://…, new …\""), "\(hidden.text)")
        Messages.expectHidden([secret], in: hidden.text, "the JSON")
        #expect(try Program.run(["list", input, "--json", "--reveal"]).text.contains(secret))
    }

    @Test(
        "An export without any account is not read in silence",
        arguments: [
            ["list"], ["codes"], ["import", "--vault", "v.json", "-n"], ["list", "--json"], ["list", "--quiet"],
        ])
    func nothing(command: [String]) throws {
        let folder = try TemporaryFolder()
        let input = try folder.write(#"{"encrypted":false,"items":[]}"#, to: "empty.json")
        let outcome = try Program.run(command + [input], passphrase: "x")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("empty.json: there is no account in it: "), "\(outcome.errors)")
    }

    @Test("Videos and documents in a folder are counted by kind, and count for --strict")
    func kinds() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("all")
        let video: [UInt8] = [0, 0, 0, 0x20, 0x66, 0x74, 0x79, 0x70, 0x69, 0x73, 0x6F, 0x6D, 0xFF]
        for number in 1...2 { try folder.write(video, to: "all/\(number).mp4") }
        try folder.write([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0xFF], to: "all/old.doc")
        try folder.write("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ", to: "all/links.txt")
        func run(_ options: String...) throws -> Program.Outcome {
            try Program.run(
                ["import", "--vault", "v.json", "-n", "all"] + options, passphrase: "x", in: URL(filePath: folder.path))
        }
        let outcome = try run()
        #expect(outcome.status == 0)
        #expect(
            outcome.errorLines.contains("1 document and 2 videos were not looked into; --verbose names them."),
            "\(outcome.errors)")
        #expect(try run("--strict").status == 1)
        #expect(try run("--verbose").errors.contains("skipped: all/old.doc: a document, not looked into"))
        try folder.write("age-encryption.org/v1\n-> scrypt abc 18\n", to: "all/a.age")
        let age = try run()
        #expect(
            age.status == 1 && age.errors.contains("error: all/a.age: encrypted with age; age --decrypt"),
            "\(age.errors)")
    }
}
