import FixtureSupport
import TOTPDomain
import Testing

@testable import Links

/// Links that a mail program, a terminal or a table broke into lines.
@Suite("Links in several lines")
struct BrokenLinkTests {
    private static let long = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPMFRGGZDFMZTWQ2LK"
    private static let acme = "otpauth://totp/Acme:bob?secret=MFRGGZDFMZTWQ2LKMFRGGZDF&issuer=Acme"

    /// A link, and its content.
    private static let links = [
        "otpauth://totp/GitHub:alice%40example.com?secret=\(long)&issuer=GitHub&algorithm=SHA256&digits=8&period=60",
        "otpauth://totp/GitHub:alice@example.com?secret=\(long.prefix(32))&issuer=GitHub&algorithm=SHA1&digits=8",
        "otpauth://totp/GitHub:alice@example.com?issuer=GitHub&algorithm=SHA1&digits=6&period=30&secret=\(long)",
        "otpauth://totp/GitHub:alice@example.com?issuer=GitHub&digits=6&secret=KJHGWQAZXSEDCVFRTGBNHYUJMKIOLPQW",
        "otpauth://totp/My-Firm:alice-ann@ex-ample.com?secret=\(long.prefix(32))&issuer=My-Firm&algorithm=SHA512",
        "otpauth://totp/GitHub:alice?algorithm=SHA256&digits=8&secret=\(long.lowercased())",
        "otpauth://totp/alice@example.com?secret=\(long.prefix(32))&digits=8&issuer=GitHub",
        "otpauth://hotp/GitHub:alice@example.com?secret=\(long.prefix(32))&issuer=GitHub&counter=123456",
        "otpauth://totp/GitHub:alice?secret=\(long)&amp;issuer=GitHub&amp;algorithm=SHA256&amp;digits=8",
        "motp://GitHub:alice@example.com-and-her-cat?issuer=GitHub&secret=0123456789abcdef0123456789abcdef",
        "Steam in the living room, of all of us: steam://\(long)",
        exportLink,
    ]

    private static let exportLink: String = {
        let accounts = (0..<5).compactMap { index in
            (try? OTPSecret(bytes: (0..<20).map { UInt8(index * 20 + $0) })).flatMap { secret in
                (try? OTPParameters(kind: .totp)).map {
                    MigrationAccount(
                        Account(issuer: "Site \(index)", name: "user\(index)", secret: secret, parameters: $0))
                }
            }
        }
        return MigrationMessage(accounts: accounts, batchSize: 1, batchIndex: 0, batchID: 77).link
    }()

    /// How lines are written around a link that was broken: by their number.
    private static let frames: [(name: String, line: @Sendable (String, Int) -> String, around: (String, String))] = [
        ("plain", { line, _ in line }, ("", "")),
        ("quoted", { line, _ in "> \(line)" }, ("", "")),
        ("quoted, the first line alone", { line, number in number == 0 ? ">> \(line)" : line }, ("", "")),
        ("indented", { line, _ in "    \(line)" }, ("", "")),
        ("between others", { line, _ in line }, ("\(acme)\n", acme)),
        ("below a name", { line, _ in line }, ("GitHub\n", "Acme\n\(acme)")),
        ("in prose", { line, _ in line }, ("This is my link, which you need:\n", "Bye bye, and take care.\n")),
        (
            "in a table", { line, number in "| \(number == 0 ? "GitHub" : "      ") | \(line) |" },
            ("| Service | Link |\n+---+---+\n", "+---+---+\n")
        ),
        (
            "in a table of psql", { line, number in " \(number == 0 ? "GitHub" : "      ") | \(line)" },
            (" Service | Link\n---------+------\n", "(1 row)\n")
        ),
        ("in a drawn table", { line, number in "│ \(number == 0 ? "GitHub" : "      ") │ \(line) │" }, ("", "")),
    ]

    private struct Reading: Equatable {
        var items: [Account]
        var isTold: Bool
        var isCounted: Bool

        func hasItems(of other: Reading) -> Bool {
            items.map(BrokenLinkTests.text) == other.items.map(BrokenLinkTests.text)
        }
    }

    private static func text(_ item: Account) -> String {
        "\(item.issuer) \(item.name) \(item.secret.base32) \(item.parameters)"
    }

