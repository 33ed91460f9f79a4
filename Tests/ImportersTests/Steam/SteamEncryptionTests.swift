import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

/// The files were encrypted by another program: PBKDF2 of Python's hashlib, AES of the command openssl.
@Suite("Encrypted maFiles")
struct SteamSealTests {
    private static let name = "76500000000000001.maFile"
    private static let passphrase = "Grüße 7"
    private static let manifest = """
        {"encrypted":true,"first_run":false,"entries":[
        {"encryption_iv":"AAAAAAAAAAAAAAAAAAAAAA==","encryption_salt":"AAAAAAAAAAA=","filename":"other.maFile","steamid":2},
        null,{"encryption_iv":null,"encryption_salt":null,"filename":"plain.maFile","steamid":3},
        {"encryption_iv":"MDEyMzQ1Njc4OTo7PD0+Pw==","encryption_salt":"obLD1OX2Bxg=","filename":"\(name)","steamid":1}],
        "periodic_checking":false}
        """
    /// With all the members that the app writes before and after the ones that are read.
    private static let whole = """
        sqdVMyOxKn3UihnUnDjtlxyzYFJxYLpPHJjU+ziotRxOyF065obArmIKSmwjUN6t3/mwLvsir0ytb+JJFZYdopqc+MMZXNKOvk+uUz7UH6SGrq7M\
        pewxStAqQquou6itZQBO7CEY7S21OrEc7ziC5JTYfWyPDX4MGGMg8/X7/QsnZHSJGmLm7GX+0ZYoqd/+CxVH9QCVLoBy1Q7NA9U7QKRwYZUtRJQT\
        2W0XJmS4rQB+4qbZqHNECUd809rSvUMuXclPVhpABLHzYQ2+3VaYdPWYnvIdS1oVok5TcF97sBBnhxlYk7Zu/0IWWjE8aIfL
        """
    /// With the secret and the name alone.
    private static let small =
        "sqdVMyOxKn3UihnUnDjtlxyzYFJxYLpPHJjU+ziotRxOyF065obArmIKSmwjUN6to2tWwlczRkBAtY9VeQSXqW5ZHCQYqKjoKc8fbxgjJRM="

    private static func read(
        _ text: some Collection<UInt8> = whole.utf8, passphrase: String? = passphrase,
        manifest: [UInt8]? = Array(manifest.utf8),
        name: String = name
    ) throws -> ImportedDocument {
        let siblings = SiblingFiles(name: name) { $0 == "manifest.json" ? manifest : nil }
        return try SteamFormat().read(
            ImportRequest(
                content: SourceContent(Array(text)), passphrase: passphrase.map { Passphrase($0) },
                siblings: siblings))
    }

    private static func failure(_ read: () throws -> ImportedDocument) throws -> SourceError {
        try #require(#expect(throws: SourceError.self) { try read() })
    }

    private static func isRight(_ document: ImportedDocument) -> Bool {
        document.rejections.isEmpty && document.items.map(\.label) == ["Steam: olivia"]
            && document.items.map(\.secret.bytes) == [Array(1...20)] && document.outcomes == [.fixed(.steam)]
    }

