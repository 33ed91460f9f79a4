import Encodings
import FixtureSupport
import Importers
import TOTPDomain
import Testing

@testable import Links

/// `validate` and `import` find the same links and call the same accounts equal.
struct SameLinksTests {
    private let checker: ChunkChecker

    init() throws { checker = ChunkChecker(checker: try .standard(), output: .correctedInput) }

    private static let pieces = [
        "otpauth://totp/Acme:alice?secret=OSADN5M3A7HQFKUQ675XIDQQTOUW5CCI&issuer=Acme",
        "otpauth://hotp/Bolt:bob?secret=OSADN5M3A7HQFKUQ&counter=1", "steam://OSADN5M3", "motp:/a?secret=e3",
        "OTPAUTH://totp/",
        "otpauth-migration://offline?data=CgcKAQESAWEoAQ%3D%3D", "\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\0", " ",
        ",", "# ",
        "\"", "\",\"", "[\"", "\"]", "\\/", "<br>", "'", "(", ")", "x", "é", "\t", "&amp;", "%3Aotpauth%3A%2F%2F",
        "&digits=8", "K5QXEZBAMN2GK3LF", "\n> ", "DPEHPK3PXP&issuer=GitHub&digits=8",
        "otpauth://totp/GitHub:alice@example.com?secret=JBSWY3DPEHPK3PXPJBSWY3", "otpauth-", "k5qx ezba mn2g k3lf",
        " ip=1", " | ", " a: b", "&issuer=Big Company",
    ]

    private func links(_ text: [UInt8]) -> (found: Int, errors: Int, noLink: Int, secrets: Int) {
        let isJSON = LinkRecords.isJSON(text.span)
        var reader = RecordReader(
            ByteArrayStream(text), layout: isJSON ? .json : .lines, chunkByteCount: 64)
        var buffers: [[UInt8]] = []
        var result = (found: 0, errors: 0, noLink: 0, secrets: 0)
        while let chunk = try? reader.next(from: &buffers) {
            let checked = checker.check(chunk)
            result.noLink += checked.linesWithoutLink
            result.secrets += checked.secretsWithoutLink.count
            for (index, link) in checked.links.enumerated() {
                let accounts = checked.accounts[index]?.count ?? 1
                result.found += accounts
                if link.verdict.rules.worst == .error { result.errors += accounts }
            }
        }
        return result
    }

