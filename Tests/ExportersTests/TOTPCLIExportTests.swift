import TOTPDomain
import Testing

@testable import AppFormats

@Suite("What totp-cli imports")
struct TOTPCLIExportTests {
    @Test("Each namespace is there once, names are unique, and algorithms are in lower case")
    func document() throws {
        let export = try TOTPCLIExport().write(
            .plain([
                SampleAccounts.item(),
                SampleAccounts.item(issuer: "", name: "bob", algorithm: .sha512, digits: 8, period: 60),
                SampleAccounts.item(name: "ali\"ce: #1", algorithm: .sha256), SampleAccounts.item(),
                SampleAccounts.item(name: "alice 2"), SampleAccounts.item(name: ""),
            ]))
        func account(_ name: String, _ algorithm: String = "sha1", _ digits: Int = 6, _ period: Int = 30) -> String {
            """
                - name: "\(name)"
                  token: "\(SampleAccounts.secret)"
                  prefix: ""
                  algorithm: \(algorithm)
                  length: \(digits)
                  timePeriod: \(period)

            """
        }
        #expect(
            export.text == """
                - name: "Acorn"
                  accounts:
                \(account("alice"))\(account(#"ali\"ce: #1"#, "sha256"))\(account("alice 2"))\(account("alice 2 2"))\
                \(account("Acorn"))- name: "default"
                  accounts:
                \(account("bob", "sha512", 8, 60))
                """)
        #expect(export.lostDetails == ["1 name", "3 name", "4 name", "5 name"])
    }

    @Test("Only time-based accounts of up to 9 digits are written")
    func limits() throws {
        let items =
            try OTPKind.allCases.filter { $0 != .totp }.map { try SampleAccounts.item($0) } + [
                SampleAccounts.item(algorithm: .md5), SampleAccounts.item(digits: 10), SampleAccounts.item(digits: 9),
            ]
        let export = TOTPCLIExport().write(.plain(items))
        #expect(
            export.leftOut.map(\.code) == [
                .kindNotSupported, .kindNotSupported, .kindNotSupported, .kindNotSupported, .algorithmNotSupported,
                .digitsNotSupported,
            ])
    }

    @Test(
        "Names are one line, in which YAML allows every character",
        arguments: [
            ("a\nb", #""a\nb""#), ("\u{85}\u{2028}", #""\u0085\u2028""#), ("\u{FFFE}\u{7F}", #""\ufffe\u007f""#),
            ("\\ # : - {", #""\\ # : - {""#), ("🔑", "\"🔑\""),
        ])
    func names(name: String, written: String) throws {
        let export = TOTPCLIExport().write(.plain([try SampleAccounts.item(name: name)]))
        #expect(export.text.contains("    - name: \(written)\n") && export.losses.isEmpty)
    }
}
