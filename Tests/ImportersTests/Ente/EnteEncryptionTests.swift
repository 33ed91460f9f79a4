import CryptoPrimitives
import TOTPDomain
import Testing

@testable import Importers

@Suite("Ente Auth's encrypted export")
struct EnteSealTests {
    private static let passphrase = "correct horse £7"
    private static let links = [
        EnteExport.link("otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP&issuer=Acorn", display: #"{"note":"n"}"#),
        EnteExport.link("otpauth://hotp/Birch:bob?secret=GEZDGNBVGY3TQOJQ&issuer=Birch&counter=7"),
    ]

    private static func file(_ text: String = links.joined(separator: "\n")) throws -> JSONMembers {
        try EnteExport.sealed(text, passphrase: passphrase)
    }

    @Test("The passphrase gives the links")
    func opens() throws {
        let document = try read(jsonObject(try Self.file()), passphrase: Self.passphrase)
        #expect(document.format == "ente")
        #expect(document.items.map(\.label) == ["Acorn: alice", "Birch: bob"])
        #expect(document.items.map(\.note) == ["n", nil])
        #expect(document.rejections == [])
    }

    @Test("A problem names the entry, because nobody sees the lines inside")
    func positions() throws {
        let text =
            "\(Self.links[0])\nnot a link\notpauth://totp/Elm:eve\n"
            + EnteExport.link("otpauth://hotp/Fir:fay?secret=GEZDGNBV")
        let document = try read(jsonObject(try Self.file(text)), passphrase: Self.passphrase)
        #expect(document.rejections.map(\.position.description) == ["entry 3"])
        #expect(document.skipped.counts == [.noLink: 1])
        #expect(document.warnings == ["entry 4 (Fir: fay): the link has no counter; it starts at 0"])
    }

    @Test("An export without accounts is not a failure", arguments: ["", "\n"])
    func empty(text: String) throws {
        #expect(try read(jsonObject(try Self.file(text)), passphrase: Self.passphrase).entries == [])
    }

    @Test("Encrypted text without a link is an error")
    func noLinks() throws {
        let file = try Self.file("hello\nworld")
        let failure = #expect(throws: SourceError.self) { try read(jsonObject(file), passphrase: Self.passphrase) }
        #expect(failure?.code == .unrecognised)
    }

    @Test("A missing or wrong passphrase is reported")
    func passphrases() throws {
        let bytes = jsonObject(try Self.file())
        #expect(throws: SourceError.passphraseRequired) { try read(bytes) }
        for wrong in ["", "correct horse £8", " \(Self.passphrase)"] {
            #expect(throws: SourceError.wrongPassphrase) { try read(bytes, passphrase: wrong) }
        }
    }

    @Test("The message may have any tag: the app writes 0, other programs 3", arguments: [0, 1, 2, 3] as [UInt8])
    func tags(tag: UInt8) throws {
        let file = try EnteExport.sealed(Self.links[0], passphrase: Self.passphrase, tag: tag)
        #expect(try read(jsonObject(file), passphrase: Self.passphrase).items.map(\.label) == ["Acorn: alice"])
    }

    @Test(
        "Other versions are refused before a passphrase is asked for",
        arguments: ["0", "2", "\"2\"", "[]", "\"x\"", "1.5"])
    func versions(version: String) throws {
        var file = try Self.file()
        file["version"] = version
        let failure = #expect(throws: SourceError.self) { try read(jsonObject(file)) }
        #expect(failure?.code == .unsupportedVersion)
    }

    @Test("A version that is text or missing means the first version")
    func lenientVersion() throws {
        var file = try Self.file()
        for version in ["\"1\"", nil] {
            file["version"] = version
            #expect(try read(jsonObject(file), passphrase: Self.passphrase).items.count == 2)
        }
    }

    @Test(
        "Missing and damaged parts are reported before a passphrase is asked for",
        arguments: [
            ("kdfParams", "7"), ("kdfParams", "{}"), ("encryptionNonce", "\"\""), ("encryptionNonce", "\"AAAA\""),
            ("encryptedData", "\"\""), ("encryptedData", "\"AAAA\""), ("encryptedData", "\"*\""),
            ("encryptedData", "[1]"), ("encryptedData", "null"),
        ])
    func damaged(member: String, value: String) throws {
        var file = try Self.file()
        file[member] = value
        let failure = #expect(throws: SourceError.self) { try read(jsonObject(file)) }
        #expect(failure?.code == .corrupt)
        #expect(failure?.message.contains(member) == true)
    }

    @Test("Numbers may be texts; a salt has 16 bytes")
    func parameters() throws {
        var file = try Self.file()
        let salt = "MDEyMzQ1Njc4OWFiY2RlZg"
        file["kdfParams"] = EnteExport.costs(memory: "\"16384\"", passes: "\" 1 \"", salt: salt)
        #expect(try read(jsonObject(file), passphrase: Self.passphrase).items.count == 2)
        for wrong in ["", "AAAA", salt + "AA", "?"] {
            file["kdfParams"] = EnteExport.costs(memory: "16384", passes: "1", salt: wrong)
            let failure = #expect(throws: SourceError.self) {
                try read(jsonObject(file), passphrase: Self.passphrase)
            }
            #expect(failure?.code == .corrupt)
        }
    }

    @Test(
        "Costs beyond the limits are refused before a key is derived",
        arguments: [
            (1 << 31, 4, "2048 MiB"), (Int(Int64.max), 1, "MiB"), ((1 << 30) + 1024, 1, "1025 MiB"),
            (16384, 40_961, "40961 passes"), (16384, Int(Int64.max), "passes"),
        ])
    func costs(memory: Int, passes: Int, words: String) throws {
        var file = try Self.file()
        file["kdfParams"] = EnteExport.costs(memory: "\(memory)", passes: "\(passes)")
        let failure = #expect(throws: SourceError.self) {
            try read(jsonObject(file), passphrase: Self.passphrase, limits: .derivingNothing)
        }
        #expect(failure?.code == .limitExceeded)
        #expect(failure?.message.contains(words) == true)
    }

    @Test("Impossible costs are damage", arguments: [(0, 1), (16384, 0), (-1, 1), (16384, -1), (4096, 1)])
    func impossibleCosts(memory: Int, passes: Int) throws {
        var file = try Self.file()
        file["kdfParams"] = EnteExport.costs(memory: "\(memory)", passes: "\(passes)")
        let failure = #expect(throws: SourceError.self) { try read(jsonObject(file), passphrase: Self.passphrase) }
        #expect(failure?.code == .corrupt)
    }

    @Test("Any byte changed is an error, or changes nothing; any end too early is an error")
    func tampering() throws {
        let bytes = Array(jsonObject(try Self.file()).utf8)
        let items = try read(bytes, passphrase: Self.passphrase).items
        let file = TamperedFile(bytes: bytes, passphrase: Self.passphrase)
        // The last bits of base64, and letters of names that are read without regard to case.
        #expect(try file.read(expecting: items) < bytes.count / 8)
        file.readCut()
    }

    @Test("Nesting without end is damage, and no crash")
    func nesting() {
        let text = #"{"version":1,"encryptedData":"","kdfParams":"# + deepNesting
        let failure = #expect(throws: SourceError.self) { try read(text, passphrase: Self.passphrase) }
        #expect(failure?.code == .corrupt)
    }
}
