import Encodings
import FixtureSupport
import Foundation
import Testing

private let corpusFolder = FixtureFolder.corpus3.appending(path: "into")
private let hasCorpus = FileManager.default.fileExists(atPath: corpusFolder.appending(path: "result.json").path)

/// `convert --into`: codes go into the logins of an export that exists.
@Suite("Codes into logins")
struct IntoTests {
    private let folder: TemporaryFolder
    private static let passphrase = "erin rents 130 lighthouses"
    private static let github = "otpauth://totp/GitHub:bob?secret=GEZDGNBVGY3TQOJQ&issuer=GitHub"
    private static let doubtful = "otpauth://totp/Acme?secret=MFRGGZDFMZTWQ2LK&issuer=Acme"
    private static let new = "otpauth://totp/Nobody:x?secret=NBSWY3DPEB3W64TM&issuer=Nobody"
    private static let bitwarden = """
        {"encrypted":false,"odd":1.50,"folders":[],"items":[
         {"type":1,"name":"Code","login":{"username":"bob","uris":[{"uri":"https://github.com"}],"totp":null}},
         {"type":1,"name":"Acme","login":{"username":"carol","totp":null}}]}
        """
    private static let cxf = """
        {"version":{"major":1,"minor":0},"odd":1.50,"accounts":[{"id":"a","items":[
         {"id":"1","title":"Code","scope":{"urls":["https://github.com"]},"credentials":[{"type":"basic-auth","username":{"value":"bob"}}]},
         {"id":"2","title":"Acme","credentials":[{"type":"basic-auth","username":{"value":"carol"}}]}]}]}
        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.write([Self.github, Self.doubtful, Self.new].joined(separator: "\n"), to: "tokens.txt")
        try folder.write(Self.bitwarden, to: "bitwarden.json")
        try folder.write(Self.cxf, to: "cxf.json")
        try folder.write(Self.passphrase + "\n", to: "passphrase")
        try folder.write("wrong\n", to: "wrong")
    }

    private func convert(_ export: String, to format: String, _ options: String...) throws -> Program.Outcome {
        try Program.run(
            ["convert", "tokens.txt", "--into", export, "--to", format] + options, in: URL(filePath: folder.path))
    }

    @Test("One code goes into its login, a doubtful and a new one into entries; all else keeps its bytes")
    func json() throws {
        for (name, format, options) in [("bitwarden", "bitwarden", ["--plain"]), ("cxf", "cxf", [])] {
            let outcome = try Program.run(
                ["convert", "tokens.txt", "--into", "\(name).json", "--to", format, "-o", "new.json"] + options,
                in: URL(filePath: folder.path))
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(
                outcome.errors.contains(
                    "3 accounts = 1 into logins + 1 new + 1 doubtful (new) + 0 already there + 0 rejected"))
            #expect(outcome.errors.contains("\"Acme: Acme\": doubtful, so it goes into a new entry"))
            // No JSON of Bitwarden has attachments, which purging deletes.
            #expect(outcome.errors.contains("do not purge, which deletes") == (format == "bitwarden"))
            #expect(outcome.errors.contains("it could belong to \"Acme\" (carol)"))
            #expect(
                outcome.errors.contains(
                    "3 more codes are in new.json, with all of \(name).json, read back and compared"))
            let old = format == "cxf" ? Self.cxf : Self.bitwarden, new = try folder.text("new.json")
            #expect(try folder.text("\(name).json") == old)
            #expect(new.contains("\"odd\":1.50") && new.contains("GEZDGNBVGY3TQOJQ"))
            let listed = try Program.run(["list", "new.json", "--json"], in: URL(filePath: folder.path))
            #expect(listed.status == 0 && listed.text.contains("Nobody") && listed.text.contains("Acme"))
            // Once more: there is nothing to add.
            try folder.write(new, to: "again.json")
            let again = try Program.run(
                ["convert", "tokens.txt", "--into", "again.json", "--to", format, "-o", "none.json"] + options,
                in: URL(filePath: folder.path))
            #expect(again.status == 0 && again.errors.contains("3 already there"))
            #expect(again.errors.contains("none.json not created: no codes to add"))
            try FileManager.default.removeItem(atPath: folder.path("new.json"))
        }
    }

    @Test("A dry run prints the table and writes nothing")
    func dryRun() throws {
        // --plain is about the new file, which is not written.
        let outcome = try convert("bitwarden.json", to: "bitwarden", "--dry-run", "-o", "new.json")
        #expect(outcome.status == 0)
        let same = try convert("bitwarden.json", to: "bitwarden", "--plain", "--dry-run", "-o", "new.json")
        #expect(same.status == 0 && same.text == outcome.text)
        let lines = outcome.text.split(separator: "\n").map(String.init)
        #expect(lines.count == 4 && lines[0].hasPrefix("ACCOUNT"))
        #expect(
            lines[1].contains("certain") && lines[1].contains("\"Code\" (bob)")
                && lines[1].contains("same site, same user"))
        #expect(lines[2].contains("doubtful") && lines[2].contains("new entry, or \"Acme\" (carol)"))
        #expect(lines[3].contains("Nobody: x") && lines[3].contains("new entry"))
        #expect(try !folder.names().contains("new.json"))
    }

    @Test("An account that the export cannot have is rejected in the table and in the report")
    func rejected() throws {
        try folder.write(
            Self.github + "\notpauth://hotp/Acme:carol?secret=MFRGGZDFMZTWQ2LK&issuer=Acme&counter=5", to: "tokens.txt")
        let table = try convert("bitwarden.json", to: "bitwarden", "--plain", "--dry-run", "-o", "new.json")
        #expect(table.text.split(separator: "\n").last?.contains("rejected") == true)
        let outcome = try convert("bitwarden.json", to: "bitwarden", "--plain", "-o", "new.json", "--json")
        let report = try OrderedJSON(parsing: Array(outcome.output))
        guard case .array(let placements)? = report["into"] else {
            Issue.record("the report has no into")
            return
        }
        #expect(placements.map { $0["result"] } == ["certain", "rejected"] && placements[1]["entry"] == .null)
    }

    @Test("Doubtful accounts count with --strict; the rule and a choice decide")
    func rules() throws {
        let strict = try convert("bitwarden.json", to: "bitwarden", "--plain", "--strict", "-o", "strict.json")
        #expect(try strict.status == 1 && folder.names().contains("strict.json"))
        let rule = try convert(
            "bitwarden.json", to: "bitwarden", "--plain", "--strict", "--into-rule", "doubtful", "-o", "rule.json")
        #expect(rule.status == 0 && rule.errors.contains("2 into logins + 1 new + 0 doubtful"))
        let none = try convert("bitwarden.json", to: "bitwarden", "--plain", "--into-rule", "none", "-o", "none.json")
        #expect(none.errors.contains("0 into logins + 2 new + 1 doubtful"))
        let chosen = try convert(
            "bitwarden.json", to: "bitwarden", "--plain", "--match", "Nobody:x=Acme", "-o", "chosen.json", "--json")
        #expect(chosen.status == 0)
        let report = try OrderedJSON(parsing: Array(chosen.output))
        guard case .array(let placements)? = report["into"] else {
            Issue.record("the report has no into")
            return
        }
        #expect(placements.map { $0["result"] } == ["certain", "doubtful", "certain"])
        #expect(placements[2]["entry"]?["title"] == "Acme")
        #expect(placements[2]["reasons"] == .array(["chosen"]))
        #expect(placements[1]["candidates"] == .array([.object(["title": "Acme", "userName": "carol"])]))
        #expect(!chosen.text.contains("GEZDGNBVGY3TQOJQ"))
        let unknown = try convert("bitwarden.json", to: "bitwarden", "--plain", "--match", "Nobody:x=Y", "-o", "x.json")
        #expect(unknown.status == 2 && unknown.errors.contains("no login has this title"))
    }

    @Test("A code that only the trash has is written, and a code with other parameters is not the same")
    func sameCode() throws {
        let code = "\"login\":{\"username\":\"bob\",\"totp\":\"GEZDGNBVGY3TQOJQ\"}"
        try folder.write(Self.github + "\n", to: "tokens.txt")
        try folder.write(
            Self.bitwarden.replacing(
                "\"items\":[", with: "\"items\":[{\"type\":1,\"name\":\"x\",\"deletedDate\":\"2026-01-01\",\(code)},"),
            to: "trash.json")
        let trash = try convert("trash.json", to: "bitwarden", "--plain", "-o", "new.json")
        #expect(trash.status == 0 && trash.errors.contains("1 into logins + 0 new"), "\(trash.errors)")
        #expect(try folder.text("new.json").components(separatedBy: "GEZDGNBVGY3TQOJQ").count == 3)

        let eight = Self.bitwarden.replacing("\"totp\":null}},", with: "\"totp\":\"\(Self.github)&digits=8\"}},")
        let credential =
            "{\"type\":\"totp\",\"secret\":\"GEZDGNBVGY3TQOJQ\",\"period\":30,\"digits\":8,\"algorithm\":\"sha1\"}"
        try folder.write(eight, to: "eight.json")
        try folder.write(
            Self.cxf.replacing("{\"value\":\"bob\"}}", with: "{\"value\":\"bob\"}},\(credential)"), to: "eight.cxf")
        for (export, format, plain) in [("eight.json", "bitwarden", ["--plain"]), ("eight.cxf", "cxf", [])] {
            let outcome = try Program.run(
                ["convert", "tokens.txt", "--into", export, "--to", format, "--match", "GitHub:bob=Code", "-o", "x"]
                    + plain, in: URL(filePath: folder.path))
            #expect(outcome.status == 2 && outcome.errors.contains("has another code already"), "\(outcome.errors)")
        }
        #expect(try !folder.names().contains("x"))

        // A counter that moved on is the same account; the input stays until the export is up to date.
        for (counter, isDone) in [("3", true), ("9", false)] {
            let link = "otpauth://hotp/GitHub:bob?secret=GEZDGNBVGY3TQOJQ&issuer=GitHub&counter="
            try folder.write(link + counter + "\n", to: "tokens.txt")
            try folder.write(link + "5\n", to: "old.txt")
            let keepass = ["--to", "keepass", "--target-passphrase-file", "passphrase"]
            let made = try Program.run(
                ["convert", "old.txt", "-o", "\(counter).kdbx"] + keepass, in: URL(filePath: folder.path))
            #expect(made.status == 0, "\(made.errors)")
            let outcome = try Program.run(
                ["convert", "tokens.txt", "--into", "\(counter).kdbx", "-o", "x", "--delete-list", "delete\(counter)"]
                    + keepass, in: URL(filePath: folder.path))
            #expect(outcome.status == 0 && outcome.errors.contains("1 already there"), "\(outcome.errors)")
            #expect(
                outcome.errors.contains("its counter is higher than that in \(counter).kdbx") == !isDone,
                "\(outcome.errors)")
            #expect(try folder.text("delete\(counter)").contains("tokens.txt") == isDone)
        }
        #expect(try !folder.names().contains("x"))
    }

    @Test("An encrypted export comes back encrypted, with the same passphrase", arguments: ["bitwarden", "keepass"])
    func encrypted(format: String) throws {
        let links = "otpauth://totp/GitHub:bob?secret=ORUGS4ZANFZSAYJA&issuer=GitHub\n"
        try folder.write(links, to: "first.txt")
        let options = ["--to", format, "--target-passphrase-file", "passphrase"]
        let made = try Program.run(["convert", "first.txt", "-o", "old"] + options, in: URL(filePath: folder.path))
        #expect(made.status == 0, "\(made.errors)")
        let into = ["convert", "tokens.txt", "--into", "old", "-o", "new"]
        let outcome = try Program.run(into + options, in: URL(filePath: folder.path))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("the login has another code already"))
        let listed = try Program.run(
            ["list", "new", "--source-passphrase-file", "passphrase", "--json"], in: URL(filePath: folder.path))
        #expect(listed.status == 0)
        guard case .array(let items)? = try OrderedJSON(parsing: Array(listed.output))["items"] else {
            Issue.record("the list has no items")
            return
        }
        #expect(items.count == 4)
        let wrong = try Program.run(
            ["convert", "tokens.txt", "--into", "old", "-o", "x", "--to", format, "--target-passphrase-file", "wrong"],
            in: URL(filePath: folder.path))
        #expect(wrong.status == 3 && wrong.errors.contains("old: wrong passphrase"))
        if format == "bitwarden" {
            let plain = try Program.run(
                ["convert", "tokens.txt", "--into", "old", "-o", "x", "--to", format, "--plain"],
                environment: ["TOTP_IMPORT_SOURCE_PASSPHRASE": Self.passphrase], in: URL(filePath: folder.path))
            #expect(plain.status == 64 && plain.errors.contains("omit --plain"))
        }
        #expect(try !folder.names().contains("x"))
    }

    @Test("Files that cannot take codes are refused, and nothing is written")
    func refused() throws {
        try folder.write(#"{"encrypted":true,"items":[{"name":"2.a|b|c"}]}"#, to: "restricted.json")
        try folder.write(#"{"encrypted":false,"items":[{"type":1"#, to: "damaged.json")
        try folder.write("folder,type,name,login_totp,login_password\n", to: "table.csv")
        try folder.write(
            Self.bitwarden.replacing("Acme", with: "A\u{1}").utf8.map { $0 == 1 ? 0xFF : $0 }, to: "old.json")
        try folder.write([0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5, 0, 0, 4, 0, 1], to: "cut.kdbx")
        for (export, format, problem, status) in [
            ("restricted.json", "bitwarden", "no passphrase opens it", Int32(2)),
            ("damaged.json", "bitwarden", "damaged", 2),
            ("old.json", "bitwarden", "not UTF-8, so names would be written wrongly; save it as UTF-8", 2),
            ("table.csv", "bitwarden", "not a JSON export of Bitwarden; export it as .json", 2),
            ("cxf.json", "bitwarden", "not a JSON export of Bitwarden", 2),
            ("bitwarden.json", "cxf", "not a document of the Credential Exchange Format", 2),
            ("cut.kdbx", "keepass", "the database is damaged or cut off", 2),
            ("bitwarden.json", "keepass", "not a KeePass database", 2),
            ("missing.json", "bitwarden", "missing.json", 2),
        ] {
            let options =
                format == "bitwarden"
                ? ["--plain"] : format == "keepass" ? ["--target-passphrase-file", "passphrase"] : []
            let outcome = try Program.run(
                ["convert", "tokens.txt", "--into", export, "--to", format, "-o", "new"] + options,
                in: URL(filePath: folder.path))
            #expect(outcome.status == status && outcome.errors.contains(problem), "\(export): \(outcome.errors)")
            #expect(try !folder.names().contains("new"))
        }
    }

    @Test("The export is never overwritten, and a plain one needs --plain")
    func usage() throws {
        for (options, problem) in [
            (["--to", "bitwarden", "-o", "new.json"], "add --plain"),
            (["--to", "bitwarden", "--plain", "--force", "-o", "./bitwarden.json"], "would overwrite bitwarden.json"),
            (["--to", "aegis", "-o", "new.json"], "--into can be used only with --to bitwarden, cxf, keepass"),
            (["--to", "keepass", "--cipher", "aes", "-o", "new"], "--cipher and --into cannot be used together"),
        ] {
            let outcome = try Program.run(
                ["convert", "tokens.txt", "--into", "bitwarden.json"] + options, in: URL(filePath: folder.path))
            #expect(outcome.status == 64 && outcome.errors.contains(problem), "\(outcome.errors)")
        }
        for options in [["--into-rule", "none"], ["--match", "a=b"], ["--into", "-"]] {
            let outcome = try Program.run(
                ["convert", "tokens.txt", "--to", "bitwarden", "--plain"] + options, in: URL(filePath: folder.path))
            #expect(outcome.status == 64)
        }
        #expect(try folder.text("bitwarden.json") == Self.bitwarden)
    }

    @Test(
        "The corpus: every account goes where its expectation says",
        .enabled(if: hasCorpus, "\(FixtureFolder.needsCorpus)"))
    func expectations() throws {
        for name in ["tokens.txt", "bitwarden.json"] {
            try folder.write(try FixtureFolder.bytes(corpusFolder.appending(path: name)), to: name)
        }
        let expected = try OrderedJSON(parsing: try FixtureFolder.bytes(corpusFolder.appending(path: "result.json")))
        let outcome = try convert("bitwarden.json", to: "bitwarden", "--plain", "-o", "new.json", "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let file = try OrderedJSON(parsing: try folder.bytes("bitwarden.json"))
        guard case .array(let accounts) = expected, case .array(let items)? = file["items"],
            case .array(let placements)? = try OrderedJSON(parsing: Array(outcome.output))["into"]
        else {
            Issue.record("lists are missing")
            return
        }
        #expect(placements.count == accounts.count)
        for (placement, account) in zip(placements, accounts) {
            guard case .string(let result)? = account["result"] else {
                Issue.record("an account without a result")
                continue
            }
            #expect(placement["result"] == .string(result.replacing(" ", with: "-")), "\(account)")
            let entry = items.first { $0["id"] == account["entry"] }
            #expect(placement["entry"]?["title"] == entry?["name"])
        }
    }
}
