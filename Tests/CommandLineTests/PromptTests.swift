import Encodings
import FixtureSupport
import Links
import TOTPDomain
import Testing
import Vault

/// Passphrase prompts, as the user sees them at a terminal of 80×24.
struct PromptTests {
    private let folder: TemporaryFolder
    private static let exports = FixtureFolder.package.appending(path: "Fixtures/exports")

    init() throws { folder = try TemporaryFolder() }

    /// An encrypted export in the folder, and its passphrase.
    private func export(_ place: String, as name: String) throws -> String {
        let url = Self.exports.appending(path: place)
        try folder.write(try FixtureFolder.bytes(url), to: name)
        return try #require(try ExpectedAccounts(of: url).password)
    }

    private func start(_ arguments: [String], passphrase: String? = nil) throws -> TerminalSession {
        try TerminalSession(arguments, passphrase: passphrase, in: folder.path)
    }

    @Test("Encrypted inputs are asked for one after the other, in their order; Enter skips one")
    func threeInputs() throws {
        _ = try export("aegis/encrypted.json", as: "aegis.json")
        let second = try export("2fas/encrypted.2fas", as: "2fas.json")
        let third = try export("ente/encrypted-mod-0.json", as: "ente.json")
        let session = try start(["list", "aegis.json", "2fas.json", "ente.json", "--jobs", "3"])
        try session.waitFor("1 of 3: aegis.json (Aegis) is encrypted.\n")
        try session.waitFor("Passphrase (Enter to skip this file): ")
        session.type("\n")
        try session.waitFor("2 of 3: 2fas.json (2FAS) is encrypted.\nPassphrase (Enter to skip this file): ")
        session.type("wrong\n")
        try session.waitFor("Wrong passphrase. Try again (2 of 3): ")
        session.type("\(second)\n")
        try session.waitFor("3 of 3: ente.json (Ente Auth) is encrypted.\n")
        try session.waitFor("The passphrases that are known so far do not open it.\n")
        try session.waitFor("Passphrase (Enter to skip this file): ")
        session.type("\(third)\n")
        #expect(try session.waitForExit() == 1)
        let seen = session.screen.transcript
        #expect(seen.contains("error: aegis.json: encrypted, and skipped at the prompt; run again to read it"))
        #expect(!seen.contains("lighthouses"))
        #expect(!seen.contains("wrong\n"))
    }

    @Test("A typed passphrase is tried on the next file before anybody is asked")
    func typedOnce() throws {
        let passphrase = try export("aegis/encrypted.json", as: "a.json")
        _ = try export("aegis/encrypted.json", as: "b.json")
        let session = try start(["list", "a.json", "b.json"])
        try session.waitFor("1 of 2: a.json (Aegis) is encrypted.")
        try session.waitFor(": ")
        session.type("\(passphrase)\n")
        #expect(try session.waitForExit() == 0)
        #expect(!session.screen.transcript.contains("2 of 2"))
    }

    @Test("If no passphrase of a file opens an input, a message says so and names the rescue guide")
    func triedInVain() throws {
        _ = try export("aegis/encrypted.json", as: "aegis.json")
        for (lines, sentence) in [
            ("one\ntwo\n\nthree\n", "None of the 3 passphrases in tries.txt opens it."),
            ("one\n", "The passphrase in tries.txt does not open it."),
        ] {
            try folder.write(lines, to: "tries.txt")
            let session = try start(["list", "aegis.json", "--source-passphrase-file", "tries.txt"])
            try session.waitFor("aegis.json (Aegis) is encrypted.\n\(sentence)\nPassphrase (Enter to skip this file): ")
            session.type("\n")
            #expect(try session.waitForExit() == 3)
            #expect(session.screen.transcript.contains("guide rescue"))
        }
    }

    @Test("A prompt breaks between words, and the user's own folder is ~")
    func longPrompt() throws {
        _ = try SampleVault(["otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ"], in: folder)
        let session = try TerminalSession(
            ["vault", "check", folder.path("vault.json")], columns: 24, environment: ["HOME": folder.path])
        try session.waitFor("Passphrase for\n~/vault.json: ")
        session.type("right\n")
        #expect(try session.waitForExit() == 0)
    }

