import FixtureSupport
import Foundation
import Links
import TOTPDomain
import Testing
import Vault

/// A vault is corrected: accounts are added, changed and removed, and changes are taken back.
struct VaultCorrectionTests {
    private let folder: TemporaryFolder
    private let vault: SampleVault

    private static let links = [
        "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
        "otpauth://hotp/Birch:bob?secret=MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK&counter=7&digits=8",
        "otpauth://totp/Zo%C3%AB:carol?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
    ]

    init() throws {
        folder = try TemporaryFolder()
        vault = try SampleVault(Self.links, in: folder)
    }

    private func names() throws -> [String] { try vault.items().filter { !$0.isDeleted }.map(\.name) }

    private func run(_ command: String, _ arguments: String...) throws -> Program.Outcome {
        try vault.run(["vault", command, vault.path] + arguments)
    }

    // MARK: - Removing

    @Test(
        "vault remove removes the selected account alone, and keeps the version before",
        arguments: [["2"], ["--search", "BOB"], ["--issuer", "birch"], ["--id", "2"]])
    func removes(selection: [String]) throws {
        let outcome = try vault.run(["vault", "remove", vault.path] + selection + ["--yes"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("2  Birch: bob (hotp, SHA1, 8 digits, #7)"))
        #expect(outcome.errors.contains("1 account removed"))
        #expect(try names() == ["alice", "carol"])
        #expect(try folder.names().contains("vault.json.bak.1"))
    }

    @Test func removesByIDAndWithoutAccents() throws {
        let id = try vault.items()[0].id.uuidString
        #expect(try run("remove", id, "--yes").status == 0)
        #expect(try run("remove", "--search", "zoe", "--yes").status == 0)
        #expect(try names() == ["bob"])
    }

    @Test func withoutATerminalNothingIsRemovedUnasked() throws {
        let before = try vault.bytes()
        let outcome = try Program.runWithoutTerminal(
            ["vault", "remove", vault.path, "1"], passphrase: SampleVault.passphrase)
        #expect(outcome.status == 2 && outcome.errors.contains("add --yes"))
        #expect(try vault.bytes() == before)
        let none = try run("remove", "--search", "zzz", "--yes")
        #expect(none.status == 1 && none.errors.contains("no account matches \"zzz\" (3 in \(vault.path))"))
        #expect(try vault.bytes() == before)
    }

    @Test("A row number or an id that no account has stops a change, and is named by the others")
    func unknownRows() throws {
        let before = try vault.bytes()
        for rows in [["1", "99"], ["--id", "1", "--id", "99"]] {
            let outcome = try vault.run(["vault", "remove", vault.path, "--yes"] + rows)
            #expect(outcome.status == 1 && outcome.errors.contains("no account matches row 99 (3 in \(vault.path))"))
        }
        #expect(try vault.bytes() == before)
        let passphrase = SampleVault.passphrase
        let list = try Program.run(["list", vault.path, "--id", "1", "--id", "99"], passphrase: passphrase)
        #expect(list.status == 1 && list.text.contains("alice") && list.errors.contains("no account matches row 99"))
        let links = try Program.run(
            ["convert", vault.path, "--id", "1", "--id", "99", "--to", "otpauth", "-o", folder.path("links.txt")],
            passphrase: passphrase)
        #expect(links.status == 1 && links.errors.contains("no account matches row 99"))
        #expect(try !folder.names().contains("links.txt"))
    }

    @Test func asksOnATerminal() throws {
        for (answer, status, count) in [("n\n", Int32(1), 3), ("\n", 1, 3), ("maybe\ny\n", 0, 2)] {
            let session = try TerminalSession(
                ["vault", "remove", vault.path, "--search", "alice"], passphrase: SampleVault.passphrase)
            try session.waitFor("Remove 1 account from \(vault.path)? [y/N]")
            session.type(answer)
            #expect(try session.waitForExit() == status)
            #expect(try names().count == count)
        }
    }

    /// An app that synchronizes has to learn that the account is gone.
    @Test func synchronizedAccountsAreMarkedAsDeleted() throws {
        let file = try VaultFile.open(vault.path, passphrase: Passphrase(SampleVault.passphrase))
        try file.update { $0.items[0].syncedAt = .wholeSecondNow }
        #expect(try run("remove", "1", "2", "--yes").status == 0)
        #expect(try vault.items().map(\.isDeleted) == [true, false])
        #expect(try names() == ["carol"])
        // Row numbers count the accounts that are shown.
        #expect(try run("remove", "1", "--yes").status == 0)
        #expect(try names() == [])
    }

    // MARK: - Editing

    @Test("vault edit shows and makes every change")
    func edits() throws {
        let outcome = try run(
            "edit", "1", "--set-issuer", "Acme Cloud", "--set-name", "", "--set-note", "spare", "--set-favorite",
            "yes", "--add-tag", "work", "--add-tag", "home", "--set-digits", "8", "--set-period", "60",
            "--set-algorithm", "sha256", "--yes")
        #expect(outcome.status == 0, "\(outcome.errors)")
        for line in [
            "   issuer \"Acme\" → \"Acme Cloud\"", "   name \"alice\" → (none)", "   note (none) → \"spare\"",
            "   tags (none) → work, home", "   favorite no → yes", "   digits 6 → 8", "   period 30 s → 60 s",
            "   algorithm SHA1 → SHA256", "   The one-time codes change as well.",
        ] {
            #expect(outcome.errorLines.contains(line), "\(line)")
        }
        let item = try vault.items()[0]
        #expect(item.issuer == "Acme Cloud" && item.name == "" && item.note == "spare" && item.isFavorite)
        #expect(item.tags == ["work", "home"])
        #expect(item.parameters.digits == 8 && item.parameters.period == 60 && item.parameters.algorithm == .sha256)

        #expect(try run("edit", "--tag", "WORK", "--remove-tag", "Work", "--set-note", "", "--yes").status == 0)
        let again = try vault.items()[0]
        #expect(again.tags == ["home"] && again.note == nil && again.createdAt == item.createdAt)
        let before = try vault.bytes()
        #expect(try run("edit", "1", "--add-tag", "home", "--yes").errors.contains("nothing to change"))
        #expect(try vault.bytes() == before)
    }

    @Test(arguments: [
        ["1", "--set-counter", "3"], ["2", "--set-period", "60"], ["1", "--set-digits", "11"],
        ["1", "--set-period", "0"], ["2", "--set-counter", "-1"],
    ])
    func impossibleParametersAreRefused(arguments: [String]) throws {
        let before = try vault.bytes()
        let parts =
            arguments.count == 3 && arguments[2].hasPrefix("-")
            ? [arguments[0], "\(arguments[1])=\(arguments[2])"] : arguments
        let outcome = try vault.run(["vault", "edit", vault.path] + parts + ["--yes"])
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(try vault.bytes() == before)
    }

    @Test func asksForEachFieldOnATerminal() throws {
        let session = try TerminalSession(
            ["vault", "edit", vault.path, "2"], passphrase: SampleVault.passphrase)
        for (prompt, answer) in [
            ("Issuer [Birch]:", "Birch Bank"), ("Name [bob]:", ""), ("Note:", "old phone"), ("Tags", "work, home"),
            ("Favorite", "maybe"), ("Favorite", "yes"), ("Algorithm", ""), ("Digits", "12"), ("Digits", "6"),
            ("Counter of the next code [7]:", "9"),
        ] {
            try session.waitFor(prompt)
            session.type("\(answer)\n")
        }
        try session.waitFor("Change 1 account in")
        session.type("yes\n")
        #expect(try session.waitForExit() == 0)
        let item = try vault.items()[1]
        #expect(item.label == "Birch Bank: bob" && item.note == "old phone" && item.tags == ["work", "home"])
        #expect(item.isFavorite && item.parameters.digits == 6 && item.parameters.counter == 9)
    }

    // MARK: - Adding

    /// Another program adds an account while the question is asked.
    private func addMeanwhile(_ link: String) throws {
        let item = try KeyURI.read(Array(link.utf8).span).account
        let file = try VaultFile.open(vault.path, passphrase: Passphrase(SampleVault.passphrase))
        try file.update { $0.items.append(item) }
    }

    @Test func anAccountThatIsAddedDuringTheQuestionGetsNoTwin() throws {
        let secret = try folder.write("MFRGGZDFMZTWQ2LK", to: "secret.txt")
        let session = try TerminalSession(
            ["vault", "add", vault.path, "--issuer", "New", "--name", "dave", "--secret-file", secret],
            passphrase: SampleVault.passphrase)
        try session.waitFor("Add 1 account to")
        try addMeanwhile(Self.link)
        session.type("y\n")
        #expect(try session.waitForExit() == 2)
        #expect(session.words.contains("another program changed the vault meanwhile"))
        #expect(try names() == ["alice", "bob", "carol", "dave"])
    }

    /// The vault is not damaged then, and an earlier version would bring the old passphrase back.
    @Test func aPassphraseThatIsChangedDuringTheQuestionIsNoDamage() throws {
        let session = try TerminalSession(
            ["vault", "remove", vault.path, "-s", "alice"], passphrase: SampleVault.passphrase)
        try session.waitFor("Remove 1 account from")
        let file = try VaultFile.open(vault.path, passphrase: Passphrase(SampleVault.passphrase))
        try file.changePassphrase(to: Passphrase("nine quiet lamps")) { _ in }
        session.type("y\n")
        #expect(try session.waitForExit() == 3)
        #expect(
            session.words.contains("its passphrase was changed meanwhile; run this again, and type the new one"))
        #expect(!session.words.contains("restore"))
    }

