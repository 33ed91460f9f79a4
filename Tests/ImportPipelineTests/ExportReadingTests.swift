import FixtureSupport
import Links
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Reading of texts and exports")
struct ExportReadingTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: - What is read

    @Test(
        "A list of links is read, whatever it is called", arguments: ["links.txt", "links", "links.png", "links.json"])
    func links(name: String) async throws {
        let result = await reader().read(try input("\(try link("a"))\n\(try link("b"))", name))
        #expect(result.status == .ok)
        #expect(result.format == "otpauth")
        #expect(result.codes == nil)
        #expect(result.items.map(\.name) == ["a", "b"])
    }

    @Test("A rejected entry makes it partial; the others are read")
    func partial() async throws {
        let result = await reader().read(
            try input("\(try link("a"))\notpauth://totp/bad\n\(try link("b"))", "links.txt"))
        #expect(result.status == .partial)
        #expect(result.items.map(\.name) == ["a", "b"])
        #expect(result.rejections.map(\.position.description) == ["line 2"])
    }

    @Test("A warning of the format is in the result, and not a problem")
    func warnings() async throws {
        let result = await reader().read(try input("otpauth://hotp/a?secret=JBSWY3DP", "links.txt"))
        #expect(result.status == .ok)
        #expect(result.warnings == ["line 1 (a): the link has no counter; it starts at 0"])
    }

    @Test("A secret in a name is reported, and the file is kept")
    func secretInName() async throws {
        let result = await reader().read(
            try input(
                "issuer,name,secret\nAcorn,a KRSXG5CTMVRXEZLU,JBSWY3DPEHPK3PXP\nBirch,b,GEZDGNBVGY3TQOJQ\n",
                "a.csv"))
        #expect(result.items.count == 2)
        #expect(result.leftovers.all == [Leftover(.secret, .name("a …"))])
        #expect(result.warnings.map(\.problem) == ["it may have another secret: \"a …\""])
    }

    @Test(
        "A text that ends within its last secret is reported",
        arguments: [
            ("KBQXE2DBN5XGKIDUMVWXEZLTEBZXIYLU", 23, true), ("KBQXE2DBN5XGKIDUMVWXEZLTEBZXIYLU", 32, false),
            ("KBQXE2DBN5XGKIDUMVWXEZLTEBZXIYLU", 24, false), ("KBQXE2DBN5XGKIDUMVWXEZLTEBZXIYLU\n", 33, false),
            ("KBQXE2DBN5XGKIDUMVWXEZLTEBZXIYLU\n", 23, true), ("KBQXE2DBN5XGKIDUMVWXEZLT\n", 25, false),
        ])
    func endsInSecret(secret: String, count: Int, isCut: Bool) async throws {
        let other = "MFZWIZTHNBVGW2DJMFZWIZTHNBVGW2DJ"
        for name in ["otpauth://totp/a?issuer=A&secret=", "Acorn: "] {
            let text = "\(name)\(other)\n\(name)\(String(other.reversed()))\n\(name)\(secret.prefix(count))"
            let result = await reader().read(try input(text, "a.txt"))
            #expect(result.items.count == 3)
            #expect(result.warnings.map(\.problem).contains("it may end within its last secret") == isCut, "\(text)")
        }
    }

    @Test("Links in the notes of a login are reported")
    func furtherLinks() async throws {
        let header =
            "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n"
        let first = ",,login,a,2FA: \(try link("n")),,,,,,\(try link("a"))\n",
            second = ",,note,b,\(try link("m")),,,,,,\n"
        let result = await reader().read(try input(header + first + second, "bitwarden.csv"))
        #expect(result.items.count == 1)
        let advice = "put it into the entry's own field for one-time passwords, and export again"
        #expect(
            result.warnings.map(\.message) == [
                "line 2 (a): the note contains an otpauth link, which is not imported; \(advice)",
                "line 3 (b): the note contains an otpauth link, which is not imported; \(advice)",
            ])
        let plain = await reader().read(try input(header + ",,login,a,,,,,,,\(try link("a"))\n", "plain.csv"))
        #expect(plain.warnings.isEmpty)
        // As many links as entries, but the entry has another secret.
        let bare = ",,login,a,,,,,,,MFRGGZDFMFRGGZDF\n,,note,b,\(try link("m")),,,,,,\n"
        let mixed = await reader().read(try input(header + bare, "mixed.csv"))
        #expect(mixed.items.count == 1)
        #expect(
            mixed.warnings.map(\.message) == [
                "line 3 (b): the note contains an otpauth link, which is not imported; \(advice)"
            ])
        // In an app whose notes are not searched.
        let aegis = """
            {"version":1,"header":{"slots":null,"params":null},"db":{"version":2,"entries":[{"type":"totp","uuid":"x",
            "name":"a","issuer":"b","note":"\(try link("m"))","info":{"secret":"MFRGGZDFMFRGGZDF","algo":"SHA1","digits":6,
            "period":30}}]}}
            """
        let other = await reader().read(try input(aegis, "aegis.json"))
        #expect(
            other.warnings.map(\.message) == [
                "1 otpauth link in notes or other fields (line 2), without an entry of its own, is not imported; totp-import "
                    + "validate lists all links"
            ])
    }

    @Test("So are those of a file in an archive, without a line, and those of lines of JSON below others")
    func furtherLinksOfOpened() async throws {
        let link = try link("n").replacing("/", with: "\\/")
        let item = #"{"uuid":"\#(link)","overview":{"title":"Acorn"},"details":{}}"#
        let archive = try ZipFile([.init("export.data", #"{"accounts":[{"vaults":[{"items":[\#(item)]}]}]}"#)]).bytes()
        let lines = """
            \u{FEFF}
            ***5642bee8-a5ff-11dc-8314-0800200c9a66***
            {"uuid":"\(link)","title":"Acorn","typeName":"webforms.WebForm","secureContents":{}}

            """
        for (bytes, name, place) in [(archive, "a.1pux", ""), (Array(lines.utf8), "data.1pif", " (line 3)")] {
            let path = try folder.write(bytes, to: name)
            let result = await reader().read(Input(name: path, location: .file(path: path)))
            #expect(
                result.warnings.map(\.problem) == [
                    "1 otpauth link in notes or other fields\(place), without an entry of its own, is not imported"
                ])
        }
    }

    @Test("The parts of a Google export are passed on")
    func parts() async throws {
        let link = "otpauth-migration://offline?data=CgYKAQESAWEYAyAB"  // One account, the second part of three.
        let result = await reader().read(try input(link, "links.txt"))
        #expect(result.format == "google-migration")
        #expect(result.migrationParts.map(\.size) == [3])
        #expect(result.migrationParts.map(\.index) == [1])
    }

    // MARK: - What is not

    @Test(
        "A file of an unknown format fails as an argument, and is skipped in a folder",
        arguments: [
            ("a shopping list", "list.txt"), ("{}", "list.json"), ("\u{0}\u{1}\u{2}", "binary"),
            ("PK\u{3}\u{4}", "some.zip"),
            ("x", "png"), ("x", "picture.png.txt"),
        ])
    func unrecognised(content: String, name: String) async throws {
        let named = await reader().read(try input(content, name))
        #expect(named.status == .failed)
        #expect(named.failure?.code == .unrecognised)
        let found = await reader().read(try input(content, name, inFolder: true))
        #expect(found.status == .skipped)
        #expect(found.failure == nil)
    }

    @Test(
        "A file that is only named like an image always fails",
        arguments: ["picture.png", "picture.PNG", "a.b.jpeg", ".jpg", "x.webp", "x.HEIC"])
    func notAPicture(name: String) async throws {
        for inFolder in [true, false] {
            let result = await reader().read(try input("a shopping list", name, inFolder: inFolder))
            #expect(result.status == .failed)
            #expect(result.failure?.code == .notAnImage)
        }
    }

    @Test(
        "An empty file fails; one in a folder only if it is named like an image or an export",
        arguments: [
            ("empty.png", true), ("empty.txt", true), ("e.JSON", true), ("a.2fas", true), ("__init__.py", false),
            ("subuid", false),
        ])
    func empty(name: String, isNamedLikeExport: Bool) async throws {
        for inFolder in [true, false] {
            let result = await reader().read(try input("", name, inFolder: inFolder))
            let fails = isNamedLikeExport || !inFolder
            #expect(result.status == (fails ? .failed : .skipped))
            #expect(result.failure?.code == (fails ? .emptyFile : nil))
            #expect(result.skippedInput == (fails ? nil : .empty))
        }
    }

    @Test("An input that cannot be read says why")
    func unreadable() async throws {
        let missing = Input(name: "missing", location: .file(path: folder.path("missing")))
        #expect(await reader().read(missing).failure?.code == .notFound)
        let asFolder = Input(name: "folder", location: .file(path: folder.path))
        #expect(await reader().read(asFolder).failure?.code == .readFailed)
        let known = SourceError(.emptyFolder, "found out before")
        let result = await reader().read(Input(name: "x", location: .unreadable(known)))
        #expect(result.status == .failed)
        #expect(result.failure == known)
    }

    @Test("A source beyond the limit is not read")
    func tooLarge() async throws {
        var limits = ImportLimits()
        let text = try link("a")
        limits.sourceBytes = text.utf8.count
        #expect(await reader(limits: limits).read(try input(text, "links.txt")).status == .ok)
        limits.sourceBytes -= 1
        let result = await reader(limits: limits).read(try input(text, "links.txt"))
        #expect(result.failure?.code == .tooLarge)
    }

    @Test("A forced format reads what would not be recognized; images stay images")
    func forced() async throws {
        let forced = reader(forced: OTPAuthFormat())
        let result = await forced.read(try input("{\"otpauth\": \"otpauth://totp/bad\"}", "list.txt", inFolder: true))
        #expect(result.format == "otpauth")
        #expect(result.status == .partial)
        #expect(result.rejections.map(\.code) == [.secretMissing])
        let path = try folder.write(ScriptedPicture.bytes("code \(try link("a"))"), to: "picture")
        let picture = await forced.read(Input(name: path, location: .file(path: path)))
        #expect(picture.format == "png")
        #expect(picture.items.map(\.name) == ["a"])
    }

    @Test("Base64 that could be a maFile says what a maFile lacks; with its manifest it is one")
    func maFile() async throws {
        let maFile =
            "sqdVMyOxKn3UihnUnDjtlxyzYFJxYLpPHJjU+ziotRxOyF065obArmIKSmwjUN6to2tWwlczRkBAtY9VeQSXqW5ZHCQYqKjoKc8fbxgjJRM="
        let known = ScriptedPassphrases(known: [Passphrase("Grüße 7")]).source
        let lone = await reader(passphrases: known).read(try input(maFile, "1.maFile"))
        #expect(lone.failure?.code == .wrongPassphrase)
        #expect(lone.failure?.message.contains("manifest.json") == true)
        _ = try folder.write(
            """
            {"entries":[{"encryption_iv":"MDEyMzQ1Njc4OTo7PD0+Pw==","encryption_salt":"obLD1OX2Bxg=","filename":"1.maFile"}]}
            """, to: "manifest.json")
        let whole = await reader(passphrases: known).read(try input(maFile, "1.maFile"))
        #expect(whole.format == "steam")
        #expect(whole.items.map(\.label) == ["Steam: olivia"])
    }

    // MARK: -

    private func input(_ content: String, _ name: String, inFolder: Bool = false) throws -> Input {
        let path = try folder.write(content, to: name)
        return Input(name: path, location: .file(path: path), folder: inFolder ? folder.path : nil)
    }
}
