import FixtureSupport
import Foundation
import TOTPDomain
import Testing
import Vault

private enum SystemKeyring {
    static let isAvailable: Bool = {
        do {
            let folder = try TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            let vault = try SampleVault(in: folder)
            try VaultFile.open(vault.path, passphrase: Passphrase(SampleVault.passphrase))
                .unlock(in: .system, seconds: 60)
            try VaultFile.lock(vault.path, in: .system)
            return true
        } catch { return false }
    }()
}

/// `vault unlock` and `vault lock`.
@Suite(.enabled(if: SystemKeyring.isAvailable, "The system keeps no keys here"))
final class UnlockTests {
    private let folder: TemporaryFolder
    private let vault: SampleVault

    init() throws {
        folder = try TemporaryFolder()
        vault = try SampleVault(["otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"], in: folder)
        try folder.write("otpauth://totp/Birch:bob?secret=KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU\n", to: "new.txt")
    }

    deinit { try? VaultFile.lock(vault.path, in: .system) }

    private func run(_ arguments: String...) throws -> Program.Outcome {
        try Program.runWithoutTerminal(arguments.map { $0 == "V" ? vault.path : $0 })
    }

    private func unlock(_ options: String...) throws {
        let outcome = try vault.run(["vault", "unlock", vault.path] + options)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test(
        "Without unlock, a passphrase is needed; after it, none, until lock",
        arguments: [
            ["codes", "V"], ["list", "V", "--json"], ["vault", "check", "V"], ["convert", "V", "--to", "json"],
            ["verify", "V", "V"],
        ])
    func commands(command: [String]) throws {
        func status() throws -> Int32 {
            try Program.runWithoutTerminal(command.map { $0 == "V" ? vault.path : $0 }).status
        }
        #expect(try status() == 3)
        try unlock()
        #expect(try status() == 0)
        #expect(try run("vault", "lock", "V").errors == "\(vault.path): locked\n")
        #expect(try status() == 3)
        #expect(try run("vault", "lock", "V").errors == "\(vault.path): was not unlocked\n")
    }

    @Test("A vault whose file is gone is locked by its path, also as the default vault")
    func gone() throws {
        let bytes = try vault.bytes()
        for arguments in [[vault.path], []] {
            func lock() throws -> Program.Outcome {
                try Program.run(["vault", "lock"] + arguments, environment: ["TOTP_IMPORT_VAULT": vault.path])
            }
            try unlock()
            try FileManager.default.removeItem(atPath: vault.path)
            let outcome = try lock()
            #expect(outcome.status == 0 && outcome.errors.hasSuffix("\(vault.path): locked\n"), "\(outcome.errors)")
            #expect(try lock().status != 0)
            try folder.write(bytes, to: SampleVault.name)
            #expect(try run("codes", "V").status == 3)
        }
    }

    @Test("Changes need no passphrase either, and a vault that was changed meanwhile opens")
    func changes() throws {
        try unlock()
        let added = try run("vault", "add", "V", folder.path("new.txt"), "--yes")
        #expect(added.status == 0, "\(added.errors)")
        #expect(try run("list", "V").text.contains("Birch"))
        #expect(try run("vault", "restore", "V").text.contains(" 1 "))
        #expect(try run("vault", "undo", "V", "--yes").status == 0)
        let imported = try run("import", folder.path("new.txt"), "--vault", "V")
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try vault.items().count == 2)
    }