    @Test(
        "Accounts that another program adds during the question are not added again, nor reported",
        arguments: [true, false])
    func whatIsReportedIsWhatWasAdded(isAllKnown: Bool) throws {
        let second = "otpauth://totp/New:erin?secret=JBSWY3DPEHPK3PXP&issuer=New"
        let links = try folder.write("\(Self.link)\n\(second)\n", to: "links.txt")
        let session = try TerminalSession(["vault", "add", vault.path, links], passphrase: SampleVault.passphrase)
        try session.waitFor("Add 2 accounts to")
        try addMeanwhile(Self.link)
        if isAllKnown { try addMeanwhile(second) }
        session.type("y\n")
        #expect(try session.waitForExit() == (isAllKnown ? 1 : 0))
        #expect(session.words.contains("1 account added") == !isAllKnown)
        #expect(try names() == ["alice", "bob", "carol", "dave", "erin"])
    }

    private static let link = "otpauth://totp/New:dave?secret=MFRGGZDFMZTWQ2LK&issuer=New"

    @Test func addsFromALinkAnImageAndASecretFile() throws {
        let fromLink = try Program.run(
            ["vault", "add", vault.path, "-", "--yes"], passphrase: SampleVault.passphrase,
            input: Data(Self.link.utf8))
        #expect(fromLink.status == 0, "\(fromLink.errors)")
        #expect(fromLink.errors.contains("add:    New: dave (standard input)"))
        #expect(!fromLink.errors.contains("MFRGGZDFMZTWQ2LK"))
        let secret = try folder.write("mfrg gzdf mztw q2lk\n", to: "secret.txt")
        let byHand = try run(
            "add", "--issuer", "Hand", "--name", "erin", "--secret-file", secret, "--digits", "8", "--add-tag", "x",
            "--yes")
        #expect(byHand.status == 0, "\(byHand.errors)")
        let image = FixtureFolder.images.appending(path: "screenshots/phone-browser.png").file
        let fromImage = try run("add", image, "--yes")
        #expect(fromImage.errors.contains("account"), "\(fromImage.errors)")
        let items = try vault.items()
        #expect(items.count > 5 && items[3].label == "New: dave" && items[4].label == "Hand: erin")
        #expect(items[4].parameters.digits == 8 && items[4].tags == ["x"] && items[4].secret == items[3].secret)
    }

