import Containers
import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@Suite("Zip archives")
struct ZipArchiveTests {
    private static let passphrase = "correct horse £7"
    private static let text = String(repeating: "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP\n", count: 3)

    private static func file(_ encryption: ZipFile.Encryption, isPacked: Bool = true) throws -> [UInt8] {
        let entry = ZipFile.Entry("a.txt", pieces: [Array(text.utf8)], isPacked: isPacked, encryption: encryption)
        return try ZipFile([entry], passphrase: passphrase).bytes()
    }

    /// Returns the contents of the entries of an archive.
    private func read(_ file: [UInt8], passphrase: String? = passphrase) throws -> [String] {
        let archive = try ZipArchive(file)
        return try archive.entries.map { entry throws(SourceError) in
            String(decoding: try archive.read(entry, passphrase: passphrase.map { Passphrase($0) }), as: UTF8.self)
        }
    }

    private func failure(_ file: [UInt8], passphrase: String? = passphrase) -> SourceError? {
        #expect(throws: SourceError.self) { try read(file, passphrase: passphrase) }
    }

    @Test("Every encryption opens, packed or not", arguments: ZipFile.Encryption.allCases, [true, false])
    func opens(encryption: ZipFile.Encryption, isPacked: Bool) throws {
        let file = try Self.file(encryption, isPacked: isPacked)
        #expect(try read(file) == [Self.text])
        let archive = try ZipArchive(file)
        #expect(archive.entries.map(\.isEncrypted) == [encryption != .none])
        #expect(archive.entries.map(\.size) == [Self.text.utf8.count])
    }

    private static let encrypted = ZipFile.Encryption.allCases.filter { $0 != .none }

    @Test("A missing or wrong passphrase is reported", arguments: encrypted)
    func passphrases(encryption: ZipFile.Encryption) throws {
        let file = try Self.file(encryption)
        #expect(failure(file, passphrase: nil)?.code == .passphraseRequired)
        // One in 256 gets past ZipCrypto's own check.
        for wrong in ["", "correct horse £8"] + (0..<600).map({ "wrong \($0)" }) {
            #expect(failure(file, passphrase: wrong)?.code == .wrongPassphrase)
            if encryption != .zipCrypto, wrong == "wrong 9" { break }
        }
    }

    @Test("A changed byte anywhere in the encrypted data is found", arguments: encrypted, [true, false])
    func tampering(encryption: ZipFile.Encryption, isPacked: Bool) throws {
        let file = try Self.file(encryption, isPacked: isPacked)
        let start = 30 + 5 + (encryption == .zipCrypto ? 0 : 11)
        let end = try #require(file.indices.dropFirst(start).first { file[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
        // The head of ZipCrypto is random, but for its last byte.
        for index in (start + (encryption == .zipCrypto ? 11 : 0))..<end {
            var changed = file
            changed[index] ^= 0x10
            // Of the last byte that was packed, not every bit says something.
            if encryption == .zipCrypto, index == end - 1, (try? read(changed)) == [Self.text] { continue }
            #expect(failure(changed)?.code == .wrongPassphrase, "byte \(index)")
        }
    }

