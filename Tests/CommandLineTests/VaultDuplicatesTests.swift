import FixtureSupport
import Foundation
import Testing

/// `list --duplicates` and `vault duplicates`.
struct VaultDuplicatesTests {
    private let folder: TemporaryFolder
    private let vault: SampleVault

    private static let links = [
        "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
        "otpauth://totp/Birch:bob?secret=MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK",
        "otpauth://totp/Acme:mail?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
        "otpauth://totp/birch:Bob?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
        "otpauth://totp/Zoo:carol?secret=KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU",
    ]

    init() throws {
        folder = try TemporaryFolder()
        vault = try SampleVault(Self.links, in: folder)
    }

    private func names() throws -> [String] { try vault.items().filter { !$0.isDeleted }.map(\.name) }

    @Test func listShowsTheGroupsOfAnyInput() throws {
        let links = try folder.write(Self.links.joined(separator: "\n"), to: "links.txt")
        for input in [vault.path, links] {
            let lines = try vault.run(["list", input, "--duplicates"]).text.split(separator: "\n")
            #expect(
                lines.map { $0.split(separator: " ").prefix(4).joined(separator: " ") } == [
                    "SAME ISSUER NAME TYPE", "secret 1 Acme alice", "secret 1 Acme mail", "name 2 Birch bob",
                    "name 2 birch Bob",
                ])
        }
        let json = try vault.run(["list", vault.path, "--duplicates", "--json", "--reveal"])
        let items = try JSONDecoder().decode(ItemsDocument.self, from: json.output).items
        #expect(items.map(\.name) == ["alice", "bob", "mail", "Bob"])
        let none = try vault.run(["list", vault.path, "--duplicates", "--search", "carol"])
        #expect(none.status == 0 && none.output.isEmpty && none.errors.contains("no duplicates"))
    }

    private func answer(_ text: String, _ session: TerminalSession) throws {
        try session.waitFor("Keep which? Row numbers, or Enter for all: ")
        session.type(text)
    }

    @Test func asksForEachGroup() throws {
        let session = try TerminalSession(["vault", "duplicates", vault.path], passphrase: SampleVault.passphrase)
        try session.waitFor("1 of 2: 2 accounts with one secret")
        // Not a row of the group: asked again.
        try answer("2\n", session)
        try session.waitFor("Type one or more of the row numbers above")
        try answer("3\n", session)
        try session.waitFor("2 of 2: 2 accounts with one name and several secrets")
        try answer("\n", session)
        #expect(session.screen.transcript.contains(#/    code [0-9]{3} [0-9]{3}, added [0-9]{4}-[0-9]{2}-[0-9]{2}\n/#))
        try session.waitFor("To remove:\n1  Acme: alice")
        try session.waitFor("Remove 1 account from")
        session.type("y\n")
        #expect(try session.waitForExit() == 0)
        #expect(try names() == ["bob", "mail", "Bob", "carol"])
        #expect(try vault.run(["vault", "undo", vault.path, "--yes"]).status == 0)
        #expect(try names() == ["alice", "bob", "mail", "Bob", "carol"])
    }

    @Test func everyAccountOfAGroupIsShown() throws {
        let links = (1...60).map { "otpauth://totp/Acme:user\($0)?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" }
        let many = try SampleVault(links, in: try TemporaryFolder())
        let shown = try many.run(["vault", "duplicates", many.path, "--dry-run"]).errors
        #expect(shown.contains("60  Acme: user60") && !shown.contains("more"))
    }

    /// Rows 2 to 4 have one name and two secrets; without row 2, only one secret is left.
    @Test func aGroupOfOneSecretIsNotCalledOneOfSeveral() throws {
        let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", other = "MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK"
        let twins = try SampleVault(
            [
                "otpauth://totp/Zoo:mail?secret=\(other)", "otpauth://totp/Acme:alice?secret=\(other)",
                "otpauth://totp/Acme:alice?secret=\(secret)", "otpauth://totp/Acme:alice?secret=\(secret)&digits=8",
            ], in: try TemporaryFolder())
        let session = try TerminalSession(["vault", "duplicates", twins.path], passphrase: SampleVault.passphrase)
        try session.waitFor("1 of 3: 2 accounts with one secret")
        try answer("1, 1\n", session)
        try session.waitFor("3 of 3: 2 accounts with one secret")
        try answer("3\n", session)
        try session.waitFor("Remove 2 accounts from")
        session.type("y\n")
        #expect(try session.waitForExit() == 0)
        #expect(try twins.items().map(\.name) == ["mail", "alice"])
    }

    @Test func withoutAnAnswerNothingChanges() throws {
        let before = try vault.bytes()
        let dry = try vault.run(["vault", "duplicates", vault.path, "--dry-run"])
        #expect(dry.status == 0 && dry.errors.contains("1  Acme: alice") && dry.errors.contains("4  birch: Bob"))
        let silent = try Program.runWithoutTerminal(
            ["vault", "duplicates", vault.path], passphrase: SampleVault.passphrase)
        #expect(silent.status == 2 && silent.errors.contains("there is no terminal"))
        #expect(try vault.bytes() == before)
        let single = try SampleVault([Self.links[4]], in: try TemporaryFolder())
        let none = try single.run(["vault", "duplicates", single.path])
        #expect(none.status == 0 && none.errors.contains("no duplicates"))
    }
}