    private func read(_ text: String) throws -> Reading {
        let document = try LinkListReader.read(
            ImportRequest(content: SourceContent(text: Array(text.utf8))), as: "otpauth")
        return Reading(
            items: document.items.filter { $0.issuer != "Acme" },
            isTold: !document.rejections.isEmpty || !document.warnings.isEmpty,
            isCounted: document.records == document.entries.count + document.skipped.total)
    }

    private static func pieces(_ link: String, _ width: Int) -> [String] {
        stride(from: 0, to: link.utf8.count, by: width).map { start in
            String(decoding: Array(link.utf8)[start..<min(start + width, link.utf8.count)], as: UTF8.self)
        }
    }

    @Test("At every width, a link is read as a whole, or its lines are named", arguments: frames.indices)
    func everyWidth(frame: Int) throws {
        let frame = Self.frames[frame]
        var joined = 0, count = 0
        for link in Self.links {
            let whole = try read(link)
            for width in 50..<link.utf8.count {
                let lines = Self.pieces(link, width).enumerated().map { frame.line($1, $0) }
                let text = frame.around.0 + lines.joined(separator: "\n") + "\n" + frame.around.1
                let reading = try read(text)
                let isJoined = reading.hasItems(of: whole)
                #expect(isJoined || reading.isTold, "\(frame.name), width \(width): \(link.prefix(30))")
                #expect(reading.isCounted, "\(frame.name), width \(width): \(link.prefix(30))")
                joined += isJoined ? 1 : 0
                count += 1
            }
        }
        #expect(joined * 10 >= count * 9, "\(frame.name)")
    }

    @Test("The soft line ends of quoted-printable are taken off, and what it encodes is decoded", arguments: links)
    func quotedPrintable(link: String) throws {
        let whole = try read(link)
        for width in 50..<link.utf8.count {
            let plain = try read(Self.pieces(link, width).joined(separator: "=\n") + "\n")
            #expect(plain.hasItems(of: whole) || plain.isTold, "width \(width)")
            let encoded = link.split(separator: "=", omittingEmptySubsequences: false).joined(separator: "=3D")
            var text = "", column = 0
            for character in encoded {
                if column > width - 4, character == "=" || column == width - 1 {
                    text += "=\n"
                    column = 0
                }
                text.append(character)
                column += 1
            }
            let reading = try read(text + "\n")
            #expect(reading.hasItems(of: whole) || reading.isTold, "encoded, width \(width)")
        }
    }

    @Test(
        "A list of links and names stays as it is",
        arguments: [
            ("GitHub", "Gitlab"), ("work", "home"), ("GITHUB", "GITLAB"), ("alice@example.com", "bob@example.com"),
            ("2", "3"), ("My bank", "The other one"), ("2fa", "3fa"),
        ])
    func names(first: String, second: String) throws {
        for parameters in [
            "issuer=%&secret=#", "secret=#&issuer=%", "secret=#&issuer=%&digits=6&period=30", "secret=#",
        ] {
            func link(_ issuer: String, _ secret: String) -> String {
                var text = "otpauth://totp/\(issuer):alice@example.com?"
                for character in parameters {
                    text += character == "%" ? issuer : character == "#" ? secret : String(character)
                }
                return text
            }
            let reading = try read(
                "\(link("GitHub", "JBSWY3DPEHPK3PXP"))\n\(first)\n\(link("Gitlab", "GEZDGNBVGY3TQOJQ"))\n\(second)\n")
            #expect(reading.items.map(\.secret.base32) == ["JBSWY3DPEHPK3PXP", "GEZDGNBVGY3TQOJQ"], "\(parameters)")
            #expect(reading.items.map(\.issuer) == ["GitHub", "Gitlab"] && !reading.isTold, "\(parameters)")
        }
    }

    @Test(
        "What may be the rest of a secret is never passed over",
        arguments: ["KJHGWQAZXSEDCVFR", "bank KJHGWQAZXSEDCVFR", "3PXP", "MFRGGZDFMZTWQ2LK", "MFRG2 and more"])
    func restOfSecret(line: String) throws {
        #expect(try read("otpauth://totp/GitHub:alice@example.com?secret=JBSWY3DPEHPK3PXP\n\(line)\n").isTold)
    }

    @Test(
        "A secret of a usual length may be whole, so what may be its rest is told", arguments: [16, 24, 26, 32, 52, 64])
    func restOfUsualSecret(length: Int) throws {
        let secret = (Self.long + Self.long).prefix(length)
        let reading = try read("otpauth://totp/GitHub:alice@example.com?secret=\(secret)\nMFRGGZDFMZTWQ2LK\n")
        #expect(reading.items.isEmpty && reading.isTold)
    }

