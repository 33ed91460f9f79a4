import FixtureSupport
import Foundation
import Testing

/// `convert --to json` of files that were not made for these tests gives the accounts that stand beside them.
@Suite(.enabled(if: FixtureFolder.exists(FixtureFolder.corpus), "the corpus is not beside the checkout"))
struct CorpusTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let inputs: [URL] = {
        let made = (try? FixtureFolder.files(below: FixtureFolder.corpus.appending(path: "made"))) ?? []
        let named = ["made/google-migration.txt", "made/uris-hard.txt", "aegis/plain.txt"]
        return named.map { FixtureFolder.corpus.appending(path: $0) }
            + made.filter { $0.lastPathComponent.hasPrefix("qr-") && $0.pathExtension == "png" }
    }()

    private struct Expectation: Decodable {
        var error: String?
        var codes: Int?

        enum CodingKeys: String, CodingKey {
            case error
            case codes = "qr_codes"
        }
    }

    @Test func isComplete() {
        #expect(Self.inputs.count { $0.pathExtension == "png" } >= 5)
    }

    @Test(arguments: inputs)
    func givesTheAccountsBesideIt(input: URL) throws {
        let data = try Data(contentsOf: input.appendingPathExtension("expected.json"))
        let expectation = try JSONDecoder().decode(Expectation.self, from: data)
        let accounts = try ExpectedAccounts(besides: input)
        let report = folder.path("report.json")
        let outcome = try Program.run(["convert", input.file, "--to", "json", "--output", "-", "--report", report])

        let items = try JSONDecoder().decode(ItemsDocument.self, from: outcome.output).items
        #expect(
            items
                == accounts.items.map { item in
                    FixtureExpectation.Item(
                        type: item.kind, issuer: item.issuer, name: item.name, secret: item.secret,
                        algorithm: item.algorithm, digits: item.digits, period: item.period, counter: item.counter,
                        pin: item.pin)
                })
        let ledger = try ReportDocument(report)
        #expect(ledger.totals.rejected == accounts.rejected)
        #expect(ledger.sources.first?.codes == expectation.codes)
        // A part of an export that is not there is trouble, too.
        let isTroubled = accounts.rejected > 0 || ledger.batches.contains { !$0.missing.isEmpty }
        // The only whole-file error of these files is a picture without an account.
        #expect(expectation.error == nil || expectation.error == "no-otp-qr-code")
        #expect((outcome.status == 2) == (expectation.error != nil))
        if expectation.error == nil { #expect(outcome.status == (isTroubled ? 1 : 0)) }
        Messages.expectHidden(accounts.items.map(\.secret), in: outcome.errors, "standard error")
    }
}
