import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

/// Each format counts the records of its file in another way than it reads them.
@Suite("Records of a source")
struct RecordCountTests {
    private static let samples = ExportSample.fixtures + ExportSample.corpus + ExportSample.corpus2

    @Test("Every record is an account, rejected or skipped", arguments: samples)
    func records(sample: ExportSample) {
        guard let document = try? sample.reading.get() else { return }
        #expect(document.records == document.entries.count + document.skipped.total)
    }

    @Test("Every format has a sample that is read", .enabled(if: Thoroughness.formats == nil))
    func formats() {
        let read = Set(Self.samples.filter { !$0.expected.items.isEmpty }.compactMap(\.expected.format))
        let unread = FormatRegistry.standard.formats.map(\.description.id.rawValue).filter { !read.contains($0) }
        // The exports of Google Authenticator are QR codes, in Fixtures/images.
        #expect(Set(unread).subtracting(["google-migration"]) == [])
    }

    @Test("The records of a text with links for Google Authenticator are its accounts")
    func migrationLinks() throws {
        let text = try FixtureFolder.bytes(FixtureFolder.images.appending(path: "text/migration.txt"))
        let document = try read(text)
        #expect(document.format == "google-migration")
        #expect(!document.entries.isEmpty)
        #expect(document.records == document.entries.count + document.skipped.total)
    }

    @Test(
        "A list that is in the file twice is damage, and not the loss of one of them",
        arguments: [
            #"{"tokenOrder":[],"tokens":[{}],"tokens":[{},{}]}"#, #"{"version":3,"accounts":[{}],"accounts":[{}]}"#,
            #"{"encrypted":false,"items":[{}],"items":[{}]}"#, #"{"Authenticators":[{}],"Authenticators":[{},{}]}"#,
            #"{"version":1,"header":{"slots":null,"params":null},"db":{"entries":[{}],"entries":[{},{}]}}"#,
            #"{"app":"2fauth_v5.6.0","schema":1,"data":[{}],"data":[{},{}]}"#,
            #"{"version":1,"elements":[{}],"elements":[{},{}]}"#, #"{"items":["a://"],"items":["b://","c://"]}"#,
            #"{"accounts":[{"secret":"","type":""}],"accounts":[{"secret":"","type":""}]}"#,
            #"{"schemaVersion":4,"services":[{}],"services":[{}]}"#, #"{"version":1,"entries":[{}],"entries":[{}]}"#,
        ])
    func repeatedLists(text: String) {
        let failure = #expect(throws: SourceError.self) { try read(text) }
        #expect(failure?.code == .corrupt)
    }
}
