import FixtureSupport
import Links
import TOTPDomain
import Testing

@testable import Importers

@Suite("Texts of links")
struct LinkListTests {
    private static let alice = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP"
    private static let bob = "otpauth://hotp/Birch:bob?secret=GEZDGNBVGY3TQOJQ&counter=7"

    @Test(
        "Comments and empty lines are skipped, whatever ends a line",
        arguments: [
            "\(alice)\n\(bob)\n", "\(alice)\n\(bob)", "\(alice)\r\n\(bob)\r\n", "\n\n\(alice)\n\n \t\n\(bob)\n\n",
            "# two accounts\n\(alice)\n  # \(alice)\n#\(alice)\n\(bob)\n#", "  \(alice)  \n\t\(bob)\t",
            "\u{FEFF}\(alice)\n\(bob)", "\(alice)\r\(bob)\r", "\(alice) \(bob)", "\(alice),\(bob)", "\(alice)|\(bob)",
            "[\"\(alice)\",\"\(bob)\"]",
            "<p><a href=\"\(alice)\">a</a><a href=\"\(bob)\">b</a></p>", "a\n\(alice)\nb\n\(bob)\nc",
        ])
    func lines(text: String) throws {
        let document = try read(text)
        #expect(document.format == "otpauth")
        #expect(document.entries.count == 2)
        #expect(document.items.map(\.label) == ["Acorn: alice", "Birch: bob"])
        #expect(document.items.map(\.secret.base32) == ["JBSWY3DPEHPK3PXP", "GEZDGNBVGY3TQOJQ"])
        #expect(document.items.last?.parameters.counter == 7)
        #expect(document.warnings == [])
        #expect(document.migrationParts == [])
        #expect(document.records == document.entries.count + document.skipped.total)
    }

    @Test("The issuer Steam makes a Steam account, but not in the file of an app that has another way to say it")
    func steam() throws {
        let content = SourceContent(Array("otpauth://totp/Steam:alice?secret=JBSWY3DPEHPK3PXP\n".utf8))
        let request = ImportRequest(content: content)
        let plain = try LinkListReader.read(request, as: "otpauth")
        let ofApp = try LinkListReader.read(request, as: "otpauth", annotate: { _, _, _ in nil })
        #expect(plain.items.map(\.parameters.kind) == [.steam])
        #expect(ofApp.items.map(\.parameters.kind) == [.totp])
    }

    @Test("Links that run together are rejected, and no field of an account contains a link")
    func linksRunTogether() throws {
        let glued = "\(Self.alice)\(Self.bob)"
        let texts = [
            glued, "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&issuer=otpauth%3A%2F%2Ftotp%2Fb",
            "otpauth://totp/see%20steam%3A%2F%2FAAAA?secret=JBSWY3DPEHPK3PXP",
            "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&x=bmotp:/c", "otpauth://totp/x-\(Self.alice)",
        ]
        for text in texts {
            let document = try read(text)
            #expect(document.items.isEmpty)
            #expect(document.rejections.map(\.code) == [.linksRunTogether], "\(text)")
            #expect(document.rejections.map(\.label) == [""])
        }
    }