    @Test("codes --copy advances a counter in an unlocked vault")
    func counter() throws {
        let link = "otpauth://hotp/Cedar:eve?secret=MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK&counter=7"
        try folder.write(link, to: "counter.txt")
        try unlock()
        #expect(try run("vault", "add", "V", folder.path("counter.txt"), "--yes").status == 0)
        let session = try TerminalSession(["codes", SampleVault.name, "eve", "--copy"], in: folder.path)
        try session.waitFor("Advance the counter to 8 in \(SampleVault.name)? [y/N] ")
        session.type("y\n")
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.contains("\(SampleVault.name): the counter is 8 now"), "\(session.screen.text)")
    }

    @Test("An unlocked vault that was imported is encrypted, so it is not among the files to delete")
    func deleteList() throws {
        try unlock()
        let other = folder.path("other.json")
        try VaultFile.create(other, passphrase: Passphrase(SampleVault.passphrase), cost: .init(n: 16, r: 8, p: 1))
            .unlock(in: .system, seconds: 60)
        defer { try? VaultFile.lock(other, in: .system) }
        let list = folder.path("delete.txt")
        let outcome = try run("import", "V", folder.path("new.txt"), "--vault", other, "--delete-list", list)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let names = String(decoding: try folder.bytes("delete.txt"), as: UTF8.self)
        #expect(names.contains("new.txt") && !names.contains(SampleVault.name), "\(names)")
    }

    @Test(
        "A wrong passphrase that is given is wrong although the vault is unlocked",
        arguments: [
            ["codes", "V"], ["vault", "check", "V"],
        ])
    func givenPassphrase(command: [String]) throws {
        try unlock()
        let outcome = try Program.run(command.map { $0 == "V" ? vault.path : $0 }, passphrase: "wrong")
        #expect(outcome.status == 3, "\(outcome.errors)")
    }

    @Test(
        "What opens the vault is not changed without the passphrase",
        arguments: [
            ["vault", "passwd", "V"], ["vault", "recovery", "add", "V"], ["vault", "recovery", "remove", "V", "--all"],
            ["vault", "unlock", "V"],
        ])
    func asks(command: [String]) throws {
        try unlock()
        let before = try vault.bytes()
        let outcome = try Program.runWithoutTerminal(command.map { $0 == "V" ? vault.path : $0 })
        #expect(outcome.status == 3, "\(outcome.errors)")
        #expect(try vault.bytes() == before)
    }

    @Test("passwd and recovery remove lock the vault")
    func locks() throws {
        #expect(try vault.run(["vault", "recovery", "add", vault.path]).status == 0)
        try unlock()
        let removed = try vault.run(["vault", "recovery", "remove", vault.path, "--all", "--yes"])
        #expect(removed.status == 0 && removed.errors.contains("\(vault.path): locked\n"), "\(removed.errors)")
        #expect(try run("codes", "V").status == 3)
        try unlock()
        let changed = try Program.run(
            ["vault", "passwd", vault.path], passphrase: SampleVault.passphrase,
            environment: ["TOTP_IMPORT_NEW_PASSPHRASE": "another one"])
        #expect(changed.status == 0 && changed.errors.contains("\(vault.path): locked\n"), "\(changed.errors)")
        #expect(try run("codes", "V").status == 3)
    }

    @Test(
        "The time is shown, and has limits",
        arguments: [
            ("1m", "1 minute"), ("90m", "90 minutes"), ("60m", "1 hour"), ("12h", "12 hours"), ("720m", "12 hours"),
        ])
    func time(option: String, shown: String) throws {
        let outcome = try vault.run(["vault", "unlock", vault.path, "--for", option])
        #expect(
            outcome.errors == "\(vault.path): unlocked for \(shown); to lock it before: totp-import vault lock "
                + "\(vault.path)\n")
    }

    @Test(
        "Other times are refused",
        arguments: [
            "0m", "-5m", "13h", "721m", "15", "m", "1d", "15s", "9223372036854775807h", "1.5h", "1m ",
        ])
    func wrongTime(option: String) throws {
        let outcome = try vault.run(["vault", "unlock", vault.path, "--for=\(option)"])
        #expect(outcome.status == 64 && outcome.errors.contains("--for must be 1m to 12h"), "\(outcome.errors)")
        #expect(try run("codes", "V").status == 3)
    }

    @Test("The standard time is 15 minutes")
    func standardTime() throws {
        #expect(try vault.run(["vault", "unlock", vault.path]).errors.contains("unlocked for 15 minutes;"))
    }

    @Test("A file that is not a vault is neither unlocked nor locked")
    func notAVault() throws {
        for command in ["unlock", "lock"] {
            let outcome = try vault.run(["vault", command, folder.path("new.txt")])
            #expect(outcome.status == 2 && outcome.errors.contains("not a vault"), "\(outcome.errors)")
        }
    }
}
