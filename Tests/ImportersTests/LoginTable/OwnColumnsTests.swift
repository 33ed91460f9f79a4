import FixtureSupport
import TOTPDomain
import Testing

/// A format is recognized by its own columns, and reports the columns that it does not read.
@Suite("Columns and fields that are not read")
struct OwnColumnsTests {
    private static let link = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP"

    /// Files that have a part of an account which is not read, and is named for that.
    private static let places = [
        // Backup codes that look like secrets.
        "csv/2fa.csv": "\"2FA Backup Codes\"", "csv-weak-header.csv": "\"2FA Backup Codes\"",
        // A cell has a link of Steam.
        "csv/tabs.tsv": "\"Field 1\"",
        // A line that somebody wrote.
        "authme/fields.authme": "\"Note\"",
        // A text and a number in the place of a list of texts.
        "gnome-authenticator/tags.json": "\"tags\"",
        // Bytes in the place of a number.
        "stratum/database-rejected.db": "\"type\"",
        // The type of a credential that no version has.
        "cxf/account.json": "\"type\"", "cxf/draft.json": "\"type\"", "cxf/header.json": "\"type\"",
        "cxf-account.json": "\"type\"", "cxf-header.json": "\"type\"",
        // Parameters that look like entities of HTML.
        "stratum/entities.html": "s\" in its link",
    ]

    @Test("No member, column or element of a good file is named as one that is not read, except where it is meant")
    func goodFiles() {
        var named: [String] = []
        let corpora = (ExportSample.corpus + ExportSample.corpus2 + ExportSample.corpus3).filter {
            $0.expected.error == nil
        }
        for sample in ExportSample.goodFixtures + corpora where !sample.url.lastPathComponent.hasPrefix("newer") {
            let messages = (try? sample.reading.get())?.warnings.map(\.message) ?? []
            let unread = messages.filter { message in
                // A serial number that a spreadsheet changed is no unknown column.
                message.contains("is not read") && !message.contains("a spreadsheet changed")
                    && !RenamedMemberTests.strangers.contains { message.hasPrefix("\"\($0)\" ") }
            }
            if let name = Self.places[sample.place] {
                #expect(!unread.isEmpty && unread.allSatisfy { $0.contains(name) }, "\(sample.place)")
            } else {
                named += unread.map { "\(sample.place): \($0)" }
            }
        }
        #expect(named == [])
    }
}
