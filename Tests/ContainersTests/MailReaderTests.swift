import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Containers

/// The parts of e-mail files, as the files of an archive.
struct MailReaderTests {
    struct Member: Codable, Hashable {
        var name: String
        var bytes: Int
    }

    private static func read(_ bytes: [UInt8], portion: Int = .max) throws -> [(name: String, content: [UInt8])] {
        let reader = try LibArchiveOpener().open(Drip(bytes: bytes[...], portion: portion), .mail, passphrase: nil)
        var members: [(String, [UInt8])] = []
        while let member = try reader.next() {
            #expect(member.kind == .file && !member.isEncrypted)
            members.append((member.name, try reader.content(limit: 1 << 20)))
        }
        #expect(try reader.next() == nil)
        return members
    }

    static func texts(_ text: String) throws -> [String] {
        try read(Array(text.utf8)).map { "\($0.name): \(String(decoding: $0.content, as: UTF8.self))" }
    }

    struct Drip: ByteStream {
        var bytes: ArraySlice<UInt8>
        var portion: Int

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
            let next = bytes.prefix(min(buffer.count, portion))
            buffer.copyBytes(from: next)
            bytes = bytes.dropFirst(next.count)
            return next.count
        }
    }

    private static let folder = FixtureFolder.package.appending(path: "Fixtures/mail")
    static let fixtures = ["cut-off.eml", "forwarded.eml", "inline.eml", "nightly.mbox", "screenshot.eml"]

    @Test("The parts of each fixture are read, in portions of any size", arguments: fixtures)
    func fixture(name: String) throws {
        struct Expected: Decodable { var parts: [Member] }
        let expected = try JSONDecoder().decode(
            [String: Expected].self, from: Data(contentsOf: Self.folder.appending(path: "expected.json")))
        let bytes = try FixtureFolder.bytes(Self.folder.appending(path: name))
        #expect(LibArchiveOpener().kind(of: Array(bytes.prefix(LibArchiveOpener().headByteCount))) == .mail)
        for portion in [.max, 1000, 7] {
            let members = try Self.read(bytes, portion: portion)
            #expect(members.map { Member(name: $0.name, bytes: $0.content.count) } == expected[name]?.parts)
        }
        // With line ends of the other kind.
        let feeds = bytes.filter { $0 != ASCII.carriageReturn }
        #expect(try Self.read(feeds).map(\.name) == expected[name]?.parts.map(\.name))
    }

    @Test(
        "A file that is cut off or changed anywhere has few parts, none larger than the file", arguments: fixtures
    )
    func damaged(name: String) throws {
        let bytes = try FixtureFolder.bytes(Self.folder.appending(path: name))
        for count in stride(from: 0, to: bytes.count, by: 64) {
            var changed = bytes
            changed[count] ^= 0x20
            for file in [Array(bytes[..<count]), changed] {
                let reader = try MailReader(ByteArrayStream(file))
                var members = 0
                while try reader.next() != nil {
                    members += 1
                    // Another name of an encoding is an error of its part.
                    if let content = try? reader.content(limit: 1 << 20) { #expect(content.count <= file.count) }
                }
                #expect(members <= 16)
            }
        }
    }

    // MARK: - Fields

    static let field = "From: a\nDate: b\n"

    @Test(
        "The name of a part is read from either field, in any notation",
        arguments: [
            ("name=a.png", "a.png"), ("name=\"a b.png\"", "a b.png"), ("NAME = \"a.png\" ; x=y", "a.png"),
            ("name=\"a\\\"b.png\"", "a\"b.png"), ("name=\"a;b.png\"", "a;b.png"),
            ("charset=utf-8; name=a.png", "a.png"),
            ("name*=utf-8''%C3%A4.png", "ä.png"), ("name*=iso-8859-1'de'%E4.png", "ä.png"),
            ("name*=a%20b.png", "a b.png"),
            ("name*0=a; name*1=b.png", "ab.png"), ("name*0*=utf-8''%C3; name*1*=%A4.png", "ä.png"),
            ("name*1=b.png; name*0=a", "ab.png"), ("name=\"=?utf-8?B?w6QucG5n?=\"", "ä.png"),
            ("name=\"=?UTF-8?Q?=C3=A4_b?= =?utf-8?q?.png?=\"", "ä b.png"), ("name==?iso-8859-1?q?=E4.png?=", "ä.png"),
            ("name=\"=?utf-8?q?=C3?= =?utf-8?q?=A4.png?=\"", "ä.png"),
            ("name=\"=?x-unknown?x?a?=.png\"", "=?x-unknown?x?a?=.png"),
            ("name=\"../../a.png\"", "a.png"), ("name=\"C:\\\\b\\\\a.png\"", "a.png"), ("name=\"/a/\"", "a"),
            ("name=\".a.png\"", "a.png"), ("name=\"..\"", "text"), ("name=\"\"", "text"), ("name", "text"),
            ("name=a.png\n\t;x=y", "a.png"), ("name=\n \"a.png\"", "a.png"), ("name=\"a\n b.png\"", "a b.png"),
        ])
    func names(parameter: String, name: String) throws {
        #expect(try Self.texts("\(Self.field)Content-Type: image/png; \(parameter)\n\nx") == ["\(name): x"])
        let disposition = parameter.replacing("name", with: "filename").replacing("NAME", with: "FILENAME")
        let text = "\(Self.field)content-disposition: ATTACHMENT; \(disposition)\ncontent-type:image/png;name\n\nx"
        #expect(try Self.texts(text) == ["\(name): x"])
    }

    @Test(
        "The body of a part is decoded",
        arguments: [
            ("7bit", "a=3D\nb", "a=3D\nb"), ("BASE64", "eMOk", "xä"), ("base64", "eM\n Ok\r\n", "xä"),
            ("base64", "eMOk====", "xä"), ("base64", "eA==eQ==", "xy"), ("base64", "eHk", "xy"),
            ("base64", "e!H?k=", "xy"),
            ("quoted-printable", "=C3=a4=\nb=  \n=3D=", "äb="), ("quoted-printable", "a=zz=4", "a=zz=4"),
            ("quoted-printable", "a=\r\nb", "ab"), ("Quoted-Printable (comment)", "=41", "A"), ("binary", "\0", "\0"),
        ])
    func encodings(encoding: String, body: String, content: String) throws {
        let text = "\(Self.field)Content-Transfer-Encoding: \(encoding)\n\n\(body)"
        #expect(try Self.texts(text) == ["text: \(content)"])
    }

    @Test func anUnknownEncodingIsAnErrorOfItsPart() throws {
        let text = "\(Self.field)Content-Transfer-Encoding: x-uuencode\n\nbegin"
        let reader = try MailReader(ByteArrayStream(Array(text.utf8)))
        #expect(try reader.next()?.name == "text")
        let error = #expect(throws: SourceError.self) { try reader.content(limit: 100) }
        #expect(error?.code == .unsupportedVersion)
        #expect(try !reader.isBroken && reader.next() == nil)
    }

    @Test("A part with two encodings is not read, unless they are the same")
    func encodingTwice() throws {
        let field = "Content-Transfer-Encoding: base64\n"
        #expect(try Self.texts("\(Self.field)\(field)\(field)\neA==") == ["text: x"])
        let other = "\(Self.field)\(field)Content-Transfer-Encoding: 8bit\n\neA=="
        let reader = try MailReader(ByteArrayStream(Array(other.utf8)))
        #expect(try reader.next()?.name == "text")
        #expect(throws: SourceError.self) { try reader.content(limit: 100) }
    }

    @Test func textsInUTF16AreMarked() throws {
        let text = Array("\(Self.field)Content-Type: text/plain; charset=\"UTF-16LE\"\n\n".utf8) + [0x61, 0, 0x62, 0]
        #expect(try Self.read(text).first?.content == [0xFF, 0xFE, 0x61, 0, 0x62, 0])
    }

    @Test(
        "A text in a set that its part names is UTF-8, and other bytes stay",
        arguments: [
            ("windows-1251", [0xCF, 0xEE], "По"), ("ISO-8859-1", Array("ü".utf8), "ü"), ("us-ascii", [0xCF], nil),
            ("gb2312", [0xFF], nil),
        ] as [(String, [UInt8], String?)])
    func charsets(name: String, bytes: [UInt8], text: String?) throws {
        let message = Array("\(Self.field)Content-Type: text/plain; charset=\(name)\n\n".utf8) + bytes
        #expect(try Self.read(message).first?.content == text.map { Array($0.utf8) } ?? bytes)
    }

    // MARK: - Parts

    static func multipart(_ body: String, _ boundary: String = "\"b\"") -> String {
        "\(field)Content-Type: multipart/mixed; boundary=\(boundary)\n\n\(body)"
    }

    @Test(
        "Parts are between their boundaries",
        arguments: [
            ("--b\n\nx\n--b\n\ny\n--b--\nend", ["part 1: x", "part 2: y"]),
            ("pre\r\n--b\r\n\r\nx\r\n\r\n--b--", ["part 1: x\r\n"]),
            ("--b\n\nx", ["part 1: x"]), ("--b \t\n\nx\n--b-- \n", ["part 1: x"]),
            ("--bb\n\nx\n--b\n\ny\n--b--", ["part 1: y"]),
            ("x", ["text: x"]), ("--b--", ["text: --b--"]), ("--b\n--b\n\nx\n--b--", ["part 2: x"]),
            ("--b\n\n\n--b\n\nx\n--b--", ["part 2: x"]), ("-b\n--b\n\nx\n-- b\n--b--", ["part 1: x\n-- b"]),
            // A part without an empty line has fields only.
            ("--b\nA: x\n--b\n\nx\n--b--", ["part 2: x"]),
        ])
    func boundaries(body: String, parts: [String]) throws { #expect(try Self.texts(Self.multipart(body)) == parts) }

    @Test(
        "Text outside the parts is read if it may have a link, a secret or recovery codes",
        arguments: [
            ("LINK\n--b\n\nx\n--b--\nend", ["part 1: x", "text outside the parts: LINK\n"]),
            ("pre\n--b\n\nx\n--b--\nLINK", ["part 1: x", "text outside the parts: LINK"]),
            (
                "LINK\n--b\n\nx\n--b--\nLINK",
                ["part 1: x", "text outside the parts: LINK\n", "text outside the parts (2): LINK"]
            ),
            ("--b\n\nx\n--b--\nend\n--b\n\ny\n--b--", ["part 1: x", "part 2: y"]),
            (
                "key: jbswy3dpehpk3pxp\n--b\n\nx\n--b--\n",
                ["part 1: x", "text outside the parts: key: jbswy3dpehpk3pxp\n"]
            ),
            ("--b\n\nx\n--b--\nJBSW Y3DP EHPK 3PXP", ["part 1: x", "text outside the parts: JBSW Y3DP EHPK 3PXP"]),
            (
                "--b\n\nx\n--b--\nBackup codes: 83920175",
                ["part 1: x", "text outside the parts: Backup codes: 83920175"]
            ),
            ("This is a multi-part message in MIME format (RFC 4880 and 3156).\n--b\n\nx\n--b--\n", ["part 1: x"]),
            (
                "--b\n\nx\n--b--\n--c\n\nLINK\n--c--\n",
                ["part 1: x", "text outside the parts: --c\n\nLINK\n--c--\n"]
            ),
            (
                "--b\nContent-Type: multipart/mixed; boundary=bb\n\n--bb\n\nx\n--bb--\n--bbb\n\nLINK\n--b--",
                ["part 1.1: x", "text outside the parts of part 1: --bbb\n\nLINK"]
            ),
        ])
    func outside(body: String, parts: [String]) throws {
        let link = "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP"
        let found = try Self.texts(Self.multipart(body.replacing("LINK", with: link)))
        #expect(found.map { $0.replacing(link, with: "LINK") } == parts)
    }

    @Test(
        "Lines in a header that are not its fields are read if they may have a link, a secret or recovery codes",
        arguments: [
            ("Content-Type: text/plain\nLINK", ["text outside the parts of part 1: LINK"]),
            ("JBSWY3DPEHPK3PXP\nContent-Type: text/plain", ["text outside the parts of part 1: JBSWY3DPEHPK3PXP"]),
            ("Acorn: JBSWY3DPEHPK3PXP", ["text outside the parts of part 1: Acorn: JBSWY3DPEHPK3PXP"]),
            ("Backup codes\n 83920175", ["text outside the parts of part 1: Backup codes\n 83920175"]),
            ("Content-ID: <JBSWY3DPEHPK3PXP>\nX-Attachment-Id: f_JBSWY3DPEHPK3PXP", []), ("a line\nName: value", []),
        ])
    func strayLines(header: String, outside: [String]) throws {
        let link = "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP"
        let found = try Self.texts(Self.multipart("--b\n\(header.replacing("LINK", with: link))\n\nx\n--b--\n"))
        #expect(found.map { $0.replacing(link, with: "LINK") } == ["part 1: x"] + outside)
    }

    @Test("A line in a message's header that is not a field is read, other fields are not")
    func strayLinesOfAMessage() throws {
        let header = "Subject: JBSWY3DPEHPK3PXP\nDKIM-Signature: JBSWY3DPEHPK3PXP\nkey JBSWY3DPEHPK3PXP: a\n"
        let found = try Self.texts("From JBSWY3DPEHPK3PXP Mon\n\(Self.field)\(header)\nx")
        #expect(found == ["message 1/text: x", "message 1/text outside the parts: key JBSWY3DPEHPK3PXP: a"])
    }

    // MARK: - Broken lines

    @Test(
        "Lines that the sender's program broke are joined",
        arguments: [
            ("a \nb\nc", "a b\nc\n", "ab\nc\n"), ("a \r\n b", "a b\n", "ab\n"), ("a  \nb", "a  b\n", "a b\n"),
            ("a \n\nb", "a \n\nb\n", "a \n\nb\n"), ("a \n-- \nb", "a \n-- \nb\n", "a \n-- \nb\n"),
            ("> a \n> b\n>> c \n> d", "> a b\n>> c \n> d\n", "> ab\n>> c \n> d\n"), ("a ", "a \n", "a \n"),
            ("LINK&digi \nts=8 \n&period=60", "LINK&digits=8&period=60\n", "LINK&digits=8&period=60\n"),
            ("LINK&digi \nts=8&peri \nod=60", "LINK&digits=8&period=60\n", "LINK&digits=8&period=60\n"),
            ("LINK&digits= \n8&period=60", "LINK&digits=8&period=60\n", "LINK&digits=8&period=60\n"),
            ("LINK&issuer=My \nBank&digits=8", "LINK&issuer=My Bank&digits=8\n", "LINK&issuer=MyBank&digits=8\n"),
            ("LINK \nis yours", "LINK is yours\n", "LINKis yours\n"), ("LINK \nLINK", "LINK \nLINK\n", "LINK \nLINK\n"),
        ])
    func flowed(body: String, joined: String, withoutSpaces: String) throws {
        let link = "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP"
        func read(_ type: String, _ field: String = "") throws -> String {
            let text = "\(Self.field)\(field)Content-Type: \(type)\n\n\(body.replacing("LINK", with: link))"
            let part = try #require(try Self.texts(text).first)
            let content = String(part.dropFirst(part.prefix { $0 != ":" }.count + 2))
            return content.replacing(link, with: "LINK")
        }
        #expect(try read("text/plain; format=flowed") == joined)
        #expect(try read("Text/Plain; format=\"Flowed\"; delsp=no") == joined)
        #expect(try read("text/plain; charset=utf-8; DelSp=Yes; format=flowed") == withoutSpaces)
        let others = ["text/plain", "text/plain; delsp=yes", "text/html; format=flowed", "text/plain; format=fixed"]
        for type in others { #expect(try read(type) == body) }
        #expect(try read("text/plain; format=flowed; delsp=yes; name=a.csv") == body)
        #expect(try read("text/plain; format=flowed", "Content-Disposition: attachment; filename=a.csv\n") == body)
    }

    @Test func partsAreInParts() throws {
        let inner = "Content-Type: multipart/alternative; boundary=c\n\n--c\n\nx\n--c\n\ny\n--c--\n"
        #expect(
            try Self.texts(Self.multipart("--b\n\(inner)\n--b\n\nz\n--b--"))
                == ["part 1.1: x", "part 1.2: y", "part 2: z"])
        // An inner part without its end goes up to the outer boundary.
        let open = "Content-Type: multipart/alternative; boundary=c\n\n--c\n\nx"
        #expect(try Self.texts(Self.multipart("--b\n\(open)\n--b\n\nz\n--b--")) == ["part 1.1: x", "part 2: z"])
    }

    @Test func messagesAreInMessages() throws {
        let message = "Content-Type: message/rfc822\n\n\(Self.field)\nx"
        #expect(try Self.texts(Self.multipart("--b\n\(message)\n--b--")) == ["message 1/text: x"])
        let packed = Base64.encode(Array("\(Self.field)\nx".utf8))
        let encoded = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n\(packed)"
        #expect(try Self.texts(Self.multipart("--b\n\(encoded)\n--b--")) == ["message 1/text: x"])
        let digest = "\(Self.field)Content-Type: multipart/digest; boundary=b\n\n--b\n\n\(Self.field)\nx\n--b--"
        #expect(try Self.texts(digest) == ["message 1/text: x"])
    }

    @Test func equalNamesAreNumbered() throws {
        let part = "--b\nContent-Type: image/png; name=\"a.b.png\"\n\nx\n"
        #expect(
            try Self.texts(Self.multipart(String(repeating: part, count: 3) + "--b--")).map { $0.prefix { $0 != ":" } }
                == ["a.b.png", "a.b (2).png", "a.b (3).png"])
    }

    // MARK: - Boxes

    static let start = "From a@example.com Mon Mar  3 10:00:00 2025\n"

    @Test(
        "Messages of a mailbox are read one by one",
        arguments: [
            ("A: b\n\nx\n\n", ["x\n\n"]), ("A: b\n\nx\n\nSTARTA: b\n\ny\n", ["x\n\n", "y\n"]),
            ("A: b\n\nx\nSTARTA: b\n\ny", ["x\nSTARTA: b\n\ny"]), ("A: b\n\nx\n\nFrom me at 10:00\nto you\n", nil),
            ("A: b\n\nx\n\nFrom me: a\nA: b\n", nil), ("A: b\n\nx\n\nSTART", nil), ("A: b\n\nx\n\nFrom ", nil),
            ("A: b\n\n\nSTARTA: b\n\n", ["\n"]), ("A: b\n\nx\n\nSTART\n\ny", nil),
        ] as [(String, [String]?)])
    func box(text: String, contents: [String]?) throws {
        let text = "\(Self.start)From: a\nDate: b\n\(text.replacing("START", with: Self.start))"
        let bytes = Array(text.utf8)
        let expected =
            contents?.map { $0.replacing("START", with: Self.start) }
            ?? [String(text.dropFirst("\(Self.start)From: a\nDate: b\nA: b\n\n".count))]
        for portion in [.max, 1, 3] {
            let members = try Self.read(bytes, portion: portion)
            #expect(members.map { String(decoding: $0.content, as: UTF8.self) } == expected)
            #expect(members.map(\.name) == (1...expected.count).map { "message \($0)/text" })
        }
    }

    /// The messages are taken from the buffer one after the other, without moving the rest each time.
    @Test func aBoxOfManyMessagesIsRead() throws {
        let message = "\(Self.start)\(Self.field)\nx\n\n"
        let box = Array(String(repeating: message, count: 20_000).utf8)
        #expect(try Self.read(box).count == 20_000)
    }

    @Test func aMessageThatIsTooLargeIsOneError() throws {
        let text =
            "\(Self.start)\(Self.field)\nfirst\n\n\(Self.start)\(Self.field)\n"
            + String(repeating: "long line\n", count: 30_000) + "\n\(Self.start)\(Self.field)\nlast\n"
        var box = try Mailbox(ByteArrayStream(Array(text.utf8)), limit: 100_000)
        var found: [String] = []
        while let message = try box.next() {
            switch message {
            case .tooLarge: found.append("too large")
            case .whole(let bytes): found.append(String(decoding: bytes.suffix(6), as: UTF8.self))
            }
        }
        #expect(found == ["irst\n\n", "too large", "\nlast\n"])
    }

    // MARK: - Detection

    @Test(
        "E-mail is recognized",
        arguments: [
            "From: a\nTo: b\n\nx", "Received: a\n b\nReceived: c\n\n",
            "MIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nx",
            "Subject: a\nDate: b\nX-Other: c", "\(start)From: a\nDate: b\n\nx",
            "X-Mozilla-Status: 1\nFrom: a\nDate: b\n\n",
        ])
    func isMail(text: String) {
        let isShort = !text.contains("\n\n") && !text.contains("\r\n\r\n")
        #expect((LibArchiveOpener().kind(of: Array(text.utf8)) == .mail) == !isShort)
    }

    @Test(
        "Other texts are not taken for e-mail",
        arguments: [
            "", "\n", "From", "From a to b\n", "From: a\n\nx", "a: b\nc: d\n\nx", "From: a\nTo: b\nhello\n\n",
            "From: a\n",
            "From: a\nDate: otpauth://totp/a?secret=AAAA\n\n", "otpauth://totp/a\nFrom: a\nDate: b\n\n",
            " x\nFrom: a\nTo: b\n\n",
            "HTTP/1.1 200 OK\nDate: a\nContent-Type: b\n\n", "{\"From\": 1}", "name,From: a\nTo: b\n\n",
            "\(start)hello\n",
        ])
    func isNoMail(text: String) { #expect(LibArchiveOpener().kind(of: Array(text.utf8)) == nil) }

    @Test func aLongHeaderIsRecognized() {
        let long =
            "Received: a\n" + String(repeating: "X-Long: \(String(repeating: "a", count: 70))\n", count: 200)
            + "From: b\n\n"
        let head = Array("Return-Path: a\nDelivered-To: b\n\(long)".utf8.prefix(LibArchiveOpener().headByteCount))
        #expect(LibArchiveOpener().kind(of: head) == .mail)
    }
}