    @Test("A text without links has none, and a link that is whole is not looked at twice")
    func others() {
        let prose = Array(String(repeating: "Many words that end with otpauth-\nand motp: no link.\n", count: 100).utf8)
        #expect(!LinkListReader.hasBrokenLink(in: prose))
        #expect(!LinkListReader.hasBrokenLink(in: Array("\(Self.acme)\n\(Self.acme)\n\nx\n# y\n".utf8)))
    }

    @Test(
        "Only a text of which every line starts like a link has only links",
        arguments: [("", true), ("\n", true), ("x", false), ("x\n", false), ("\nx", false)])
    func onlyLinks(before: String, isRight: Bool) {
        #expect(LinkListReader.hasOnlyLinks(in: Array("\(Self.acme)\n\(before)\(Self.acme)".utf8).span) == isRight)
    }

    @Test("Validation says what the import says", arguments: frames.indices)
    func validation(frame: Int) throws {
        let frame = Self.frames[frame]
        let checker = ChunkChecker(checker: try .standard(), output: .correctedInput)
        for link in Self.links {
            for width in stride(from: 50, to: link.utf8.count, by: 7) {
                let lines = Self.pieces(link, width).enumerated().map { frame.line($1, $0) }
                let text = Array((frame.around.0 + lines.joined(separator: "\n") + "\n" + frame.around.1).utf8)
                let document = try LinkListReader.read(ImportRequest(content: SourceContent(text: text)), as: "otpauth")
                for size in [64, 1 << 18] {
                    var reader = RecordReader(ByteArrayStream(text), layout: .lines, chunkByteCount: size)
                    var buffers: [[UInt8]] = []
                    var found = 0, errors = 0
                    while let chunk = try reader.next(from: &buffers) {
                        let checked = checker.check(chunk)
                        for (index, link) in checked.links.enumerated() {
                            let accounts = checked.accounts[index]?.count ?? 1
                            found += accounts
                            if link.verdict.rules.worst == .error { errors += accounts }
                        }
                    }
                    let secrets = document.rejections.count { $0.code == .secretWithoutLink }
                    #expect(found == document.entries.count - secrets, "\(frame.name) \(width) \(size)")
                    #expect(errors == document.rejections.count - secrets, "\(frame.name) \(width) \(size)")
                }
            }
        }
    }

    /// The end of the last line of a link, the next line, and what they are: lines of one width, or a shorter one.
    private static let ends:
        [(value: String, next: String, ofFull: LinkBreak.Judgement, ofShort: LinkBreak.Judgement)] =
            [
                // A usual number of digits or seconds is whole, and a period may go on with zeros.
                ("digits=6", "30", .apart, .apart), ("digits=7", "30", .apart, .apart),
                ("digits=8", "30", .apart, .apart),
                ("digits=10", "30", .apart, .apart), ("digits=9", "30", .unclear, .unclear),
                ("digits=1", "0", .joined, .joined), ("period=30", "2", .apart, .apart),
                ("period=30", "0", .unclear, .apart),
                ("period=6", "0", .joined, .joined),
                // A page with a QR code shows the secret again.
                ("secret=JBSWY3DPEHPK3PXP", "JBSWY3DPEHPK3PXP", .apart, .apart),
                // Twenty digits may be whole: the rest needs a digit, a secret's length, or one that makes it usual.
                ("secret=JBSWYDDPEHPKPPXPJBSW", "MFRGG2DF", .joined, .unclear),
                ("secret=JBSWYDDPEHPKPPXPJBSW", "MFRGGZDFMFRGGZDF", .joined, .apart),
                ("secret=JBSWYDDPEHPKPPXPJBSW", "MFRG", .joined, .apart),
                ("secret=JBSWYDDPEHPKPPXPJBSW", "MFRGGZDF", .unclear, .apart),
                // Padding that is encoded, and cut.
                ("secret=MFRGGZDFMZTWQ2LKMFRGG%3D", "%3D%3D", .joined, .joined),
                ("secret=MFRGGZDFMZTWQ2LKMFRGG%3D%3", "D%3D", .joined, .joined),
            ]

