import FixtureSupport
import Foundation
import TOTPImport
import Testing

@testable import totp_import

/// `guide` finds apps by the names that people use, and its commands are right.
struct GuideTests {
    private static func guide(_ arguments: String...) throws -> Program.Outcome {
        try Program.run(["guide"] + arguments)
    }

    static let called: [(typed: String, heading: String)] = [
        ("google", "From Google Authenticator to a vault"),
        ("Google Authenticator", "From Google Authenticator to a vault"),
        ("google-migration", "From Google Authenticator to a vault"), ("2fas", "From 2FAS to a vault"),
        ("2FAS Auth", "From 2FAS to a vault"), ("okta", "Okta Verify has no export"),
        ("okta-verify", "Okta Verify has no export"), ("duo", "Duo Mobile has no export"),
        ("microsoft", "Microsoft Authenticator has no export"), ("authy", "Authy has no export"),
        ("freeotp+", "From FreeOTP+ to a vault"), ("FreeOTP", "From FreeOTP to a vault"),
        ("otpauth", "From text with otpauth links; QR codes to a vault"), ("otp auth", "From OTP Auth to a vault"),
        ("home assistant", "From Home Assistant to a vault"),
        ("oath toolkit", "From Linux login (OATH Toolkit) to a vault"),
        ("freeipa", "From servers (FreeIPA, WordPress) to a vault"),
        ("multiotp", "From hardware tokens (PSKC) to a vault"),
        ("privacyidea", "From hardware tokens (Entra, LinOTP) to a vault"),
        ("linotp", "From hardware tokens (Entra, LinOTP) to a vault"),
        ("op", "From 1Password to a vault"), ("iphone", "From Apple Passwords, Safari to a vault"),
        ("pass", "From pass, gopass or passage to a vault"), ("gopass", "From pass, gopass or passage to a vault"),
        ("bitwarden", "From Bitwarden to a vault"), ("1password", "From 1Password to a vault"),
        ("safari", "From Apple Passwords, Safari to a vault"),
        ("yubico", "YubiKey and other security keys have no export"),
        ("yubikey", "YubiKey and other security keys have no export"),
        ("entra", "From hardware tokens (Entra, LinOTP) to a vault"),
        ("google-pam", "From Linux login (Google's PAM) to a vault"),
        ("steam", "Steam has no export"), ("battle.net", "Battle.net has no export"),
        ("matt rubin", "Authenticator by Matt Rubin has no export"),
        ("zoho oneauth", "Not every export of Zoho OneAuth can be read"),
        ("qr", "To one QR code per account, PNG"), ("html", "To HTML, one page to print"),
        // Slips of the finger.
        ("gogle", "From Google Authenticator to a vault"), ("goggle", "From Google Authenticator to a vault"),
        ("microsft authenticator", "Microsoft Authenticator has no export"),
        // Apps and servers that are known by name alone.
        ("vaultwarden", "Vaultwarden is a server for the apps of Bitwarden"),
        ("Passbolt", "From Passbolt to this program"),
        ("nordpass", "The exports of NordPass have no codes"), ("opnsense", "It is a server: it checks codes"),
        ("onlykey", "YubiKey and other security keys have no export"), ("tofu", "Tofu has no export"),
        ("step two", "No export of Step Two is known"), ("foxauth", "From FoxAuth to a vault"),
        ("syspass", "It is a server: it checks codes"), ("freeradius", "From servers (FreeIPA, WordPress) to a vault"),
        ("proxmox", "From servers (FreeIPA, WordPress) to a vault"),
        ("roundcube", "From servers (FreeIPA, WordPress) to a vault"),
        ("openvpn access server", "From servers (FreeIPA, WordPress) to a vault"),
        ("openldap", "From servers (FreeIPA, WordPress) to a vault"),
        ("password safe", "The files of Password Safe are not read"), ("sailotp", "No export of SailOTP is known"),
        ("flauth", "Flauth exports a text that is read"), ("AliasVault", "From AliasVault to a vault"),
        ("1Password opvault", "The vault of 1Password itself is not read"),
        ("KeePass 1", "The files of KeePass 1 are not read"), ("guacamole", "It is a server: it checks codes"),
        ("wordpress two-factor", "It is a server: it checks codes"), ("gitea", "It is a server: it checks codes"),
        ("gitlab", "It is a server: it checks codes"), ("nextcloud", "It is a server: it checks codes"),
        ("fusionauth", "It is a server: it checks codes"),
    ]

