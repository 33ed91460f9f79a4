import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

/// The project's own exports, made from the specifications by a program that does not know the readers.
@Suite("Fixtures/exports")
struct ExportFixtureTests {
    @Test("There are some")
    func exist() { #expect(ExportSample.fixtures.count > 300) }

    @Test("A file gives exactly the accounts that are expected of it, in order", arguments: ExportSample.fixtures)
    func accounts(sample: ExportSample) throws {
        let bytes = try FixtureFolder.bytes(sample.url), expected = sample.expected
        let keyFile = try expected.keyFile.map {
            try FixtureFolder.bytes(sample.url.deletingLastPathComponent().appending(path: $0))
        }
        let outcome = Result {
            try read(
                bytes, passphrase: expected.password, keyFile: keyFile, siblings: SiblingFiles(of: sample.url))
        }
        if let code = expected.error {
            switch outcome {
            case .success(let document): Issue.record("read \(document.items.count) accounts, expected \(code)")
            case .failure(let failure as SourceError): #expect(failure.code.rawValue == code, "\(failure.message)")
            // Nobody's file.
            case .failure: #expect(code == "unrecognised" || expected.format == nil)
            }
            return
        }
        if expected.items.isEmpty, expected.rejected == 0, (try? outcome.get()) == nil {
            // Without an account in it, some files are nobody's.
            return
        }
        if sample.place.hasSuffix("truncated.csv") {
            // A quote that never closes may swallow any number of rows: the file as a whole is damaged.
            #expect(throws: SourceError.self) { try outcome.get() }
            return
        }
        let document = try outcome.get()
        if let format = expected.format { #expect(document.format.rawValue == format) }
        guard !sample.isDecidedOtherwise else {
            let count = expected.items.count + expected.rejected
            #expect(document.items.count + document.rejections.count >= count)
            return
        }
        #expect(document.items.map { ExpectedAccounts.Item($0) } == expected.items)
        #expect(document.rejections.count == expected.rejected)
    }
}
