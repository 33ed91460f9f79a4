import Containers
import Encodings
import FixtureSupport
import Images
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Character sets of inputs")
struct CharacterSetTests {
    private static let guessed =
        "not UTF-8; read as Windows-1252: names may be wrong; save it as UTF-8 or give --encoding"
    private static let controls =
        "names have control characters (U+0080 to U+009F), a sign of a wrong character set; "
        + "correct them, or give --encoding for the file that they come from"

    private static func reader(_ encoding: String? = nil) -> SourceReader {
        var settings = ReadingSettings()
        settings.encoding = encoding.flatMap { TextEncoding(named: $0) }
        return SourceReader(
            registry: .standard, images: ImageReader(decoders: [ScriptedDecoder()], scanner: ScriptedScanner()),
            settings: settings, archives: LibArchiveOpener())
    }

    /// A link with a name in some bytes, on a line of its own.
    private static func link(_ name: [UInt8]) -> [UInt8] {
        around("otpauth://totp/", name, ":a?secret=GEZDGNBVGY3TQOJQ\n")
    }

    private static func link(_ name: String) -> [UInt8] { link(Array(name.utf8)) }

    private static func around(_ start: String, _ bytes: [UInt8], _ end: String = "") -> [UInt8] {
        [Array(start.utf8), bytes, Array(end.utf8)].flatMap { $0 }
    }

    private static let mail: [UInt8] = [0xCF, 0xEE, 0xF7, 0xF2, 0xE0]
    /// Most of it is not ASCII, as in ciphertext.
    private static let long = [UInt8](repeating: 0xCF, count: 99)

    private func read(_ bytes: [UInt8], as encoding: String?) async throws -> SourceResult {
        let input = Input(name: "a", location: .memory(bytes))
        let results = try await ImportRun(reader: Self.reader(encoding), jobs: 1).read([input])
        return try #require(results.first)
    }

    @Test(
        "A text in Unicode, or in the set that it or the user names, is read in silence, and any other with a warning",
        arguments: [
            (link("Почта"), nil, "Почта", []), (link("Почта"), "gbk", "Почта", []),
            (link(mail), "windows-1251", "Почта", []), (link(mail), nil, "Ïî÷òà", [guessed]),
            (link(long), "windows-1251", String(repeating: "П", count: 99), []),
            (link(long), nil, String(repeating: "Ï", count: 99), [guessed]),
            (
                around("otpauth://totp/éé:a?secret=GEZDGNBVGY3TQOJQ\n", [0xFF]), nil, "éé",
                ["damaged in line 2: it has bytes that are not UTF-8; check the names there, or export it again"]
            ),
            (
                around("otpauth://totp/éé", [0xFF, 0xFF], ":a?secret=GEZDGNBVGY3TQOJQ"), nil, "éé\u{FFFD}\u{FFFD}",
                ["damaged in line 1: it has bytes that are not UTF-8; check the names there, or export it again"]
            ),
            (
                around("ééé otpauth://totp/é:a?secret=GEZDGNBVGY3TQOJQ", [0x0A, 0xFF, 0x0A, 0xFF]), nil, "é",
                [
                    "damaged in line 2 and 1 other line: it has bytes that are not UTF-8; "
                        + "check the names there, or export it again"
                ]
            ),
            (around("<html><meta charset=windows-1251><p>", link(mail)), nil, "Почта", []),
            (around("<html><p>", link(mail)), nil, "Ïî÷òà", [guessed]),
            (around("<html><p>", link(mail)), "windows-1251", "Почта", []),
            (link("\u{93}b"), nil, "\u{93}b", [controls]),
            (around("issuer,name,secret\n", mail, ",a,GEZDGNBVGY3TQOJQ"), nil, "Ïî÷òà", [guessed]),
            (
                around(#"[{"issuer":""#, mail, #"","name":"a","secret":"GEZDGNBVGY3TQOJQ"}]"#), "windows-1251",
                "Почта", []
            ),
        ] as [([UInt8], String?, String, [String])])
    func texts(bytes: [UInt8], encoding: String?, issuer: String, warnings: [String]) async throws {
        let result = try await read(bytes, as: encoding)
        #expect(result.failure == nil && result.warnings.map(\.message) == warnings)
        let issuers = result.entries.compactMap { if case .item(let item) = $0.outcome { item.issuer } else { nil } }
        #expect(issuers.first == issuer)
    }

    @Test("Bytes that the set does not have are an error that names their line", arguments: ["", "<html><p>\n"])
    func undecodable(start: String) async throws {
        let result = try await read(Self.around(start, Self.link(Self.mail) + [0x98]), as: "windows-1251")
        let line = start.isEmpty ? 2 : 3
        #expect(
            result.failure?.message == "line \(line) has bytes that windows-1251 does not have; give another --encoding"
        )
        #expect(result.entries.isEmpty)
    }

    @Test(
        "A QR code is a text as well",
        arguments: [
            (nil, "Ïî÷òà", [guessed], 0), ("windows-1251", "Почта", [], 0), ("ascii", "", [], 1),
        ] as [(String?, String, [String], Int)])
    func codes(encoding: String?, issuer: String, warnings: [String], rejections: Int) {
        let reader = Self.reader(encoding)
        let payload = QRPayload(bytes: Self.link(Self.mail), corners: [], engine: "", variant: "")
        let code = reader.code(EntryPosition(code: 1), payload)
        #expect(code.items.map(\.issuer) == (rejections > 0 ? [] : [issuer]))
        #expect(code.rejections.count == rejections)
        #expect(reader.result(of: code, named: "a").warnings.map(\.message) == warnings)
    }
}