    @Test func validateFindsWhatImportReads() throws {
        var random = SeededGenerator(seed: 41)
        let format = try #require(FormatRegistry.standard.format("otpauth"))
        for _ in 0..<4_000 {
            let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                Self.pieces.randomElement(using: &random) ?? ""
            }.joined()
            let bytes = Array(text.utf8)
            let found = links(bytes)
            let document = try? format.read(ImportRequest(content: SourceContent(text: bytes)))
            let entries = document?.entries ?? []
            let codes = entries.compactMap { if case .rejected(let rejection) = $0 { rejection.code } else { nil } }
            let secrets = codes.count { $0 == .secretWithoutLink }
            #expect(found.found == entries.count - secrets, "\(bytes)")
            #expect(found.errors == codes.count - secrets, "\(bytes)")
            if let document {
                let skipped = document.skipped.counts[.noLink] ?? 0
                #expect(secrets == 0 ? found.noLink == skipped : found.noLink >= skipped, "\(bytes)")
                #expect(found.secrets == secrets, "\(bytes)")
            }
        }
    }

    @Test("A link that goes on in the next line is checked as joined", arguments: WrappedLink.examples)
    func bothSeeTheRestOfALink(example: WrappedLink) throws {
        var reader = RecordReader(ByteArrayStream(Array(example.text.utf8)), layout: .lines)
        var buffers: [[UInt8]] = []
        let chunk = try #require(try reader.next(from: &buffers))
        let links = checker.check(chunk).links
        #expect(links.map { $0.verdict.rules.contains(.linkJoined) } == [example.isWrapped])
    }

    /// Each byte of the next line is looked at a few times, however many parameters seem to start in it: this took minutes.
    @Test func theNextLineMayBeLong() throws {
        let link = "otpauth://totp/Acme:alice?secret=OSADN5M3A7HQFKUQ675XIDQQTOUW5CCI\n"
        let text = Array(link.utf8) + Array(repeating: ASCII.ampersand, count: 1 << 18)
        let checked = checker.check(RecordChunk(bytes: text))
        #expect(checked.links.count == 1 && checked.linesWithoutLink == 1)
        let format = try #require(FormatRegistry.standard.format("otpauth"))
        let document = try format.read(ImportRequest(content: SourceContent(text: text)))
        #expect(document.entries.count == 1 && document.warnings.isEmpty)
    }

    /// A chunk does not end within a link.
    @Test func theRestOfALinkIsSeenAcrossChunks() throws {
        let link = "otpauth://totp/Acme:alice?secret=OSADN5M3A7HQFKUQ675XIDQQTOUW5CCI\n&digits=8 "
        var reader = RecordReader(ByteArrayStream(Array(link.utf8)), layout: .lines, chunkByteCount: link.utf8.count)
        var buffers: [[UInt8]] = []
        let chunk = try #require(try reader.next(from: &buffers))
        #expect(chunk.count == link.utf8.count)
        #expect(checker.check(chunk).links.map { $0.verdict.rules.contains(.linkJoined) } == [true])
    }

    /// The output of `--fix` contains every link, and each only once.
    @Test func nothingIsLostInNormalForm() throws {
        var random = SeededGenerator(seed: 42)
        for _ in 0..<2_000 {
            let text = Array(
                (0..<Int.random(in: 1...12, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? ""
                }
                .joined().utf8)
            let isJSON = LinkRecords.isJSON(text.span)
            var collector = ReportCollector(checker)
            var output: [UInt8] = []
            var unchanged: [UnchangedPlace] = []
            let checked = checker.check(RecordChunk(bytes: text, layout: isJSON ? .json : .lines))
            collector.take(checked, into: &output, unchanged: &unchanged)
            let again = links(output)
            #expect(again.found == links(text).found && again.errors == links(text).errors, "\(text)")
            if !isJSON { #expect(again.secrets == links(text).secrets, "\(text)") }
        }
    }

    /// Names that the merge takes for the same have the same fingerprint, and no others.
    @Test func sameNamesHaveSameFingerprints() throws {
        let key = FingerprintKey()
        let secret = try OTPSecret(bytes: [1, 2, 3])
        let parameters = try OTPParameters(kind: .totp)
        let names = [
            "Acme Co", "acmeco", "ACME\u{A0}CO", "acme\tco ", "Ac me C o", "Acme-Co", "École", "école", "e\u{301}cole",
            "E\u{301}COLE",
            "Ecole", "\u{212A}ilo", "kilo", "KILO", "a;b", "a\u{37E}b", "\u{1FEF}", "`", "Straße", "STRASSE", "İx",
            "i\u{307}x", "ΑΣ",
            "ας", "ασ", "日本", "日 本", "日\u{3000}本", "", "🔑", "ｋ", "ab", "a b",
        ]
        for first in names {
            for second in names where !first.isEmpty && !second.isEmpty {
                let items = [first, second].map {
                    Account(issuer: $0, name: "x", secret: secret, parameters: parameters)
                }
                let isSame = AccountIdentity(items[0]) == AccountIdentity(items[1])
                let marks = [first, second].map { key.fingerprint(issuer: $0, name: "x") }
                #expect((marks[0] == marks[1]) == isSame, "\(first) \(second)")
            }
        }
        // The bytes of a link lead to the same as texts do.
        for name in names where !name.isEmpty {
            var folded: [UInt8] = []
            let bytes = Array(name.utf8)
            let mark = key.fingerprint(
                issuer: bytes.span, name: bytes.span, isASCII: bytes.allSatisfy { $0 < 0x80 }, &folded)
            #expect(mark == key.fingerprint(issuer: name, name: name))
        }
    }
}
