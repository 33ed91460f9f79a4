import FixtureSupport
import Foundation
import Testing

@testable import totp_import

/// `verify`: accounts that are the same, that differ, and that cannot be compared.
@Suite("verify")
struct VerifyTests {
    private let folder: TemporaryFolder
    private static let alice = "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    private static let bob = "otpauth://hotp/Acme:bob?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&counter=5"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("\(Self.alice)\n\(Self.bob)\n", to: "a.txt")
        try folder.write("\(Self.bob)\n\(Self.alice)\n\(Self.alice)\n", to: "same.txt")
        try folder.write("\(Self.alice)\n", to: "alice.txt")
        try folder.write("\(Self.bob)\n", to: "bob.txt")
        try folder.write("\(Self.alice)&digits=8\n\(Self.bob)\n", to: "digits.txt")
        try folder.write(
            "otpauth://totp/Other:name?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n\(Self.bob)\n", to: "renamed.txt")
        try folder.write("\(Self.alice)\notpauth://totp/Bad:eve?secret=1\n", to: "bad.txt")
        try folder.write("a.txt\0", to: "list")
    }

    private func verify(_ arguments: String...) throws -> Program.Outcome {
        let outcome = try Program.run(["verify"] + arguments, in: URL(filePath: folder.path))
        Messages.expectHidden(
            ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"], in: outcome.errors + outcome.text,
            "any output")
        return outcome
    }

    @Test("The encoding of secrets must be of use for one of the inputs, on any side")
    func encoding() throws {
        try folder.write("{\"Acme:alice\": \"3132333435363738393031323334353637383930\"}", to: "hex.json")
        for sides in [["hex.json", "alice.txt"], ["alice.txt", "hex.json"]] {
            let outcome = try verify(sides[0], sides[1], "--secret-encoding", "hex")
            #expect(outcome.status == 0)
            #expect(outcome.errors.contains("warning: alice.txt: --secret-encoding hex is not used\n"))
        }
        let outcome = try verify("a.txt", "same.txt", "--secret-encoding", "hex")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("error: a.txt, same.txt: --secret-encoding hex is not used"))
    }

    @Test("Accounts in another order, and more than once, are the same")
    func same() throws {
        let outcome = try verify("a.txt", "same.txt")
        #expect(outcome.status == 0)
        #expect(outcome.text.isEmpty)
        #expect(outcome.errors == "Same:    2 accounts with the same codes\n")
        #expect(try verify("a.txt", "same.txt", "--quiet").errors.isEmpty)
    }

    @Test("Missing, extra and different accounts are named, and the exit code is 1")
    func different() throws {
        let missing = try verify("a.txt", "alice.txt")
        #expect(missing.status == 1)
        #expect(missing.text == "missing:   \"Acme: bob\" is not in alice.txt\n")
        #expect(
            missing.errors
                == "error: not the same: 1 account with the same codes, 1 missing, 0 extra, 0 different\n")
        let extra = try verify("alice.txt", "a.txt", "--quiet")
        #expect(extra.status == 1)
        #expect(extra.text == "extra:     \"Acme: bob\" is not in alice.txt\n")
        #expect(extra.errorLines.count == 1)
        let digits = try verify("a.txt", "digits.txt")
        #expect(digits.status == 1)
        #expect(digits.text == "different: \"Acme: alice\": 6 and 8 digits\n")
    }

    @Test("Renamed accounts match, and are reported")
    func renamed() throws {
        let outcome = try verify("a.txt", "renamed.txt")
        #expect(outcome.status == 0)
        #expect(outcome.text == "renamed:   \"Acme: alice\" and \"Other: name\": the same codes\n")
    }

    @Test("A side may have several inputs, separated by --")
    func several() throws {
        #expect(try verify("alice.txt", "bob.txt", "--", "a.txt").status == 0)
        #expect(try verify("a.txt", "--", "alice.txt", "bob.txt").status == 0)
        #expect(try verify("a.txt", "--", "alice.txt").status == 1)
        #expect(try verify("a.txt").status == 64)
        #expect(try verify("a.txt", "alice.txt", "bob.txt").status == 64)
    }

    @Test("The value of an option before -- is not an input")
    func optionsBeforeTheSides() throws {
        for options in [
            ["--jobs", "2"], ["--jobs=2"], ["--kdf-time", "5", "--quiet"], ["--from", "otpauth"], ["-q"],
        ] {
            #expect(VerifyCommand.arguments(["verify"] + options + ["--", "a", "b"]).contains("--"), "\(options)")
            #expect(
                VerifyCommand.arguments(["verify"] + options + ["a", "--", "b"])
                    == ["verify"] + options + ["a", "--against=b"])
        }
        #expect(try verify("--jobs", "2", "--", "a.txt", "same.txt").status == 0)
        #expect(try verify("--jobs", "2", "alice.txt", "--", "a.txt").status == 1)
        #expect(try verify("--files-from", "list", "--", "a.txt").status == 0)
        #expect(try verify("--jobs", "0", "alice.txt", "--", "a.txt").errors.contains("--jobs must be"))
    }

    @Test("JSON names every finding")
    func json() throws {
        #expect(
            try verify("a.txt", "alice.txt", "--json").text == """
                {"same":1,"findings":[{"finding":"missing","first":{"issuer":"Acme","name":"bob"}}]}

                """)
        #expect(
            try verify("digits.txt", "a.txt", "--json").text == """
                {"same":1,"findings":[{"finding":"different","first":{"issuer":"Acme","name":"alice"},\
                "second":{"issuer":"Acme","name":"alice"},"what":["8 and 6 digits"]}]}

                """)
    }

    @Test("Unreadable inputs never compare as equal")
    func unreadable() throws {
        let missing = try verify("a.txt", "nosuch.txt")
        #expect(missing.status == 2)
        #expect(missing.errors.contains("nosuch.txt"))
        #expect(missing.text.isEmpty)
        let bad = try verify("alice.txt", "bad.txt")
        #expect(bad.status == 1)
        #expect(bad.errors.contains("rejected: bad.txt"))
    }
}