    @Test("If the only input is skipped, a line says so and the exit code is 3")
    func onlyInput() throws {
        _ = try export("aegis/encrypted.json", as: "a.json")
        let session = try start(["list", "a.json", "--quiet"])
        try session.waitFor("a.json (Aegis) is encrypted.\nPassphrase (Enter to skip this file): ")
        session.type("\n")
        #expect(try session.waitForExit() == 3)
        #expect(session.screen.contains("error: a.json: encrypted, and skipped at the prompt"))
        #expect(!session.screen.transcript.contains("1 of 1"))
    }

    @Test(
        "After three wrong passphrases the file is an error, which names the rescue guide",
        arguments: ["a.json", SampleVault.name])
    func threeTries(file: String) throws {
        _ = try export("aegis/encrypted.json", as: "a.json")
        _ = try SampleVault(in: folder)
        let session = try start(file == "a.json" ? ["list", file] : ["vault", "check", file])
        for prompt in ["Passphrase ", "Try again (2 of 3): ", "Try again (3 of 3): "] {
            try session.waitFor(prompt)
            session.type("wrong\n")
        }
        #expect(try session.waitForExit() == 3)
        #expect(session.screen.contains("error: \(file): wrong passphrase"))
        let words = session.screen.transcript.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("; totp-import guide rescue says what may still help"))
    }

    @Test("What is typed between two prompts is not shown, and answers nothing")
    func typedAhead() throws {
        let first = try export("aegis/encrypted.json", as: "a.json")
        let second = try export("2fas/encrypted.2fas", as: "b.json")
        let session = try start(["list", "a.json", "b.json"])
        try session.waitFor("Passphrase (Enter to skip this file): ")
        // An Enter too many would skip the second file.
        session.type("\(first)\n\nlate lighthouses\n")
        try session.waitFor("2 of 2: b.json (2FAS) is encrypted.\n")
        try session.waitFor("Passphrase (Enter to skip this file): ")
        session.type("\(second)\n")
        #expect(try session.waitForExit() == 0)
        #expect(!session.screen.transcript.contains("lighthouses"))
        #expect(session.screen.transcript.contains("2 of 2: b.json (2FAS) is encrypted."))
    }

    @Test("A question after a passphrase shows its answer, and takes only what is typed after it")
    func questionAfterAPassphrase() throws {
        let passphrase = try export("aegis/encrypted.json", as: "a.json")
        let session = try start(["convert", "a.json", "--to", "aegis", "-o", "b.json"])
        try session.waitFor("New passphrase for b.json (Enter to generate one): ")
        session.type("weak\n")
        try session.waitFor("Use it anyway? [y/N] ")
        session.type("yes\n")
        try session.waitFor("yes\n")
        try session.waitFor("Repeat the passphrase: ")
        session.type("weak\numbrella\n")
        try session.waitFor("Passphrase (Enter to skip this file): ")
        session.type("\(passphrase)\n")
        #expect(try session.waitForExit() == 0)
        #expect(!session.screen.transcript.contains("umbrella") && !session.screen.transcript.contains("weak\n"))
    }

    @Test("After live codes, the shell shows again what is typed")
    func echoAfterLiveCodes() throws {
        _ = try SampleVault(["otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ"], in: folder)
        let session = try TerminalSession(
            ["-c", "\"$0\" codes vault.json --watch; echo ended; read line", Program.url.file],
            executable: "/bin/sh", in: folder.path)
        try session.waitFor("Passphrase (Enter to skip this file): ")
        session.type("right\n")
        try session.waitFor("q quit")
        session.type("q")
        try session.waitFor("ended")
        session.type("umbrella\n")
        try session.waitFor("umbrella")
    }

    @Test("Keys typed after the last prompt do not reach the shell")
    func typedTooLate() throws {
        let passphrase = try export("aegis/encrypted.json", as: "a.json")
        let session = try TerminalSession(
            ["-c", "\"$0\" list a.json; echo ended; read line; echo \"read $line\"", Program.url.file],
            executable: "/bin/sh", in: folder.path)
        try session.waitFor("Passphrase (Enter to skip this file): ")
        session.type("\(passphrase)\nlate umbrella\n")
        try session.waitFor("ended")
        session.type("next\n")
        try session.waitFor("read next")
        #expect(!session.screen.transcript.contains("umbrella"))
    }

    @Test("A KeePass database may need a key file, and the prompt says so")
    func keyFile() throws {
        let passphrase = try export("keepass/key-file-raw.kdbx", as: "db.kdbx")
        let session = try start(["list", "db.kdbx"])
        try session.waitFor("is encrypted.\nIf it also has a key file, skip it and run again with --key-file FILE.\n")
        try session.waitFor(": ")
        session.type("\(passphrase)\n")
        try session.waitFor("Wrong passphrase, or a key file is needed (--key-file FILE). Try again (2 of 3): ")
        session.type("\n")
        #expect(try session.waitForExit() == 3)
    }

    @Test("An encrypted zip archive is asked for in its turn")
    func archive() throws {
        let first = try export("aegis/encrypted.json", as: "a.json")
        let zip = ZipFile(
            [
                ZipFile.Entry("open.txt", "otpauth://totp/open?secret=JBSWY3DPEHPK3PXP"),
                ZipFile.Entry("a.json", "otpauth://totp/zipped?secret=GEZDGNBVGY3TQOJQ", encryption: .aes256),
            ],
            passphrase: "zip passphrase")
        try folder.write(try zip.bytes(), to: "b.zip")
        let session = try start(["list", "a.json", "b.zip", "--jobs", "4"])
        try session.waitFor("1 of 2: a.json (Aegis) is encrypted.")
        try session.waitFor(": ")
        session.type("\(first)\n")
        try session.waitFor("2 of 2: b.zip (zip archive) is encrypted.")
        try session.waitFor(": ")
        session.type("zip passphrase\n")
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.transcript.contains("zipped"))
    }

    @Test("The passphrase of a vault is asked for three times, without echo")
    func vault() throws {
        _ = try SampleVault(["otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ"], in: folder)
        let session = try start(["vault", "check", "vault.json"])
        try session.waitFor("Passphrase for vault.json: ")
        session.type("umbrella\n")
        try session.waitFor("Wrong passphrase. Try again (2 of 3): ")
        session.type("right\n")
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.contains("vault.json: good, 1 account"))
        #expect(!session.screen.transcript.contains("umbrella"))
    }

    #if os(Linux)
        /// Other systems keep less of a line.
        @Test("A typed passphrase is cut at the limit")
        func longPassphrase() throws {
            let longest = String(repeating: "umbrella", count: 1 + Limit.typedPassphrase / 8)
                .prefix(Limit.typedPassphrase)
            _ = try VaultFile.create(
                folder.path("vault.json"), passphrase: Passphrase(String(longest)),
                items: [KeyURI.read(Array("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ".utf8).span).account],
                cost: .init(n: 16, r: 8, p: 1))
            for (typed, status) in [(longest, 0), (longest + "more", 0), (longest.dropLast(), 3)]
                as [(Substring, Int32)]
            {
                let session = try start(["vault", "check", "vault.json"])
                try session.waitFor("Passphrase for vault.json: ")
                session.type("\(typed)\n")
                if status != 0 {
                    try session.waitFor("Wrong passphrase")
                    session.type("\n")
                }
                #expect(try session.waitForExit() == status)
            }
        }
    #endif

    @Test("--passphrase-file - on a terminal reads one line without echo")
    func passphraseFile() throws {
        _ = try SampleVault(["otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ"], in: folder)
        let session = try start(["vault", "check", "vault.json", "--passphrase-file", "-"])
        try session.waitFor("Passphrase: ")
        session.type("right\n")
        #expect(try session.waitForExit() == 0)
        #expect(!session.screen.transcript.contains("right"))
        // The passphrase is for the vault, and is tried on vaults among the inputs: it is read once.
        try folder.write("otpauth://totp/Acme:mallory?secret=MFRGGZDFMZTWQ2LK", to: "links.txt")
        let second = try start(["import", "links.txt", "--vault", "vault.json", "--passphrase-file", "-"])
        try second.waitFor("Passphrase: ")
        second.type("right\n")
        #expect(try second.waitForExit() == 0)
    }

    @Test("Names are checked before a passphrase is asked for")
    func missingInputs() throws {
        let session = try start(["import", "nowhere.json", "--vault", "vault.json"])
        #expect(try session.waitForExit() == 2)
        #expect(session.screen.contains("error: nowhere.json:"))
        #expect(!session.screen.transcript.contains("assphrase"))

        try folder.write("otpauth://totp/Acme:mallory?secret=MFRGGZDFMZTWQ2LK", to: "links.txt")
        _ = try SampleVault(in: folder)
        let second = try start(["import", "nowhere.json", "links.txt", "--vault", "vault.json"])
        try second.waitFor("error: nowhere.json:")
        try second.waitFor("Passphrase for vault.json: ")
        second.type("right\n")
        #expect(try second.waitForExit() == 1)
        #expect(second.screen.transcript.ranges(of: "error: nowhere.json").count == 1)
    }

    /// The shell keeps the terminal: its settings after the program are the ones that the user is left with.
    private func shell(_ command: String) throws -> TerminalSession {
        _ = try export("aegis/encrypted.json", as: "a.json")
        return try TerminalSession(
            ["-c", "trap : QUIT TSTP; \(command); echo \"status $?\"; stty -a; echo ended", Program.url.file],
            executable: "/bin/sh", in: folder.path)
    }

    @Test("Ctrl-\\ at a prompt ends the program by this signal, with the echo on and no new file left")
    func quit() throws {
        try folder.write("otpauth://totp/Acme:mallory?secret=MFRGGZDFMZTWQ2LK", to: "links.txt")
        let session = try shell("\"$0\" convert a.json links.txt --to otpauth --output out.txt")
        try session.waitFor("Passphrase (Enter to skip this file): ")
        session.type("\u{1C}")
        try session.waitFor("out.txt was not written")
        try session.waitFor("status 131")
        try session.waitFor("ended")
        let settings = session.screen.transcript.split(whereSeparator: \.isWhitespace)
        #expect(settings.contains("echo") && !settings.contains("-echo"))
        #expect(try folder.names() == ["a.json", "links.txt"])
    }

    @Test("Ctrl-Z at a prompt gives the terminal back with the echo on; after that, the prompt goes on without it")
    func suspended() throws {
        let passphrase = try export("aegis/encrypted.json", as: "a.json")
        let session = try TerminalSession(
            ["-mc", "\"$0\" list a.json; stty -a; echo stopped; fg; echo \"status $?\"", Program.url.file],
            executable: "/bin/bash", in: folder.path)
        try session.waitFor("Passphrase (Enter to skip this file): ")
        session.type("\u{1A}")
        try session.waitFor("stopped")
        let settings = session.screen.transcript.split(whereSeparator: \.isWhitespace)
        #expect(settings.contains("echo") && !settings.contains("-echo"))
        try session.waitUntilInputIsHidden()
        session.type("\(passphrase)\n")
        try session.waitFor("status 0")
        let isShown = session.screen.transcript.contains("lighthouses")
        #expect(!isShown)
    }

    @Test("Ctrl-C at a prompt ends the program with the echo on, and says what was not done")
    func interrupted() throws {
        _ = try export("aegis/encrypted.json", as: "a.json")
        try folder.write("otpauth://totp/Acme:mallory?secret=MFRGGZDFMZTWQ2LK", to: "links.txt")
        let session = try start(["import", "links.txt", "a.json", "--vault", "vault.json"], passphrase: "right")
        try session.waitFor("Passphrase (Enter to skip this file): ")
        session.type("\u{3}")
        #expect(try session.waitForExit() == 130)
        #expect(session.screen.contains("interrupted after 1 of 2 inputs; vault.json was not created"))
        #expect(try !folder.names().contains("vault.json"))
    }
}