    @Test("Pages are named where they are; without them, a line says that they are in the source")
    func pages() {
        func place(_ files: String...) -> String? {
            DocumentationPlace.find(program: "/usr/bin/totp-import") { files.contains($0) }
        }
        #expect(place("Docs/formats/no-export.md") == "Docs")
        for installed in ["/usr/share/doc/totp-import/Docs", "/usr/share/doc/totp-import-portable/Docs", "/usr/Docs"] {
            #expect(place("\(installed)/formats/no-export.md") == installed)
        }
        #expect(place() == nil)
        let line = "More: Docs/a.md, Docs/b.md"
        #expect(DocumentationPlace.naming(line, in: "/d/Docs") == "More: /d/Docs/a.md, /d/Docs/b.md")
        #expect(DocumentationPlace.naming(line, in: nil) == "\(line), in the source of the program")
        #expect(DocumentationPlace.naming("no page", in: nil) == "no page")
    }

    @Test("An installed program names the installed pages")
    func installed() throws {
        let folder = try TemporaryFolder(), files = FileManager.default
        try files.createDirectory(atPath: folder.path("usr/bin"), withIntermediateDirectories: true)
        let pages = folder.path("usr/share/doc/totp-import/Docs")
        try files.createDirectory(atPath: "\(pages)/formats", withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: "\(pages)/formats/no-export.md"))
        let program = URL(filePath: folder.path("usr/bin/totp-import"))
        try folder.install(program: Program.url, as: "usr/bin/totp-import")
        let outcome = try Program.run(program, ["guide", "aegis"], in: URL(filePath: folder.path("usr")))
        #expect(outcome.text.filter { !$0.isWhitespace }.hasSuffix("/usr/share/doc/totp-import/Docs/formats/aegis.md"))
    }

    @Test("A name or id of an app gives its guide, whatever its spelling", arguments: called)
    func names(typed: String, heading: String) throws {
        let outcome = try Self.guide(typed)
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix(heading + "\n"))
        #expect(outcome.errors.isEmpty)
    }

    @Test("The guide of an app that is gone says so first", arguments: [["guide", "raivo"], ["formats", "raivo"]])
    func gone(arguments: [String]) throws {
        let text = try Program.run(arguments).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("The app is gone from many phones: an update in 2024 removed the accounts in it."))
    }

    @Test("Words of a name need no quotation marks")
    func words() throws {
        #expect(try Self.guide("google", "authenticator").text == Self.guide("google").text)
    }

    @Test("An ID names one format, also if the name of the app fits several")
    func idOfSeveral() throws {
        let outcome = try Self.guide("keepassxc")
        #expect(outcome.text.hasPrefix("From KeePassXC to a vault\n") && outcome.status == 0)
        #expect(outcome.text.contains("See also: totp-import guide keepass (KeePass, KeePassXC)"))
    }

    static let unfound: [(typed: String, message: String)] = [
        ("fauth", "error: no app is called \"fauth\". Did you mean '2fauth', 'auth' or 'gauth'?"),
        ("zzzzzz", "error: no app is called \"zzzzzz\"; totp-import guide lists the apps"),
        (
            "proton",
            "error: \"proton\" fits Proton Authenticator (proton-authenticator) and Proton Pass (proton-pass); "
                + "name one of them"
        ),
    ]

    @Test("A name that fits no app, or several, is refused with the names that are close", arguments: unfound)
    func unknown(typed: String, message: String) throws {
        let outcome = try Self.guide(typed)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.errors == message + "\n")
    }

    /// In this order. A journey has Microsoft Authenticator and Authy.
    static let withoutExport: [(typed: String, texts: [String])] = [
        (
            "duo",
            [
                "Duo Mobile has no export", "Accounts of other services have ordinary codes", "What always works",
                "Duo push: the key never leaves the phone", "On a rooted phone",
            ]
        ),
        ("steam", ["Steam has no export", "Do not remove its authenticator lightly", "What may work", "maFile"]),
    ]

    @Test("Without an export, that comes first, then what always works, then what may work", arguments: withoutExport)
    func noExportFirst(typed: String, texts: [String]) throws {
        var rest = try Self.guide(typed).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")[...]
        for text in texts {
            let found = try #require(rest.firstRange(of: text), "\(text)")
            rest = rest[found.upperBound...]
        }
    }

    @Test(
        "The guide does not promise a QR code if the app shows none",
        arguments: ["rsa securid", "id austria", "onespan", "duo-push", "steam", "battle.net"])
    func noNewCode(typed: String) throws {
        #expect(!(try Self.guide(typed).text.contains("What always works")))
    }

    @Test(
        "No guide says that an app's own data, or passwords, are to be deleted",
        arguments: ["keepass", "steam", "otpclient", "cotp", "keysmith", "2fast", "winauth", "bitwarden"])
    func nothingToDelete(typed: String) throws {
        for arguments in [[typed], [typed, "--to", "keepass"]] {
            let words = try words(arguments)
            #expect(!words.contains("Then delete") && !words.contains("delete the exported"))
            #expect(words.contains("Keep the old app until every code works"))
            #expect(words.contains("Keep it, and a copy elsewhere") == (arguments.count > 1))
        }
        #expect(try words(["aegis"]).contains("Then delete the exported file"))
        #expect(try words(["aegis", "--to", "2fas"]).contains("After the import, delete 2fas.json."))
    }

    /// A guide without its line breaks.
    private func words(_ arguments: [String]) throws -> String {
        let outcome = try Program.run(["guide"] + arguments)
        #expect(outcome.status == 0)
        return outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test("Every number of the list leads to its app")
    func numbers() throws {
        let choices = GuideCommand.source.choices
        #expect(choices.count == AppSearch.usual.count)
        #expect(choices.filter { $0.title == "screenshots of QR codes" }.map(\.name) == ["otpauth"])
        #expect(GuideCommand.target.choices.count == AppSearch.usualTargets.count)
        for (choice, id) in zip(GuideCommand.target.choices, AppSearch.usualTargets) {
            #expect(try AppSearch.target(choice.name).name == AppSearch.target(id.rawValue).name, "\(choice)")
        }
        let narrow = try TerminalSession(["guide"], columns: 50)
        try narrow.waitFor("12  screenshots of QR codes\n")
        #expect(
            narrow.screen.lines.contains("   1  Google Authenticator")
                && narrow.screen.lines.contains("  11  Okta Verify"))
        narrow.type("\n")
        #expect(try narrow.waitForExit() == 0)
        for (choice, id) in zip(choices, AppSearch.usual) {
            #expect(try AppSearch.app(choice.name).best.contains { $0.id == id }, "\(choice)")
        }
        let last = try TerminalSession(["guide"], rows: 50)
        try last.waitFor("(Enter for none): ")
        last.type("\(choices.count)\n")
        try last.waitFor("(Enter for a vault): ")
        last.type("\n")
        try last.waitFor("From text with otpauth links; QR codes to a vault")
        #expect(try last.waitForExit() == 0)
    }

    @Test("The steps of both apps are those of formats")
    func steps() throws {
        let text = try Self.guide("google", "--to", "Aegis").text
        #expect(text.hasPrefix("From Google Authenticator to Aegis\n"))
        let plain = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(plain.contains("In Google Authenticator: Menu › Transfer accounts › Export accounts;"))
        #expect(plain.contains("totp-import convert screenshots --to aegis --output aegis.json"))
        #expect(plain.contains("In Aegis: Settings › Import & Export › Import from file, then choose Aegis."))
        #expect(text.contains("More: Docs/formats/google-migration.md, Docs/formats/aegis.md"))
    }

    @Test("A caution about the app comes before the import step")
    func cautions() throws {
        let text = try Self.guide("google", "--to", "freeotp-plus").text
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let caution = try #require(words.firstRange(of: "FreeOTP+ replaces the accounts that it already has"))
        let step = try #require(words.firstRange(of: "In FreeOTP+: Menu › Import"))
        #expect(caution.upperBound < step.lowerBound)
        let links = try Self.guide("aegis", "--to", "otpauth").text
        #expect(links.contains("--to authenticator-extension") && links.contains("--to freeotp-plus"))
    }

    static let pairs: [(source: String, target: String, texts: [String])] = [
        (
            "google", "microsoft",
            [
                "From Google Authenticator to Microsoft Authenticator", "totp-import qr screenshots",
                "Other accounts, also counter-based and Steam ones, show wrong codes", "In Microsoft Authenticator: +",
            ]
        ),
        ("aegis", "google", ["totp-import qr FILE --to-phone", "In Google Authenticator: Menu › Transfer accounts"]),
        ("aegis", "authy", ["From Aegis to Authy", "totp-import qr FILE", "In Authy: + › Scan QR code"]),
        (
            "aegis", "proton pass",
            ["Write a file of Bitwarden, which Proton Pass imports.", "--to bitwarden --plain --output bitwarden.json"]
        ),
        ("aegis", "cotp", ["--to aegis --output aegis.json", "cotp import --aegis-encrypted --path aegis.json"]),
        ("aegis", "keeper", ["totp-import list FILE --reveal", "Edit the entry, and type the secret"]),
        (
            "aegis", "yubikey",
            [
                "From Aegis to YubiKey", "totp-import convert FILE --to ykman --output ykman.sh",
                "It never gives a secret out again", "sh ykman.sh", "Docs/formats/ykman.md",
            ]
        ),
        ("aegis", "yubico", ["From Aegis to YubiKey"]),
        ("aegis", "nitrokey", ["totp-import list FILE --reveal", "For a YubiKey choose ykman"]),
        ("yubikey", "aegis", ["YubiKey and other security keys have no export", "Docs/formats/no-export.md"]),
        ("ykman", "aegis", ["YubiKey and other security keys have no export", "Docs/formats/no-export.md"]),
        (
            "aegis", "gopass",
            [
                "From Aegis to pass, gopass, passage", "totp-import convert FILE --to pass --output pass",
                "sh pass/insert.sh", "Docs/formats/pass.md",
            ]
        ),
        ("aegis", "pass otp", ["From Aegis to pass, gopass, passage"]),
        ("pass", "aegis", ["From pass, gopass or passage to a vault", "totp-import guide vault --to aegis"]),
        (
            "aegis", "duo push",
            ["Nothing can be moved into Duo push", "Only IT sets it up; ask IT for an activation link"]
        ),
        ("aegis", "vault", ["From Aegis to a vault", "totp-import import FILE --vault accounts.json"]),
        ("okta", "keepass", ["Okta Verify has no export", "totp-import guide vault --to keepass"]),
        ("okta", "microsoft", ["Okta Verify has no export", "Scan the QR code with Microsoft Authenticator"]),
        (
            "microsoft", "aegis",
            [
                "Microsoft Authenticator has no export", "What always works", "On a rooted phone",
                "--to aegis --output aegis.json",
            ]
        ),
        (
            "qr", "aegis",
            ["From text with otpauth links; QR codes to Aegis", "totp-import convert screenshots --to aegis"]
        ),
    ]

    @Test("Every app is a target, in the way in which it takes accounts", arguments: pairs)
    func targets(source: String, target: String, texts: [String]) throws {
        var rest = try words([source, "--to", target])[...]
        for text in texts {
            let found = try #require(rest.firstRange(of: text), "\(text) in \(rest)")
            rest = rest[found.upperBound...]
        }
    }

    @Test("Apple's guide knows the Mac and the iPhone, FreeOTP's the backups that it cannot restore")
    func versions() throws {
        let apple = try words(["apple"])
        for text in ["before macOS 15", "On an iPhone or iPad with iOS 18.2 or later", "iOS 26 and macOS 26"] {
            #expect(apple.contains(text))
        }
        let freeOTP = try words(["freeotp"])
        #expect(freeOTP.contains("FreeOTP 2.0.2 to 2.0.4 wrote backups that it cannot restore"))
        #expect(freeOTP.contains("name them in one run"))
    }

    @Test("A target that nobody knows is named")
    func unknownTarget() throws {
        let outcome = try Self.guide("google", "--to", "zzzzzz")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("no app is called \"zzzzzz\""))
    }

    @Test(
        "The app to use from now on is found by the names that people type",
        arguments: [
            ("authy", "From 2FAS to Authy", "totp-import qr FILE"), ("duo", "From 2FAS to Duo Mobile", "qr FILE"),
            ("okta", "From 2FAS to Okta Verify", "qr FILE"),
            ("microsoft", "From 2FAS to Microsoft Authenticator", "qr FILE"),
            ("ms authenticator", "From 2FAS to Microsoft Authenticator", "qr FILE"),
            ("google", "From 2FAS to Google Authenticator", "qr FILE --to-phone"),
            ("goggle", "From 2FAS to Google Authenticator", "qr FILE --to-phone"),
            ("print", "From 2FAS to HTML, one page to print", "--to html"), ("excel", "From 2FAS to CSV", "--to csv"),
            ("iphone passwords", "From 2FAS to Apple Passwords", "--to apple-passwords"),
            ("nothing, just keep them", "From 2FAS to a vault", "totp-import import FILE --vault accounts.json"),
        ])
    func aims(typed: String, heading: String, command: String) throws {
        let text = try Self.guide("2fas", "--to", typed).text
        #expect(text.hasPrefix(heading))
        #expect(text.contains(command))
    }

    @Test(
        "The page has at least 60 apps to move to, each once, and each step of an app has a source or is the usual one")
    func everyAim() {
        let aims = AppSearch.aims.filter { $0.arrival.ending != .nothing && $0.isApp }
        #expect(aims.count >= 60)
        #expect(Set(aims.map(\.name)).count == aims.count)
        let usual = "Add an account › scan the QR code; repeat for every account."
        for aim in aims where aim.arrival.steps.sentence.contains("›") && aim.arrival.steps.sentence != usual {
            #expect(KnownApp.all[aim.id]?.source.isEmpty == false, "the steps of \(aim.id) have no source")
        }
        for app in KnownApp.all.values where !app.source.isEmpty {
            #expect(app.source.wholeMatch(of: #/https://[^ ]+ 20\d\d-\d\d/#) != nil, "\(app.id)")
        }
        let microsoft = KnownApp.all["microsoft-authenticator"]?.holds?.kinds
        #expect(microsoft?[.totp]?.algorithms == [.sha1] && microsoft?[.totp]?.digits == 6...6)
        #expect(microsoft?[.hotp] == nil)
    }

    @Test("Every format and every app without an export has a guide, whose lines fit and whose pages exist")
    func everyApp() throws {
        for entry in FormatEntry.formats() + FormatEntry.appsWithoutExport() {
            let style = Style(isTerminal: false, isForbidden: true)
            let text = MoveGuide(sources: [entry]).text.text(width: 80, style: style)
            #expect(!text.isEmpty)
            for line in text.split(separator: "\n") {
                #expect(line.count <= 80 || !line.dropFirst(5).contains(" ") || line.contains("/data/"), "\(entry.id)")
            }
            for page in text.matches(of: #/Docs/formats/[a-z0-9-]+\.md/#) {
                let path = FixtureFolder.package.appending(path: String(page.output)).file
                #expect(FileManager.default.fileExists(atPath: path), "\(entry.id)")
            }
        }
        for id in AppSearch.usual {
            #expect((FormatEntry.formats() + FormatEntry.appsWithoutExport()).contains { $0.id == id })
        }
    }

    @Test("Every app is found by its id and by its name")
    func found() {
        let entries = FormatEntry.formats() + FormatEntry.appsWithoutExport()
        for entry in entries {
            for name in [entry.id.rawValue, entry.app.withoutParentheses] {
                let match = AppNames.match(name, in: entries)
                #expect((match.best + match.others).contains { $0.id == entry.id }, "\(name)")
            }
        }
    }

    @Test("The advice that always works matches the page")
    func samePage() throws {
        let page = FixtureFolder.package.appending(path: "Docs/formats/no-export.md")
        func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        let said = words(try String(contentsOf: page, encoding: .utf8))
        let guide = words(try Self.guide("okta").text)
        for step in [
            "Switch two-factor authentication off and on again, or choose \"change authenticator app\".",
            "Take a screenshot of the new QR code", "and sign in with a code from it.",
            "Save the new recovery codes. Only then delete the entry in the old app.",
        ] {
            #expect(said.contains(step) && guide.contains(step), "\(step)")
        }
    }

    @Test("Without an app and without a terminal, all apps are listed")
    func list() throws {
        let outcome = try Self.guide()
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("\nWithout an export\n") && outcome.text.contains("okta-verify"))
        #expect(outcome.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("On a terminal, an app is chosen by number or by name, at most three times")
    func choice() throws {
        let number = try TerminalSession(["guide"], rows: 50)
        try number.waitFor("Which app are you leaving?")
        try number.waitFor("(Enter for none): ")
        #expect(number.screen.lines.allSatisfy { $0.count < 80 })
        number.type("99\n")
        try number.waitFor("(Enter for none): ")
        number.type("1\n")
        try number.waitFor("Which app do you want to use now?")
        try number.waitFor("(Enter for a vault): ")
        #expect(number.screen.lines.allSatisfy { $0.count < 80 })
        number.type("\n")
        try number.waitFor("From Google Authenticator to a vault")
        #expect(try number.waitForExit() == 0)
        let name = try TerminalSession(["guide"], rows: 50)
        try name.waitFor("(Enter for none): ")
        name.type("zzzzzz\n")
        try name.waitFor("no app is called \"zzzzzz\"")
        try name.waitFor("(Enter for none): ")
        name.type("okta\n")
        try name.waitFor("Okta Verify has no export")
        #expect(try name.waitForExit() == 0)
        let none = try TerminalSession(["guide"])
        try none.waitFor("(Enter for none): ")
        none.type("\n")
        #expect(try none.waitForExit() == 0)
    }

    @Test(
        "On a terminal, an app that lets accounts out is asked where they go, by number or by name",
        arguments: [
            (["guide", "aegis"], "2\n", "From Aegis to Microsoft Authenticator"),
            (["guide", "aegis"], "okta\n", "From Aegis to Okta Verify"),
            (["guide", "aegis"], "zzzzzz\n\n", "From Aegis to a vault"),
            (["guide", "aegis"], "goggle\n", "From Aegis to Google Authenticator"),
            (["guide", "aegis"], "\u{4}", "From Aegis to a vault"),
        ])
    func asksForTheTarget(arguments: [String], answer: String, heading: String) throws {
        let session = try TerminalSession(arguments, rows: 50)
        try session.waitFor("(Enter for a vault): ")
        session.type(answer)
        try session.waitFor(heading)
        #expect(try session.waitForExit() == 0)
    }

    @Test(
        "Nobody is asked for a target that is named, or for an app that lets no account out",
        arguments: [["guide", "aegis", "--to", "authy"], ["guide", "okta"], ["guide", "rescue"], ["guide", "pass"]])
    func asksNothing(arguments: [String]) throws {
        let session = try TerminalSession(arguments, rows: 50)
        #expect(try session.waitForExit() == 0)
        #expect(!session.screen.transcript.contains("want to use now?"))
    }

    @Test("Without a terminal, the guide leads to a vault, and names --to")
    func namesTheTarget() throws {
        #expect(try Self.guide("aegis").text.contains("totp-import guide aegis --to APP"))
    }

    @Test("For an app without an export the error says what to do, also with --from")
    func noExport() throws {
        let folder = try TemporaryFolder()
        try folder.write("oktaverify://enroll?x=1\n", to: "link.txt")
        for arguments in [["list", "link.txt"], ["list", "link.txt", "--from", "okta-verify"]] {
            let outcome = try Program.run(arguments, in: URL(filePath: folder.path))
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("Okta Verify: the key never leaves the device"))
        }
    }
}
