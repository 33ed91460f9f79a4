import Encodings
import FixtureSupport
import Foundation
import Testing

private let pageScript = FixtureFolder.package.appending(path: "Tests/peers/report_page.py").file

/// Runs `Tests/peers/report_page.py`; nil if something that it needs is missing.
private let pagePeer: PythonInterpreter? = {
    let programs = ["chromium", "zbarimg"].map(ExternalProgram.init(named:))
    guard programs.allSatisfy({ $0 != nil }), FileManager.default.fileExists(atPath: pageScript) else { return nil }
    return .find(with: ["json"])
}()

/// `--report report.html`: a page without secrets and without readable QR codes.
@Suite("The report page")
struct ReportPageTests {
    private let folder: TemporaryFolder
    private static let secret = "JBSWY3DPEHPK3PXPJBSWY3DP"

    init() throws { folder = try TemporaryFolder() }

    private struct Findings: Decodable {
        var pictures, sources, bytes: Int
        var searched: Int?
        var kinds: [String: Int]
        var text: String
    }

    private func image(_ path: String) -> String { FixtureFolder.images.appending(path: path).file }

    private func page(_ inputs: [String], _ more: [String] = []) throws -> String {
        let outcome = try Program.run(
            ["convert"] + inputs + ["--to", "otpauth", "-o", "out.txt", "-fq", "--report", "report.html"] + more,
            in: URL(filePath: folder.path))
        #expect(outcome.status < 2)
        return try folder.text("report.html")
    }

