import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

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

    private static let bare = base64.replacing("=", with: "")
    private static let encoded = base64.replacing("+", with: "%2B").replacing("/", with: "%2F").replacing(
        "=", with: "%3D")

    @Test(
        "Base64 of either alphabet, with or without padding, percent-encoded or not, with spaces for plus signs",
        arguments: [
            base64, bare, encoded, encoded.lowercasedEscapes, encoded.replacing("%3D", with: ""),
            base64.replacing("+", with: " "), base64.replacing("+", with: "%20"),
            base64.replacing("+", with: "-").replacing("/", with: "_"),
            bare.replacing("+", with: "-").replacing("/", with: "_"),
            base64.replacing("/", with: "_"), base64 + "===", base64 + "\r", base64 + " \t",
            base64.utf8.map { "%\(String($0, radix: 16))" }.joined(),
        ])
    func data(text: String) throws {
        let document = try read("otpauth-migration://offline?data=\(text)")
        #expect(document.items.map(\.label) == ["Acorn: alice"])
        #expect(document.items.map(\.secret.bytes) == [[0xEF, 0xBE, 0xFB, 0xEF, 0xFF, 0xFF, 0xFF]])
    }

    @Test(
        "The data may be anywhere in the query, and after other text",
        arguments: [
            "otpauth-migration://offline?data=\(encoded)&source=app",
            "otpauth-migration://offline?version=2&data=\(encoded)",
            "otpauth-migration://offline?metadata=x&data=\(encoded)&data=XXXX",
            "otpauth-migration://offline/?data=\(encoded)",
            "otpauth-migration://?data=\(encoded)", "OTPAUTH-MIGRATION://offline?data=\(encoded)",
            "QR-Code:otpauth-migration://offline?data=\(encoded)",
        ])
    func query(line: String) throws {
        #expect(try read(line).items.map(\.label) == ["Acorn: alice"])
    }

    @Test(
        "A link without accounts is one rejected entry, and the other lines are read",
        arguments: [
            ("otpauth-migration://offline?data=XXXX", "is not a list of accounts"),
            ("otpauth-migration://offline?data=", "not base64"), ("otpauth-migration://offline?data", "has no data"),
            ("otpauth-migration://offline", "has no data"),
            ("otpauth-migration://offline?date=AAAA", "has no data"),
            ("otpauth-migration://offline?data=%%%", "not base64"),
            ("otpauth-migration://offline?data=AA*A", "not base64"),
            ("otpauth-migration://offline?data=A", "not base64"),
            ("otpauth-migration://offline?data=ÄÖÜ", "not base64"),
            ("otpauth-migration://offline?data=====", "not base64"),
            ("otpauth-migration://offline?data=EAEYAQ", "contains no account"),
            ("otpauth-migration://offline?data=" + String(repeating: "A", count: 1 << 16), "longer than"),
        ])
    func damaged(line: String, reason: String) throws {
        let document = try read("otpauth-migration://offline?data=\(Self.encoded)\n\(line)\n# end")
        #expect(document.items.count == 1)
        #expect(document.rejections.map(\.code) == [.migrationDamaged])
        let rejection = try #require(document.rejections.first)
        #expect(rejection.reason.contains(reason), "\(rejection.reason)")
        #expect(rejection.reason.hasSuffix("export it again"))
        #expect(rejection.position.description == "line 2")
        #expect(rejection.label == "")
    }

    @Test(
        "Bytes that are not a message are rejected as a whole",
        arguments: [
            [0x0A], [0x0A, 0x7F], [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F],  // lengths beyond the end
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],  // an endless number
            [0x0A, 0x02, 0x0A, 0x01], [0x0B], [0x00],
        ] as [[UInt8]])
    func damagedMessage(bytes: [UInt8]) throws {
        let document = try read(MigrationMessage.link(bytes))
        #expect(document.items == [])
        #expect(document.rejections.map(\.code) == [.migrationDamaged])
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
    /// `%2B` as `%2b`.
    fileprivate var lowercasedEscapes: String {
        replacing("%2B", with: "%2b").replacing("%2F", with: "%2f").replacing("%3D", with: "%3d")
    }
}
