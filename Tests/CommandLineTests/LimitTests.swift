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
        for mebibytes in [256, 383] {
            let outcome = try run(mebibytes: mebibytes, ["list", list])
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("this process may only use \(mebibytes) MiB of address space"))
        }
        let outcome = try run(mebibytes: 384, ["list", list])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.contains("alice"))
    }

    @Test("A vault that is a pipe is refused, and not waited for")
    func pipe() throws {
        try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
        let outcome = try Program.run(["vault", "check", folder.path("pipe")], passphrase: "correct horse")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("is not a regular file"))
    }
}
