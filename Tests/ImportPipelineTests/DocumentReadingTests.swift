import Containers
import Encodings
import FixtureSupport
import Importers
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Documents, pages and links in other clothes")
struct DocumentReadingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(
        _ files: [(name: String, bytes: [UInt8])], from id: String? = nil, asFolder: Bool = false
    ) async throws -> [SourceResult] {
        let paths = try files.map { try folder.write($0.bytes, to: $0.name) }
        var settings = ReadingSettings()
        settings.forced = id.flatMap { FormatRegistry.standard.format(FormatID(rawValue: $0)) }
        let reader = SourceReader(
            registry: .standard, images: ImageReader(decoders: [ScriptedDecoder()], scanner: ScriptedScanner()),
            settings: settings, archives: LibArchiveOpener())
        let inputs = InputCollector.collect(asFolder ? [folder.path] : paths)
        return try await ImportRun(reader: reader, jobs: 2).read(inputs)
    }

    private func summary(_ results: [SourceResult]) -> [String] {
        results.map { result in
            let accounts = result.entries.compactMap { entry in
                if case .item(let item) = entry.outcome { item.label } else { nil }
            }
            let what = result.failure?.code.rawValue ?? result.skippedInput.map { "\($0)" } ?? result.status.rawValue
            return "\(result.name.split(separator: "/").last ?? ""): \(what) \(accounts.joined(separator: ", "))"
        }
    }

    private static func word(_ text: String, picture: [UInt8]? = nil) throws -> [UInt8] {
        let document = "<w:document xmlns:w=\"x\"><w:p><w:r><w:t>\(text)</w:t></w:r></w:p></w:document>"
        var files = [ZipFile.Entry("[Content_Types].xml", "<x/>"), .init("word/document.xml", document)]
        if let picture { files.append(.init("word/media/a.png", pieces: [picture])) }
        return try ZipFile(files).bytes()
    }

    @Test("The text and the images of a document are inputs")
    func parts() async throws {
        let bytes = try Self.word(
            "otpauth://totp/A:a?secret=GEZDGNBV", picture: ScriptedPicture.bytes("code \(try link("b"))"))
        let results = try await read([("n.docx", bytes)])
        #expect(summary(results) == ["n.docx:text: ok A: a", "n.docx:a.png: ok b"])
    }

    /// Exports with a login Acorn, and a file `qr.png` or `notes.odt` of it.
    private static func exports(_ file: [UInt8], _ name: String) throws -> [(name: String, bytes: [UInt8])] {
        func archive(_ items: String, _ json: String, _ path: String) throws -> [UInt8] {
            try ZipFile([.init(items, json), .init(path, pieces: [file])]).bytes()
        }
        let enpass = """
            {"items":[{"title":"Acorn","template_type":"login.default","fields":[],\
            "attachments":[{"name":"\(name)","data":"\(Base64.encode(file))"}]}]}
            """
        return [
            (
                "bitwarden.zip",
                try archive(
                    "data.json", #"{"encrypted":false,"items":[{"id":"77","type":1,"name":"Acorn","login":{}}]}"#,
                    "attachments/77/\(name)")
            ),
            (
                "onepassword.1pux",
                try archive(
                    "export.data",
                    #"{"accounts":[{"vaults":[{"items":[{"overview":{"title":"Acorn"},"details":{"documentAttributes":{"#
                        + #""documentId":"77"}}}]}]}]}"#, "files/77__\(name)")
            ),
            (
                "proton.zip",
                try archive(
                    "Proton Pass/data.json",
                    #"{"version":"1","vaults":{"v":{"items":[{"data":{"metadata":{"name":"Acorn"},"content":{}},"#
                        + "\"files\":[\"\(name)\"]}]}}}", "Proton Pass/files/\(name)")
            ),
            ("enpass.json", Array(enpass.utf8)),
        ]
    }

    @Test("The files of logins are read as those of an archive, and what is none of them is named with its login")
    func attachments() async throws {
        let codes = try await read(Self.exports(ScriptedPicture.bytes("code \(try link("b"))"), "qr.png"))
        #expect(summary(codes).allSatisfy { $0.hasSuffix(": ok b") }, "\(summary(codes))")
        #expect(codes.allSatisfy { $0.warnings.isEmpty }, "\(codes.map(\.warnings))")
        let rejected = try await read(Self.exports(Array("otpauth://totp/a?secret=1".utf8), "links.txt"))
        for result in rejected {
            guard case .rejected(let rejection)? = result.entries.first?.outcome else {
                Issue.record("\(result.entries)")
                continue
            }
            #expect(rejection.position.description == "Acorn/links.txt, line 1")
        }
        let others = try await read(Self.exports([0xD0, 0xCF, 0x11, 0xE0, 1, 2], "notes.odt"))
        for result in others {
            #expect(result.warnings.contains { $0.description.contains("Acorn/notes.odt") }, "\(result.warnings)")
        }
        let broken = try await read(Self.exports(ScriptedPicture.bytes("unread 1"), "qr.png"))
        for result in broken {
            #expect(result.warnings.contains { $0.message.hasPrefix("Acorn/qr.png: ") }, "\(result.warnings)")
        }
    }

    @Test("Attachments beyond the limit are named")
    func attachmentLimit() async throws {
        let file = #"{"name":"a.png","data":"\#(Base64.encode(ScriptedPicture.bytes("nothing")))"}"#
        for (count, warnings) in [(Limit.attachments, 0), (Limit.attachments + 1, 1)] {
            let list = Array(repeating: file, count: count).joined(separator: ",")
            let text = """
                {"items":[{"title":"Acorn","template_type":"login.default","fields":[\
                {"type":"totp","value":"GEZDGNBV"}],"attachments":[\(list)]}]}
                """
            let results = try await read([("enpass.json", Array(text.utf8))])
            #expect(results[0].warnings.count == warnings, "\(results[0].warnings)")
        }
    }

    @Test(
        "A document or a page is not a copy that was made for moving accounts",
        arguments: [
            ("n.docx", try word("otpauth://totp/A:a?secret=GEZDGNBV")),
            ("n.html", Array("<html><p>otpauth://totp/A:a?secret=GEZDGNBV</p></html>".utf8)),
        ])
    func keepsake(name: String, bytes: [UInt8]) async throws {
        let results = try await read([(name, bytes)])
        #expect(results.map(\.hasAccounts) == [true])
        #expect(results.map(\.keepsakes) == [[.original("a document")]])
    }

    @Test(
        "In a page with links, images and tables of accounts are read as well",
        arguments: [
            ("<img src='", "'>", ["p.html:text: ok A: a", "p.html:image 1: ok b"]),
            (
                "<table><tr><th>Issuer<th>User<th>Secret<tr><td>C<td>carl<td>JBSWY3DPEHPK3PXP</table>", "",
                ["p.html:text: ok A: a", "p.html:table 1: ok C: carl"]
            ),
            ("<table><tr><td>Dear<td>all</table>", "", ["p.html:text: ok A: a", "p.html:table 1: content "]),
            ("<img src='logo.png'>", "", ["p.html:text: ok A: a"]),
        ])
    func linkedPage(before: String, after: String, parts: [String]) async throws {
        let picture = "data:image/png;base64," + Base64.encode(ScriptedPicture.bytes("code \(try link("b"))"))
        let page =
            "<html><a href='otpauth://totp/A:a?secret=GEZDGNBV'>x</a>"
            + before + (after.isEmpty ? "" : picture) + after
        #expect(summary(try await read([("p.html", Array(page.utf8))])) == parts)
    }

    @Test(
        "Of a link in a page, nothing that a browser hides ends it",
        arguments: ["&shy;", "<wbr>", "<b></b>", "<!-- x -->", "&#8203;"], ["<html><body>", ""])
    func brokenInPage(mark: String, start: String) async throws {
        let page = "\(start)<p>otpauth://totp/A:a?secret=JBSWY3DP\(mark)EHPK3PXP&amp;issuer=A\(mark)&amp;digits=8</p>"
        let result = try #require(try await read([("p.html", Array(page.utf8))]).first)
        let items = result.entries.compactMap { if case .item(let item) = $0.outcome { item } else { nil } }
        #expect(items.map(\.secret.base32) == ["JBSWY3DPEHPK3PXP"] && items.map(\.parameters.digits) == [8])
    }

    @Test("Our own page is read for its links: each image is that of one")
    func paper() async throws {
        let picture = "data:image/png;base64," + Base64.encode(ScriptedPicture.bytes("code \(try link("b"))"))
        let page =
            "<html><title>Paper backup: 1 account</title><body class=\"backup\">"
            + "<a href=\"otpauth://totp/A:a?secret=GEZDGNBV\"><img src=\"\(picture)\"></a></body></html>"
        #expect(summary(try await read([("p.html", Array(page.utf8))])) == ["p.html: ok A: a"])
    }

    @Test("A secret beside an encoded link is named")
    func besideClothes() async throws {
        let text = "B: JBSWY3DPEHPK3PXP, https://x.example/?u=otpauth%3A%2F%2Ftotp%2FA%3Aa%3Fsecret%3DGEZDGNBV%26x%3D1"
        let result = try #require(try await read([("t.txt", Array(text.utf8))]).first)
        #expect(summary([result]) == ["t.txt: partial A: a"])
        #expect(result.entries.count { if case .rejected = $0.outcome { true } else { false } } == 1)
    }

    @Test(
        "A text whose only link is broken is an error, also in a folder; one that only speaks of links is not",
        arguments: [
            ("totp/Acme:ann?secret=JBSWY3DPEHPK3PXP", true),
            ("otpauth-mobile://totp/Acme:ann?secret=JBSWY3DPEHPK3PXP", true),
            ("https://otpauth/totp/Acme:ann?secret%3DJBSWY3DPEHPK3PXP", true),
            ("otpauth has a parameter secret=", false),
        ])
    func brokenLink(text: String, isError: Bool) async throws {
        let results = try await read([("t.txt", Array("Dear all,\n\(text)\n".utf8))], asFolder: true)
        let problem = results.first { $0.name.hasSuffix("t.txt") }?.failure?.problem
        #expect(problem == (isError ? "it seems to contain a link that cannot be read" : nil))
    }

    @Test("An image of a document without a QR code is not worth a warning, and a letter has no accounts")
    func letter() async throws {
        let bytes = try Self.word("Dear all", picture: ScriptedPicture.bytes(""))
        let inFolder = try await read([("n.docx", bytes)], asFolder: true)
        #expect(
            summary(inFolder).filter { $0.hasPrefix("n.docx") } == ["n.docx:text: content ", "n.docx:a.png: picture "])
        let alone = try await read([("n.docx", bytes)])
        #expect(alone.contains { $0.failure?.problem == "no link, QR code or table of accounts in this document" })
    }

    @Test("A document without any part is named by its kind")
    func others() async throws {
        let empty = try ZipFile([.init("[Content_Types].xml", "<x/>")]).bytes()
        #expect(summary(try await read([("e.docx", empty)])) == ["e.docx: unrecognised "])
        #expect(try await read([("e.docx", empty)], asFolder: true).contains { $0.skippedInput == .other(.document) })
    }

    @Test("With --from, a page is a file of that format")
    func forced() async throws {
        let page = Array("<html><table><tr><td>a</td></tr></table></html>".utf8)
        #expect(try await read([("p.html", page)], from: "aegis").first?.isMember == false)
        let problem = "no link, QR code or table of accounts in this document"
        #expect(try await read([("p.html", page)]).map(\.failure?.problem) == [problem])
    }

    @Test(
        "Links in other clothes are read in files of no format, and beside other links",
        arguments: [
            ("chl=otpauth%3A%2F%2Ftotp%2FA%3Aa%3Fsecret%3DGEZDGNBV%26x%3D1", ["A: a"]),
            (
                "otpauth://totp/B:b?secret=GEZDGNBV\nq=otpauth%3A%2F%2Ftotp%2FA%3Aa%3Fsecret%3DMEZDGNBV",
                ["B: b", "A: a"]
            ),
            (#""uri":"otpauth:\/\/totp\/A:a?secret=GEZDGNBV""#, ["A: a"]),
        ])
    func clothes(text: String, labels: [String]) async throws {
        let results = try await read([("t.txt", Array(text.utf8))])
        #expect(summary(results) == ["t.txt: ok \(labels.joined(separator: ", "))"])
    }

    @Test("The QR codes in Aegis's page are read: only they have the period")
    func aegis() async throws {
        let picture = Base64.encode(ScriptedPicture.bytes("code otpauth://totp/a?secret=GEZDGNBV&period=60"))
        let titles = ["Issuer", "Name", "Type", "QR Code", "UUID", "Algo", "Digits", "Secret"]
        let cells = ["A", "a", "TOTP", "<img src=\"data:image/png;base64,\(picture)\">", "u", "SHA1", "6", "GEZDGNBV"]
        let page =
            "<html><table><tr>\(titles.map { "<th>\($0)</th>" }.joined())</tr><tr>"
            + "\(cells.map { "<td>\($0)</td>" }.joined())</tr></table></html>"
        let result = try #require(try await read([("p.html", Array(page.utf8))]).first)
        #expect(result.format == "aegis" && result.warnings.isEmpty)
        guard case .item(let item)? = result.entries.first?.outcome else {
            Issue.record("no account")
            return
        }
        #expect(item.parameters.period == 60)
    }
}
