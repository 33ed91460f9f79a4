import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

/// The project's own exports, made from the specifications by a program that does not know the readers.
@Suite("Fixtures/exports")
struct ExportFixtureTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let url: URL
        let expected: ExpectedAccounts

        var testDescription: String {
            url.pathComponents.drop { $0 != "exports" }.dropFirst().joined(separator: "/")
        }
    }

    static let samples: [Sample] = {
        let files = (try? FixtureFolder.files(below: FixtureFolder.package.appending(path: "Fixtures/exports"))) ?? []
        return files.compactMap { url in
            (try? ExpectedAccounts(besides: url)).map { Sample(url: url, expected: $0) }
        }
    }()

    /// Where the readers decide otherwise than the generator, which the specifications leave to both. Of these files no
    /// entry may be lost: each is an account or a rejection.
    private static func isDecidedOtherwise(_ name: String) -> Bool {
        let decisions = [
            // A name that is no UTF-8, or a number, is kept with what can be read of it.
            "not-utf8.", "wrong-types.",
            // Our own JSON is read as it is written: no prefix is taken off, and no other type is bent into shape.
            "json/plain.json", "json/hostile/",
            // An issuer or a name that the link lacks is taken from the item.
            "bitwarden/half-names.json",
            // A row without a key is an entry of an app that has nothing but keys.
            "bitwarden-authenticator/rejected.csv",
            // The link that is cut off, and whatever stood behind it.
            "stratum/hostile/truncated.html",
        ]
        return decisions.contains { name.contains($0) }
    }

    @Test("There are some")
    func exist() { #expect(Self.samples.count > 300) }

    @Test("A file gives exactly the accounts that are expected of it, in order", arguments: samples)
    func accounts(sample: Sample) throws {
        let bytes = try FixtureFolder.bytes(sample.url), expected = sample.expected
        let keyFile = try expected.keyFile.map {
            try FixtureFolder.bytes(sample.url.deletingLastPathComponent().appending(path: $0))
        }
        let outcome = Result {
            try read(
                bytes, passphrase: expected.password, keyFile: keyFile, neighbours: Neighbours(of: sample.url))
        }
        if let code = expected.error {
            switch outcome {
            case .success(let document): Issue.record("read \(document.items.count) accounts, expected \(code)")
            case .failure(let failure as SourceFailure): #expect(failure.code.rawValue == code, "\(failure.message)")
            // Nobody's file.
            case .failure: #expect(code == "unrecognised" || expected.format == nil)
            }
            return
        }
        if expected.items.isEmpty, expected.rejected == 0, (try? outcome.get()) == nil {
            // Without an account in it, some files are nobody's.
            return
        }
        if sample.testDescription.hasSuffix("truncated.csv") {
            // A quote that never closes may swallow any number of rows: the file as a whole is damaged.
            #expect(throws: SourceFailure.self) { try outcome.get() }
            return
        }
        let document = try outcome.get()
        if let format = expected.format { #expect(document.format.rawValue == format) }
        guard !Self.isDecidedOtherwise(sample.testDescription) else {
            let count = expected.items.count + expected.rejected
            #expect(document.items.count + document.rejections.count >= count)
            return
        }
        #expect(document.items.map { ExpectedAccounts.Item($0) } == expected.items)
        #expect(document.rejections.count == expected.rejected)
    }
}
