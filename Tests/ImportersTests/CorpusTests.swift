import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

/// Every file of the corpus whose format is supported, compared with its expected result.
@Suite("The team's corpus", .enabled(if: FixtureFolder.exists(FixtureFolder.corpus), "\(FixtureFolder.needsCorpus)"))
struct CorpusTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let url: URL
        let expected: ExpectedAccounts

        var testDescription: String { url.pathComponents.suffix(2).joined(separator: "/") }
    }

    static let samples: [Sample] = {
        let folders = [
            FixtureFolder.corpus.appending(path: "aegis"), FixtureFolder.corpus.appending(path: "made"),
            FixtureFolder.corpus2,
        ]
        return folders.flatMap { folder -> [Sample] in
            let files = (try? FixtureFolder.files(below: folder)) ?? []
            return files.compactMap { url in
                guard let expected = try? ExpectedAccounts(of: url), !expected.isPicture,
                    let format = expected.format, known.contains(format)
                else { return nil }
                return Sample(url: url, expected: expected)
            }
        }
    }()

    private static let known = Set(FormatRegistry.standard.formats.map(\.description.id.rawValue))

    @Test("Every format has a reader", .enabled(if: FixtureFolder.exists(FixtureFolder.corpus2)))
    func everyFormatHasAReader() {
        #expect(Set(ExportSample.corpus2.compactMap(\.expected.format)).subtracting(Self.known) == [])
    }

    /// Without files of unknown versions, which no passphrase opens.
    static let encrypted = samples.filter {
        $0.expected.password != nil && $0.expected.error != SourceError.Code.unsupportedVersion.rawValue
    }

    @Test("A file gives exactly the accounts that are expected of it, in order", arguments: samples)
    func accounts(sample: Sample) throws {
        let outcome = SampleReadings.reading(of: sample.url, sample.expected)
        if let error = sample.expected.error {
            #expect(throws: SourceError.self) { try outcome.get() }
            if case .failure(let failure as SourceError) = outcome { #expect(failure.code.rawValue == error) }
            return
        }
        let document = try outcome.get()
        #expect(document.format.rawValue == sample.expected.format)
        if !sample.url.lastPathComponent.hasPrefix("newer") {
            // A member of an unknown credential, and its type; backup codes that look like secrets.
            let meant = ["x", "2FA Backup Codes"] + (document.format == "cxf" ? ["type"] : [])
            #expect(document.unread.names.map(\.name).filter { !meant.contains($0) } == [])
        }
        #expect(document.items.count == sample.expected.items.count)
        for (read, expected) in zip(document.items, sample.expected.items) {
            #expect(ExpectedAccounts.Item(read) == expected)
        }
        #expect(document.rejections.count == sample.expected.rejected)
        if !sample.expected.rejectionCodes.isEmpty {
            #expect(document.rejections.map(\.code.rawValue) == sample.expected.rejectionCodes)
        }
    }

    @Test("A missing or wrong passphrase is reported", arguments: encrypted)
    func passphrases(sample: Sample) throws {
        let bytes = try FixtureFolder.bytes(sample.url)
        for (passphrase, code) in [(nil, SourceError.Code.passphraseRequired), ("wrong", .wrongPassphrase)] {
            let failure = #expect(throws: SourceError.self) {
                try read(bytes, passphrase: passphrase, siblings: SiblingFiles(of: sample.url))
            }
            #expect(failure?.code == code)
        }
    }
}
