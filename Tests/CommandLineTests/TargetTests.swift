import FixtureSupport
import Foundation
import Testing

/// `convert` to every format that can be written, as a user runs it.
@Suite("Targets")
struct TargetTests {
    private let folder: TemporaryFolder
    private static let passphrase = "correct horse battery staple"
    private static let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    /// A format as `formats --json` shows it.
    private struct Format: Decodable {
        var id: String
        var written: Written?

        struct Written: Decodable { var encrypted: String }
    }

    struct Target: Sendable, CustomTestStringConvertible {
        var id: String
        var isEncrypted: Bool
        var testDescription: String { isEncrypted ? "\(id), encrypted" : id }
        var isFolder: Bool { ["google-authenticator-pam", "google-migration", "pass", "qr"].contains(id) }
        /// Whether an account has another name in the file: that of the token, of the user, or none.
        var renames: Bool {
            ["google-authenticator-pam", "linotp", "oath-token-csv", "privacyidea", "users-oath"].contains(id)
        }
    }

    static let targets: [Target] = {
        let outcome = try? Program.run(["formats", "--json"])
        let formats = outcome.flatMap { try? JSONDecoder().decode([Format].self, from: $0.output) } ?? []
        return formats.flatMap { format -> [Target] in
            switch format.written?.encrypted {
            case "never": [Target(id: format.id, isEncrypted: false)]
            case "optional": [false, true].map { Target(id: format.id, isEncrypted: $0) }
            case "always": [Target(id: format.id, isEncrypted: true)]
            default: []
            }
        }
    }()

    /// Each id once, without encryption if possible: key derivations take long.
    static let quickTargets = targets.filter { target in
        !target.isEncrypted || !targets.contains { $0.id == target.id && !$0.isEncrypted }
    }

    init() throws {
        folder = try TemporaryFolder()
        let links = (0..<23).map { index in
            "otpauth://totp/Acme%20\(index % 3):user\(index)?secret=\(Self.secret(index))&issuer=Acme%20\(index % 3)\n"
        }
        try folder.write(links.joined(), to: "links.txt")
    }

    /// A secret for each number.
    private static func secret(_ index: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        return "\(letters[index / 32 % 32])\(letters[index % 32])\(secret.dropFirst(2))"
    }

    private func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Program.Outcome {
        let outcome = try Program.run(arguments, environment: environment, in: URL(filePath: folder.path))
        Messages.expectHidden(
            [String(Self.secret.dropFirst(2)), Self.passphrase], in: outcome.errors, "standard error")
        return outcome
    }

    private func convert(_ target: Target, _ more: [String], input: String = "links.txt") throws -> Program.Outcome {
        let isOptional = Self.targets.count { $0.id == target.id } == 2
        return try run(
            ["convert", input, "--to", target.id] + (isOptional && !target.isEncrypted ? ["--plain"] : []) + more,
            environment: target.isEncrypted ? ["TOTP_IMPORT_TARGET_PASSPHRASE": Self.passphrase] : [:])
    }

