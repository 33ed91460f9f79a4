import FixtureSupport
import Foundation
import Testing

/// Each kind of bad input gives one clear line and the right exit code, and never stops the others.
struct BadInputTests {
    private static let good = "otpauth://totp/Good:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.good + "\n", to: "good.txt")
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        /// A fixture, or a text, or nothing at all.
        var fixture: String?
        var text: String?
        /// The text that the line must contain.
        var says: String

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "missing file", says: "no such file"),
        Case(name: "empty file", fixture: "damaged/empty.png", says: "the file is empty"),
        Case(name: "not a PNG", fixture: "damaged/text.png", says: "not an image"),
        Case(name: "another kind of image", fixture: "damaged/jpeg-in-a-bitmap.bmp", says: "save it as PNG"),
        Case(name: "damaged PNG", fixture: "damaged/signature-only.png", says: "damaged"),
        Case(name: "truncated PNG", fixture: "damaged/truncated-before-the-code.png", says: "take it again"),
        Case(name: "bomb", fixture: "damaged/bomb.png", says: "60000 x 60000"),
        Case(name: "no QR code", fixture: "no-code/gradient.png", says: "no QR code found"),
        Case(name: "QR code without an account", fixture: "not-an-account/web-address.png", says: "but no account"),
        Case(name: "no secret", text: "otpauth://totp/A:b?issuer=A", says: "no secret"),
        Case(name: "secret not base32", text: "otpauth://totp/A:b?secret=ABC1DEF8", says: "not base32"),
        Case(name: "unknown algorithm", text: "otpauth://totp/A:b?secret=MFRGG&algorithm=SHA384", says: "SHA384"),
        Case(name: "digits 0", text: "otpauth://totp/A:b?secret=MFRGG&digits=0", says: "digits must be 1 to 10, not 0"),
        Case(
            name: "digits 99", text: "otpauth://totp/A:b?secret=MFRGG&digits=99", says: "digits must be 1 to 10, not 99"
        ),
        Case(name: "unknown format", text: "hello", says: "not an image or a known export"),
    ]

    private func input(_ bad: Case) throws -> String {
        if let fixture = bad.fixture { return FixtureFolder.images.appending(path: fixture).file }
        if let text = bad.text { return try folder.write(text + "\n", to: "bad.txt") }
        return folder.path("nowhere.png")
    }

    @Test("A bad input is named in one line with its problem, and the others are read", arguments: cases)
    func isNamedAndStopsNothing(bad: Case) throws {
        let path = try input(bad)
        let alone = try Program.run(["convert", path, "--to", "json"])
        #expect(alone.status == 2)
        let lines = alone.errorLines.filter { $0.contains(URL(filePath: path).lastPathComponent) }
        #expect(lines.count == 1, "\(alone.errors)")
        #expect(lines.first?.contains(bad.says) == true, "\(alone.errors)")
        #expect(alone.errors.unicodeScalars.allSatisfy { $0 == "\n" || !$0.properties.generalCategory.isControl })

        let together = try Program.run(["convert", path, folder.path("good.txt"), "--to", "otpauth"])
        #expect(together.status == 1)
        #expect(together.text.contains("Good:alice"))
    }

    @Test("A folder without an input is an error that names it")
    func folderWithoutImages() throws {
        let empty = try folder.makeFolder("empty"), other = try folder.makeFolder("other")
        try folder.write("hello", to: "other/notes.txt")
        for path in [empty, other] {
            let outcome = try Program.run(["convert", path, "--to", "json"])
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("\(path): no "))
        }
    }

    @Test(
        "A file without permission is an error that says so", .enabled(if: geteuid() != 0, "root may read everything"))
    func noPermission() throws {
        let path = try folder.write(Self.good, to: "secret.txt", permissions: 0)
        let outcome = try Program.run(["convert", path, "--to", "json"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("no permission"))
    }

    @Test("An existing output stays as it is without --force")
    func outputExists() throws {
        let output = try folder.write("mine", to: "out.txt")
        let refused = try Program.run(["convert", folder.path("good.txt"), "--to", "otpauth", "--output", output])
        #expect(refused.status == 2)
        #expect(refused.errors.contains("already exists"))
        #expect(try folder.text("out.txt") == "mine")
        let forced = try Program.run([
            "convert", folder.path("good.txt"), "--to", "otpauth", "--output", output, "--force",
        ])
        #expect(forced.status == 0)
        #expect(try folder.text("out.txt").hasPrefix("otpauth://totp/Good:alice"))
        #expect(try folder.permissions("out.txt") == 0o600)
    }

    @Test(
        "Wrong usage exits with 64 and a message",
        arguments: [
            ["bogus"], ["import"], ["convert", "x", "--to", "nowhere"], ["scan", "--jobs", "0", "x"],
        ])
    func wrongUsage(arguments: [String]) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.status == 64)
        #expect(!outcome.errors.isEmpty)
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isControl: Bool { self == .control || self == .format }
}