    @Test("Whether a value goes on in the next line depends on both, and on the width", arguments: ends.indices)
    func valueAtTheEnd(place: Int) {
        let (value, next, ofFull, ofShort) = Self.ends[place]
        let link = Array("otpauth://totp/Acme:alice?\(value)".utf8)
        for (isFull, expected) in [(true, ofFull), (false, ofShort)] {
            let found = LinkBreak(isFull: isFull, hasMore: false).judgement(link, Array(next.utf8), .otpauth)
            #expect(found == expected, "\(value) \(next), full: \(isFull)")
        }
    }

    @Test("The same secret below a link of Steam may be its rest only if the lines have one width")
    func secretTwice() {
        let link = Array("steam://JBSWY3DPEHPK3PXP".utf8), next = Array("JBSWY3DPEHPK3PXP".utf8)
        #expect(LinkBreak(isFull: true, hasMore: false).judgement(link, next, .steam) == .unclear)
        #expect(LinkBreak(isFull: false, hasMore: false).judgement(link, next, .steam) == .apart)
    }

    @Test(
        "A link whose scheme was broken is put together, and the program does not crash",
        arguments: ["otpa", "otpauth", "otpauth:", "otpauth:/", "OTPAuth:", "my link: otpauth"])
    func brokenScheme(line: String) throws {
        let start = line.split(separator: " ").last.map(String.init) ?? line
        let rest = Self.acme.dropFirst(start.utf8.count)
        let text = Array("\(line)\n\(rest)\n\(Self.links[1])\n".utf8)
        var found: [String] = []
        LinkRecords.forEachRecord(in: text.span, isJSON: false) { record, bytes in
            if case .link = record.kind {
                found.append(String(decoding: bytes.withUnsafeBufferPointer { Array($0) }, as: UTF8.self).lowercased())
            }
            return true
        }
        #expect(found == [Self.acme.lowercased(), Self.links[1].lowercased()])
    }

    @Test("The start of a migration link is recognized with the hyphen that ends its line")
    func brokenMigrationScheme() throws {
        let link = Self.exportLink
        let whole = try read("\(link)\n").items.count
        let broken = try read("otpauth-\n\(link.dropFirst("otpauth-".utf8.count))\n")
        #expect(whole > 0 && broken.items.count == whole)
    }

    @Test("A pasted link may be broken, whatever ends its lines", arguments: ["\n", "\r", "\r\n"])
    func pasted(end: String) throws {
        for text in [
            "\(Self.acme)\(end)", Self.acme.replacing("&issuer", with: "\(end)&issuer"),
            Self.acme.replacing("issuer=Acme", with: "issuer=Ac\(end)me"),
        ] {
            let item = try LinkListReader.account(ofPasted: Array(text.utf8))
            #expect(Self.text(item) == Self.text(try LinkListReader.account(ofPasted: Array(Self.acme.utf8))))
        }
        #expect(throws: EntryError.self) {
            try LinkListReader.account(ofPasted: Array("\(Self.acme)\(end)\(Self.acme)".utf8))
        }
    }

    @Test("A line is as wide as it has characters, not bytes")
    func width() throws {
        for before in ["Link: ", "Schlüssel: ", "鍵："] {
            let text = Array("\(before)\(Self.acme)".utf8)
            let part = LinkPart(first: text.indices, before.utf8.count..<text.count, in: text.span)
            #expect(try #require(part).width == before.unicodeScalars.count + Self.acme.utf8.count, "\(before)")
        }
    }

    @Test("Long texts without an end are not put together, and cost no more than their length")
    func hostile() throws {
        let link = "otpauth://totp/Acme:alice?secret=OSADN5M3A7HQFKUQ675XIDQQTOUW5CCI"
        for rest in ["ABCDEFGH", "x", "&", "=", "%3D", "&a=b"] {
            let text = "\(link)\n" + String(repeating: String(repeating: rest, count: 10) + "\n", count: 20_000)
            #expect(try read(text).isCounted)
        }
        let one = "otpauth-migration://offline?data=" + String(repeating: "CgcKAQESAWEo", count: 5_000)
        #expect(try read(Self.pieces(one, 700).joined(separator: "\n")).isTold)
    }
}

extension ImportedDocument {
    fileprivate var items: [Account] { entries.compactMap { if case .item(let item) = $0 { item } else { nil } } }

    fileprivate var rejections: [EntryRejection] {
        entries.compactMap { if case .rejected(let rejection) = $0 { rejection } else { nil } }
    }
}
