import FixtureSupport
import TOTPDomain
import Testing

/// The closed world of apps' tables and XML. That other names are missed aloud is tested with those of JSON.
@Suite("Names of columns, elements and attributes")
struct KnownColumnTests {
    private static let samples =
        (ExportSample.goodFixtures + ExportSample.corpus + ExportSample.corpus2 + ExportSample.corpus3).filter {
            $0.expected.error == nil && $0.expected.password == nil && $0.expected.format != nil
        }

    @Test("All columns, elements and attributes of a genuine export are read or known", arguments: samples)
    func complete(sample: ExportSample) {
        // JSON has a test of its own.
        guard ["csv", "xml"].contains(sample.url.pathExtension), let document = try? sample.reading.get(),
            !["csv", "authy", "totp-authenticator"].contains(document.format.rawValue)
        else { return }
        #expect(document.unread.names.map(\.name).filter { !RenamedMemberTests.strangers.contains($0) } == [])
    }
}
