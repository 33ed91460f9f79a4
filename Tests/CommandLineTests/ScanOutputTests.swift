import FixtureSupport
import Foundation
import Testing

/// The output of `scan`, for people and as JSON Lines.
struct ScanOutputTests {
    private struct Line: Decodable {
        var file, kind: String
        var index: Int
        var issuer, name, payload, engine, variant, copyOf: String?
        var corners: [[Int]]?
        var unreadAt: [[[Int]]]?
        var accounts, rejected, part, parts, unread: Int?
    }

    private static func fixture(_ path: String) -> String { FixtureFolder.images.appending(path: path).file }

    private func scan(_ fixtures: [String], _ flags: [String] = []) throws -> (lines: [Line], outcome: Program.Outcome)
    {
        let outcome = try Program.run(["scan"] + fixtures.map(Self.fixture) + ["--json"] + flags)
        let lines = try outcome.text.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        return (lines, outcome)
    }

    @Test func codesAreInInputOrderAndThenInReadingOrder() throws {
        let fixtures = ["several/twelve.png", "plain/code.png", "names/unicode.png"]
        let (lines, outcome) = try scan(fixtures, ["--jobs", "3"])
        #expect(outcome.status == 0)
        let expected = try fixtures.flatMap { fixture in
            try ExpectedAccounts(of: URL(filePath: Self.fixture(fixture))).items.enumerated().map {
                [Self.fixture(fixture), "\($0.offset)", $0.element.issuer, $0.element.name]
            }
        }
        #expect(lines.map { [$0.file, "\($0.index)", $0.issuer ?? "", $0.name ?? ""] } == expected)
        #expect(lines.allSatisfy { $0.kind == "otpauth" && $0.engine == "zbar" && $0.variant != nil })
    }

    /// Top left, top right, bottom right, bottom left, in pixels of the picture.
    @Test func cornersGoRoundTheCode() throws {
        for line in try scan(["several/twelve.png"]).lines {
            let corners = try #require(line.corners)
            try #require(corners.map(\.count) == [2, 2, 2, 2])
            let (x, y) = (corners.map { $0[0] }, corners.map { $0[1] })
            #expect(x[0] < x[1] && x[3] < x[2] && y[0] < y[3] && y[1] < y[2])
            #expect(abs((x[1] - x[0]) - (y[3] - y[0])) <= 4, "a code is square")
            #expect(x.allSatisfy { (0...1100).contains($0) } && y.allSatisfy { (0...1100).contains($0) })
        }
    }

    @Test(
        "Every code has its kind; an image without a code exits with 2, one with a missing part with 1",
        arguments: [
            ("plain/code.png", ["otpauth"], 0), ("google-parts/complete-2.png", ["google-migration"], 0),
            ("not-an-account/web-address.png", ["other"], 0),
            ("not-an-account/beside-an-account.png", ["other", "otpauth"], 0),
            ("no-code/gradient.png", ["none"], 2), ("damaged/bomb.png", ["none"], 2),
            ("structured-append/complete.png", ["otpauth"], 0), ("structured-append/last-missing.png", ["otpauth"], 1),
        ])
    func kindsAreTold(fixture: String, kinds: [String], status: Int) throws {
        let (lines, outcome) = try scan([fixture])
        #expect(lines.map(\.kind) == kinds)
        #expect(outcome.status == Int32(status))
        // A code that is not an account was found, too; a picture without a code says so.
        #expect(outcome.text.contains("\"payload\":null") == (kinds == ["none"]))
        #expect(lines.contains { $0.unread ?? 0 > 0 } == fixture.hasSuffix("last-missing.png"))
    }