    @Test("Unencrypted files have a checksum", arguments: [true, false])
    func sum(isPacked: Bool) throws {
        let file = try Self.file(.none, isPacked: isPacked)
        for index in 35..<(file.count - 22 - 51) {
            var changed = file
            changed[index] ^= 0x10
            // A bit after the end of the packed data is ignored.
            if let texts = try? read(changed) { #expect(texts == [Self.text]) }
        }
        var changed = file
        changed[40] ^= 0x10
        #expect(failure(changed)?.code == .corrupt)
    }

    @Test("Cut anywhere, an archive is damaged", arguments: ZipFile.Encryption.allCases)
    func cut(encryption: ZipFile.Encryption) throws {
        let file = try Self.file(encryption)
        for count in 1..<file.count {
            #expect(failure(Array(file.prefix(count)))?.code == .corrupt, "\(count) bytes")
        }
    }

    @Test(
        "A changed bit anywhere is an error or changes nothing that was packed", arguments: ZipFile.Encryption.allCases)
    func bits(encryption: ZipFile.Encryption) throws {
        let file = try Self.file(encryption)
        for index in file.indices {
            for bit in [0, 3, 7] {
                var changed = file
                changed[index] ^= 1 << bit
                if let texts = try? read(changed) { #expect(texts == [Self.text] || texts == [], "byte \(index)") }
            }
        }
    }

    // MARK: - Names

    @Test("Entries come in the archive's order, with their names as they are")
    func names() throws {
        let names = ["b.txt", "a/b/c.txt", "../../etc/passwd", "/absolute.txt", "Zoë.txt", "b.txt", "folder/", ""]
        let archive = try ZipArchive(try ZipFile(names.map { ZipFile.Entry($0, $0) }).bytes())
        #expect(archive.entries.map(\.name) == names)
        #expect(
            archive.entries.map(\.baseName) == [
                "b.txt", "c.txt", "passwd", "absolute.txt", "Zoë.txt", "b.txt", "folder", "",
            ])
        for entry in archive.entries {
            #expect(String(decoding: try archive.read(entry, passphrase: nil), as: UTF8.self) == entry.name)
        }
    }

    @Test("One of several archives in a file is not taken for the file")
    func joined() throws {
        let file = try Self.file(.none)
        #expect(failure(file + file)?.message.contains("several zip archives") == true)
    }

    @Test("An empty archive has no entries")
    func empty() throws { #expect(try read(try ZipFile([]).bytes()) == []) }

    // MARK: - Bombs

    @Test("As many entries as the limit are read, one more is refused")
    func manyEntries() throws {
        let limit = Limit.exportMembers
        let few = try ZipFile((0..<limit).map { ZipFile.Entry("\($0)", "") }).bytes()
        #expect(try ZipArchive(few).entries.count == limit)
        let many = try ZipFile((0...limit).map { ZipFile.Entry("\($0)", "") }).bytes()
        #expect(failure(many) == SourceError(.limitExceeded, LimitMessage.exportMembers(limit + 1, limit)))
    }

    private static let mebibyte = [UInt8](repeating: 0x20, count: 1 << 20)

    /// The size of the only entry of an archive, or why it is not read.
    private func size(_ entry: ZipFile.Entry) throws -> (size: Int?, failure: SourceError?) {
        let archive = try ZipArchive(try ZipFile([entry]).bytes())
        do throws(SourceError) {
            return (try archive.read(archive.entries[0], passphrase: nil).count, nil)
        } catch { return (nil, error) }
    }

    private static func refusal(_ message: String) -> SourceError {
        SourceError(.limitExceeded, "\"a.txt\" \(message)")
    }

    @Test("A text may have as many bytes as the limit, and no more")
    func largeEntry() throws {
        let limit = Limit.exportMember, count = limit >> 20
        let pieces = [[UInt8]](repeating: Self.mebibyte, count: count)
        #expect(try size(ZipFile.Entry("a.txt", pieces: pieces, isPacked: false)).size == limit)
        let larger = try size(ZipFile.Entry("a.txt", pieces: pieces + [[0x20]], isPacked: false))
        #expect(larger.failure == Self.refusal(LimitMessage.exportMember(count)))
    }

    @Test(
        "A text that unpacks beyond the limit is refused, regardless of the size it claims",
        arguments: [nil, 100, 0xFFFF_FFFE])
    func bomb(claimedSize: Int?) throws {
        let count = Limit.exportMember >> 20
        let entry = ZipFile.Entry(
            "a.txt", pieces: [[UInt8]](repeating: Self.mebibyte, count: count + 1), claimedSize: claimedSize)
        let file = try ZipFile([entry]).bytes()
        #expect(file.count < 100_000)
        let failure = failure(file)
        #expect(failure?.code == (claimedSize == 100 ? .corrupt : .limitExceeded))
        if claimedSize != 100 { #expect(failure == Self.refusal(LimitMessage.exportMember(count))) }
    }

    private static let bomb = refusal(LimitMessage.exportRatio(Limit.exportRatio))

    @Test("A small text may have any ratio; one byte more is a bomb")
    func harmless() throws {
        let limit = Limit.exportHarmless
        #expect(try size(ZipFile.Entry("a.txt", pieces: [Self.mebibyte])).size == limit)
        #expect(try size(ZipFile.Entry("a.txt", pieces: [Self.mebibyte, [0x20]])).failure == Self.bomb)
    }

    @Test("Larger texts may unpack to a hundred times as much, and no more; a list is far from it")
    func ratio() throws {
        let ratio = Limit.exportRatio
        var generator = SeededGenerator(seed: 9)
        let head = generator.bytes(20_000)
        func entry(_ count: Int) -> ZipFile.Entry {
            ZipFile.Entry("a.txt", pieces: [head, [UInt8](repeating: 0x20, count: count - head.count)])
        }
        func packed(_ count: Int) throws -> Int {
            try ZipArchive(ZipFile([entry(count)]).bytes()).entries[0].packedSize
        }
        // More spaces hardly need more bytes, so the size soon is a hundred times that of the packed data.
        var count = 2 << 20
        for _ in 0..<20 { count = try packed(count) * ratio }
        try #require(try packed(count) * ratio == count && packed(count + 1) * ratio == count)
        #expect(try size(entry(count)).size == count)
        #expect(try size(entry(count + 1)).failure == Self.bomb)
        let lines = (0..<40_000).map { "otpauth://totp/Acorn:user\($0)?secret=JBSWY3DPEHPK3PXP\n" }
        #expect(try size(ZipFile.Entry("a.txt", lines.joined())).size == lines.joined().utf8.count)
    }

    @Test("An unknown method or encryption is named")
    func unknownMethods() throws {
        for (place, value) in [(8, 97), (8, 12)] as [(Int, UInt8)] {
            var file = try Self.file(.none)
            let directory = try #require(file.indices.first { file[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
            file[place] = value
            file[directory + 2 + place] = value
            let code = failure(file)?.code
            #expect(code == .unsupportedVersion || code == .corrupt, "method \(value)")
        }
    }

    @Test("PKWARE's strong encryption is named, with and without a passphrase", arguments: [nil, "open sesame"])
    func strongEncryption(passphrase: String?) throws {
        var file = try Self.file(.none)
        let directory = try #require(file.indices.first { file[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
        for place in [6, directory + 8] { file[place] |= 0x41 }
        #expect(failure(file, passphrase: passphrase)?.code == .unsupportedVersion)
    }
}
