import FixtureSupport
import Foundation
import Testing

/// The messages about wrong usage: a suggestion, even if another argument is missing, and never a secret.
struct UsageTests {
    private static let secret = "JBSWY3DPEHPK3PXPJBSWY3DP"

    private static let noArgument =
        "A passphrase is never an argument, which other users could see. Omit it, and type it when you are asked, or put "
        + "it into a file, and name this file with '--passphrase-file'."

    static let mistakes: [(arguments: [String], message: String)] = [
        (["lits", "x"], "Unknown command 'lits'. Did you mean 'list'?"),
        (["Import"], "Unknown command 'Import'. Did you mean 'import'?"),
        (["check", "x"], "Unknown command 'check'. Did you mean 'validate' or 'vault check'?"),
        (["add", "x"], "Unknown command 'add'. Did you mean 'vault add' or 'import'?"),
        (["edit", "x"], "Unknown command 'edit'. Did you mean 'vault edit'?"),
        (["undo"], "Unknown command 'undo'. Did you mean 'vault undo'?"),
        (["unlock"], "Unknown command 'unlock'. Did you mean 'vault unlock'?"),
        (["passwd"], "Unknown command 'passwd'. Did you mean 'vault passwd'?"),
        (["restore", "v", "1"], "Unknown command 'restore'. Did you mean 'vault restore'?"),
        (["rescue"], "Unknown command 'rescue'. Did you mean 'guide rescue'?"),
        (["raivo"], "Unknown command 'raivo'. Did you mean 'guide raivo'?"),
        (["vault", "convert", "v"], "Unknown command 'convert'. Did you mean 'totp-import convert'?"),
        (["help", "lits"], "Unknown command 'lits'. Did you mean 'list'?"),
        (["help", "vault", "chek"], "Unknown command 'chek'. Did you mean 'check'?"),
        (["lits", "--help"], "Unknown command 'lits'. Did you mean 'list'?"),
        (["vault", "chek", "-h"], "Unknown command 'chek'. Did you mean 'check'?"),
        (["vault", "chek", "v"], "Unknown command 'chek'. Did you mean 'check'?"),
        (["list", "--serch"], "Unknown option '--serch'. Did you mean '--search'?"),
        (["convert", "--ouput", "x"], "Unknown option '--ouput'. Did you mean '--output'?"),
        (["import", "--dry"], "Unknown option '--dry'. Did you mean '--dry-run'?"),
        (["list", "x", "--password-file", "y"], "Unknown option '--password-file'. Did you mean '--passphrase-file'?"),
        (["list", "-search", "x"], "Unknown option '-search'. Did you mean '--search'?"),
        (["list", "--watch", "x"], "Unknown option '--watch'. It is an option of codes."),
        (["list", "-x"], "Unknown option '-x'."),
        (
            ["list", "x", "-o", "y"],
            "Unknown option '-o'. It is an option of convert and validate. Any output goes into a file with > FILE."
        ),
        (["list", "x", "-o", "json"], "Unknown option '-o'. Did you mean '--json'?"),
        (["list", "x", "--format=JSON"], "Unknown option '--format'. Did you mean '--json'?"),
        (["list", "x", "--format", "aegis"], "Unknown option '--format'. Did you mean '--from'?"),
        (["convert", "x", "--format", "aegis"], "Unknown option '--format'. Did you mean '--to' or '--from'?"),
        (["import", "x", "-p", "hunter22"], "Unknown option '-p'. \(noArgument)"),
        (["import", "x", "--password=hunter22"], "Unknown option '--password'. \(noArgument)"),
        (["import", "x", "--passphrase", "hunter22"], "Unknown option '--passphrase'. \(noArgument)"),
        (["-v", "list", "x"], "Put '-v' after the command: totp-import list -v."),
        (["--json", "vault", "check", "x"], "Unknown option '--json'. Other commands have it."),
        (
            ["list", "x", "--passphrase-file", "a", "--passphrase-file=b"],
            "'--passphrase-file' is given twice. A vault has one passphrase; for encrypted inputs, put theirs into a file "
                + "of --source-passphrase-file."
        ),
        (
            ["list", "x", "--source-passphrase-file", "a", "--source-passphrase-file", "b"],
            "'--source-passphrase-file' is given twice. Put all passphrases into one file, one per line."
        ),
        (["formats", "googel"], "\"googel\" is not a known format. Did you mean 'google'?"),
        (["list", "x", "--from", "aegs"], "\"aegs\" is not a known format. Did you mean 'aegis'?"),
        (["convert", "x", "--to", "2fs"], "\"2fs\" is not a format that can be written. Did you mean '2fas'?"),
        (
            ["convert", "x", "--to", "zzz"],
            "\"zzz\" is not a format that can be written; totp-import formats lists them"
        ),
        (
            ["formats", "zoho-oneauth"],
            "Not every export of Zoho OneAuth can be read; totp-import guide zoho-oneauth says what is possible"
        ),
        (["formats", "okta-verify"], "Okta Verify has no export; totp-import guide okta-verify says what is possible"),
        (
            ["list", "x", "--columns", "secret=1", "--from", "aegis"],
            "--columns and --from aegis cannot be used together"
        ),
        (
            ["convert", "x", "--to", "freeotp", "-o", "y"],
            "no file can be written for FreeOTP; show QR codes to the phone with totp-import qr, or choose another app: "
                + "freeotp-plus (FreeOTP+)"
        ),
        (["formats", "aegs"], "\"aegs\" is not a known format. Did you mean 'aegis'?"),
    ]

