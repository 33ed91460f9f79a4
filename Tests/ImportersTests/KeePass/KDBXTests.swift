import CryptoPrimitives
import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import PasswordManagerFormats

/// Headers and payloads, whole, forged and damaged.
@Suite("KDBX databases")
struct KDBXTests {
    private static let passphrase = "correct horse £7"
    private static let xml = """
        <KeePassFile><Meta/><Root><Group><Entry><String><Key>Title</Key><Value>Acorn</Value></String>\
        <String><Key>otp</Key><Value>JBSWY3DP</Value></String></Entry></Group></Root></KeePassFile>
        """

    private func read(
        _ bytes: [UInt8], passphrase: String? = passphrase, limits: ImportLimits = ImportLimits()
    ) throws -> ImportedDocument {
        try ImportersTests.read(bytes, passphrase: passphrase, limits: limits)
    }

    private func failure(
        _ bytes: [UInt8], passphrase: String? = passphrase, limits: ImportLimits = ImportLimits()
    ) -> SourceError? {
        #expect(throws: SourceError.self) { try read(bytes, passphrase: passphrase, limits: limits) }
    }

    private static func file(_ version: Int, xml: String = xml) throws -> [UInt8] {
        try KDBXFile(version: version).bytes(xml: xml, passphrase: passphrase)
    }

    @Test("Every cipher and key derivation opens, packed or not", arguments: KeePassXCProgramTests.ways)
    func opens(way: KDBXFile) throws {
        let file = try way.bytes(xml: Self.xml, passphrase: Self.passphrase)
        #expect(try read(file).items.map(\.fieldsLine) == ["totp Acorn| JBSWY3DP SHA1 6 30"])
        #expect(failure(file, passphrase: "correct horse £8")?.code == .wrongPassphrase)
        #expect(failure(file, passphrase: nil)?.code == .passphraseRequired)
    }

    @Test(
        "Other versions are named",
        arguments: [
            (10, [2, 0], SourceError.Code.unsupportedVersion), (10, [5, 0], .unsupportedVersion),
            (4, [0x65, 0xFB], .unsupportedVersion), (8, [0xFF, 0xFF], .corrupt),
        ])
    func versions(place: Int, bytes: [UInt8], code: SourceError.Code) throws {
        var file = try Self.file(4)
        file.replaceSubrange(place..<(place + 2), with: bytes)
        #expect(failure(file)?.code == code)
    }

    @Test("Every byte of version 4's header is checked before a key is derived")
    func header() throws {
        let file = try Self.file(4)
        let count = try KDBXHeader(file).bytes.count
        for place in 8..<(count + 32) {
            var changed = file
            changed[place] ^= 0x20
            let code = failure(changed, passphrase: "wrong")?.code
            #expect(code == .corrupt || code == .unsupportedVersion, "byte \(place)")
        }
    }

    @Test("A changed header of version 3 is detected by the XML")
    func headerOfVersion3() throws {
        let header = try KDBXHeader(Self.file(3)).bytes
        let hash = Data(try Digest.sha256.hash(header)).base64EncodedString()
        let xml = Self.xml.replacing("<Meta/>", with: "<Meta><HeaderHash>\(hash)</HeaderHash></Meta>")
        let file = try Self.file(3, xml: xml)
        #expect(try read(file).items.count == 1)
        // The key of protected values: no other check would notice.
        let place = try #require(file.firstRange(of: [8, 32, 0])).upperBound
        var changed = file
        changed[place] ^= 1
        #expect(failure(changed)?.code == .corrupt)
    }

    @Test("Costs beyond the limits are refused at once, and name what raises them")
    func costs() throws {
        var limits = ImportLimits()
        limits.keyDerivationMemory = 1 << 20
        let file = KDBXFile(version: 4, derivation: .argon2(.d, memory: 2 << 20, passes: 1))
        let bytes = try file.bytes(xml: Self.xml, passphrase: Self.passphrase)
        let failure = failure(bytes, limits: limits)
        #expect(failure?.code == .limitExceeded)
        #expect(failure?.message.contains("--kdf-memory") == true)
        #expect(try read(bytes).items.count == 1)
    }

    @Test("Many passes over little memory open, as KeePass writes them", arguments: [117, 1000])
    func manyPasses(passes: UInt64) throws {
        let file = KDBXFile(version: 4, derivation: .argon2(.d, memory: 64 << 10, passes: passes))
        #expect(try read(file.bytes(xml: Self.xml, passphrase: Self.passphrase)).items.count == 1)
    }

