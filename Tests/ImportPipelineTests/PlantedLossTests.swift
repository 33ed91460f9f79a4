import FixtureSupport
import Foundation
import Importers
import TOTPDomain
import Testing

@testable import ImportPipeline

/// Every registered format, with a record that vanishes between its parser and its list of records.
///
/// A format that fails here counts the list that it reads, or takes its list through no ``PlantedLoss``, or has no
/// fixture of three accounts.
@Suite("Planted losses")
struct PlantedLossTests {
    private static let formats = FormatRegistry.standard.formats.map(\.description.id)
    /// A file that can contain only one account loses it.
    private static let single: Set<FormatID> = ["battle-net", "google-authenticator-pam", "vip-access"]

    private struct Sample {
        var url: URL
        var place: String
        var passphrase: String?
    }

    /// The fixtures of a format, those without a passphrase first: key derivations take long.
    private static func samples(of format: FormatID) -> [Sample] {
        // The exports of Google Authenticator are QR codes; this text has their content.
        if format == "google-migration" {
            return [Sample(url: FixtureFolder.images.appending(path: "text/migration.txt"), place: "migration.txt")]
        }
        let fixtures = ExportSample.goodFixtures.filter {
            $0.expected.format == format.rawValue && $0.expected.keyFile == nil && $0.expected.arguments.isEmpty
        }
        let samples = fixtures.map { Sample(url: $0.url, place: $0.place, passphrase: $0.expected.password) }
        return samples.filter { $0.passphrase == nil } + samples.filter { $0.passphrase != nil }
    }

    @Test("A record that vanishes after the parser is caught, and nothing is written", arguments: formats)
    func everyFormat(format: FormatID) async throws {
        let record = Self.single.contains(format) ? 1 : 3
        var caught = 0
        for sample in Self.samples(of: format) where sample.passphrase == nil || caught == 0 {
            if try await isCaught(in: sample, of: format, record: record) { caught += 1 }
        }
        #expect(caught > 0, "no fixture of \(format.rawValue) can lose record \(record)")
    }

    /// - Returns: whether a record vanished; then the count must notice it.
    private func isCaught(in sample: Sample, of format: FormatID, record: Int) async throws -> Bool {
        let passphrases = PassphraseSource(known: [sample.passphrase.map { Passphrase($0) }].compactMap { $0 })
        let run = ImportRun(reader: reader(passphrases: passphrases), jobs: 1)
        let input = Input(name: sample.place, location: .file(path: sample.url.file))
        let whole = try #require(try await run.read([input]).first)
        #expect(whole.failure == nil && whole.format == format.rawValue, "\(sample.place)")
        #expect(whole.records == whole.accountedFor, "\(sample.place)")
        let results = try await PlantedLoss.$record.withValue(record) { try await run.read([input]) }
        let rest = try #require(results.first)
        // A file with fewer records loses none.
        guard rest.failure == nil, rest.accountedFor < whole.accountedFor else { return false }
        let vault = MemoryVault()
        let error = #expect(throws: LedgerError.self, "\(sample.place)") { try run.merge(results, into: vault) }
        #expect(error?.description.hasPrefix("\(sample.place): internal error: ") == true)
        #expect(vault.writes.all == [])
        return true
    }
}

extension SourceResult {
    fileprivate var accountedFor: Int { entries.count + skipped.total }
}