    private func findings(search: String? = nil) throws -> Findings {
        let outcome = try #require(pagePeer).run(
            [pageScript, folder.path("report.html")] + (search.map { ["--search", $0] } ?? []))
        #expect(outcome.status == 0 && outcome.errors == "")
        return try JSONDecoder().decode(Findings.self, from: outcome.output)
    }

    @Test(
        "In a browser: nothing is loaded, no QR code is readable, search and filter work, light and dark, also on a phone",
        .enabled(if: pagePeer != nil, "Tests/peers/report_page.py, Python, chromium or zbarimg is missing"))
    func browser() throws {
        let inputs = ["rejected", "screenshots", "no-code", "damaged", "several", "google-parts", "not-an-account"]
        let text = try page(inputs.map(image))
        let found = try findings(search: "brightwater")
        #expect(found.pictures > 30 && found.sources > 40)
        #expect(found.kinds[""] == found.sources)
        for kind in ["green", "red"] { #expect(0..<found.sources ~= found.kinds[kind] ?? 0) }
        #expect((found.kinds["red"] ?? 0) > 2)
        #expect(1..<found.sources ~= found.searched ?? 0)
        #expect(found.text.contains("the period must be 1 to 2147483 seconds, not 0"))
        #expect(found.text.contains("Correct the link, or set the account up again with its service"))
        #expect(text.utf8.count < 1 << 20)
    }

    @Test(
        "Pictures of all fixtures have no readable QR code, with zbarimg and with our scanner",
        .enabled(if: pagePeer != nil, "Tests/peers/report_page.py, Python, chromium or zbarimg is missing"))
    func unreadable() throws {
        let text = try page([FixtureFolder.images.file])
        let found = try findings()
        #expect(found.pictures > 150)
        let images = text.matches(of: #/src="data:image\/bmp;base64,([^"]+)"/#).map { String($0.1) }
        #expect(images.count == found.pictures)
        try folder.makeFolder("pictures")
        for (index, image) in images.enumerated() {
            try folder.write([UInt8](try #require(Data(base64Encoded: image))), to: "pictures/\(index).bmp")
        }
        let scan = try Program.run(["scan", folder.path("pictures"), "--json"])
        #expect(scan.status == 2)
        #expect(scan.text.split(separator: "\n").allSatisfy { $0.contains(#""kind":"none""#) })
    }

    @Test("Hostile names are shown, escaped, and do nothing")
    func hostile() throws {
        let name = "x\u{202E}<script>alert(1)<\u{2F}script>\"'&\u{1B}[31m.txt".replacing("/", with: "")
        try folder.write(
            """
            otpauth://totp/%3Cb%3EA%3Cimg%20src%3Dx%3E:%E2%80%AEeve?secret=\(Self.secret)
            nothing
            otpauth://totp/x?secret=1
            otpauth://totp/%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7:dan?secret=\(Self.secret)&digits=8

            """, to: name)
        let text = try page([name])
        #expect(!text.contains("<b>A") && !text.contains("<img src=x") && text.contains("&lt;b&gt;A&lt;img src=x&gt;"))
        #expect(text.components(separatedBy: "<script>").count == 2)
        #expect(text.contains("👩\u{200D}👧: dan"))
        #expect(text.contains("<span class=\"invisible\">U+202E</span>") && text.contains("U+001B"))
        #expect(!text.unicodeScalars.contains("\u{202E}") && !text.unicodeScalars.contains("\u{1B}"))
        Messages.expectHidden([Self.secret], in: text, "the page")
    }

    @Test("A photo beside screenshots is not a problem; a photo that is named alone is")
    func photos() throws {
        try folder.makeFolder("shots")
        for place in ["no-code/photo-like.png", "plain/code.png"] {
            let bytes = try FixtureFolder.bytes(FixtureFolder.images.appending(path: place))
            try folder.write(bytes, to: "shots/\(place.split(separator: "/")[1])")
        }
        let text = try page(["shots"])
        #expect(text.contains("<p class=\"good\">No problems.</p>") && text.contains("0 problems."))
        #expect(try page(["shots/photo-like.png", "shots/code.png"]).contains("1 problem."))
    }

    @Test("Outcomes have their colors")
    func colors() throws {
        let link = "otpauth://totp/Acorn:alice?secret=\(Self.secret)"
        try folder.write("\(link)\n\(link)\notpauth://totp/Bad:eve?secret=1\n", to: "a.txt")
        try folder.write(
            """
            {"format":"totp-import-items","version":1,"items":[
            {"type":"totp","issuer":"A","name":"b","secret":"\(Self.secret)","algorithm":"SHA1","digits":6,"period":30,"note":"n"}
            ]}
            """, to: "items.json")
        let text = try page(["a.txt", "items.json", "missing.txt"])
        for part in [
            #"<span class="badge green">imported</span> <span class="label"><bdi>Acorn: alice</bdi>"#,
            #"<span class="badge green">duplicate</span> <span class="label"><bdi>Acorn: alice</bdi>"#,
            #"<span class="badge red">rejected</span> <span class="label"><bdi>Bad: eve</bdi>"#,
            #"<span class="badge amber">reduced</span> <span class="label"><bdi>A: b</bdi>"#,
            #"<bdi>missing.txt</bdi> <span class="badge red">not read</span>"#,
            "an otpauth link cannot store the note",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test("Each QR code is outlined: imported, rejected, and in an image without a number if it is alone")
    func outlines() throws {
        let text = try page([image("rejected/bad-among-good.png")])
        #expect(text.components(separatedBy: "<polygon class=\"green\"").count == 3)
        #expect(text.components(separatedBy: "<polygon class=\"red\"").count == 3)
        #expect(text.contains("points=\"326,26 490,26 490,190 326,190\""))
        #expect(text.contains("2 imported, 2 rejected") && text.contains(">4</text>"))
        #expect(try !page([image("plain/code.png")]).contains("</text>"))
    }

    @Test("Images are described with their accounts, what to do is a list with links, and skipped files are last")
    func words() throws {
        try folder.makeFolder("d")
        try folder.write("", to: "d/.DS_Store")
        try folder.write(try FixtureFolder.bytes(FixtureFolder.images.appending(path: "plain/code.png")), to: "d/a.png")
        let bad = try FixtureFolder.bytes(FixtureFolder.images.appending(path: "rejected/no-secret.png"))
        try folder.write(bad, to: "d/b.png")
        let text = try page(["d"])
        #expect(text.contains(#"aria-label="Juniper Lane Post: frank.code@example.com imported""#))
        #expect(text.contains("<figcaption>1 imported</figcaption>"))
        #expect(
            text.contains(
                "<li><bdi>Correct the link, or set the account up again with its service: "
                    + "&quot;Broken Links: no-secret@example.com&quot; in</bdi> <a href=\"#s3\"><bdi>d/b.png</bdi></a></li>"
            ))
        #expect(
            text.contains("<bdi>Then delete these files, also on the phone (anyone who reads them has the accounts):")
        )
        let sources = text.ranges(of: /id="s\d+"/).map { text[$0] }
        #expect(sources == [#"id="s2""#, #"id="s3""#, #"id="s1""#])
    }

    @Test("A page of 300 images is small, and so is one of many entries")
    func large() throws {
        try folder.makeFolder("shots")
        let image = try Data(contentsOf: URL(filePath: image("screenshots/phone-browser.png")))
        for index in 0..<300 { try folder.write([UInt8](image), to: "shots/\(index).png") }
        #expect(try page(["shots"]).utf8.count < 4 << 20)
        let links = (0..<30_000).map { "otpauth://totp/Acorn:user\($0)?secret=\(Self.secret)\n" }.joined()
        try folder.write(links, to: "many.txt")
        let many = try page(["many.txt"])
        #expect(many.utf8.count < 4 << 20)
        #expect(many.contains("25000 more entries; the JSON report lists them all"))
    }

    @Test("The page of an earlier run is not an input of a folder")
    func earlier() throws {
        try folder.makeFolder("d")
        try folder.write("otpauth://totp/Acorn:alice?secret=\(Self.secret)\n", to: "d/links.txt")
        for _ in 1...2 {
            let outcome = try Program.run(
                ["convert", "d", "--to", "json", "--report", "d/report.html"], in: URL(filePath: folder.path))
            #expect(outcome.status == 0 && outcome.errors.contains("1 read, 0 failed, 0 without an account, 0 skipped"))
        }
    }
}
