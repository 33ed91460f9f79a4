import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@Suite("The text of a migration link, as it is copied from one place to another")
struct MigrationLinkTests {
    /// Its base64 holds `+` and `/` and needs padding.
    private static let message = MigrationMessage(accounts: [
        .init(secret: [0xEF, 0xBE, 0xFB, 0xEF, 0xFF, 0xFF, 0xFF], name: "Acorn:alice", issuer: "Acorn")
    ])
    private static let base64 = Data(message.bytes).base64EncodedString()

    @Test("The example needs all of base64")
    func example() {
        for character in "+/=" { #expect(Self.base64.contains(character)) }
    }

    @Test("Beyond the limit of parts, the accounts are still read, with a warning")
    func parts() throws {
        let limit = Int64(Limit.exportParts)
        for (size, index) in [(limit, limit - 1), (limit + 1, limit)] {
            var message = Self.message
            (message.batchSize, message.batchIndex) = (size, index)
            let document = try read(message.link)
            #expect(document.items.count == 1)
            #expect(document.migrationParts.map(\.index) == (size > limit ? [] : [Int(index)]))
            let warning = "line 1: " + LimitMessage.exportParts(index + 1, size)
            #expect(document.warnings.map(\.message) == (size > limit ? [warning] : []))
        }
    }

    // MARK: - Whatever the bytes

    @Test("Cut off at any byte, a link gives accounts or rejections, and nothing else")
    func everyLength() throws {
        var generator = SeededGenerator(seed: 13)
        let items = try (0..<10).map { _ in try InventedLinks.migrationItem(using: &generator) }
        let message = MigrationMessage(
            accounts: items.map(MigrationMessage.Account.init), version: 1, batchSize: 2, batchIndex: 1, batchID: -9)
        let whole = Array(message.link.utf8)
        for length in "otpauth-migration://".utf8.count..<whole.count {
            let document = try read(whole.prefix(length))
            #expect(document.entries.count >= 1)
            // A cut between two accounts cannot be seen; those before it are right then.
            #expect(items.map(\.secret).starts(with: document.items.map(\.secret)))
        }
        for length in message.bytes.indices {
            let document = try read(MigrationMessage.link(Array(message.bytes.prefix(length))))
            #expect(document.items.count + document.rejections.count == document.entries.count)
            #expect(document.entries.count >= 1)
        }
    }

    @Test("Random bytes and random changes never stop the reader")
    func randomBytes() throws {
        var generator = SeededGenerator(seed: 14)
        let message = MigrationMessage(
            accounts: try (0..<3).map { _ in .init(try InventedLinks.migrationItem(using: &generator)) }, batchSize: 2)
        for _ in 0..<3000 {
            var bytes = message.bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
                    in: .min ... .max, using: &generator)
            }
            let noise = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
            for hostile in [bytes, noise] {
                #expect(try read(MigrationMessage.link(hostile)).entries.count >= 1)
            }
        }
    }
}

extension String {
}