    @Test("It opens with its passphrase", arguments: [whole, small, " \(whole)\r\n"])
    func opens(text: String) throws { #expect(Self.isRight(try Self.read(text.utf8))) }

    @Test("A missing passphrase is asked for, and a wrong one is reported")
    func passphrases() throws {
        #expect(try Self.failure { try Self.read(passphrase: nil) }.code == .passphraseRequired)
        for wrong in ["", "Grüße", "Grüße 7 "] {
            #expect(try Self.failure { try Self.read(passphrase: wrong) }.code == .wrongPassphrase)
        }
    }

    @Test(
        "Without its manifest it says which file is missing, before a passphrase is asked for",
        arguments: [nil, passphrase])
    func noManifest(passphrase: String?) throws {
        let failure = try Self.failure { try Self.read(passphrase: passphrase, manifest: nil) }
        #expect(failure.code == .corrupt)
        #expect(failure.message.contains("manifest.json"))
        let alone = ImportRequest(content: SourceContent(Array(Self.whole.utf8)))
        #expect(try Self.failure { try SteamFormat().read(alone) } == failure)
    }

    @Test("A manifest without an entry for a file of this name says so", arguments: ["copy.maFile", ""])
    func otherName(name: String) throws {
        let failure = try Self.failure { try Self.read(name: name) }
        #expect(failure.code == .corrupt)
        #expect(failure.message.contains("no entry"))
    }

    @Test(
        "A damaged manifest is named",
        arguments: [
            "", "{", "[]", "{\"entries\":{}}", "{\"entries\":[]}", "{\"entries\":[{\"filename\":\"\(name)\"}]}",
            manifest.replacing("obLD1OX2Bxg=", with: ""), manifest.replacing("obLD1OX2Bxg=", with: "?"),
            manifest.replacing("MDEyMzQ1Njc4OTo7PD0+Pw==", with: "MDEy"),
            manifest.replacing("\"obLD1OX2Bxg=\"", with: "7"),
        ])
    func damagedManifest(text: String) throws {
        let failure = try Self.failure { try Self.read(passphrase: nil, manifest: Array(text.utf8)) }
        #expect(failure.code == .corrupt)
        #expect(failure.message.contains("manifest.json"))
    }

    @Test("A file that was not encrypted needs no key, even if its text looks encrypted")
    func notEncrypted() throws {
        let failure = try Self.failure { try Self.read(name: "plain.maFile") }
        #expect(failure.code == .corrupt)
        #expect(failure.message.contains("encryption_salt"))
    }

    @Test("Another account's key does not open it")
    func otherKey() throws {
        #expect(try Self.failure { try Self.read(name: "other.maFile") }.code == .wrongPassphrase)
    }

    @Test("Any changed character is an error, and never another account", arguments: 0..<small.utf8.count)
    func flippedByte(index: Int) {
        var changed = Array(Self.small.utf8)
        changed[index] ^= index.isMultiple(of: 2) ? 1 : 0x20
        guard let document = try? Self.read(changed) else { return }
        #expect(Self.isRight(document))
    }

    @Test("Changes in members that are not read are also noticed")
    func changesElsewhere() throws {
        var generator = SeededGenerator(seed: 11)
        let bytes = try #require(Base64.decode(Self.whole))
        for index in stride(from: 0, to: bytes.count, by: 7) {
            var changed = bytes
            changed[index] ^= UInt8.random(in: 1...255, using: &generator)
            let text = Data(changed).base64EncodedString()
            #expect(try Self.failure { try Self.read(text.utf8) }.code == .wrongPassphrase)
        }
    }

    @Test("A changed salt or IV opens nothing else", arguments: ["MDEyMzQ1Njc4OTo7PD0+Pw==", "obLD1OX2Bxg="])
    func flippedKeyMaterial(field: String) throws {
        let bytes = try #require(Base64.decode(field))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            let manifest = Self.manifest.replacing(field, with: Data(changed).base64EncodedString())
            #expect(try Self.failure { try Self.read(manifest: Array(manifest.utf8)) }.code == .wrongPassphrase)
        }
    }

    @Test("A cut file is damaged", arguments: [1, 16, 63, 127, 318])
    func cut(count: Int) throws {
        let code = try Self.failure { try Self.read(Self.whole.utf8.prefix(count)) }.code
        #expect(code == .corrupt || code == .wrongPassphrase)
    }

    @Test("It looks like any base64 of whole blocks, and nothing else does")
    func detection() {
        func isKnown(_ text: String) -> Bool { SteamFormat().recognizes(SourceContent(Array(text.utf8))) }
        #expect(isKnown(Self.whole) && isKnown("\(Self.small)\n") && isKnown("AAAAAAAAAAAAAAAAAAAAAA=="))
        #expect(isKnown("AAAAAAAAAAAAAAAAAAAAAA"))
        for text in [
            "", "=", "AAAA", String(Self.whole.dropLast(4)), "\(Self.whole) \(Self.whole)",
            "-\(Self.whole.dropFirst())",
        ] {
            #expect(!isKnown(text))
        }
    }
}