    @Test("A wrong command, option or format exits with 64 and suggests the right one", arguments: mistakes)
    func suggestions(arguments: [String], message: String) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errorLines.first == "Error: \(message)")
        #expect(outcome.errorLines.dropFirst().first?.hasPrefix("Usage: totp-import") == true)
    }

    @Test(
        "A name that no file has gets the advice that fits it",
        arguments: [
            ("*.png", "no file fits this pattern, or quotes keep the shell from filling it in: omit them"),
            (#"C:\Users\me\a.txt"#, "in WSL, this place of Windows is /mnt/c/Users/me/a.txt"),
            ("d:Usersmea.txt", "in WSL, this place of Windows is /mnt/d/…"),
            ("a.txt b.txt", "these are 2 names: put each into quotes of its own"),
            ("a.txt c.txt", "check the name"),
        ])
    func missingNames(name: String, advice: String) throws {
        let folder = try TemporaryFolder()
        for file in ["a.txt", "b.txt"] { try folder.write("otpauth://totp/a?secret=\(Self.secret)\n", to: file) }
        for command in [["list"], ["codes"], ["convert", "--to", "json", "-o", "x.json"]] {
            let outcome = try Program.run(command + [name], in: URL(filePath: folder.path))
            #expect(outcome.errors.contains("error: \(name): no such file or folder; \(advice)\n"), "\(outcome.errors)")
        }
    }

    @Test("A passphrase in place of the file that has it is not repeated")
    func passphraseInPlaceOfAFile() throws {
        let folder = try TemporaryFolder()
        try folder.write("otpauth://totp/a?secret=\(Self.secret)\n", to: "a.txt")
        func run(_ file: String) throws -> String {
            let arguments = ["import", "a.txt", "--vault", "v.json", "--passphrase-file", file]
            return try Program.run(arguments, in: URL(filePath: folder.path)).errors
        }
        let advice = "no such file or folder; name a file that has the passphrase in it, not the passphrase itself"
        #expect(try run("hunter22").contains("error: the file with the passphrase: \(advice)\n"))
        #expect(try run("gone.txt").contains("error: gone.txt: \(advice)\n"))
    }

    @Test("A passphrase of one letter is said to be weak, and its new file is written")
    func weakPassphrase() throws {
        let folder = try TemporaryFolder()
        try folder.write("otpauth://totp/a?secret=\(Self.secret)\n", to: "a.txt")
        try folder.write("x\n", to: "one")
        for arguments in [
            ["import", "a.txt", "--vault", "v.json", "--passphrase-file", "one"],
            ["convert", "a.txt", "--to", "aegis", "-o", "b.json", "--target-passphrase-file", "one"],
        ] {
            let outcome = try Program.run(arguments, in: URL(filePath: folder.path))
            #expect(outcome.status == 0)
            let words = "warning: one: the new passphrase is weak: it has fewer than 12 characters; use a longer one"
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
    }

    @Test(
        "Two apps after guide are the one that is left and the one that comes",
        arguments: [
            (["google", "aegis"], "From Google Authenticator to Aegis"),
            (["google", "to", "aegis"], "From Google Authenticator to Aegis"),
            (["apple", "passwords", "ente"], "From Apple Passwords, Safari to Ente Auth"),
            (["google", "authenticator"], "From Google Authenticator to a vault"),
        ])
    func twoApps(apps: [String], heading: String) throws {
        let outcome = try Program.run(["guide"] + apps)
        #expect(outcome.status == 0 && outcome.text.hasPrefix("\(heading)\n"), "\(outcome.text)\(outcome.errors)")
        let unknown = try Program.run(["guide", "Zebra", "Quagga"])
        #expect(unknown.status == 64 && unknown.errors.hasPrefix("error: no app is called \"Zebra Quagga\""))
    }

    @Test("A word that is an option's value is not taken for a secret", arguments: ["otpauth", "op", "1p", "iphone"])
    func formatNames(format: String) throws {
        let outcome = try Program.run(["convert", "no-such-file", "--to", format, "-o", "y"])
        #expect(outcome.status == 2 && outcome.errors.contains("no-such-file: no such file"), "\(outcome.errors)")
        let none = try Program.run(["convert", "--to", format])
        #expect(none.status == 64 && !none.errors.contains("…") && !none.errors.contains("is not a format"))
    }

    @Test(
        "The help of commands is still shown",
        arguments: [["help"], ["help", "list"], ["help", "vault", "add"], ["-h"]])
    func help(arguments: [String]) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.status == 0 && outcome.text.contains("USAGE: totp-import"))
    }

    @Test(
        "A web address is not a file that is missing, and only the server is named",
        arguments: [
            ("https://example.com/export.json?token=x", "https://example.com/…"),
            ("HTTP://user:pw@h.example", "HTTP://h.example/…"),
        ])
    func webAddress(address: String, shown: String) throws {
        for command in [["list"], ["validate"], ["codes"], ["import", "-n", "--vault", "v.json"]] {
            let outcome = try Program.run(command + [address], passphrase: "x")
            #expect(outcome.status == 2)
            #expect(
                outcome.errors.contains(
                    "error: \(shown): a web address, and this program is offline; download it first, and name the file"),
                "\(outcome.errors)")
            #expect(!outcome.errors.contains("token") && !outcome.errors.contains("pw"))
        }
    }

    @Test("A file or a link in place of a command is an input of list")
    func inputAsCommand() throws {
        for input in [FixtureFolder.images.appending(path: "plain").file, "otpauth://totp/a?secret=\(Self.secret)"] {
            let outcome = try Program.run([input])
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("To see what is in this input, put 'list' before it."))
            Messages.expectHidden([Self.secret], in: outcome.errors, "standard error")
        }
    }

    @Test(
        "No message repeats control characters or a secret",
        arguments: [
            ["ARG"], ["list", "x", "--ARG"], ["list", "x", "--jobs", "ARG"], ["vault", "ARG", "v"], ["guide", "ARG"],
            ["list", "x", "--from", "ARG"], ["list", "x", "--columns", "ARG"],
            ["list", "x", "--columns", "secret=1,ARG=2"], ["list", "x", "--secret-encoding", "ARG"],
            ["list", "x", "--encoding", "ARG"],
            ["convert", "x", "--to", "ARG"], ["formats", "ARG"],
            ["list", "ARG", "missing"],
            ["validate", "x", "--disable", "ARG"], ["import", "x", "--vault", "v", "--on-duplicate", "ARG"],
            ["vault", "create", "a", "ARG"], ["guide", "--to", "ARG"], ["verify", "ARG"],
        ])
    func hostile(arguments: [String]) throws {
        let hostile = "a\u{1B}[31m\nerror: all accounts are lost\r\u{202E}b"
        for text in [hostile, Self.secret, Self.secret.lowercased(), "otpauth://totp/a?secret=\(Self.secret)"] {
            let outcome = try Program.run(arguments.map { $0.replacing("ARG", with: text) })
            #expect(outcome.status != 0)
            Messages.expectPlain(outcome.errors)
            #expect(!outcome.errorLines.contains { $0.hasPrefix("error: all") })
            Messages.expectHidden([Self.secret, Self.secret.lowercased()], in: outcome.errors, "standard error")
        }
    }

    @Test("A link is an input, and a warning says that the shell keeps it", arguments: ["list", "codes", "validate"])
    func link(command: String) throws {
        let link = "otpauth://totp/Acorn:alice?secret=\(Self.secret)&issuer=Acorn"
        let outcome = try Program.run([command, link])
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("Acorn") || command == "validate")
        #expect(outcome.errors.contains("warning: a link as an argument stays in the shell's history"))
        Messages.expectHidden([Self.secret], in: outcome.errors + outcome.text, "the output")
        #expect(!outcome.errors.contains("single quotes"))
        let quiet = try Program.run([command, link, "-q"])
        #expect(quiet.status == 0 && quiet.errors.isEmpty)
    }

    @Test(
        "A warning says that a link with one parameter may have had more",
        arguments: [
            ("otpauth://totp/Acorn:alice?secret=\(secret)", true), ("motp://Acorn:alice?secret=e3152afee62599c8", true),
            ("steam://\(secret)", false), ("otpauth-migration://offline?data=CgoKCGZvbw", false),
        ])
    func linkOfOneParameter(link: String, isWarned: Bool) throws {
        // A child of the tests is in the background of their terminal.
        let errors = try Program.runWithoutTerminal(["validate", link]).errors
        #expect(errors.contains("put it in single quotes: the shell ends it at &") == isWarned)
    }

    @Test(
        "A link without quotes, which the shell ends at its first &, is an error before anything is written or asked",
        arguments: [
            ["list", "LINK"], ["codes", "LINK"], ["qr", "LINK"], ["validate", "LINK"],
            ["convert", "LINK", "--to", "aegis"],
            ["import", "LINK"], ["verify", "LINK", "LINK"], ["vault", "add", "vault.json", "LINK"],
            ["vault", "add", "LINK"],
        ])
    func linkInBackground(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        _ = try SampleVault(in: folder)
        let before = try folder.names()
        func run(_ link: String) throws -> (text: String, status: Int32) {
            let command = arguments.map { $0.replacing("LINK", with: link) }.joined(separator: " ")
            // Job control, as in a shell that people type into.
            let session = try TerminalSession(
                ["-c", "set -m; \(Program.url.file) \(command) & wait $!"], executable: "/bin/sh",
                environment: ["TOTP_IMPORT_VAULT": folder.path("vault.json")], in: folder.path)
            let status = try session.waitForExit()
            return (session.screen.transcript.split(whereSeparator: \.isWhitespace).joined(separator: " "), status)
        }
        let cut = try run("otpauth://totp/Acorn:alice?secret=\(Self.secret)")
        #expect(cut.status == 2)
        #expect(cut.text.contains("put the link in single quotes"), "\(cut.text)")
        Messages.expectHidden([Self.secret], in: cut.text, "the terminal")
        #expect(try folder.names() == before)
        guard ["list", "validate"].contains(arguments[0]) else { return }
        #expect(try run("'otpauth://totp/Acorn:alice?secret=\(Self.secret)&issuer=Acorn'").status == 0)
    }

    @Test("Short options do what the long ones do")
    func shortOptions() throws {
        let folder = try TemporaryFolder()
        try folder.write("otpauth://totp/Acorn:alice?secret=\(Self.secret)\n", to: "links.txt")
        func run(_ arguments: [String]) throws -> Program.Outcome {
            try Program.run(arguments, in: URL(filePath: folder.path))
        }
        #expect(try run(["convert", "links.txt", "--to", "json", "-n", "-o", "a.json"]).status == 0)
        #expect(throws: (any Error).self) { try folder.text("a.json") }
        #expect(try run(["convert", "links.txt", "--to", "json", "-qo", "a.json"]).errors.isEmpty)
        #expect(try run(["convert", "links.txt", "--to", "json", "-o", "a.json"]).status == 2)
        #expect(try run(["convert", "links.txt", "--to", "json", "-f", "-v", "-o", "a.json"]).status == 0)
        #expect(try run(["list", "a.json", "-s", "zzz"]).status == 1)
        #expect(try run(["validate", "links.txt", "--fix", "-f", "-o", "a.json"]).status == 0)
    }

    @Test("On a terminal, messages are broken between words", arguments: [40, 60])
    func wrapped(columns: Int) throws {
        let session = try TerminalSession(
            ["convert", "no-such-file.txt", "missing", "--to", "json", "--no-color"], columns: columns)
        #expect(try session.waitForExit() == 2)
        let words = session.screen.transcript.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("error: no-such-file.txt: no such file or folder; check the name"))
        let lines = session.screen.transcript.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("       ") })
        let usage = try TerminalSession(["list", "--search-for-a-word", "x"], columns: columns)
        #expect(try usage.waitForExit() == 64)
        #expect(usage.screen.lines.first?.hasSuffix("option") == true || columns == 60)
    }

    @Test("A count of one is in the singular")
    func plural() throws {
        let folder = try TemporaryFolder()
        let link = "otpauth://totp/Acorn:alice?secret=\(Self.secret)\n"
        try folder.write(link + link, to: "links.txt")
        let outcome = try Program.run(["convert", folder.path("links.txt"), "--to", "json"])
        #expect(outcome.errors.contains("2 found = 1 added + 0 updated + 1 duplicate + 0 rejected"))
    }
}
