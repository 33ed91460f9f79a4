import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import AppFormats
@testable import Importers

@Suite("The program's own JSON, written and read back")
struct ItemsJSONRoundTripTests {
    /// All that the file holds of an account.
    private struct Fields: Hashable {
        let names: [String]
        let secret: OTPSecret
        let parameters: OTPParameters
        let pin: OTPPin?
        let note: String?
        let tags: [String]
        let isFavorite: Bool
        let token: Account.Token?

        init(_ item: Account) {
            names = [item.issuer, item.name]
            (secret, parameters, pin) = (item.secret, item.parameters, item.pin)
            (note, tags, isFavorite, token) = (item.note, item.tags, item.isFavorite, item.token)
        }
    }

    private static func read(_ bytes: [UInt8]) throws -> ImportedDocument {
        let content = SourceContent(bytes)
        let format = try #require(FormatRegistry.standard.format(of: content))
        return try format.read(ImportRequest(content: content))
    }

    @Test("Every field of an account is read back the same", arguments: 1...8 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func isRare() -> Bool { Int.random(in: 0..<10, using: &generator) == 0 }
        let items = try InventedAccounts.list(500, seed: seed).map { item in
            var item = Bool.random(using: &generator) ? InventedAccounts.complete(item, using: &generator) : item
            // Values that other readers trim or drop: an issuer before the name, empty notes, odd tags.
            if isRare() { item.name = "\(item.issuer):\(item.name)".trimmingWhitespace }
            if isRare() { item.note = ["", " ", "\u{0}\u{85}\r\n"].randomElement(using: &generator) }
            if isRare() { item.tags = [" work ", "work", "", "work"] }
            return item
        }
        let document = try Self.read(ItemsJSONExport().write(.plain(items)).bytes)
        #expect(document.format == "json")
        #expect(document.entries.count == items.count)
        for (entry, item) in zip(document.entries, items) {
            guard case .item(let read) = entry else {
                Issue.record("rejected: \(entry)")
                continue
            }
            #expect(Fields(read) == Fields(item))
        }
    }

    @Test("An export without accounts is read back as such")
    func empty() throws {
        for isRevealing in [true, false] {
            let document = try Self.read(ItemsJSONExport.document([], revealingSecrets: isRevealing))
            #expect(document.format == "json" && document.entries.isEmpty)
        }
    }

    @Test("The output of list --json without secrets is refused, with what to do")
    func withoutSecrets() throws {
        let bytes = ItemsJSONExport.document(try InventedAccounts.list(10, seed: 5), revealingSecrets: false)
        let failure = #expect(throws: SourceError.self) { try Self.read(bytes) }
        #expect(failure?.code == .corrupt)
        #expect(failure?.message.contains("convert --to json") == true)
    }

    @Test("Reader and writer describe one format")
    func description() {
        let (reader, writer) = (ItemsJSONFormat().description, ItemsJSONExport().description)
        #expect((reader.id, reader.app, reader.file) == (writer.id, writer.app, writer.file))
        #expect(reader.encryption.rawValue == writer.protection.rawValue)
    }
}