    @Test(
        "Numbers that no program writes are refused at once",
        arguments: [
            ("R", [0, 0, 0, 0, 1, 0, 0, 0]), ("R", [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
            ("I", [1, 0xA0, 0, 0, 0, 0, 0, 0]), ("I", [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]),
            ("I", [0, 0, 0, 0, 1, 0, 0, 0]), ("M", [0, 0, 0, 0, 0, 1, 0, 0]),
            ("M", [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]), ("M", [0, 0, 0, 0, 0, 0, 0, 0]),
            ("I", [0, 0, 0, 0, 0, 0, 0, 0]), ("P", [0, 0, 0, 0]), ("P", [65, 0, 0, 0]), ("V", [0x12, 0, 0, 0]),
        ] as [(String, [UInt8])])
    func numbers(name: String, value: [UInt8]) throws {
        let derivation: KDBXFile.Derivation = name == "R" ? .aes(rounds: 100) : .argon2(.id, memory: 1 << 20, passes: 1)
        var file = try KDBXFile(version: 4, derivation: derivation).bytes(xml: Self.xml, passphrase: Self.passphrase)
        let field = [1, 0, 0, 0] + Array(name.utf8) + [UInt8(value.count), 0, 0, 0]
        let start = try #require(file.firstRange(of: field)).upperBound
        file.replaceSubrange(start..<(start + value.count), with: value)
        let refused = try Duration.ofProcessor { failure(try KDBXFile.withHeaderHash(file)) }
        #expect([.limitExceeded, .corrupt, .unsupportedVersion].contains(try #require(refused.value?.code)))
        #expect(refused.time < .seconds(2))
    }

    @Test(
        "Content may unpack to the lower limit at any ratio, then to so many times its size, up to the upper limit",
        arguments: [
            (0, Limit.databaseHarmless), (harmless, Limit.databaseHarmless),
            (harmless + 1, Limit.databaseHarmless + Limit.databaseRatio),
            (most - 1, Limit.databaseContent - Limit.databaseRatio), (most, Limit.databaseContent),
            (most + 1, Limit.databaseContent), (Limit.databaseContent, Limit.databaseContent),
        ] as [(Int, Int)])
    func unpackedLimit(packed: Int, limit: Int) { #expect(KDBXPayload.unpackedLimit(of: packed) == limit) }

    private static let harmless = Limit.databaseHarmless / Limit.databaseRatio
    private static let most = Limit.databaseContent / Limit.databaseRatio

    @Test("A database that unpacks to as much as the limit is read; one byte more is refused")
    func unpacked() throws {
        let limit = Limit.databaseHarmless, xml = Array(Self.xml.utf8)
        func file(_ count: Int) throws -> [UInt8] {
            let spaces = [UInt8](repeating: 0x20, count: count - xml.count)
            return try KDBXFile(version: 3).bytes(sealing: Packing.gzip.pack([xml, spaces]), Self.passphrase)
        }
        #expect(try read(file(limit)).items.count == 1)
        #expect(Limit.databaseRatio < Limit.databaseContent)
        for message in [LimitMessage.databaseContent, LimitMessage.databaseRatio] {
            #expect(failure(try file(limit + 1)) == SourceError(.limitExceeded, message(limit >> 20)))
        }
    }

    @Test("Blocks are checked one by one", arguments: [3, 4])
    func blocks(version: Int) throws {
        let file = try Self.file(version)
        let start = try KDBXHeader(file).bytes.count + (version == 4 ? 64 : 0)
        for place in start..<file.count {
            var changed = file
            changed[place] ^= 1
            let code = failure(changed)?.code
            #expect(code == .corrupt || code == .wrongPassphrase, "byte \(place)")
        }
    }

    @Test("Cut anywhere, a database is damaged", arguments: [3, 4])
    func cut(version: Int) throws {
        let file = try Self.file(version)
        for count in 8..<file.count {
            let code = failure(Array(file.prefix(count)))?.code
            // The rest of version 3 does not contain a whole block.
            #expect(code == .corrupt || (version == 3 && code == .wrongPassphrase), "\(count) bytes")
        }
    }

    @Test(
        "Decrypted content that is not KeePass XML is damaged",
        arguments: ["", "{}", "<KeePassFile>", "<a>&b;</a>", "\0\u{1}"])
    func content(xml: String) throws {
        #expect(failure(try Self.file(4, xml: xml))?.code == .corrupt)
        #expect(failure(try Self.file(3, xml: xml))?.code == .corrupt)
    }
}