    @Test("Several links of one line are numbered")
    func severalLinks() throws {
        let message = MigrationMessage(accounts: [.init(secret: [1], name: "a"), .init(name: "b")])
        let document = try read("x\n\(Self.alice) otpauth://totp/b \(message.link)\notpauth://totp/c")
        #expect(
            document.rejections.map(\.position.description) == ["line 2, entry 2", "line 2, entry 2", "line 3"])
        #expect(document.records == 6)
        #expect(document.skipped.counts == [.noLink: 1])
    }

    @Test("The records that are counted are those that are read")
    func records() throws {
        var random = SeededGenerator(seed: 23)
        let message = MigrationMessage(accounts: (0..<3).map { .init(secret: [$0 + 1]) })
        let pieces = [
            Self.alice, Self.bob, message.link, "steam://AAAA", "motp:/a?secret=e3", "otpauth://", "MOTP:/", "\n", "\r",
            "\r\n", "\u{85}", "\u{2028}", "\0", "\u{C}", " ", ",", "#", "\n#", "\"", "\\", "\\\"", "\\u002f", "\\/",
            "{", "[",
            "[\"", "\":", "\",\"", "x", "-", "%", "'", "(", ")", ":/", "://", "é", "\\n", "&amp;", "K5QXEZBAMN2GK3LF",
            "k5qx ezba mn2g k3lf", " ip=1",
        ]
        var found = 0
        for _ in 0..<5_000 {
            var text = (0..<Int.random(in: 1...9, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            if Bool.random(using: &random) { text = "[" + text }
            let content = SourceContent(text: Array(text.utf8))
            guard let document = try? LinkListReader.read(ImportRequest(content: content), as: "otpauth") else {
                continue
            }
            found += 1
            #expect(document.records == document.entries.count + document.skipped.total, "\(Array(text.utf8))")
        }
        #expect(found > 1_000)
    }

    @Test("UTF-16 of either order is read, with names beyond ASCII", arguments: [true, false])
    func utf16(isLittleEndian: Bool) throws {
        let text = "# Kënnwörter\r\notpauth://totp/Bäckerei 日本 🔑:j%C3%BCrgen?secret=JBSWY3DPEHPK3PXP\r\n\(Self.bob)"
        let units = [0xFEFF] + Array(text.utf16)
        let bytes = units.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
            return isLittleEndian ? [low, high] : [high, low]
        }
        #expect(try read(bytes).items.map(\.label) == ["Bäckerei 日本 🔑: jürgen", "Birch: bob"])
    }

    @Test("An old Latin-1 list loses no account to its umlauts")
    func latin1() throws {
        let text = "\(Self.alice)\notpauth://totp/Müller & Söhne:jörg?secret=GEZDGNBVGY3TQOJQ\n"
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        #expect(try read(bytes).items.map(\.label) == ["Acorn: alice", "Müller & Söhne: jörg"])
    }

    @Test(
        "There may be other text before a link",
        arguments: [
            "QR-Code:\(alice)", "1. \(alice)", "my bank\t\(alice)", "see https://example.com or \(alice)",
            "OTP \(alice)", "motel steam otpauth \(alice)",
        ])
    func textBeforeTheScheme(line: String) throws {
        #expect(try read(line).items.map(\.label) == ["Acorn: alice"])
    }

    @Test("A list may contain links of all kinds")
    func mixedLinks() throws {
        let message = MigrationMessage(accounts: [
            .init(secret: [1, 2, 3], name: "Cedar:carol", issuer: "Cedar"), .init(secret: [4, 5, 6], name: "dave"),
        ])
        let document = try read(
            """
            \(Self.alice)
            \(message.link)
            steam://GEZDGNBVGY3TQOJQGEZDGNBV
            motp://Elm:erin?secret=0123456789abcdef
            \(Self.bob)
            """)
        #expect(document.format == "otpauth")
        #expect(
            document.items.map(\.label) == [
                "Acorn: alice", "Cedar: carol", "dave", "(no name)", "Elm: erin", "Birch: bob",
            ])
        #expect(document.items.map(\.parameters.kind) == [.totp, .totp, .totp, .steam, .motp, .hotp])
        #expect(document.migrationParts.count == 1)
    }

    @Test("A rejection names the line, counted as an editor counts it")
    func lineNumbers() throws {
        let document = try read("# one\r\n\r\n\(Self.alice)\r\nnot a link\r\n\(Self.bob)\r\notpauth://totp/Fir:fay\r\n")
        #expect(document.entries.count == 3)
        #expect(document.rejections.map(\.position.description) == ["line 6"])
        #expect(document.rejections.map(\.code) == [.secretMissing])
        #expect(document.rejections.map(\.label) == ["Fir: fay"])
        #expect(document.skipped.counts == [.comment: 1, .blank: 1, .noLink: 1])
        #expect(document.records == 6)
    }

    @Test("A rejection in a migration link names the line and the entry")
    func entryNumbers() throws {
        let message = MigrationMessage(accounts: [.init(secret: [1], name: "a"), .init(name: "b")])
        let document = try read("# one\n\(message.link)\n\(Self.alice)")
        #expect(document.rejections.map(\.position.description) == ["line 2, entry 2"])
    }

    @Test("A missing counter is a warning with line and name")
    func warning() throws {
        let document = try read("\n\notpauth://hotp/Birch:bob?secret=GEZDGNBVGY3TQOJQ")
        #expect(document.items.map(\.parameters.counter) == [0])
        #expect(document.warnings == ["line 3 (Birch: bob): the link has no counter; it starts at 0"])
    }

    @Test("More entries than the limit fail as a whole", arguments: [0, 1, 2, 3])
    func entryLimit(limit: Int) throws {
        var limits = ImportLimits()
        limits.entries = limit
        let text = "\(Self.alice)\n\(Self.bob)\notpauth://totp/x"
        if limit < 3 {
            #expect(throws: SourceError(.limitExceeded, "more than \(limit) entries, the limit; split the file")) {
                try read(text, limits: limits)
            }
        } else {
            #expect(try read(text, limits: limits).entries.count == 3)
        }
    }

    @Test("The entries of a migration link also count")
    func entryLimitInOneLink() throws {
        var limits = ImportLimits()
        limits.entries = 9
        let message = MigrationMessage(accounts: (0..<10).map { .init(secret: [$0 + 1]) })
        #expect(throws: SourceError.self) { try read(message.link, limits: limits) }
    }

    @Test("Random accounts written as links are read back the same")
    func roundTrip() throws {
        let items = try InventedLinks.items(1000, seed: 11)
        let document = try read(items.map { KeyURI.write($0) }.joined(separator: "\n"))
        #expect(document.rejections == [])
        #expect(document.items.map(EssentialFields.init) == items.map(EssentialFields.init))
    }

    @Test(
        "A link of quoted-printable text is rejected, not read with another secret",
        arguments: [
            ("otpauth://totp/Acme:a?secret=3DJBSWY3DPEHPK3PXP&issuer=3DAcme", 0),
            ("otpauth://totp/Acme:a?digits=3D8&secret=3DJBSWY3DPEHPK3PXP", 0),
            ("Content-Transfer-Encoding: quoted-printable\n\notpauth://totp/a?secret=3DJBSWY3DPEHPK3PXP", 0),
            ("Content-Transfer-Encoding: quoted-printable\n\notpauth://totp/a?secret=JBSWY3DPEHPK3PXP", 1),
            // Of a usual length without 3D, or with it; nobody knows which one it is without another parameter.
            ("otpauth://totp/a?secret=3DJBSWY3DPEHPK3PXP", 0),
            ("otpauth://totp/a?secret=3dJBSWY3DPEHPK3PXPJBSWY3DP", 1),
            ("otpauth://totp/a?secret=3DJBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", 0),
            ("otpauth://totp/a?secret=3DJBSWY3DPEHPK3", 1), ("otpauth://totp/a?secret=3DJBSWY3DPEHPK3PXPJBSWY3", 1),
            ("otpauth://totp/a?secret=3DJBSWY3DPEHPK3PXP&digits=6", 1),
            ("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&issuer=3D%20Printing", 1),
        ])
    func quotedPrintable(text: String, accounts: Int) throws {
        let document = try read(text + "\n")
        #expect(document.items.count == accounts)
        #expect(document.entries.count == 1)
    }

    @Test(
        "3D before a secret of a usual length is from an e-mail, unless the two together have a usual length",
        arguments: [
            (14, 1), (16, 0), (18, 1), (20, 0), (24, 1), (26, 0), (30, 1), (32, 0), (38, 1), (40, 0), (50, 1), (52, 0),
            (54, 1), (56, 0), (62, 1), (64, 0), (66, 1),
        ])
    func usualLengths(count: Int, accounts: Int) throws {
        let document = try read("otpauth://totp/a?secret=3D\(String(repeating: "A", count: count))\n")
        #expect(document.items.count == accounts)
    }

    @Test(
        "A line that seems to contain a link is reported",
        arguments: [
            ("-otpauth://totp/a?secret=JBSWY3DPEHPK3PXP", true), ("%20otpauth%3A%2F%2Ftotp/a?secret%3DJBSWY3DP", true),
            ("OTPAUTH:&#x2F;&#x2F;totp/a?secret&#x3D;JBSWY3DP", true), ("the secret of otpauth", false),
            ("a note", false),
        ])
    func unclearLinks(line: String, isSaid: Bool) throws {
        let document = try read("otpauth://totp/b?secret=MFRGGZDFMFRGGZDF\n\(line)\n")
        #expect(document.items.count == 1)
        #expect(
            document.warnings.map(\.message)
                == (isSaid
                    ? [
                        "line 2 seems to contain a link that cannot be read; write each link as otpauth://… on a line of "
                            + "its own"
                    ] : []))
    }

    @Test(
        "Text that seems to be another link in the line is reported",
        arguments: [
            ("<p>\(alice)</p><!--\(bob)-->", true), ("\(alice)\"x\(bob)\"", true),
            ("\(alice)\" otpauth&#58;//totp/b?secret=MFRGGZDF", true),
            ("\"otpauth%3A%2F%2Ftotp%2Fb%3Fsecret%3DMFRGGZDF\" \(alice)", true),
            ("'-\(bob)' '\(alice)'", true), ("see otpauth and its secret: \(alice)", false),
            ("<a href=\"\(alice)\">\(alice)</a>", false), ("# \(bob) \(alice)", false),
        ])
    func unclearBesideLink(line: String, isSaid: Bool) throws {
        let document = try read("x\n\(line)\notpauth://totp/c?secret=MFRGGZDFMFRGGZDF\n")
        #expect(document.warnings.map(\.message).contains { $0.hasPrefix("line 2 seems to contain a link") } == isSaid)
        #expect(document.warnings.count == (isSaid ? 1 : 0))
    }

    @Test(
        "The rest of a link in the next line belongs to it",
        arguments: WrappedLink.examples)
    func wrappedLinks(example: WrappedLink) throws {
        let document = try read(example.text)
        #expect(document.items.count == 1 && document.warnings.isEmpty)
        #expect(document.skipped.counts[.restOfLink] == (example.isWrapped ? 1 : nil))
        #expect(document.records == document.entries.count + document.skipped.total)
    }

    @Test("What may be the rest of a link is rejected with it")
    func linksThatMayGoOn() throws {
        let document = try read("otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP\n2345\n")
        #expect(document.rejections.map(\.code) == [.linkWrapped])
        #expect(
            document.rejections.map(\.problem) == ["line 2 may be the rest of the link in line 1"])
        #expect(document.rejections.map(\.label) == ["Acorn: alice"])
    }

    @Test(
        "Words after a secret in groups are reported: they may belong to it",
        arguments: [
            ("gezd gnbv gy3t qojq this code works", true), ("GEZD GNBV GY3T QOJQ is my bank", true),
            ("GEZD GNBV GY3T QOJQ", false), ("GEZDGNBVGY3TQOJQ is my bank", false),
            ("GEZD GNBV&digits=6 is my bank", false), ("gezdgnbvgy is my bank", true), ("GEZD+GNBV+GY3T is mine", true),
        ])
    func wordsAfterGroups(secret: String, isSaid: Bool) throws {
        let document = try read("otpauth://totp/a?secret=\(secret)\n")
        #expect(document.items.count == 1)
        #expect(document.warnings.map(\.message).contains { $0.contains("text follows its secret") } == isSaid)
    }

    @Test(
        "Text after a # is reported: a name may be cut off there",
        arguments: [("#Corp&algorithm=SHA1", true), ("#Corp", true), ("#&digits=6", true), ("#", false), ("#-", false)])
    func fragments(fragment: String, isSaid: Bool) throws {
        let document = try read("otpauth://totp/b?secret=MFRGGZDFMFRGGZDF&issuer=C\(fragment)\n")
        #expect(document.items.count == 1)
        #expect(document.warnings.map(\.message).contains { $0.contains("what follows the #") } == isSaid)
    }
}
