import Encodings
import FixtureSupport
import Foundation
import Testing

/// Limits of the program as a whole.
struct LimitTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs the program with a limited address space.
    private func run(mebibytes: Int, _ arguments: [String]) throws -> Program.Outcome {
        try Program.run(
            URL(filePath: "/bin/sh"),
            ["-c", "ulimit -v \(mebibytes << 10) && exec \"$@\"", "sh", Program.url.path(percentEncoded: false)]
                + arguments)
    }

    @Test(
        "With too little address space, the program ends with an error; with enough, it works",
        .enabled(if: MeasuredRun.isPossible, "the system has no /proc"))
    func addressSpace() throws {
        let list = try folder.write("otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP\n", to: "list.txt")
        let least = Limit.addressSpace >> 20
        for mebibytes in [256, least - 1] {
            let outcome = try run(mebibytes: mebibytes, ["list", list])
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(LimitMessage.addressSpace(mebibytes, least)))
        }
        let outcome = try run(mebibytes: least, ["list", list])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.contains("alice"))
    }

    /// A file of zeros that takes no space, or of line ends.
    private func file(of count: Int, named name: String) throws -> String {
        let path = try folder.write("", to: name)
        try #require(truncate(path, off_t(count)) == 0)
        return path
    }

    @Test(
        "A key file and a file of passphrases may be as large as the limit, and no larger",
        arguments: [
            ("--key-file", Limit.keyFile, LimitMessage.keyFile),
            ("--source-passphrase-file", Limit.passphraseFile, LimitMessage.passphraseFile),
        ])
    func files(option: String, limit: Int, message: LimitMessage) throws {
        let list = try folder.write("otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP\n", to: "list.txt")
        for (name, count) in [("fitting", limit), ("larger", limit + 1)] {
            let outcome = try Program.run(["list", list, option, file(of: count, named: name)])
            #expect(outcome.status == (count > limit ? 2 : 0))
            #expect(outcome.errors.contains(message(limit >> 20)) == (count > limit))
        }
    }

    @Test("Passphrases from standard input have the same limit")
    func standardInput() throws {
        let list = try folder.write("otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP\n", to: "list.txt")
        let limit = Limit.passphraseFile
        for count in [limit, limit + 1] {
            let outcome = try Program.run(
                ["list", list, "--source-passphrase-file", "-"], input: Data(repeating: 0x0A, count: count))
            #expect(outcome.status == (count > limit ? 2 : 0))
            #expect(outcome.errors.contains(LimitMessage.passphraseFile(limit >> 20)) == (count > limit))
        }
    }

    @Test("A JSON text may have as many values as the limit, and no more")
    func jsonValues() throws {
        let limit = Limit.jsonValues
        // Twelve values are the account, its members, and the lists and objects around it.
        for count in [limit, limit + 1] {
            let text = #"""
                {"tokens":[{"algo":"SHA1","digits":6,"label":"alice","period":30,"secret":[72,101]}],"tokenOrder":[],
                "other":[\#([String](repeating: "0", count: count - 12).joined(separator: ","))]}
                """#
            let outcome = try Program.run(["list", folder.write(text, to: "tokens.json")])
            #expect(outcome.text.contains("alice") == (count == limit))
            #expect(outcome.errors.contains(LimitMessage.jsonValues(limit)) == (count > limit), "\(outcome.errors)")
        }
    }

    @Test("A vault that is a pipe is refused, and not waited for")
    func pipe() throws {
        try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
        let outcome = try Program.run(["vault", "check", folder.path("pipe")], passphrase: "correct horse")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("is not a regular file"))
    }
}
