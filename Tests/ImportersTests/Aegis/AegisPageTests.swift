import Encodings
import Synchronization
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("Aegis's HTML page")
struct AegisPageTests {
    private static let titles = [
        "Issuer", "Name", "Type", "QR Code", "UUID", "Note", "Favorite", "Algo", "Digits", "Secret", "Counter", "PIN",
    ]
    private static let image = #"<img src="data:image/png;base64,iVBOR\#nw0K"/>"#

    private static func row(_ changes: [String: String] = [:], image: String = image) -> String {
        let usual = [
            "Issuer": "Acorn", "Name": "alice", "Type": "TOTP", "UUID": "u", "Favorite": "false", "Algo": "SHA1",
            "Digits": "6", "Secret": "GEZDGNB2", "Counter": "-", "PIN": "-", "QR Code": image,
        ]
        let cells = usual.merging(changes) { $1 }
        return "<tr>\(titles.map { "<td>\(cells[$0] ?? "")</td>" }.joined())</tr>"
    }

    private static func page(_ rows: [String], _ titles: [String] = titles) -> [UInt8] {
        Array(
            "<html><table><tr>\(titles.map { "<th>\($0)</th>" }.joined())</tr>\(rows.joined())</table></html>".utf8)
    }

    /// Reads a page whose pictures all have one payload.
    private func read(_ page: [UInt8], link: String?) throws -> ImportedDocument {
        var request = ImportRequest(content: SourceContent(page))
        request.qrCodes = { _ in link.map { [Array($0.utf8)] } ?? [] }
        return try AegisFormat().read(request)
    }

    @Test(
        "The period is that of the QR code",
        arguments: [
            ([:], "otpauth://totp/a?secret=GEZDGNB2&period=60", "totp Acorn|alice GEZDGNB2 SHA1 6 60"),
            (
                ["Algo": "SHA256", "Digits": "8", "Name": "a &amp; b", "Note": "n", "Favorite": "true"],
                "otpauth://totp/a?secret=GEZDGNB2&algorithm=SHA256&digits=8&period=20",
                "totp Acorn|a & b GEZDGNB2 SHA256 8 20 note=n favourite"
            ),
            (
                ["Type": "HOTP", "Counter": "7"], "otpauth://hotp/a?secret=GEZDGNB2&counter=7",
                "hotp Acorn|alice GEZDGNB2 SHA1 6 7"
            ),
            (
                ["Type": "Steam", "Digits": "5"], "otpauth://steam/a?secret=GEZDGNB2",
                "steam Acorn|alice GEZDGNB2 SHA1 5 30"
            ),
        ] as [([String: String], String, String)])
    func linked(changes: [String: String], link: String, line: String) throws {
        let document = try read(Self.page([Self.row(changes)]), link: link)
        #expect(document.items.map(\.fieldsLine) == [line] && document.warnings.isEmpty)
    }

    @Test(
        "A row and a QR code of different accounts are rejected",
        arguments: [
            "otpauth://totp/a?secret=GEZDGNB3", "otpauth://totp/a?secret=GEZDGNB2&digits=8",
            "otpauth://totp/a?secret=GEZDGNB2&algorithm=SHA256", "otpauth://hotp/a?secret=GEZDGNB2&counter=1",
        ])
    func contradiction(link: String) throws {
        let document = try read(Self.page([Self.row()]), link: link)
        #expect(document.items.isEmpty && document.rejections.map(\.code) == [.fieldDamaged])
    }

    @Test("Without the QR code, 30 seconds are assumed, with a warning", arguments: [nil, "WIFI:S:x;;"])
    func missing(link: String?) throws {
        let document = try read(Self.page([Self.row()]), link: link)
        #expect(document.items.map(\.fieldsLine) == ["totp Acorn|alice GEZDGNB2 SHA1 6 30"])
        #expect(document.warnings.map(\.message).contains { $0.contains("30 s is assumed") })
    }

    @Test("A column that is not known is named, and one that is needed makes it another page")
    func columns() throws {
        let changed = Self.titles.map { $0 == "PIN" ? "Length" : $0 }
        let document = try read(Self.page([Self.row()], changed), link: nil)
        #expect(document.warnings.map(\.message).contains { $0.contains("\"length\" is not read") })
        let other = Self.titles.map { $0 == "Digits" ? "Length" : $0 }
        #expect(formatID(of: Self.page([Self.row()], other)) == nil)
    }

    @Test("No more than so many images are looked at")
    func limit() throws {
        let count = Mutex(0)
        var request = ImportRequest(
            content: SourceContent(Self.page(Array(repeating: Self.row(), count: Limit.documentPictures + 5))))
        request.qrCodes = { _ in
            count.withLock { $0 += 1 }
            return []
        }
        #expect(try AegisFormat().read(request).records == Limit.documentPictures + 5)
        #expect(count.withLock { $0 } == Limit.documentPictures)
    }
}
