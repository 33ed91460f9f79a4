import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Containers

@Suite("Members of archives")
struct ArchiveReaderTests {
    private static let entries = [
        ArchiveFile.Entry("first.txt", "the first"),
        ArchiveFile.Entry("folder/zweite Hälfte – 二.png", SeededGenerator.bytes(200_000)),
        ArchiveFile.Entry("empty"),
        ArchiveFile.Entry("folder/last.txt", String(repeating: "the last line\n", count: 1000)),
    ]

    private static let kinds: [ArchiveFile.Kind] = [.zip, .tar, .sevenZip]

    /// The readable part of an archive: members with their contents, or the error of one; then the error that ended it.
    private struct Reading {
        var members: [(member: ArchiveMember, content: [UInt8]?, failure: SourceError?)] = []
        var failure: SourceError?

        var failures: [SourceError] { members.compactMap(\.failure) + [failure].compactMap { $0 } }

        init(_ file: [UInt8], passphrase: String? = nil, limit: Int = 1 << 20) throws {
            let kind = try #require(LibArchiveOpener().kind(of: Array(file.prefix(LibArchiveOpener().headByteCount))))
            let reader = try LibArchiveOpener().open(
                ByteArrayStream(file), kind, passphrase: passphrase.map { Passphrase($0) })
            do throws(SourceError) {
                while let member = try reader.next() {
                    guard member.kind == .file else {
                        members.append((member, nil, nil))
                        continue
                    }
                    do throws(SourceError) {
                        members.append((member, try reader.content(limit: limit), nil))
                    } catch { members.append((member, nil, error)) }
                }
            } catch { failure = error }
        }
    }

    @Test("Every kind is detected, and gives names and contents in order", arguments: kinds)
    func order(kind: ArchiveFile.Kind) throws {
        let file = try ArchiveFile(Self.entries).bytes(kind)
        let reading = try Reading(file)
        #expect(reading.failures.isEmpty)
        // 7z has empty files last.
        let order = kind == .sevenZip ? [0, 1, 3, 2] : [0, 1, 2, 3]
        #expect(reading.members.map(\.member.name) == order.map { Self.entries[$0].name })
        #expect(reading.members.map(\.content) == order.map { Self.entries[$0].bytes })
        #expect(reading.members.allSatisfy { $0.member.kind == .file && !$0.member.isEncrypted })
    }

