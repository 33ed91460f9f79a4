import CryptoPrimitives
import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("Backups of FreeOTP 2 that lost their key", .enabled(if: Thoroughness.concerns("freeotp")))
struct FreeOTPTogetherTests {
    private static let samples = ExportSample.fixtures.filter { $0.place.hasPrefix("freeotp/v2-restore-") }

    private func backup(_ number: Int) throws -> FreeOTPBackup {
        let sample = try #require(Self.samples.dropFirst(number - 1).first)
        var backup = try FreeOTPBackup(
            ImportRequest(content: SourceContent(try FixtureFolder.bytes(sample.url))))
        // The passphrase of the last backup is unknown.
        if number < 4 { try backup.open(sample.expected.password.map { Passphrase($0) }) }
        return backup
    }

    private func documents(_ numbers: [Int]) throws -> [ImportedDocument?] {
        FreeOTPBackup.read(together: try numbers.map { ("\($0).xml", try backup($0)) })
    }

    private func lost(_ count: Int, of total: Int) -> Warning {
        Warning(
            "the key of the backup does not open \(count) of \(total) accounts: FreeOTP 2.0.2 to 2.0.4 lost the right one "
                + "when they restored a backup",
            .text("also name an older backup of the same phone, or set up these accounts again"))
    }

    @Test("A backup alone gives one message, which names the accounts", arguments: [(2, 0, 3), (3, 2, 1)])
    func alone(number: Int, read: Int, rejected: Int) throws {
        let document = try backup(number).document()
        #expect(document.items.count == read)
        #expect(document.rejections.map(\.code) == Array(repeating: .fieldDamaged, count: rejected))
        #expect(document.rejections.allSatisfy { !$0.label.isEmpty && !$0.reason.contains("damaged") })
        #expect(document.warnings == [lost(rejected, of: 3)])
    }

    @Test("A secret whose settings have a damaged name is a rejected account")
    func orphan() throws {
        let sample = try #require(Self.samples.first)
        var bytes = try FixtureFolder.bytes(sample.url)
        let name = try #require(bytes.firstRange(of: "-token".utf8))
        bytes[name.upperBound - 1] = UInt8(ascii: "m")
        var backup = try FreeOTPBackup(ImportRequest(content: SourceContent(bytes)))
        try backup.open(sample.expected.password.map { Passphrase($0) })
        let document = try backup.document()
        #expect(document.records == 1 && document.items.isEmpty)
        #expect(document.rejections.count == 1)
    }

    @Test("The count of tokens is that of the stream, not that of the reader")
    func count() throws {
        let sample = try #require(Self.samples.first)
        var bytes = try FixtureFolder.bytes(sample.url)
        #expect(try FreeOTPBackup(ImportRequest(content: SourceContent(bytes))).document(of: []).records == 1)
        // A text that ends like the name of a token, in the place of a value, which the reader passes over.
        let end = try #require(bytes.lastIndex(of: 0x78))
        let countAt = try #require(bytes.firstRange(of: [0x77, 8])).upperBound + 7
        bytes[countAt] += 1
        bytes.insert(contentsOf: Self.text("lost") + Self.text("x-token"), at: end)
        #expect(try FreeOTPBackup(ImportRequest(content: SourceContent(bytes))).document(of: []).records == 2)
    }

    private static func text(_ text: String) -> [UInt8] { [0x74, 0, UInt8(text.utf8.count)] + Array(text.utf8) }

    @Test(
        "The keys of all are tried on each, in any order",
        arguments: [[1, 2, 3, 4], [4, 3, 2, 1], [2, 1, 4, 3]])
    func together(numbers: [Int]) throws {
        let documents = try documents(numbers)
        for (number, document) in zip(numbers, documents) {
            let document = try #require(document)
            #expect(document.rejections == [], "\(number)")
            #expect(document.items.count == [1: 1, 2: 3, 3: 3, 4: 1][number])
        }
        let all = documents.compactMap { $0?.items.map(\.secret.base32) }
        #expect(Set(all.joined()).count == 3)
        let warnings = Dictionary(
            zip(numbers, documents.map { $0?.warnings ?? [] }), uniquingKeysWith: { one, _ in one })
        #expect(warnings[1] == [])
        #expect(warnings[2] == ["the key of 1.xml opens 3 of 3 accounts; without that file they cannot be read"])
        #expect(warnings[3] == ["the key of 1.xml opens 1 of 3 accounts; without that file they cannot be read"])
        let other = numbers.first { [2, 3].contains($0) } ?? 0
        #expect(warnings[4] == ["the key of \(other).xml opens 1 of 1 account; without that file they cannot be read"])
    }

    @Test("An account that another file has is safe, and says where it is")
    func elsewhere() throws {
        let documents = try documents([2, 3])
        #expect(documents.map { $0?.items.count } == [0, 2])
        #expect(documents.map { $0?.warnings } == [[lost(1, of: 3)], [lost(1, of: 3)]])
        let reasons = documents.compactMap { $0?.rejections.map(\.reason) }
        #expect(reasons.first?.map { $0.hasSuffix("; the same account was read from 3.xml") } == [true, true, false])
        #expect(reasons.last == ["the key of the backup does not open the secret"])
    }

    @Test("A backup with an unknown passphrase is read only if other keys open every account", arguments: [1, 2])
    func forgotten(other: Int) throws {
        let documents = try documents([4, other])
        #expect(documents.map { $0 == nil } == [other == 1, false])
    }

    @Test("More keys than the limit are not tried on other backups; equal ones count once")
    func keyLimit() throws {
        func documents(distinct: Bool) throws -> [ImportedDocument?] {
            let fillers = try (0..<Limit.freeOTPKeys).map { number in
                var filler = try backup(1)
                filler.key = FreeOTPKey(
                    SecureBytes(copying: [UInt8](repeating: distinct ? UInt8(number) : 0, count: 32)))
                return filler
            }
            return FreeOTPBackup.read(
                together: try (fillers + [backup(1), backup(2)]).enumerated().map { ("\($0)", $1) })
        }
        #expect(try documents(distinct: false).last??.items.count == 3)
        #expect(try documents(distinct: true).last??.items.count == 0)
        #expect(try documents(distinct: true).dropLast().last??.items.count == 1)
    }
}
