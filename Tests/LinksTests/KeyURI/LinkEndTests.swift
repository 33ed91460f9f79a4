import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Links

/// Links that a program cut at their end.
struct LinkEndTests {
    private static let acme = "otpauth://totp/Acme:al?secret=\(Secrets.sha1)&issuer=Acme\n"

    /// The entries of a text, and the links in which `validate` finds an error.
    private func read(
        _ text: [UInt8], code: Int? = nil, isPasted: Bool = false
    ) throws -> (document: ImportedDocument, errors: Int, fixed: [UInt8]) {
        var request = ImportRequest(content: SourceContent(text))
        (request.code, request.isPasted) = (code, isPasted)
        let document = try LinkListReader.read(request, as: "otpauth")
        let checker = ChunkChecker(checker: try .standard(), output: .correctedInput)
        var reader = RecordReader(ByteArrayStream(text), layout: .lines)
        var buffers: [[UInt8]] = [], fixed: [UInt8] = [], unchanged: [UnchangedPlace] = [], errors = 0
        while var chunk = try reader.next(from: &buffers) {
            (chunk.code, chunk.isPasted) = (code, isPasted)
            let checked = checker.check(chunk)
            errors += checked.links.count { $0.verdict.rules.worst == .error }
            var collector = ReportCollector(checker)
            collector.take(checked, into: &fixed, unchanged: &unchanged)
        }
        return (document, errors, fixed)
    }

    /// A link as OTPClient 3 writes it: as many bytes as it has characters.
    private static func counted(_ issuer: String, _ type: String, _ parameters: String) -> [UInt8] {
        let link =
            "otpauth://\(type)/\(PercentCoding.encode("\(issuer):bob"))?secret=\(Secrets.sha256)&issuer=\(issuer)"
            + "&digits=8&algorithm=SHA256&\(parameters)\n"
        return Array(Array(link.utf8).prefix(link.unicodeScalars.count))
    }

    @Test(
        "A link that was written with as many bytes as it has characters is never read with other codes",
        arguments: [
            ("totp", "period=60", nil), ("totp", "period=120", nil), ("totp", "period=15", nil),
            ("hotp", "counter=7", 7),
            ("hotp", "counter=1234", 1234),
        ] as [(String, String, Int64?)], ["", acme])
    func charactersForBytes(link: (type: String, parameters: String, counter: Int64?), before: String) throws {
        var whole = 0
        for count in 0...60 {
            let issuer = "Bank" + String(repeating: "я", count: count)
            let (document, errors, fixed) = try read(
                Array(before.utf8) + Self.counted(issuer, link.type, link.parameters))
            #expect(
                document.entries.count == (before.isEmpty ? 1 : 2) && errors == document.rejections.count, "\(count)")
            let codes: Set<RejectionCode> = [.linkWrapped, .algorithmUnknown]
            #expect(document.rejections.allSatisfy { codes.contains($0.code) }, "\(count)")
            let period = link.counter == nil ? Int(link.parameters.dropFirst(7)) : nil
            for item in document.accounts where item.issuer != "Acme" {
                whole += 1
                #expect(item.parameters.algorithm == .sha256 && item.parameters.digits == 8, "\(count)")
                #expect(item.parameters.period == period && item.parameters.counter == link.counter, "\(count)")
            }
            // What --fix writes does not look whole.
            #expect(try read(fixed).errors == errors, "\(count)")
        }
        #expect(whole == 2)
    }

    private static let muller = "otpauth://totp/M%C3%BCller:bob?secret=\(Secrets.sha1)&issuer=M"

    @Test(
        "The end of a link in the middle of a parameter is missing, wherever the link is",
        arguments: [
            ("&", true), ("&p", true), ("&perio", true), ("&PERIO", true), ("&period", true), ("&period=", true),
            ("&digits=", true), ("&algorithm=", true), ("&algo", true), ("&counter=", true), ("&2step_", true),
            ("&issuer=", false), ("&image=", false), ("&steam", false), ("&perio=", false), ("&foo", false),
            ("&period=30", false), ("#perio", false),
        ])
    func middleOfParameter(end: String, isCut: Bool) throws {
        for link in [Self.muller, Self.muller.replacing("M%C3%BCller", with: "Miller")].map({ $0 + end }) {
            for text in [
                link, link + "\n", "\(link)\n\(Self.acme)", "<\(link)>", "see (\(link))", link + " \(Self.acme)",
            ] {
                let (document, errors, _) = try read(Array(text.utf8))
                #expect(document.rejections.map(\.code) == (isCut ? [.linkWrapped] : []), "\(text)")
                #expect(errors == document.rejections.count, "\(text)")
            }
            for (code, isPasted) in [(1, false), (nil, true)] as [(Int?, Bool)] {
                let (document, errors, _) = try read(Array(link.utf8), code: code, isPasted: isPasted)
                #expect(document.rejections.isEmpty && errors == 0, "\(link)")
            }
        }
    }

    @Test(
        "The end of a text's last number is missing if no account has it, and the name is beyond ASCII",
        arguments: [
            ("&period=3", true), ("&period=6", true), ("&period=12", true), ("&digits=1", true), ("&period=30", false),
            ("&period=60", false), ("&period=7", false), ("&digits=8", false), ("&digits=6&period=30", false),
        ])
    func lastNumber(end: String, isCut: Bool) throws {
        for name in ["M%C3%BCller", "Müller"] {
            let link = Self.muller.replacing("M%C3%BCller", with: name) + end
            for text in [link, Self.acme + link] {
                let (document, errors, _) = try read(Array(text.utf8))
                #expect(document.rejections.map(\.code) == (isCut ? [.linkWrapped] : []), "\(text)")
                #expect(errors == document.rejections.count, "\(text)")
            }
            for text in [link + "\n", "\(link)\n\(Self.acme)", link.replacing(name, with: "Miller"), "[\"\(link)\"]"] {
                #expect(try read(Array(text.utf8)).document.rejections.isEmpty, "\(text)")
            }
        }
    }
}

extension ImportedDocument {
    fileprivate var rejections: [EntryRejection] {
        entries.compactMap { if case .rejected(let rejection) = $0 { rejection } else { nil } }
    }
}
