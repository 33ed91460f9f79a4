import FixtureSupport
import Foundation
import Testing

/// The vault of commands that name none.
struct DefaultVaultTests {
    private let folder: TemporaryFolder

    private static let links = """
        otpauth://totp/GitHub:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=GitHub
        otpauth://totp/GitLab:alice?secret=MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK&issuer=GitLab
        otpauth://totp/Acme:carol?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme

        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.links, to: "links.txt")
    }

    private var data: String { folder.path("data") }
    private var place: String { data + "/totp-import/vault.json" }

    private func run(_ arguments: String..., environment: [String: String]? = nil) throws -> Program.Outcome {
        try Program.run(
            arguments, passphrase: SampleVault.passphrase, environment: environment ?? ["XDG_DATA_HOME": data],
            in: URL(filePath: folder.path))
    }

    /// The vault that `import` creates, except for the costs of its key.
    private func imported() throws {
        try folder.makeFolder("data/totp-import")
        _ = try SampleVault(
            Self.links.split(separator: "\n").map(String.init), in: folder, name: "data/totp-import/vault.json")
    }

    private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test("import without --vault creates it for this user alone, and says where it is")
    func creates() throws {
        let outcome = try run("import", "links.txt")
        #expect(outcome.status == 0)
        #expect(outcome.errorLines.first == "Vault: \(place)")
        #expect(outcome.errors.contains("3 accounts are in \(place) (all new)."))
        for (path, mode) in [(data + "/totp-import", 0o700), (place, 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
        }
        // The second time it is used as it is.
        #expect(try run("import", "links.txt").errors.contains("3 found = 0 added + 0 updated + 3 duplicates"))
    }

    @Test("A dry run makes neither the vault nor its folder")
    func dryRun() throws {
        let outcome = try run("import", "links.txt", "--dry-run")
        #expect(outcome.status == 0 && outcome.text.contains("add:"), "\(outcome.errors)")
        #expect(!isThere(data))
    }

    @Test("Without an input, the default vault is read")
    func reads() throws {
        try imported()
        let list = try run("list")
        #expect(list.status == 0 && list.text.contains("carol"))
        #expect(list.errorLines == ["Vault: \(place)"])
        let codes = try run("codes", "github")
        #expect(codes.status == 0 && codes.text.trimmingCharacters(in: .newlines).count == 6)
        #expect(try run("codes", "-q", "github").errors.isEmpty)
        #expect(try run("list", "--search", "zzz").errors.contains("(3 in \(place))"))
        // A file is an input, even if an account has its name.
        try folder.write("otpauth://totp/Other:dave?secret=GEZDGNBVGY3TQOJQ\n", to: "github")
        #expect(try run("codes", "github").text.contains("dave"))
    }

    @Test("Commands about a vault take it where none is named")
    func commands() throws {
        try imported()
        #expect(try run("vault", "check").text.isEmpty == false)
        let removed = try run("vault", "remove", "gitlab", "--yes")
        #expect(removed.status == 0 && removed.errors.contains("GitLab: alice"), "\(removed.errors)")
        #expect(try run("vault", "edit", "carol", "--set-name", "carola", "--yes").status == 0)
        #expect(try run("list").text.contains("carola"))
        #expect(try run("vault", "restore").text.contains("vault.json.bak.2"))
        #expect(try run("vault", "restore", "2", "--yes").status == 0)
        #expect(try run("list").text.contains("GitLab"))
        #expect(try run("vault", "undo", "--yes").status == 0)
        #expect(!(try run("list").text.contains("GitLab")))
        try folder.write("otpauth://totp/Birch:bob?secret=KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU\n", to: "new.txt")
        let added = try run("vault", "add", "new.txt", "--yes")
        #expect(added.status == 0 && added.errors.contains("1 account added"), "\(added.errors)")
        #expect(try run("list", "--search", "birch").status == 0)
        let code = try run("vault", "recovery", "add")
        #expect(code.status == 0 && code.errors.contains("Vault: \(place)"))
        #expect(try run("vault", "recovery", "list").text.contains("1"))
        #expect(try run("vault", "recovery", "remove", "1", "--yes").status == 0)
        #expect(try run("vault", "duplicates", "--dry-run").status <= 1)
    }

    @Test("vault create without a file makes it")
    func create() throws {
        #expect(try run("vault", "create").status == 0)
        #expect(isThere(place))
        #expect(try run("vault", "create").status == 2)
    }

    @Test("TOTP_IMPORT_VAULT names it; its folder must be there")
    func variable() throws {
        let named = folder.path("mine.json")
        let environment = ["TOTP_IMPORT_VAULT": named]
        let outcome = try run("import", "links.txt", environment: environment)
        #expect(outcome.status == 0 && outcome.errorLines.first == "Vault: \(named)")
        #expect(try run("list", environment: environment).text.contains("carol"))
        let missing = ["TOTP_IMPORT_VAULT": folder.path("none/v.json")]
        #expect(try run("import", "links.txt", environment: missing).status == 2)
        #expect(!isThere(folder.path("none")))
        let reading = try run("list", environment: missing)
        #expect(reading.status == 64)
        #expect(
            reading.errors.contains("the vault of TOTP_IMPORT_VAULT, \(folder.path("none/v.json")), does not exist"))
    }

    @Test("Before there is one, a message names its place and the command that creates it")
    func missing() throws {
        for command in [["list"], ["codes"], ["vault", "check"], ["vault", "undo"]] {
            let outcome = try Program.run(command, environment: ["XDG_DATA_HOME": data])
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("there is no default vault yet; import without --vault creates \(place)"))
        }
        for command in [["codes", "github"], ["codes", "eve@example.com"], ["vault", "edit", "github"]] {
            let outcome = try Program.run(command, environment: ["XDG_DATA_HOME": data])
            #expect(outcome.status == 64)
            #expect(
                outcome.errors.contains(
                    "There is no file \"\(command.last ?? "")\", and there is no default vault yet; import without"),
                "\(outcome.errors)")
        }
        // A name that looks like a file is a missing file.
        for name in ["./github", "shots.zip"] {
            #expect(try run("codes", name).errors.contains("\(name): no such file"))
        }
        #expect(!isThere(data))
    }

    @Test("A relative or empty XDG_DATA_HOME is ignored, and without HOME no default vault exists")
    func homes() throws {
        let home = folder.path("home")
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
        for name in ["", "data"] {
            let outcome = try run(
                "import", "links.txt", "--dry-run", environment: ["XDG_DATA_HOME": name, "HOME": home])
            #expect(outcome.errorLines.first == "Vault: \(home)/.local/share/totp-import/vault.json")
        }
        let outcome = try run("import", "links.txt", environment: ["XDG_DATA_HOME": "", "HOME": ""])
        #expect(outcome.status == 64 && outcome.errors.contains("Name a vault, or set TOTP_IMPORT_VAULT"))
    }

    // MARK: - Names of accounts

    @Test("A name that matches several accounts changes none of them in a script")
    func ambiguous() throws {
        try imported()
        for command in [["remove"], ["edit", "--set-note", "x"]] {
            let outcome = try Program.run(
                ["vault"] + command + ["alice", "--yes"], passphrase: SampleVault.passphrase,
                environment: ["XDG_DATA_HOME": data])
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("2 accounts match: \"GitHub: alice\", \"GitLab: alice\""))
        }
        let none = try run("vault", "remove", "zzz", "--yes")
        #expect(none.status == 1 && none.errors.contains("no account matches \"zzz\""))
        #expect(try run("list").text.contains("GitHub"))
    }

    @Test(
        "On a terminal, the command asks which one is meant",
        arguments: [["vault", "remove", "alice"], ["codes", "alice", "--copy"]])
    func asks(arguments: [String]) throws {
        try imported()
        let session = try TerminalSession(
            arguments, passphrase: SampleVault.passphrase, environment: ["XDG_DATA_HOME": data, "TERM": "xterm"])
        try session.waitFor("Enter for none:")
        #expect(session.screen.contains("GitHub: alice") && session.screen.contains("GitLab: alice"))
        session.type("7\n")
        try session.waitFor("of the row numbers above")
        session.type("2\n")
        if arguments[0] == "vault" {
            try session.waitFor("[y/N]")
            session.type("y\n")
        }
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.contains("GitLab"))
        if arguments[0] == "vault" {
            let list = try run("list").text
            #expect(list.contains("GitHub") && !list.contains("GitLab"))
        }
    }

    @Test("Enter changes nothing")
    func asksForNone() throws {
        try imported()
        let session = try TerminalSession(
            ["vault", "remove", "alice"], passphrase: SampleVault.passphrase, environment: ["XDG_DATA_HOME": data])
        try session.waitFor("Enter for none:")
        session.type("\n")
        #expect(try session.waitForExit() == 1)
        #expect(session.screen.contains("nothing was changed"))
        #expect(try run("list").text.contains("GitLab"))
    }
}
