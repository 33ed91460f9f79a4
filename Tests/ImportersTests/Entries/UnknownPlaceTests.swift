import TOTPDomain
import Testing

@testable import Importers

/// A secret or a link in a place that nobody knows is read or named, and a list under another name refuses the file.
@Suite("Secrets in unknown places")
struct UnknownPlaceTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        var accounts = 0
        var named: String?
    }

    private static let secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"

    private static func keeper(_ field: String, _ value: String) -> String {
        """
        {"shared_folders": [], "records": [
        {"uid": "1", "$type": "login", "title": "Acorn", "custom_fields": {"\(field)": "\(value)"}}]}
        """
    }

    private static func table(_ column: String, _ cells: String...) -> String {
        "Title,Username,Password,\(column)\n" + cells.map { "Acorn,alice,x,\($0)\n" }.joined()
    }

    private static let link = "otpauth://totp/Acorn:alice?secret=\(secret)"

    private static let samples = [
        Sample(testDescription: "a custom field", text: keeper("Zorblat", secret), named: "Zorblat"),
        Sample(
            testDescription: "a custom field with a link", text: keeper("Zorblat", "steam://\(secret)"), accounts: 1),
        Sample(testDescription: "a custom field with another key", text: keeper("api key", secret)),
        Sample(testDescription: "a custom field with words", text: keeper("Zorblat", "forgetmenotforgetmenot")),
        Sample(testDescription: "a custom field of secrets", text: keeper("$secret:Zorblat:1", secret)),
        Sample(
            testDescription: "a column of links beside passwords",
            text: table("Zorblat", link, "steam://\(secret)"), accounts: 2, named: "Zorblat"),
        Sample(
            testDescription: "a game's link", text: table("Zorblat", link, "steam://run/440"), accounts: 1,
            named: "Zorblat"),
    ]

    @Test("A secret in an unknown place is read or named", arguments: samples)
    func place(sample: Sample) throws {
        let document = try ImportersTests.read(sample.text)
        #expect(document.items.count == sample.accounts)
        let isNamed = document.warnings.contains { $0.message.contains("Zorblat") }
        #expect(isNamed == (sample.named != nil), "\(document.warnings)")
    }

    @Test(
        "A known app's list under another name refuses the file",
        arguments: [
            #"{"version": 1, "zorblat": [{"id": "1", "content": {"uri": "\#(link)", "entry_type": "Totp", "name": "n"}}]}"#,
            """
            {"version": 2, "zorblat": [{"secret": "\(secret)", "issuer": "", "label": "a", "digits": 6, "type": "TOTP",
            "algorithm": "SHA1", "period": 30, "counter": null, "pin": null}]}
            """,
            #"{"zorblat": [{"uid": "1", "$type": "login", "title": "A", "custom_fields": {"TFC:Keeper": "\#(link)"}}]}"#,
        ])
    func list(text: String) {
        #expect { try ImportersTests.read(text) } throws: { error in
            (error as? SourceError)?.problem.contains("may be newer") == true
        }
    }
}
