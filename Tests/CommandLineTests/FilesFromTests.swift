import Encodings
import FixtureSupport
import Foundation
import Testing

/// `--files-from`: inputs from a list.
struct FilesFromTests {
    private let folder: TemporaryFolder
    private static let link = "otpauth://totp/Acme:alice?secret=OSADN5M3A7HQFKUQ675XIDQQTOUW5CCI&issuer=Acme\n"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.link, to: "one.txt")
        try folder.write(Self.link.replacing("alice", with: "bob"), to: "two\nlines.txt")
        try folder.write(FixtureFolder.bytes(FixtureFolder.images.appending(path: "plain/code.png")), to: "code.png")
        try list(["one.txt", "two\nlines.txt"])
    }

    @discardableResult
    private func list(_ names: [String]) throws -> String {
        try folder.write(names.map { "\(folder.path($0))\0" }.joined(), to: "list")
    }

    private func run(_ arguments: [String], input: Data = Data()) throws -> Program.Outcome {
        try Program.run(arguments, passphrase: "right", input: input)
    }

    @Test(arguments: [
        (["list"], "Acme    bob"), (["codes"], "Acme    alice"), (["convert", "--to", "otpauth"], "Acme:bob?"),
        (["validate", "--json"], #""label":"Acme: bob""#),
    ])
    func everyCommandReadsTheInputsOfAList(arguments: [String], expected: String) throws {
        let list = folder.path("list")
        let outcome = try run(arguments + ["--files-from", list])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.contains(expected), "\(outcome.text)")
        let names = Data(try folder.bytes("list"))
        let standardInput = try run(arguments + ["--files-from", "-"], input: names)
        #expect(withoutCodes(standardInput.text) == withoutCodes(outcome.text))
        let named = try run(arguments + [folder.path("one.txt"), folder.path("two\nlines.txt")])
        #expect(withoutCodes(named.text) == withoutCodes(outcome.text))
    }

    /// A table of codes without the columns that change with time.
    private func withoutCodes(_ text: String) -> String {
        text.replacing(/\d{6} +\d+ s$/.anchorsMatchLineEndings(), with: "")
    }

    @Test func importAndScanReadThemAfterTheArguments() throws {
        let outcome = try run([
            "import", folder.path("code.png"), "--files-from", folder.path("list"), "--vault", folder.path("v.json"),
            "--json",
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.contains(#""inputs":3"#))
        try list(["code.png"])
        let scan = try run(["scan", "--files-from", folder.path("list")])
        #expect(scan.status == 0 && scan.text.hasPrefix(folder.path("code.png")))
    }

    @Test func verifyComparesAListWithTheOtherSide() throws {
        let outcome = try run([
            "verify", "--files-from", folder.path("list"), "--against", folder.path("one.txt"),
        ])
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("\"Acme: bob\" is not in \(folder.path("one.txt"))"))
        let alone = try run(["verify", "--files-from", folder.path("list")])
        #expect(alone.status == 64)
    }

    @Test func aNameAfterAListIsSearchedFor() throws {
        let outcome = try run(["codes", "bob", "--files-from", folder.path("list")])
        #expect(outcome.status == 0)
        #expect(outcome.text.wholeMatch(of: /\d{6}\n/) != nil)
    }

    @Test func oneBadNameDoesNotStopTheRest() throws {
        try list(["missing.txt", "one.txt"])
        let outcome = try run(["list", "--files-from", folder.path("list")])
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("alice"))
        #expect(outcome.errors.contains("missing.txt: no such file"))
    }

    @Test(arguments: ["list", "codes", "scan", "validate", "convert --to json", "import --vault v.json"])
    func aListWithoutNamesIsAnError(command: String) throws {
        try folder.write("", to: "list")
        let arguments = command.split(separator: " ").map(String.init) + ["--files-from", folder.path("list")]
        let outcome = try Program.run(arguments, passphrase: "right", in: URL(filePath: folder.path))
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("list: the list names no input"))
        guard !["list", "codes"].contains(command) else { return }
        #expect(
            try Program.run(
                arguments + ["--allow-empty"], passphrase: "right", in: URL(filePath: folder.path)
            ).status == 0)
    }

    @Test func aListOfLinesIsRefusedWithoutItsContent() throws {
        try folder.write(Self.link + Self.link, to: "links.txt")
        let outcome = try run(["list", "--files-from", folder.path("links.txt")])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("find -print0"))
        Messages.expectHidden(["OSADN5M3A7HQFKUQ675XIDQQTOUW5CCI"], in: outcome.errors, "stderr")
    }

    @Test func standardInputIsUsedOnce() throws {
        #expect(try run(["list", "-", "--files-from", "-"]).status == 64)
        #expect(try run(["scan", "-", "--files-from", "-"]).status == 64)
        #expect(try run(["validate", "-", "--files-from", "-"]).status == 64)
        #expect(try run(["list", "--files-from", "-", "--source-passphrase-file", "-"]).status == 64)
    }

    @Test(arguments: ["scan", "validate", "convert --to json", "import --vault v.json", "import"])
    func withoutAListAnInputIsNeeded(command: String) throws {
        let outcome = try run(command.split(separator: " ").map(String.init))
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Missing expected argument"))
    }

    @Test func theListIsNotOverwritten() throws {
        let list = folder.path("list")
        let before = try folder.bytes("list")
        let outcomes = [
            try run(["convert", "--to", "json", "--files-from", list, "--output", list, "--force"]),
            try run(["validate", "--files-from", list, "--output", list, "--force"]),
            try run(["scan", "--files-from", list, "--resume", list]),
        ]
        #expect(outcomes.allSatisfy { $0.status == 64 && $0.errors.contains("would overwrite") })
        #expect(try folder.bytes("list") == before)
    }

    @Test(
        "A list with too many names or too many bytes is an error",
        arguments: [(0, LimitMessage.listedInputs(Limit.listedInputs)), (1, LimitMessage.inputList(128))])
    func aListOfTooManyBytesIsAnError(surplus: Int, message: String) throws {
        try folder.write("", to: "zeros")
        #expect(truncate(folder.path("zeros"), off_t(Limit.inputList + surplus)) == 0)
        let outcome = try run(["list", "--files-from", folder.path("zeros")])
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
