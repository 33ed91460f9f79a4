import FixtureSupport
import Foundation
import Testing

/// `--resume`: a run that goes on where an earlier one was interrupted. `Tests/resume` kills runs.
struct ResumeTests {
    private let folder: TemporaryFolder
    private let state: String
    /// Pictures with one code, several, none, a code that is not an account, and damage.
    private static let fixtures = [
        "plain", "several", "no-code", "not-an-account", "damaged", "structured-append", "google-parts",
    ].map { FixtureFolder.images.appending(path: $0).file }

    init() throws {
        folder = try TemporaryFolder()
        state = folder.path("state")
    }

    private func run(_ arguments: [String], in place: String? = nil) throws -> Program.Outcome {
        try Program.run(arguments, passphrase: "right", in: place.map { URL(filePath: $0) })
    }

    @Test(
        "With a new, a full or a damaged state, --resume gives the result of a run without it",
        arguments: [
            ["scan", "--json"], ["scan", "--reveal"], ["convert", "--to", "json"], ["validate", "--json"],
        ])
    func theSameResultWithAndWithoutAState(arguments: [String]) throws {
        let plain = try run(arguments + Self.fixtures)
        // The first run fills the state, the second one uses it, the third one uses a part of it.
        for start in 0..<3 {
            if start == 2 {
                let bytes = try folder.bytes("state")
                try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "state")
            }
            let outcome = try run(arguments + Self.fixtures + ["--resume", state])
            #expect(outcome.text == plain.text && outcome.status == plain.status)
            let errors = outcome.errorLines.filter { !$0.contains("of earlier runs") }
            #expect(errors == plain.errorLines)
            #expect((errors.count < outcome.errorLines.count) == (start > 0))
        }
        #expect(try folder.permissions("state") == 0o600)
    }

    @Test func theReportOfAnImportIsThatOfOneRun() throws {
        func report(_ name: String, _ more: [String]) throws -> String {
            let outcome = try run(
                ["import"] + Self.fixtures + ["--vault", folder.path("\(name).json"), "--json"] + more)
            #expect(outcome.status == 1, "\(outcome.errors)")
            return outcome.text
        }
        let whole = try report("whole", [])
        #expect(try report("first", ["--resume", state]) == whole)
        #expect(try report("second", ["--resume", state]) == whole)
        #expect(try run(["verify", folder.path("whole.json"), folder.path("second.json")]).status == 0)
    }

    @Test func theStateHoldsNoSecret() throws {
        let code = Self.fixtures[0]
        #expect(try run(["scan", code, "--resume", state]).status == 0)
        let revealed = try run(["convert", code, "--to", "otpauth", "--resume", state]).text
        let bytes = try folder.bytes("state")
        for link in revealed.split(separator: "\n") {
            let components = try #require(URLComponents(string: String(link)))
            for text in [components.path] + (components.queryItems ?? []).compactMap(\.value) where text.count > 5 {
                #expect(Data(bytes).range(of: Data(text.utf8)) == nil)
            }
        }
        #expect(Data(bytes).range(of: Data("otpauth".utf8)) == nil)
    }

    /// The key of a result is made of the bytes of its picture: a picture that was changed is scanned.
    @Test func aChangedPictureIsReadAgain() throws {
        let images = FixtureFolder.images
        try folder.write(FixtureFolder.bytes(images.appending(path: "plain/code.png")), to: "shot.png")
        let first = try run(["scan", folder.path("shot.png"), "--resume", state])
        try folder.write(FixtureFolder.bytes(images.appending(path: "names/unicode.png")), to: "shot.png")
        let second = try run(["scan", folder.path("shot.png"), "--resume", state])
        #expect(second.status == 0 && second.text != first.text)
        #expect(try run(["scan", folder.path("shot.png")]).text == second.text)
    }

    @Test func anotherVersionOfTheProgramReadsAllAgain() throws {
        let arguments = ["scan", Self.fixtures[0], "--resume", state]
        let first = try run(arguments)
        var bytes = try folder.bytes("state")
        // The version is in the first record, after 32 bytes of salt. Its checksum is made again.
        let start = "totp-import run 1\n".utf8.count
        let count = Int(bytes[start]) | Int(bytes[start + 1]) << 8
        let record = (start + 4)..<(start + 4 + count)
        bytes[record.lowerBound + 32] ^= 1
        let sum = bytes[record].reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        for index in 0..<8 { bytes[record.upperBound + index] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * index)) }
        try folder.write(bytes, to: "state")
        let second = try run(arguments)
        #expect(second.text == first.text)
        #expect(second.errors.contains("another version of the program; all images are scanned again"))
        #expect(!(try run(arguments)).errors.contains("another version"))
    }

    @Test func aFileOfAnotherKindIsRefusedAndStays() throws {
        try folder.write("my notes", to: "state")
        let outcome = try run(["scan", Self.fixtures[0], "--resume", state])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("state: is another kind of file; choose another name"))
        #expect(try folder.text("state") == "my notes")
    }

    @Test func aStateAmongThePicturesIsNotAnInput() throws {
        try folder.makeFolder("shots")
        try folder.write(
            FixtureFolder.bytes(FixtureFolder.images.appending(path: "plain/code.png")), to: "shots/code.png")
        let arguments = ["import", "shots", "--vault", "v.json", "--json", "--dry-run"]
        let plain = try run(arguments, in: folder.path)
        for _ in 0..<2 {
            let outcome = try run(arguments + ["--resume", "shots/state"], in: folder.path)
            #expect(outcome.status == 0 && outcome.text == plain.text, "\(outcome.errors)")
        }
    }

    @Test func whatIsWrittenIsNotTheState() throws {
        let picture = Self.fixtures[0]
        let outcomes = [
            try run(["import", picture, "--vault", state, "--resume", state]),
            try run(["import", picture, "--vault", folder.path("v.json"), "--report", state, "--resume", state]),
            try run(["convert", picture, "--to", "json", "--plain", "--output", state, "--resume", state]),
            try run(["validate", picture, "--json", "--output", state, "--resume", state]),
        ]
        for outcome in outcomes {
            #expect(outcome.status == 64 && outcome.errors.contains("would overwrite"), "\(outcome.errors)")
        }
        #expect(try folder.names().isEmpty)
        let image = try run(["scan", "--resume", picture + "/code.png", picture])
        #expect(image.status != 0 && image.errors.contains("is another kind of file"), "\(image.errors)")
        #expect(try run(["scan", picture, "--resume", "-"]).status == 64)
        #expect(
            try run(["convert", picture, "--to", "json", "--report", "page.html", "--resume", state]).status == 64)
    }
}
