import FixtureSupport
import SecureMemory
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("The data file of 2fast")
struct TwoFastExportTests {
    @Test("The reader finds the same accounts, with notes and favorites, and no name or secret is readable")
    func roundTrip() throws {
        var noted = try SampleAccounts.item(issuer: "Birch", name: "", algorithm: .sha512, digits: 8, period: 60)
        (noted.note, noted.isFavorite) = ("Zeder", true)
        let items = [noted, try SampleAccounts.item(.steam)]
        let export = try TwoFastExport().write(.encrypted(items))
        let request = ImportRequest(
            content: SourceContent(export.bytes), passphrase: TargetAccounts.passphrase, limits: ImportLimits())
        let read = try TwoFastFormat().read(request).accounts
        #expect(read.map(\.parameters) == items.map(\.parameters) && read.map(\.secret) == items.map(\.secret))
        #expect(read.map(\.issuer) == items.map(\.issuer) && read.map(\.note) == ["Zeder", nil])
        #expect(read.map(\.isFavorite) == [true, false])
        #expect(!export.text.contains("Birch") && !export.text.contains("Zeder"))
    }

    @Test("Without a passphrase, nothing is written")
    func noPassphrase() throws {
        let failure = #expect(throws: ExportError.self) { try TwoFastExport().write(.plain([])) }
        #expect(failure?.code == .passphraseRequired)
    }
}