    @Test("All targets of the contract exist")
    func contract() {
        #expect(
            Set(Self.targets.map(\.id)).isSuperset(of: [
                "2fas", "2fast", "2fauth", "aegis", "andotp", "apple-passwords", "authenticator-extension", "bitwarden",
                "bitwarden-authenticator", "bitwarden-csv", "csv", "cxf", "ente",
                "freeotp-plus", "google-authenticator-pam", "google-migration", "hashicorp-vault", "html", "json",
                "keepass", "keepassxc",
                "keepassxc-xml", "keycloak", "lastpass-authenticator", "linotp", "oath-token-csv", "onepassword",
                "otpauth", "otpmanager", "pass", "privacyidea", "proton-authenticator", "pskc", "qr", "stratum",
                "totp-cli",
                "totply-vault", "users-oath", "ykman",
            ]))
        #expect(Self.targets.filter(\.isEncrypted).count >= 8)
    }

    @Test(
        "The output generates the same codes, is for its owner only, and names the next step", arguments: targets)
    func sameCodes(target: Target) throws {
        let outcome = try convert(target, ["--output", "out"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("23 accounts are in out, read back with the same codes"))
        #expect(outcome.errors.contains("Next:    "))
        #expect(outcome.errors.contains("is not encrypted") == !target.isEncrypted)
        #expect(try folder.permissions("out") == (target.isFolder ? 0o700 : 0o600))
        let verified = try run(
            ["verify", "links.txt", "out"], environment: ["TOTP_IMPORT_SOURCE_PASSPHRASE": Self.passphrase])
        #expect(verified.status == 0, "\(verified.errors)")
        if !target.renames { #expect(verified.text.isEmpty, "no account has another name") }
    }

    @Test("Standard output gets the same, several files as a tar archive", arguments: quickTargets)
    func standardOutput(target: Target) throws {
        let outcome = try convert(target, ["--quiet"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(!outcome.output.isEmpty)
        guard target.isFolder else { return }
        try folder.write(Array(outcome.output), to: "out.tar")
        let tar = try #require(ExternalProgram(named: "tar"))
        let names = try tar.run(["-tf", folder.path("out.tar")])
        #expect(names.exitCode == 0)
        let count = names.output.split(separator: "\n").count
        // Five QR codes for 23 accounts, and their links; 23 accounts and a script.
        #expect(count == ["google-migration": 6, "pass": 24][target.id, default: 23])
    }

    @Test("An odd name that is alone in a file is written, or rejected by its name", arguments: quickTargets)
    func nameAlone(target: Target) throws {
        let names = [("", "Steam"), ("", ""), (":", ":"), ("%07", "%F0%9F%94%91")]
        for (index, (issuer, name)) in names.enumerated() {
            let label = [issuer, name].filter { !$0.isEmpty }.joined(separator: "%3A")
            try folder.write("otpauth://totp/\(label)?secret=\(Self.secret)&issuer=\(issuer)\n", to: "odd.txt")
            let outcome = try convert(target, ["--output", "odd-\(index)"], input: "odd.txt")
            #expect([0, 2].contains(outcome.status), "\(outcome.errors)")
            #expect(!outcome.errors.contains("internal error"))
            #expect(outcome.status == 0 || outcome.errors.contains("rejected: odd.txt"), "\(outcome.errors)")
        }
    }

    @Test("Without an account nothing is written", arguments: quickTargets)
    func empty(target: Target) throws {
        try folder.write("otpauth://totp/A:b?issuer=A\n", to: "bad.txt")
        let outcome = try convert(target, ["--output", "out"], input: "bad.txt")
        #expect(outcome.status == 2)
        #expect(try folder.names() == ["bad.txt", "links.txt"])
    }

    @Test("A name that exists is one line, and the file stays as it was", arguments: quickTargets)
    func taken(target: Target) throws {
        if target.isFolder {
            try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: false)
            try folder.write("mine", to: "out/mine.txt")
        } else {
            try folder.write("mine", to: "out")
        }
        for force in target.isFolder ? [[], ["--force"]] : [[]] {
            let outcome = try convert(target, ["--output", "out"] + force)
            #expect(outcome.status == 2)
            let advice =
                target.id == "keepass"
                ? "choose another name and merge the two in KeePass, or add the codes with --into; --force replaces the "
                    + "whole database"
                : "choose another name, or add --force to overwrite it"
            #expect(
                outcome.errors
                    == (target.isFolder
                        ? "error: out: the folder is not empty; name a new one\n"
                        : "error: out: already exists; \(advice)\n"))
        }
        #expect(try folder.text(target.isFolder ? "out/mine.txt" : "out") == "mine")
        #expect(try folder.names() == ["links.txt", "out"])
    }

    /// A file of one account is too small for the smallest limit.
    @Test(
        "A full disk leaves nothing behind",
        arguments: quickTargets.filter { !["google-authenticator-pam", "pass", "qr"].contains($0.id) })
    func fullDisk(target: Target) throws {
        // More than a YubiKey has room for would be rejected.
        let links = (0..<(target.id == "ykman" ? 64 : 400)).map {
            "otpauth://totp/Big:\($0)?secret=\(Self.secret($0))&issuer=Big\n"
        }
        try folder.write(links.joined(), to: "links.txt")
        let plain = !target.isEncrypted && Self.targets.count { $0.id == target.id } == 2 ? "--plain" : ""
        let command =
            "ulimit -f 1; exec \"$0\" convert links.txt --to \(target.id) \(plain) --output out --quiet"
        let outcome = try Program.run(
            URL(filePath: "/bin/sh"), ["-c", command, Program.url.file],
            environment: target.isEncrypted ? ["TOTP_IMPORT_TARGET_PASSPHRASE": Self.passphrase] : [:],
            in: URL(filePath: folder.path))
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("the disk is full"))
        #expect(try folder.names() == ["links.txt"])
    }

    @Test(
        "Without a terminal, one line says how to give the passphrase",
        .enabled(if: Program.canRunWithoutTerminal, "setsid is not installed"),
        arguments: targets.filter(\.isEncrypted))
    func noPassphrase(target: Target) throws {
        let outcome = try Program.runWithoutTerminal([
            "convert", folder.path("links.txt"), "--to", target.id, "--output", folder.path("out"),
        ])
        #expect(outcome.status == 3)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("--target-passphrase-file FILE"))
        #expect(try folder.names() == ["links.txt"])
    }

    @Test("Names that are long, have slashes or dots, or occur twice are written", arguments: quickTargets)
    func oddNames(target: Target) throws {
        let names = [
            String(repeating: "x", count: 500), "a%2Fb%2F..%2Fc", "..", "CON", "twin", "twin", "%F0%9F%94%91",
        ]
        // They store short names only.
        let isShort = ["keycloak", "otpmanager", "ykman"].contains(target.id)
        let links = names.enumerated().dropFirst(isShort ? 1 : 0).map { index, name in
            "otpauth://totp/Odd:\(name)?secret=\(Self.secret(index))&issuer=Odd\n"
        }
        try folder.write(links.joined(), to: "odd.txt")
        let outcome = try convert(target, ["--output", "out"], input: "odd.txt")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let verified = try run(
            ["verify", "odd.txt", "out"], environment: ["TOTP_IMPORT_SOURCE_PASSPHRASE": Self.passphrase])
        #expect(verified.status == 0, "\(verified.errors)")
    }

    @Test("An account that the app cannot generate codes for is rejected, and the others are written")
    func rejected() throws {
        try folder.write("otpauth://hotp/Acme:counter?secret=\(Self.secret)&counter=3\n", to: "hotp.txt")
        let bitwarden = ["--to", "bitwarden", "--plain", "--output", "out"]
        let some = try run(["convert", "links.txt", "hotp.txt"] + bitwarden)
        #expect(some.status == 1)
        #expect(
            some.errors.contains(
                "rejected: hotp.txt, entry 1 (Acme: counter): Bitwarden does not support HOTP accounts\n"))
        #expect(some.errors.contains("24 found = 23 added + 0 updated + 0 duplicates + 1 rejected"))
        #expect(try run(["verify", "links.txt", "out"]).status == 0)
        try FileManager.default.removeItem(atPath: folder.path("out"))
        let none = try run(["convert", "hotp.txt"] + bitwarden)
        #expect(none.status == 2)
        #expect(try folder.names() == ["hotp.txt", "links.txt"])
    }

    @Test(
        "A target is found by its short name as well",
        arguments: [("entra", "csv"), ("google-pam", ""), ("gopass", ""), ("yubikey", "sh"), ("oath-token-csv", "csv")])
    func shortNames(name: String, ending: String) throws {
        let output = ending.isEmpty ? "out" : "out.\(ending)"
        #expect(try run(["convert", "links.txt", "--to", name, "--output", output]).status == 0)
        #expect(try folder.names() == ["links.txt", output])
    }

    @Test("The next step is a command, also for a name that starts with a hyphen", arguments: ["ykman", "pass"])
    func hyphen(id: String) throws {
        let outcome = try run(["convert", "links.txt", "--to", id, "--output=-k"])
        #expect(outcome.errors.contains(id == "pass" ? "Next:    sh ./-k/insert.sh\n" : "Next:    sh ./-k\n"))
    }

    @Test("--serial-prefix is for formats of tokens", arguments: ["entra", "privacyidea", "linotp"])
    func serialPrefix(name: String) throws {
        let command = ["convert", "links.txt", "--serial-prefix", "site-2.", "--output", "out", "--to"]
        #expect(try run(command + [name]).status == 0)
        #expect(try folder.text("out").contains("site-2.000023,"))
        let other = try run(command + ["keycloak"])
        #expect(other.status == 64)
        #expect(
            other.errors.contains(
                "--serial-prefix can be used only with --to linotp, oath-token-csv, privacyidea, pskc"))
    }

    @Test("A secret that no QR code has room for is rejected", arguments: ["qr", "google-migration", "html"])
    func longSecret(id: String) throws {
        let long = String(repeating: Self.secret, count: 120)
        try folder.write("otpauth://totp/Acme:long?secret=\(long)&issuer=Acme\n", to: "long.txt")
        let outcome = try run(["convert", "links.txt", "long.txt", "--to", id, "--output", "out"])
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count { $0.hasPrefix("rejected: long.txt") } == 1)
        #expect(outcome.errors.contains("23 accounts are in out, "))
    }

    @Test("A QR code for Google Authenticator has five accounts, or as many as --accounts-per-code says")
    func accountsPerCode() throws {
        let convert = ["convert", "links.txt", "--to", "google-migration", "--output", "out"]
        for (options, count) in [([], 5), (["--accounts-per-code", "1"], 23), (["--accounts-per-code", "10"], 3)] {
            let outcome = try run(convert + options)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let links = try String(contentsOfFile: folder.path("out/links.txt"), encoding: .utf8)
            #expect(links.split(separator: "\n").count == count, "\(options)")
            #expect(try run(["verify", "links.txt", "out"]).status == 0)
            try FileManager.default.removeItem(atPath: folder.path("out"))
        }
        for number in ["0", "11", "-1"] {
            let outcome = try run(convert + ["--accounts-per-code=\(number)"])
            #expect(outcome.status == 64 && outcome.errors.contains("--accounts-per-code must be 1 to 10"))
        }
        let other = try run(["convert", "links.txt", "--to", "qr", "--accounts-per-code", "5", "--output", "out"])
        #expect(other.status == 64)
        #expect(other.errors.contains("--accounts-per-code can be used only with --to google-migration"))
        #expect(try folder.names() == ["links.txt"])
    }

    @Test("--cipher is for keepass, whose file opens with either")
    func ciphers() throws {
        #expect(try run(["convert", "links.txt", "--to", "json", "--cipher", "aes"]).status == 64)
        let environment = ["TOTP_IMPORT_TARGET_PASSPHRASE": Self.passphrase]
        let outcome = try run(
            ["convert", "links.txt", "--to", "keepass", "--cipher", "aes", "--output", "out.kdbx"],
            environment: environment)
        #expect(outcome.status == 0, "\(outcome.errors)")
        // The identifier of AES, in the first field of the header.
        #expect(try folder.bytes("out.kdbx")[17..<21] == [0x31, 0xC1, 0xF2, 0xE6])
        let verified = try run(
            ["verify", "links.txt", "out.kdbx"], environment: ["TOTP_IMPORT_SOURCE_PASSPHRASE": Self.passphrase])
        #expect(verified.status == 0, "\(verified.errors)")
    }
}
