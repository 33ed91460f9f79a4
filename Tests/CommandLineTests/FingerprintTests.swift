import FixtureSupport
import Foundation
import Testing

/// `validate --fingerprints`, and links with findings only.
struct FingerprintTests {
    private let folder: TemporaryFolder
    private static let key = "0123456789abcdef0123456789abcdef"
    private static let links = """
        otpauth://totp/Acme:alice?secret=OSADN5M3A7HQFKUQ675XIDQQTOUW5CCI&issuer=Acme
        otpauth://totp/Acme:eve?secret=MFRGGZDF1ZTWQ2LK&issuer=Acme
        otpauth://totp/Zo%C3%AB:jose%CC%81?secret=OSADN5M3A7HQFKUQ675XIDQQTOUW5CCI

        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.links, to: "links.txt")
        try folder.write(Self.key + "\n", to: "key")
    }

    private func run(
        _ flags: [String], key: String? = FingerprintTests.key, input: Data = Data()
    ) throws -> Program.Outcome {
        let environment = key.map { ["TOTP_IMPORT_FINGERPRINT_KEY": $0] } ?? [:]
        return try Program.run(
            ["validate", folder.path("links.txt")] + flags, environment: environment, input: input)
    }

    /// Made with Python, from the description in `Docs/scale.md`.
    @Test func fingerprintsAreThoseThatAreDescribed() throws {
        let outcome = try run(["--fingerprints", "-"])
        #expect(outcome.status == 1)
        let name = folder.path("links.txt")
        #expect(
            outcome.text == """
                source,line,code,secret,account
                \(name),1,,f682df834ecbcd966b2d91f46600f935,943528a3202b9e72c8c24bd1f93b5ce3
                \(name),3,,f682df834ecbcd966b2d91f46600f935,eac822e224d3012e9560f4c850ae4ade

                """)
        #expect(outcome.errors.contains("3 checked = "))
    }

    @Test func theKeyComesFromAFileOrTheEnvironment() throws {
        let expected = try run(["--fingerprints", "-"]).text
        let flags = ["--fingerprints", "-", "--fingerprint-key-file"]
        #expect(try run(flags + [folder.path("key")], key: nil).text == expected)
        #expect(try run(flags + [folder.path("key")], key: "another key of some 32 characters").text == expected)
        #expect(try run(flags + ["-"], key: nil, input: Data(Self.key.utf8)).text == expected)
        let other = try run(["--fingerprints", "-"], key: "another key of some 32 characters").text
        #expect(other != expected && other.count == expected.count)
    }

    @Test func aMissingOrShortKeyIsRefusedAndNotShown() throws {
        let missing = try run(["--fingerprints", "-"], key: nil)
        #expect(missing.status == 64 && missing.errors.contains("--fingerprint-key-file"))
        let short = try run(["--fingerprints", "-"], key: "my short secret key")
        #expect(short.status == 2 && short.errors.contains("at least 32 characters, not 19"))
        #expect(!short.errors.contains("my short"))
        #expect(try run(["--fingerprint-key-file", folder.path("key")], key: nil).status == 64)
    }

    @Test func fingerprintsAndAReportAreWrittenInOneRun() throws {
        let file = folder.path("fingerprints.csv")
        let outcome = try run(["--json", "--findings-only", "--fingerprints", file])
        #expect(outcome.status == 1)
        #expect(try folder.text("fingerprints.csv") == run(["--fingerprints", "-"]).text)
        #expect(try folder.permissions("fingerprints.csv") == 0o600)
        #expect(outcome.text.contains("secret-not-base32"))
        // Not again, unless it is asked for.
        #expect(try run(["--json", "--fingerprints", file]).status == 2)
        #expect(try run(["--json", "--fingerprints", file, "--force"]).status == 1)
        #expect(try run(["--json", "--fingerprints", "-"]).status == 64)
        #expect(try run(["--fingerprints", folder.path("links.txt"), "--force"]).status == 64)
        #expect(try run(["--fingerprints", file, "--output", file, "--force"]).status == 64)
    }

    @Test func linksWithoutAFindingAreLeftOut() throws {
        let all = try run(["--json"]).text.split(separator: "\n")
        let found = try run(["--json", "--findings-only"]).text.split(separator: "\n")
        #expect(found == all.filter { !$0.contains(#""findings":[]"#) })
        #expect(found.last?.contains(#""links":3"#) == true && found.count < all.count)
        let errors = try run(["--json", "--findings-only", "--severity", "error"]).text.split(separator: "\n")
        #expect(errors.count == 2 && errors[0].contains("secret-not-base32"))
        #expect(try run(["--csv", "--findings-only"]).status == 64)
    }
}
