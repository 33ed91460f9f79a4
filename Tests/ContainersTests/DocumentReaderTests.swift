import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Containers

@Suite("The parts of documents, as the files of an archive")
struct DocumentReaderTests {
    private static let link = "otpauth://totp/A:a?secret=GEZDGNBV"

    private func read(_ bytes: [UInt8]) throws -> [String] {
        let reader = try LibArchiveOpener().open(ByteArrayStream(bytes), .document, passphrase: nil)
        var parts: [String] = []
        while let member = try reader.next() {
            let content = try reader.content(limit: 1 << 20)
            let isImage = if case .image = SourceContent(content).kind { true } else { false }
            parts.append("\(member.name): \(isImage ? "image" : String(decoding: content, as: UTF8.self))")
        }
        return parts
    }

    private func read(_ text: String) throws -> [String] { try read(Array(text.utf8)) }

    private func packed(_ files: (String, String)...) throws -> [UInt8] {
        try ZipFile(files.map { ZipFile.Entry($0.0, $0.1) }).bytes()
    }

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    // MARK: - Word, PowerPoint

    @Test("Runs of a paragraph are joined, deleted text is not read, and addresses of links are added once")
    func word() throws {
        let text = """
            <w:document xmlns:w="x"><w:body><w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>otpauth://to</w:t></w:r>
            <w:r><w:t>tp/A:a?secret=GEZD\u{AD}GNBV</w:t></w:r></w:p><w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>
            <w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t>
            </w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>Name</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>x, "y"</w:t>
            </w:r></w:p></w:tc></w:tr></w:tbl><w:p><w:r><w:instrText> HYPERLINK "otpauth://totp/B</w:instrText></w:r><w:r>
            <w:instrText>:b?secret=GEZDGNBV" </w:instrText></w:r><w:r><w:t>open</w:t></w:r></w:p></w:body></w:document>
            """
        let rels = #"<Relationships><Relationship Id="r" Target="\#(Self.link)"/></Relationships>"#
        let parts = try read(
            packed(
                ("[Content_Types].xml", "<x/>"), ("word/document.xml", text), ("word/_rels/document.xml.rels", rels),
                ("word/styles.xml", "<x><w:t>no</w:t></x>")))
        #expect(
            parts == [
                "text: \(Self.link)\na\tb\nc\nopen\notpauth://totp/B:b?secret=GEZDGNBV\n",
                "table 1: Name,\"x, \"\"y\"\"\"\n",
            ])
    }

    @Test("Slides are in the order of their numbers, and images come last, each once")
    func slides() throws {
        func slide(_ text: String) -> String { "<p:sld xmlns:p=\"x\"><a:p><a:r><a:t>\(text)</a:t></a:r></a:p></p:sld>" }
        let files: [ZipFile.Entry] = [
            .init("[Content_Types].xml", "<x/>"), .init("ppt/media/b.png", pieces: [Self.png]),
            .init("ppt/media/c.png", pieces: [Self.png]),
            .init("docProps/thumbnail.jpeg", pieces: [[0xFF, 0xD8, 0xFF, 0xE0]]),
            .init("ppt/slides/slide10.xml", slide("ten")), .init("ppt/slides/slide2.xml", slide("two")),
        ]
        #expect(try read(ZipFile(files).bytes()) == ["text: two\nten\n", "b.png: image"])
    }

    // MARK: - Sheets

    private static let workbook =
        #"<workbook xmlns:r="x"><sheets><sheet name="Co/des" r:id="r1"/></sheets></workbook>"#
    private static let relations =
        #"<Relationships><Relationship Id="r1" Target="worksheets/sheet7.xml"/></Relationships>"#

    private func sheet(_ rows: String, strings: String = "<sst/>") throws -> [String] {
        try read(
            packed(
                ("[Content_Types].xml", "<x/>"), ("xl/workbook.xml", Self.workbook),
                ("xl/_rels/workbook.xml.rels", Self.relations), ("xl/sharedStrings.xml", strings),
                ("xl/worksheets/sheet7.xml", "<worksheet><sheetData>\(rows)</sheetData></worksheet>")))
    }

    @Test("Cells of Excel are read with the empty ones between them")
    func excel() throws {
        let parts = try sheet(
            """
            <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>x</t></is></c></row>
            <row r="3"><c r="B3"><v>6</v></c><c r="C3" t="b"><v>1</v></c><c t="str"><v>y</v></c></row>
            """,
            strings: "<sst><si><r><t>a</t></r><r><t>_x0042_</t></r><rPh><t>no</t></rPh></si></sst>")
        #expect(parts == ["Co_des: aB,,x\n\n,6,TRUE,y\n"])
    }

    @Test("Comments of a sheet of Excel and its text boxes are text, each a line")
    func excelComments() throws {
        let comments = """
            <comments><commentList><comment ref="A1"><text><r><t>one: </t></r><r><t>two</t></r></text></comment>
            <comment ref="A2"><text><t>\(Self.link)</t></text></comment></commentList></comments>
            """
        let drawing = "<xdr:wsDr xmlns:xdr=\"x\"><a:p><a:r><a:t>three</a:t></a:r></a:p></xdr:wsDr>"
        let parts = try read(
            packed(
                ("[Content_Types].xml", "<x/>"), ("xl/workbook.xml", "<workbook/>"),
                ("xl/styles.xml", "<x><t>no</t></x>"), ("xl/comments1.xml", comments),
                ("xl/drawings/drawing1.xml", drawing)))
        #expect(parts == ["text: one: two\n\(Self.link)\nthree\n"])
    }

    @Test(
        "A number that may have been a secret stays one",
        arguments: [
            ("6", "6"), ("30", "30"), ("1000000", "1000000"), ("45233", "4.5233E+4"),
            ("2222222222222220", "2.222222222222220E+15"), ("2.2E+15", "2.2E+15"), ("8.5", "8.5"),
        ])
    func numbers(stored: String, text: String) throws {
        #expect(try sheet("<row r=\"1\"><c r=\"A1\"><v>\(stored)</v></c></row>") == ["Co_des: \(text)\n"])
    }

    @Test("Sheets of OpenDocument are read with their repeated empty cells")
    func openSheet() throws {
        let content = """
            <office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><table:table \
            table:name="S"><table:table-row><table:table-cell office:value-type="string"><text:p>a<text:s text:c="2"/>b\
            </text:p></table:table-cell><table:table-cell table:number-columns-repeated="2"/><table:table-cell \
            office:value-type="float" office:value="45233"><text:p>45.233</text:p></table:table-cell></table:table-row>\
            <table:table-row table:number-rows-repeated="1048574"><table:table-cell \
            table:number-columns-repeated="16384"/></table:table-row></table:table></office:body>\
            </office:document-content>
            """
        #expect(try read(packed(("mimetype", "x"), ("content.xml", content))) == ["S: a  b,,,4.5233E+4\n"])
    }

    @Test("A comment of OpenDocument is text, and not a part of the cell or the line that it is in")
    func openComments() throws {
        let note = "<office:annotation><dc:date>2026-01-01</dc:date><text:p>note</text:p></office:annotation>"
        let content = """
            <office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:dc="d"><office:body>\
            <text:p>otpauth://totp/A:a?\(note)secret=GEZDGNBV</text:p><table:table table:name="S"><table:table-row>\
            <table:table-cell>\(note)<text:p>a</text:p></table:table-cell></table:table-row></table:table>\
            </office:body></office:document-content>
            """
        let parts = try read(packed(("mimetype", "x"), ("content.xml", content)))
        #expect(parts == ["text: note\n\(Self.link)\nnote\n", "S: a\n"])
    }

    // MARK: - Pages

    @Test("Text, tables, addresses and images of a page are read")
    func page() throws {
        let png = Base64.encode(Self.png)
        let parts = try read(
            """
            <!DOCTYPE html><html><head><title>t</title><style>no</style></head><body><!-- no <p>no --><p>a &amp; <b>b</b>
            c</p><script>if (a<b) no</script><a href="otpauth://totp/a?secret=GEZDGNBV&amp;digits=8">open</a>
            <table><tr><th>Name<td>x<br>y</table><img src='data:image/png;BASE64,\(png.prefix(4))
            \(png.dropFirst(4))'><img src="other.png"></body></html>
            """)
        #expect(
            parts == [
                "text: t\na & b c\nopen\notpauth://totp/a?secret=GEZDGNBV&digits=8\n", "table 1: Name,x y\n",
                "image 1: image",
            ])
    }

    @Test("The drawings of a page are pictures, if they are large enough for a QR code")
    func drawings() throws {
        let path = "<path d='\(String(repeating: "M1 1h1", count: 100))'/>"
        let page =
            "<html><svg class=\"a\"><path/></svg><p><SVG viewBox='0 0 9 9'><svg x='1'></svg>\(path)</SVG ></p>"
            + "<svg xmlns=\"http://www.w3.org/2000/svg\">\(path)</svg><svg/><svg>\(path)"
        let reader = try DocumentReader(Array(page.utf8))
        var drawings: [String] = []
        while let member = try reader.next() {
            drawings.append("\(member.name): " + String(decoding: try reader.content(limit: 9999), as: UTF8.self))
        }
        let name = " xmlns=\"http://www.w3.org/2000/svg\"", link = " xmlns:xlink=\"http://www.w3.org/1999/xlink\""
        #expect(
            drawings == [
                "drawing 1: <svg\(name)\(link) viewBox='0 0 9 9'><svg x='1'></svg>\(path)</svg>",
                "drawing 2: <svg\(link)\(name)>\(path)</svg>",
                // The page is cut off in it.
                "drawing 3: <svg\(name)\(link)>\(path)",
            ])
    }

    @Test(
        "A table that only arranges a page is not read as one, and a page may be cut off in a table",
        arguments: [
            (
                "<table><tr><td>\(link)<td>a<tr><td><p>b</p><p>c</p><table><tr><td>x<td>y</table>d<tr><td>e</table>",
                ["text: \(link)\na\nb\nc\nd\ne\n", "table 1: x,y\n"]
            ),
            ("<table><tr><td><p>a</p>b</table>", ["text: a\nb\n"]),
            ("<table><tr><th>a<th>b<tr><td>c<td>d", ["table 1: a,b\nc,d\n"]),
        ])
    func layout(page: String, parts: [String]) throws { #expect(try read("<html>\(page)") == parts) }

    @Test(
        "Text is what a browser shows: only blocks, line breaks and lines in pre end a line",
        arguments: [
            "a&shy;b", "a<wbr>b", "a<b>b</b>", "a<!-- <p> -->b", "a&ZeroWidthSpace;b", "a&#x200b;b", "a\u{AD}b",
            "<span>a</span><span>b</span>",
        ])
    func joined(text: String) throws { #expect(try read("<html><p>\(text)</p>") == ["text: ab\n"]) }

    @Test(
        "Lines of a page",
        arguments: [
            ("a<br>b", "a\nb\n"), ("a\nb", "a b\n"), ("<pre>a\nb</pre>c\nd", "a\nb\nc d\n"),
            ("<!-- \(link)\n x -->a", "a\n# !-- \(link)\n"), ("a&nbsp;b", "a\u{A0}b\n"),
        ])
    func lines(text: String, lines: String) throws { #expect(try read("<html>\(text)") == ["text: \(lines)"]) }

    @Test(
        "Links in scripts and in attributes of any name are read",
        arguments: [
            "<script>var a = {\"b\":\"\(link)\", c: 'x'}</script>", "<p data-x='\(link)'></p>",
            "<script>`\(link)`</script>",
        ])
    func links(page: String) throws { #expect(try read("<html>\(page)") == ["text: \(Self.link)\n"]) }

    @Test("A link that is too long is left to the reader of links, which rejects it")
    func longLink() throws {
        let long = "\(Self.link)&x=\(String(repeating: "y", count: Limit.link))"
        #expect(try read("<html><p data-x='\(long)'></p><script>'\(long)z'</script>") == ["text: \(long)\n\(long)z\n"])
    }

    @Test(
        "Images in attributes are read, also among other words",
        arguments: [
            ("srcset='", " 1x, b.png 2x'"), ("style=\"background: URL('", "') no-repeat\""), ("data='", "'"),
            ("src='  ", " '"),
        ])
    func pictures(before: String, after: String) throws {
        let address = "data:image/png;base64," + Base64.encode(Self.png)
        #expect(try read("<html><img \(before)\(address)\(after)>") == ["image 1: image"])
    }

    @Test("A document of more images than are read says so after the others")
    func manyPictures() throws {
        let pictures = (0...Limit.documentPictures).map { number in
            "<img src=data:image/png;base64,\(Base64.encode(Self.png + Array("\(number)".utf8)))>"
        }
        let page = Array("<html>\(pictures.joined())".utf8)
        let reader = try LibArchiveOpener().open(ByteArrayStream(page), .document, passphrase: nil)
        for _ in 0..<Limit.documentPictures { #expect(try reader.next() != nil) }
        let failure = #expect(throws: SourceError.self) { try reader.next() }
        #expect(failure?.code == .limitExceeded)
        #expect(try reader.next() == nil)
    }

    @Test(
        "A page that is cut off never makes the reader crash or hang",
        arguments: ["<html><", "<html><p a=\"", "<html><!--", "<html><script>", "<html></"])
    func half(page: String) { _ = try? read(page) }

    @Test("A document without anything to read is refused")
    func empty() { #expect(throws: SourceError.self) { try read("<html></html>") } }

    @Test("A document is detected by its start")
    func heads() {
        for (head, kind) in [
            (#"{\rtf1"#, nil), (" \n<!doctype HTML>", .document), ("<?xml?><html", .document), ("<svg>", nil),
            ("<p>a", .document), ("<!-- x --><ul><li>", .document), ("<map><string", nil), ("<alice@example.com>", nil),
            ("a <html>", nil),
        ] as [(String, ArchiveKind?)] {
            #expect(LibArchiveOpener().kind(of: Array(head.utf8)) == kind, "\(head)")
        }
    }
}
