import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Inputs from a list")
struct InputListTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("shots")
        for name in ["shots/b.png", "shots/a.png", "one\ntwo.png", "c.png"] { try folder.write("x", to: name) }
    }

    private func inputs(_ names: [String], end: String = "\0") throws -> [Input] {
        try InputList(Array((names.joined(separator: "\0") + end).utf8), list: "names").inputs
    }

    @Test("Names are inputs as arguments are, with or without NUL after the last", arguments: ["\0", ""])
    func names(end: String) throws {
        let paths = ["c.png", "one\ntwo.png", "shots", "missing"].map(folder.path)
        let inputs = try inputs(paths, end: end)
        #expect(inputs == InputCollector.collect(paths))
        #expect(inputs.count == 5)
    }

    @Test("An impossible name is a failed input, and the others are read")
    func failures() throws {
        let good = folder.path("c.png")
        let bytes =
            Array("\(good)\0\0-\0otpauth://totp/Acme:eve?secret=MFRGGZDFMZTWQ2LK\0".utf8) + [0xFF, 0]
            + Array("\(good)\0".utf8)
        let inputs = try InputList(bytes, list: "names").inputs
        #expect(inputs.map(\.name) == [good] + (2...5).map { "names, name \($0)" } + [good])
        let failures = inputs.compactMap { input -> String? in
            if case .unreadable(let failure) = input.location { failure.message } else { nil }
        }
        #expect(failures.count == 4)
        #expect(zip(failures, ["empty", "./-", "a link", "not UTF-8"]).allSatisfy { $0.contains($1) })
        #expect(!failures.joined().contains("MFRGG"))
    }

    @Test("A list with lines is refused: its names are not separated by NUL")
    func lines() throws {
        let failure = #expect(throws: SourceError.self) {
            try InputList(Array("a.png\nb.png\n".utf8), list: "names")
        }
        #expect(failure?.message.contains("find -print0") == true)
    }

    @Test("A list without a name is an input that fails")
    func empty() throws {
        let inputs = try InputList([], list: "names").inputs
        #expect(inputs.map(\.name) == ["names"])
        guard case .unreadable(let failure) = try #require(inputs.first).location else {
            Issue.record("the input can be read")
            return
        }
        #expect(failure.code == .emptyFolder)
    }

    @Test("A list has at most a million names", arguments: ["\0", ""])
    func count(end: String) throws {
        let limit = Limit.listedInputs
        let most = Array(repeating: UInt8(0), count: limit - 1) + Array("a\(end)".utf8)
        _ = try InputList(most, list: "names")
        let failure = SourceError(.limitExceeded, LimitMessage.listedInputs(limit))
        #expect(throws: failure) { try InputList([0] + most, list: "names") }
    }
}