    @Test func whatIsInTheVaultIsNotAddedAgain() throws {
        let before = try vault.bytes()
        let again = try Program.run(
            ["vault", "add", vault.path, "-", "--yes"], passphrase: SampleVault.passphrase,
            input: Data(Self.links[0].utf8))
        #expect(again.status == 1 && again.errors.contains("already in"))
        let wrong = try folder.write("not base32 !\n", to: "secret.txt")
        #expect(try run("add", "--secret-file", wrong, "--yes").status == 2)
        #expect(try vault.bytes() == before)
    }

    @Test func addsByHandOnATerminalWithoutEcho() throws {
        let session = try TerminalSession(["vault", "add", vault.path], passphrase: SampleVault.passphrase)
        try session.waitFor("Secret or otpauth link")
        session.type("MFRG GZDF MZTW Q2LK\n")
        try session.waitFor("Issuer")
        session.type("Typed\n")
        try session.waitFor("Name")
        session.type("frank\n")
        try session.waitFor("Add 1 account to")
        session.type("y\n")
        #expect(try session.waitForExit() == 0)
        #expect(!session.screen.transcript.contains("MFRG"))
        #expect(try vault.items().last?.label == "Typed: frank")
    }

    @Test("A typed secret that is wrong is asked for again, and then the code that the service wants is shown")
    func askedAgain() throws {
        let session = try TerminalSession(["vault", "add", vault.path], passphrase: SampleVault.passphrase)
        for (prompt, answer) in [
            ("Secret or otpauth link (not shown): ", "MFRG GZDF M!TW"),
            (
                "The secret is not base32: character 12 is not A-Z or 2-7. Try again (2 of 3) (not shown): ",
                "MFRG GZDF M1T0 GEZD"
            ),
            ("In a secret, 0 and 1 are usually the letters O and I. Correct it? [y/N] ", "y"),
            ("Issuer: ", "Typed"), ("Name: ", "frank"), ("Add 1 account to", "y"),
        ] {
            try session.waitFor(prompt)
            session.type("\(answer)\n")
        }
        #expect(try session.waitForExit() == 0)
        #expect(!session.screen.transcript.contains("MFRG"))
        #expect(try vault.items().last?.secret == OTPSecret(base32: "MFRGGZDFMITOGEZD"))
        let line = session.screen.transcript.split(separator: "\n").first { $0.hasPrefix("If the service asks") }
        #expect(try #require(line).contains(#/a code: [0-9]{3} [0-9]{3} \([0-9]+ s left/#))
    }