    @Test("A file in a zip archive whose name ends in a slash is never lost silently")
    func slash() throws {
        let file = try ZipFile([
            ZipFile.Entry("folder/", ""), ZipFile.Entry("lost.txt/", "a link"), ZipFile.Entry("last.txt", "another"),
        ]).bytes()
        let reading = try Reading(file)
        #expect(reading.members.map(\.member.kind) == [.folder, .file, .file])
        #expect(
            reading.members.map { $0.content.map { String(decoding: $0, as: UTF8.self) } } == [nil, nil, "another"])
        #expect(reading.failures.map(\.code) == [.corrupt])
    }

    @Test("A zip archive may have no files; zeros are not an archive, although a tar archive without files is zeros")
    func empty() throws {
        let reading = try Reading([0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18))
        #expect(reading.members.isEmpty)
        #expect(reading.failures.isEmpty)
        for count in [512, 1023, 1024, 10_240] {
            #expect(LibArchiveOpener().kind(of: [UInt8](repeating: 0, count: count)) == nil)
        }
    }

    /// With the records of an archive that may be larger than 4 GiB.
    private static func withLargeRecords(_ file: [UInt8]) throws -> [UInt8] {
        let end = file.count - 22
        let size = try #require(file.integer(UInt32.self, at: end + 12, .little))
        let offset = try #require(file.integer(UInt32.self, at: end + 16, .little))
        let count = UInt64(try #require(file.integer(UInt16.self, at: end + 10, .little)))
        let numbers = [count, count, UInt64(size), UInt64(offset)].flatMap { $0.bytes(.little) }
        return file[..<end] + [0x50, 0x4B, 6, 6] + UInt64(44).bytes(.little) + [45, 0, 45, 0]
            + [UInt8](repeating: 0, count: 8) + numbers + [0x50, 0x4B, 6, 7, 0, 0, 0, 0] + UInt64(end).bytes(.little)
            + [1, 0, 0, 0, 0x50, 0x4B, 5, 6, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 12) + [0, 0]
    }

    @Test("If a file contains several zip archives, the last is read as elsewhere, and an error says so")
    func joined() throws {
        let small = try ZipFile([.init("a", "first")]).bytes()
        let large = try ZipFile([.init("a", "1"), .init("b", "2")]).bytes()
        let packed = try ArchiveFile(Self.entries).bytes(.zip), empty = try ZipFile([]).bytes()
        let files = [small, large, packed, try Self.withLargeRecords(large)]
        for first in files + [empty] {
            for last in files + [empty] {
                let alone = try Reading(last), reading = try Reading(first + last)
                #expect(alone.failures.isEmpty)
                #expect(reading.members.map(\.member) == alone.members.map(\.member))
                #expect(reading.members.map(\.content) == alone.members.map(\.content))
                #expect(reading.failure?.code == .corrupt)
                #expect(reading.failure?.message.contains("several zip archives") == true)
                #expect(try Reading(first + first + last).failure == reading.failure)
            }
        }
        // An archive in another one, and bytes after the end, are nothing of the kind.
        for file in [try ZipFile([.init("a.zip", pieces: [small], isPacked: false)]).bytes(), small + [0, 0, 0]] {
            #expect(try Reading(file).failures.isEmpty)
        }
    }

    /// The sum is right, but is not written as the library wants it: it finds no format, and crashed when it was asked
    /// about encryption then.
    @Test("A tar archive with a damaged first header is detected, and its members are not read")
    func firstHeader() throws {
        var file = try ArchiveFile([.init("links.txt", "text")]).bytes(.tar)
        file.replaceSubrange(154..<156, with: [0xFD, 0x1F])
        #expect(LibArchiveOpener().kind(of: file) == .tar)
        for count in [600, file.count] {
            let reading = try Reading(Array(file.prefix(count)))
            #expect(reading.members.isEmpty)
            #expect(reading.failure?.code == .corrupt)
        }
    }

    @Test("A member is read after one that was skipped")
    func skipping() throws {
        for kind in Self.kinds {
            let file = try ArchiveFile(Self.entries).bytes(kind)
            let archive = try #require(LibArchiveOpener().kind(of: file))
            let reader = try LibArchiveOpener().open(ByteArrayStream(file), archive, passphrase: nil)
            for _ in 0..<(kind == .sevenZip ? 3 : 4) { _ = try reader.next() }
            #expect(try reader.content(limit: 1 << 20) == Self.entries[3].bytes)
        }
    }

    @Test("Folders, links and pipes are not files")
    func types() throws {
        let file = try ArchiveFile([
            .init("folder/", kind: .folder), .init("file", "text"), .init("link", kind: .link(to: "file")),
            .init("hard", kind: .hardLink(to: "file")), .init("pipe", kind: .pipe),
        ]).bytes(.tar)
        let members = try Reading(file).members.map(\.member)
        #expect(members.map(\.kind) == [.folder, .file, .other, .other, .other])
        let zip = try ZipFile([.init("folder/", ""), .init("file", "text")]).bytes()
        #expect(try Reading(zip).members.map(\.member.kind) == [.folder, .file])
    }

    @Test("A larger member is refused, and the next one read", arguments: kinds)
    func limit(kind: ArchiveFile.Kind) throws {
        let reading = try Reading(try ArchiveFile(Self.entries).bytes(kind), limit: 100_000)
        #expect(reading.failure == nil)
        for (member, content, failure) in reading.members {
            let isLarge = member.name == Self.entries[1].name
            #expect((content == nil) == isLarge)
            #expect(failure?.code == (isLarge ? .tooLarge : nil))
        }
    }

    @Test("A size that is claimed is not believed")
    func claims() throws {
        for (claimed, code) in [(4, SourceError.Code.corrupt), (0x7000_0000, .tooLarge)] {
            let file = try ZipFile([
                .init("a", pieces: [Array("a long text".utf8)], claimedSize: claimed), .init("b", "text"),
            ]).bytes()
            let reading = try Reading(file)
            #expect(reading.members.map(\.failure?.code) == [code, nil])
            #expect(reading.members.last?.content == Array("text".utf8))
        }
    }

    // MARK: - Passphrases

    private static let encryptions = ZipFile.Encryption.allCases.filter { $0 != .none }

    @Test("Encrypted members need the passphrase, others are read without", arguments: encryptions)
    func passphrases(encryption: ZipFile.Encryption) throws {
        let file = try ZipFile(
            [.init("secret", "the secret text", encryption: encryption), .init("open", "the open text")],
            passphrase: "correct horse £7"
        ).bytes()
        let opened = try Reading(file, passphrase: "correct horse £7")
        #expect(opened.failures.isEmpty)
        #expect(opened.members.map(\.member.isEncrypted) == [true, false])
        #expect(opened.members.map(\.content) == ["the secret text", "the open text"].map { Array($0.utf8) })
        for (passphrase, code) in [(nil, SourceError.Code.passphraseRequired), ("wrong", .wrongPassphrase)] {
            let reading = try Reading(file, passphrase: passphrase)
            #expect(reading.members.map(\.failure?.code) == [code, nil])
            #expect(reading.members.last?.content == Array("the open text".utf8))
        }
    }

    @Test("No wrong passphrase opens anything", arguments: encryptions)
    func wrongPassphrases(encryption: ZipFile.Encryption) throws {
        let file = try ZipFile([.init("secret", "the secret text", encryption: encryption)], passphrase: "right")
            .bytes()
        // One in 256 gets past ZipCrypto's own check.
        for number in 0..<(encryption == .zipCrypto ? 600 : 5) {
            let reading = try Reading(file, passphrase: "wrong \(number)")
            #expect(reading.members.map(\.failure?.code) == [.wrongPassphrase])
        }
    }

    // MARK: - Damage

    @Test(
        "Cut off anywhere, the earlier members are read, and the damage is reported",
        arguments: ArchiveFile.Kind.allCases)
    func cutOff(kind: ArchiveFile.Kind) throws {
        let file = try ArchiveFile(Self.small).bytes(kind)
        for count in stride(from: 512, to: file.count, by: 64) {
            let cut = Array(file[..<count])
            guard LibArchiveOpener().kind(of: cut) != nil else { continue }
            let reading = try Reading(cut)
            let contents = reading.members.compactMap(\.content)
            #expect(Self.small.map(\.bytes).starts(with: contents), "\(count) bytes")
            // At the end of a tar archive are more zeros than it needs.
            let isComplete = kind == .tar && contents.count == Self.small.count
            #expect(!reading.failures.isEmpty || isComplete, "\(count) bytes")
        }
    }

    private static let small = (1...6).map { ArchiveFile.Entry("\($0).txt", SeededGenerator.bytes(100 * $0)) }

    @Test(
        "Any byte that is changed is found, or changes nothing that was read",
        arguments: [.zip, .sevenZip] as [ArchiveFile.Kind])
    func changed(kind: ArchiveFile.Kind) throws {
        let file = try ArchiveFile(Self.small).bytes(kind)
        let contents = Set(Self.small.map(\.bytes))
        for index in stride(from: 8, to: file.count, by: 3) {
            var changed = file
            changed[index] ^= 0x10
            let reading = try Reading(changed)
            #expect(contents.isSuperset(of: reading.members.compactMap(\.content)), "byte \(index)")
            let isWhole = reading.members.compactMap(\.content).count == Self.small.count
            let isOther = reading.members.contains { $0.member.kind == .other }
            #expect(isWhole || isOther || !reading.failures.isEmpty, "byte \(index)")
        }
    }

    @Test("A damaged member of a zip archive does not stop the others")
    func damagedMember() throws {
        let file = try ArchiveFile(Self.entries).bytes(.zip)
        var changed = file
        changed[100_000] ^= 0x10
        let reading = try Reading(changed)
        #expect(reading.failure == nil)
        #expect(reading.members.map(\.failure?.code) == [nil, .corrupt, nil, nil])
        #expect(reading.members.last?.content == Self.entries[3].bytes)
    }

    @Test("After as many members as the limit that cannot be unpacked, a zip archive is read on; after more it is not")
    func restarts() throws {
        let limit = Limit.archiveRestarts, text = String(repeating: "a text that packs well\n", count: 50)
        for count in [limit, limit + 1] {
            let members = (0..<count).map { ArchiveFile.Entry("\($0)", text) }
            var file = try ArchiveFile(members + [.init("last", "the last")]).bytes(.zip)
            let headers = file.indices.filter { file[$0...].starts(with: [0x50, 0x4B, 3, 4]) }
            for header in headers.prefix(count) {
                // A kind of block that deflate does not have, after the name and the fields behind it.
                file[header + 30 + Int(file[header + 26]) + Int(file[header + 28])] = 7
            }
            let reading = try Reading(file)
            let isRead = count == limit
            #expect(reading.members.count == limit + 1)
            #expect(reading.members.prefix(limit).allSatisfy { $0.failure?.code == .corrupt })
            #expect(reading.members.last?.content == (isRead ? Array("the last".utf8) : nil))
            #expect(reading.failures.contains(SourceError(.corrupt, LimitMessage.archiveRestarts())) == !isRead)
        }
    }

    @Test("Damaged headers of a tar archive are skipped and reported")
    func damagedHeader() throws {
        let file = try ArchiveFile(Self.small).bytes(.tar)
        for header in stride(from: 1024, to: 5 * 1024, by: 1024) {
            var changed = file
            changed[header] ^= 0x10
            let reading = try Reading(changed)
            #expect(reading.failure?.code == .corrupt)
            #expect(reading.members.count >= 4)
        }
    }

    @Test("A tar archive that ends between two members is cut off; one after the other is one")
    func tarEnds() throws {
        let one = try ArchiveFile([Self.small[0]]).bytes(.tar), two = try ArchiveFile([Self.small[1]]).bytes(.tar)
        #expect(try Reading(Array(one[..<1024])).failure?.code == .corrupt)
        #expect(try Reading(one + two).members.map(\.content) == [Self.small[0].bytes, Self.small[1].bytes])
        #expect(try Reading(one + two).failure == nil)
    }

    @Test("Other files are not detected as archives")
    func detection() {
        let texts = ["", "otpauth://totp/a?secret=AAAA", String(repeating: "0", count: 1024), "PK", "7z"]
        for text in texts { #expect(LibArchiveOpener().kind(of: Array(text.utf8)) == nil) }
        for byte in [0, 0x20, 0xFF] as [UInt8] {
            #expect(LibArchiveOpener().kind(of: [UInt8](repeating: byte, count: 512)) == nil)
        }
    }
}

extension SeededGenerator {
    fileprivate static func bytes(_ count: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: UInt64(count))
        return generator.bytes(count)
    }
}
