import FixtureSupport
import TOTPDomain
import Testing

/// Pairs of formats that could be taken for each other.
@Suite("Each password manager is recognized")
struct PasswordManagerDetectionTests {
    private static let link = "otpauth://totp/Birch:bob?secret=JBSWY3DPEHPK3PXP&issuer=Birch"

    @Test(
        "Cells in other places are not theirs",
        arguments: [
            #""f","t","u","p","url","n","","x","TFC:Keeper","\#(link)""#, #""t","TFC:Keeper","\#(link)""#,
            #""Acorn","alice","Username","x","*Password","\#(link)""#,
            #""Acorn","Username","alice","Password","\#(link)""#,
            "\"Acorn\",\"Username\",\"alice\"\n\"Acorn\",\"*Password\",\"\(link)\"",
        ])
    func otherCells(text: String) throws {
        // A name or two and a link make a table.
        #expect(["otpauth", "csv"].contains(try #require(formatID(of: text.utf8))))
    }

    @Test(
        "An archive is recognized by its files",
        arguments: [
            (["export.attributes", "export.data", "files/a.txt"], "onepassword"),
            (["x/", "x/export.data"], "onepassword"),
            (["mine.1pif/", "mine.1pif/data.1pif"], "onepassword"), (["Proton Pass/data.json"], "proton-pass"),
            (["Proton Pass/data.pgp"], "proton-pass"), (["securenotes.csv", "credentials.csv"], "dashlane"),
            (["CXP-Export/index.jwe"], "cxf"), (["attachments/a/b.txt", "data.json"], "bitwarden"),
            (["attachments/data.json", "otp.txt"], nil),
        ] as [([String], FormatID?)])
    func archives(names: [String], format: FormatID?) throws {
        #expect(formatID(of: try ZipFile(names.map { ZipFile.Entry($0, Self.link) }).bytes()) == format)
    }
}
