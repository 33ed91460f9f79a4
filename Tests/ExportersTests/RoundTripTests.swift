import FixtureSupport
import Importers
import TOTPDomain
import Testing

@testable import Exporters

/// Every format that is written as one file and has a reader: what is written is read back the same.
@Suite("Written and read back")
struct RoundTripTests {
    struct Target: Sendable, CustomTestStringConvertible {
        let format: any ExportFormat
        let isEncrypted: Bool

        var testDescription: String { "\(format.description.id)\(isEncrypted ? ", encrypted" : "")" }

        func request(_ items: [TOTPItem]) -> ExportRequest { isEncrypted ? .encrypted(items) : .random(items) }
    }

    static let targets = ExportFormats.all
        .filter { $0.description.layout == .file && $0.description.id != "html" }
        .flatMap { format -> [Target] in
            switch format.description.protection {
            case .none: [Target(format: format, isEncrypted: false)]
            case .required: [Target(format: format, isEncrypted: true)]
            case .optional: [false, true].map { Target(format: format, isEncrypted: $0) }
            }
        }

    static func read(_ bytes: [UInt8], isEncrypted: Bool) throws -> [ImportedEntry] {
        let content = SourceContent(bytes)
        let format = try #require(FormatRegistry.standard.format(of: content))
        return try format.read(
            ImportRequest(content: content, passphrase: isEncrypted ? TargetAccounts.passphrase : nil)
        ).entries
    }

    @Test(
        "Every account is read back the same, or its losses are named, or it is left out",
        arguments: targets, [UInt64(41), 42])
    func roundTrip(target: Target, seed: UInt64) throws {
        let items = try TargetAccounts.list(300, seed: seed)
        let export = try target.format.write(target.request(items))
        let leftOut = Set(export.leftOut.map(\.index))
        #expect(leftOut.count == export.leftOut.count)
        let written = items.indices.filter { !leftOut.contains($0) }
        #expect(!written.isEmpty)
        let entries = try Self.read(export.bytes, isEncrypted: target.isEncrypted)
        #expect(entries.count == written.count)
        for (index, entry) in zip(written, entries) {
            guard case .item(let read) = entry else {
                Issue.record("rejected: \(entry)")
                continue
            }
            let losses = Set(export.losses.filter { $0.index == index }.map(\.code))
            let item = items[index]
            #expect(read.secret == item.secret && read.parameters == item.parameters)
            #expect(read.pin == item.pin || losses.contains(.detail(.pin)))
            #expect((read.issuer, read.name) == (item.issuer, item.name) || losses.contains(.name))
            #expect(read.note == item.note || losses.contains(.detail(.note)))
            #expect(read.tags == item.tags || losses.contains(.detail(.tags)))
            #expect(read.isFavorite == item.isFavorite || losses.contains(.detail(.favorite)))
        }
    }

    @Test("What is recorded as lost differs", arguments: targets)
    func lossesAreReal(target: Target) throws {
        let items = try TargetAccounts.list(300, seed: 43)
        let export = try target.format.write(target.request(items))
        #expect(export.losses.allSatisfy { loss in !export.leftOut.contains { $0.index == loss.index } })
        for loss in export.losses where loss.code == .detail(.note) { #expect(items[loss.index].note != nil) }
        for loss in export.losses where loss.code == .detail(.tags) { #expect(!items[loss.index].tags.isEmpty) }
    }

    @Test("A document without accounts is read back as such, or is empty", arguments: targets)
    func empty(target: Target) throws {
        let bytes = try target.format.write(target.request([])).bytes
        guard !bytes.isEmpty else { return }
        let content = SourceContent(bytes)
        guard let format = FormatRegistry.standard.format(of: content) else { return }
        let passphrase = target.isEncrypted ? TargetAccounts.passphrase : nil
        #expect(try format.read(ImportRequest(content: content, passphrase: passphrase)).entries.isEmpty)
    }

    @Test("Two encrypted exports of the same accounts differ", arguments: targets)
    func freshness(target: Target) throws {
        guard target.isEncrypted else { return }
        let request = target.request(try TargetAccounts.list(20, seed: 44))
        #expect(try target.format.write(request).bytes != target.format.write(request).bytes)
    }
}
