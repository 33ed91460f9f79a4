import FixtureSupport
import Links
import TOTPDomain
import Testing

@Suite("Texts of links")
struct LinkListTests {
    private static let alice = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP"
    private static let bob = "otpauth://hotp/Birch:bob?secret=GEZDGNBVGY3TQOJQ&counter=7"

    @Test("The issuer Steam makes a Steam account, but not in the file of an app that has another way to say it")
    func steam() throws {
        let content = SourceContent(Array("otpauth://totp/Steam:alice?secret=JBSWY3DPEHPK3PXP\n".utf8))
        let request = ImportRequest(content: content)
        let plain = try LinkListReader.read(request, as: "otpauth")
        let ofApp = try LinkListReader.read(request, as: "otpauth", annotate: { _, _, _ in nil })
        #expect(plain.items.map(\.parameters.kind) == [.steam])
        #expect(ofApp.items.map(\.parameters.kind) == [.totp])
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

    @Test("A rejection in a migration link names the line and the entry")
    func entryNumbers() throws {
        let message = MigrationMessage(accounts: [.init(secret: [1], name: "a"), .init(name: "b")])
        let document = try read("# one\n\(message.link)\n\(Self.alice)")
        #expect(document.rejections.map(\.position.description) == ["line 2, entry 2"])
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
        "The rest of a link in the next line belongs to it",
        arguments: WrappedLink.examples)
    func wrappedLinks(example: WrappedLink) throws {
        let document = try read(example.text)
        #expect(document.items.count == 1 && document.warnings.isEmpty)
        #expect(document.skipped.counts[.restOfLink] == (example.isWrapped ? 1 : nil))
        #expect(document.records == document.entries.count + document.skipped.total)
    }
}