    @Test(
        "A QR code that is cut off is counted with its place, alone (exit code 2) and beside one that is read (1)",
        arguments: [false, true])
    func codeThatIsCutOff(isAlone: Bool) throws {
        let folder = try TemporaryFolder()
        let codes = [TestSymbol("otpauth://totp/a?secret=MFRGGZDF"), TestSymbol("otpauth://totp/b?secret=MFRGGZDF")]
        // The second code, at column 40, is cut off after 17 of its 25 modules.
        let image = BlockJPEG.file(columns: 57, rows: 33) { column, row in
            let (index, module) = column < 37 ? (0, column - 4) : (1, column - 40)
            guard (0..<TestSymbol.dimension).contains(module), (4..<29).contains(row), index == 1 || !isAlone else {
                return 255
            }
            return codes[index][module, row - 4] ? 0 : 255
        }
        let outcome = try Program.run(["scan", "--json", folder.write(image, to: "cut.jpg")])
        let line = try JSONDecoder().decode(Line.self, from: Data(outcome.text.utf8))
        #expect(outcome.status == (isAlone ? 2 : 1))
        #expect(line.kind == (isAlone ? "none" : "otpauth") && line.unread == 1)
        let place = try #require(line.unreadAt?.first)
        #expect(line.unreadAt?.count == 1 && place.count == 4)
        #expect(place.allSatisfy { (310...460).contains($0[0]) && (20...240).contains($0[1]) })
        withExtendedLifetime(folder) {}
    }

    @Test func exportsSayWhichPartTheyAre() throws {
        let lines = try scan(["google-parts/complete-1.png", "google-parts/complete-3.png"]).lines
        #expect(lines.map(\.part) == [1, 3])
        #expect(lines.map(\.parts) == [3, 3])
        for line in lines {
            #expect(try ExpectedAccounts(of: URL(filePath: line.file)).items.count == line.accounts)
        }
    }

    @Test func aCopyIsSaidToBeOne() throws {
        let folder = try TemporaryFolder()
        let bytes = try FixtureFolder.bytes(FixtureFolder.images.appending(path: "plain/code.png"))
        let paths = try ["b.png", "a.png"].map { try folder.write(bytes, to: $0) }
        let text = try Program.run(["scan"] + paths).text.split(separator: "\n")
        try #require(text.count == 2)
        #expect(text[1] == "\(text[0].replacing(paths[0], with: paths[1])) (a copy of \(paths[0]))")
        let lines = try Program.run(["scan", "--json"] + paths).text.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        #expect(lines.map(\.copyOf) == [nil, paths[0]])
        #expect(lines.map(\.kind) == ["otpauth", "otpauth"])
    }

    @Test func payloadsAreShownWhenAskedFor() throws {
        let fixtures = ["plain/code.png", "google-parts/complete-1.png", "not-an-account/web-address.png"]
        let secrets = try fixtures.flatMap {
            try ExpectedAccounts(of: URL(filePath: Self.fixture($0))).items.map(\.secret)
        }
        let hidden = try scan(fixtures)
        #expect(hidden.lines.allSatisfy { $0.payload == nil })
        #expect(!hidden.outcome.text.contains("payload"))
        Messages.expectHidden(secrets, in: hidden.outcome.text, "scan --json")
        Messages.expectHidden(secrets, in: try Program.run(["scan"] + fixtures.map(Self.fixture)).text, "scan")

        let shown = try scan(fixtures, ["--reveal"]).lines.compactMap(\.payload)
        try #require(shown.count == 3)
        #expect(shown[0].hasPrefix("otpauth://totp/") && shown[0].contains(secrets[0]))
        #expect(shown[1].hasPrefix("otpauth-migration://offline?data="))
        #expect(shown[2].hasPrefix("http"))
        let text = try Program.run(["scan"] + fixtures.map(Self.fixture) + ["--reveal"]).text
        #expect(shown.allSatisfy { text.contains($0) })
    }

    @Test func onePictureWithoutACodeStopsNothing() throws {
        let outcome = try Program.run(["scan", Self.fixture("no-code/gradient.png"), Self.fixture("plain/code.png")])
        #expect(outcome.status == 1)
        #expect(outcome.text.split(separator: "\n").count == 1)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("gradient.png: no QR code found"))
    }
}