    @Test("After three wrong secrets nothing is added; digits that are letters are explained")
    func wrongSecrets() throws {
        let session = try TerminalSession(["vault", "add", vault.path], passphrase: SampleVault.passphrase)
        for prompt in ["Secret or otpauth link", "Try again (2 of 3)", "Try again (3 of 3)"] {
            try session.waitFor(prompt)
            session.type("0!0\n")
        }
        #expect(try session.waitForExit() == 2)
        let secret = try folder.write("MFRGGZDFM1TW\n", to: "secret.txt")
        let outcome = try run("add", "--secret-file", secret, "--yes")
        #expect(outcome.status == 2)
        #expect(
            outcome.errors.contains("character 10 is not A-Z or 2-7; 1 is usually the letter I"))
        #expect(try names() == ["alice", "bob", "carol"])
    }

    @Test func addsMOTPAndYandexWithTheirPIN() throws {
        let pin = try folder.write("7788\n", to: "pin.txt")
        let hex = try folder.write("e3152afee62599c8\n", to: "hex.txt")
        let long = try folder.write("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP\n", to: "long.txt")
        let motp = try run(
            "add", "--type", "motp", "--secret-file", hex, "--pin-file", pin, "--name", "gus", "--yes")
        #expect(motp.status == 0, "\(motp.errors)")
        let yandex = try run(
            "add", "--type", "yandex", "--secret-file", long, "--pin-file", pin, "--name", "hal", "--yes")
        #expect(yandex.status == 0, "\(yandex.errors)")
        let items = try vault.items().suffix(2)
        #expect(items.map(\.parameters.kind) == [.motp, .yandex])
        #expect(items.map(\.secret.bytes.count) == [8, 16] && items.map(\.pin?.text) == ["7788", "7788"])
        #expect(
            try vault.run(["codes", vault.path, "gus"]).text.trimmingCharacters(in: .whitespacesAndNewlines).count == 6)
    }

    @Test(
        "A secret or option that does not fit the type is refused, and the vault stays as it is",
        arguments: [
            (["--type", "motp"], "the secret of a motp account is hexadecimal", Int32(2)),
            (["--type", "yandex"], "a Yandex secret has 16 bytes, this one 10", 2),
            (["--type", "steam", "--digits", "6"], "The parameters of steam are fixed", 64),
            (["--pin-file", "pin.txt"], "--pin-file can be used only with --type motp or yandex", 64),
            (["--type", "pgp"], "pgp", 64),
        ])
    func whatDoesNotFitTheTypeIsRefused(options: [String], message: String, status: Int32) throws {
        let before = try vault.bytes()
        let secret = try folder.write("JBSWY3DPEHPK3PXP\n", to: "secret.txt")
        let outcome = try vault.run(["vault", "add", vault.path, "--secret-file", secret, "--yes"] + options)
        #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try vault.bytes() == before)
    }

    @Test func aLinkHasItsOwnParameters() throws {
        let link = try folder.write("\(Self.link)\n", to: "link.txt")
        let outcome = try run("add", "--secret-file", link, "--digits", "8", "--yes")
        #expect(outcome.status == 2 && outcome.errors.contains("a link has its own type and parameters; omit"))
    }

    @Test func asksForThePINOnATerminal() throws {
        let session = try TerminalSession(
            ["vault", "add", vault.path, "--type", "motp", "--name", "ida", "--issuer", "VPN"],
            passphrase: SampleVault.passphrase)
        for (prompt, answer) in [
            ("Secret or otpauth link (not shown): ", "e3152afee62599c8"), ("PIN (not shown): ", "4321"),
            ("VPN: ida (motp, MD5, 6 digits, 10 s)\nAdd 1 account to", "y"),
        ] {
            try session.waitFor(prompt)
            session.type("\(answer)\n")
        }
        #expect(try session.waitForExit() == 0)
        #expect(!session.screen.transcript.contains("e3152") && !session.screen.transcript.contains("4321"))
        #expect(try vault.items().last?.pin?.text == "4321")
    }

    // MARK: - What is shown

    @Test func parametersMoveToTheNextLineAsAWhole() throws {
        for number in 1...9 {
            let link = try folder.write(
                "otpauth://totp/Hollowtree%20Chat:alice.with.a.long.name.\(number)@example.org"
                    + "?secret=MFRGGZDFMZTWQ2LKMFRG\(number % 2 == 0 ? "A" : "Q")&period=\(60 + number)",
                to: "\(number).txt")
            #expect(try run("add", link, "--yes").status == 0)
        }
        let session = try TerminalSession(
            ["vault", "remove", vault.path, "--search", "e"], passphrase: SampleVault.passphrase)
        try session.waitFor("? [y/N]")
        session.type("\n")
        #expect(try session.waitForExit() == 1)
        let lines = session.screen.transcript.split(separator: "\n")
        #expect(lines.contains(" 1  Acme: alice (totp, SHA1, 6 digits, 30 s)"))
        #expect(lines.contains("10  Hollowtree Chat: alice.with.a.long.name.7@example.org"))
        #expect(lines.contains("    (totp, SHA1, 6 digits, 67 s)"))
        #expect(lines.last == "nothing was changed" && !session.screen.contains("error:"))
    }

    @Test func theWayBackIsACommandOnOneLine() throws {
        let outcome = try run("remove", "1", "--yes")
        #expect(outcome.errorLines.contains("\(vault.path): 1 account removed"))
        #expect(outcome.errorLines.contains("To take that back: totp-import vault undo \(vault.path)"))
        #expect(try !run("remove", "1", "--yes", "--no-backup").errors.contains("take that back"))
    }

    @Test func thePromptNamesTheVersionOfTheVault() throws {
        _ = try run("remove", "1", "--yes")
        let session = try TerminalSession(["vault", "undo", vault.path])
        try session.waitFor("Passphrase for version 1 of \(vault.path): ")
        session.type("\(SampleVault.passphrase)\n")
        try session.waitFor("Replace \(vault.path) by version 1 of ")
        session.type("y\n")
        #expect(try session.waitForExit() == 0)
    }

    // MARK: - Taking back

    @Test("undo after passwd says which passphrase is asked for, and which one is valid then")
    func undoOfAnotherPassphrase() throws {
        let new = try folder.write("nine quiet lamps\n", to: "new.txt")
        #expect(try run("passwd", "--new-passphrase-file", new).status == 0)
        let refused = try Program.run(["vault", "undo", vault.path, "--yes"], passphrase: "nine quiet lamps")
        #expect(refused.status == 3)
        #expect(
            refused.errorLines.last
                == "error: \(vault.path).bak.1: wrong passphrase (or the vault's key slot is damaged); give the passphrase "
                + "of its time")
        let session = try TerminalSession(["vault", "undo", "vault.json"], in: folder.path)
        try session.waitFor("version 1 of vault.json has a different passphrase: the one in use on 2")
        try session.waitFor("Passphrase for version 1 of vault.json: ")
        session.type("\(SampleVault.passphrase)\n")
        try session.waitFor("Then the passphrase and the recovery codes of that time open it")
        try session.waitFor("[y/N] ")
        session.type("y\n")
        #expect(try session.waitForExit() == 0)
        #expect(session.words.contains("It opens with the passphrase that you used just now"))
        #expect(try names() == ["alice", "bob", "carol"])
        // A change that keeps the passphrase does not mention it.
        _ = try run("remove", "1", "--yes")
        #expect(try !run("undo", "--yes").errors.contains("passphrase"))
    }

    @Test func undoTakesTheLastChangeBackAndItself() throws {
        let original = try vault.items()
        _ = try run("remove", "1", "2", "--yes")
        let undone = try run("undo", "--yes")
        #expect(undone.status == 0, "\(undone.errors)")
        #expect(undone.errorLines.prefix(2) == ["add:    Acme: alice", "add:    Birch: bob"])
        #expect(try vault.items() == original)
        #expect(try run("undo", "--yes").errors.contains("remove: Acme: alice"))
        #expect(try names() == ["carol"])
        #expect(try folder.names().filter { $0.contains(".bak.") } == ["vault.json.bak.1"])
    }

    @Test func restoreListsVersionsAndPutsOneBack() throws {
        for row in 1...3 { _ = try run("edit", "\(row)", "--set-name", "x\(row)", "--yes") }
        _ = try run("remove", "1", "--yes")
        let list = try run("restore").text.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(list.map { $0.first } == ["VERSION", "1", "2", "3", "4"])
        #expect(list.dropFirst().allSatisfy { $0[3] == "3" })
        let json = try run("restore", "--json").text
        #expect(json.contains("\"version\":4") && json.contains("\"accounts\":3"))
        let restored = try run("restore", "4", "--yes")
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(restored.errors.contains("change: Birch: x2: name \"x2\" → \"bob\""))
        #expect(try names() == ["alice", "bob", "carol"])
        let missing = try run("restore", "9", "--yes")
        #expect(missing.status == 2 && missing.errors.contains("these are kept: 1, 2, 3, 4"))
    }

    @Test func aDamagedVaultIsRestored() throws {
        _ = try run("edit", "1", "--set-name", "x", "--yes")
        try folder.write("damaged", to: "vault.json")
        let outcome = try run("restore", "1", "--yes")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try names() == ["alice", "bob", "carol"])
    }

    @Test func listingDatesNeedsNoPassphrase() throws {
        _ = try run("edit", "1", "--set-name", "x", "--yes")
        let outcome = try Program.runWithoutTerminal(["vault", "restore", vault.path])
        #expect(outcome.status == 0 && outcome.text.contains("vault.json.bak.1"))
        #expect(!outcome.text.contains("ACCOUNTS"))
    }

    /// A copy that does not keep the times of files has the time of the copy.
    @Test func theTimeOfAVersionComesFromItsContent() throws {
        _ = try run("edit", "1", "--set-name", "x", "--yes")
        let long = Date(timeIntervalSince1970: 981_173_106)
        try FileManager.default.setAttributes(
            [.modificationDate: long], ofItemAtPath: folder.path("vault.json.bak.1"))
        let withoutKey = try Program.runWithoutTerminal(["vault", "restore", vault.path, "--json"])
        #expect(withoutKey.text.contains("\"written\":\"2001-02-03T04:05:06Z\""))
        let year = Calendar(identifier: .gregorian).component(.year, from: Date())
        #expect(try run("restore", "--json").text.contains("\"written\":\"\(year)-"))
        #expect(try run("undo", "--yes").errors.contains("restored version 1 of \(year)-"))
    }

    @Test func howManyVersionsAreKept() throws {
        for count in 1...7 { _ = try run("edit", "1", "--set-name", "x\(count)", "--yes") }
        #expect(try folder.names().filter { $0.contains(".bak") } == (1...5).map { "vault.json.bak.\($0)" })
        _ = try run("edit", "1", "--set-name", "y", "--keep", "2", "--yes")
        #expect(try folder.names().filter { $0.contains(".bak") } == (1...2).map { "vault.json.bak.\($0)" })
        let before = try folder.bytes("vault.json.bak.1")
        _ = try run("edit", "1", "--set-name", "z", "--no-backup", "--yes")
        #expect(try folder.bytes("vault.json.bak.1") == before)
        _ = try run("edit", "1", "--set-name", "z2", "--keep", "0", "--yes")
        #expect(try folder.names().filter { $0.contains(".bak") } == [])
        #expect(try run("undo", "--yes").status == 2)
    }
}
