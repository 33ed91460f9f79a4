import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

/// Single entries with everything that a JSON export says of an account.
@Suite("Items of password managers")
struct PasswordManagerItemTests {
    // MARK: - Others

    @Test(
        "An archive without the file is damaged, if its format is forced",
        arguments: ["onepassword", "proton-pass", "dashlane", "cxf", "bitwarden"] as [FormatID])
    func archives(id: FormatID) throws {
        let bytes = try ZipFile([ZipFile.Entry("a.txt", "x"), ZipFile.Entry("export.data/", "")]).bytes()
        let format = try #require(FormatRegistry.standard.format(id))
        let failure = #expect(throws: SourceError.self) {
            try format.read(ImportRequest(content: SourceContent(bytes)))
        }
        #expect(failure?.code == .corrupt)
    }
}
