import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

/// Whatever is put into a file, its accounts stay, and the new part is read, named, counted or refused.
@Suite("Parts that are put into a file")
struct InsertedPartTests {
    private static let secret = "MZQXO3TFNZ2GK43UMVZHG5DJ"
    private static let link = "otpauth://totp/Planted:zoe?secret=\(secret)&issuer=Planted"

    /// Files of one format, read without a problem and without options.
    struct Format: Sendable, CustomTestStringConvertible {
        let id: String
        let samples: [ExportSample]
        var testDescription: String { id }
    }

    private static let formats: [Format] = {
        let samples = ExportSample.goodFixtures.filter {
            guard $0.expected.password == nil, !$0.url.lastPathComponent.hasPrefix("newer"), $0.expected.error == nil,
                $0.expected.arguments.isEmpty,
                $0.expected.rejected == 0, let format = $0.expected.format, !open.contains(format),
                let bytes = try? FixtureFolder.bytes($0.url), bytes.count < 60_000
            else { return false }
            return SourceContent(bytes).kind == .text && Kind(SourceContent(bytes)) != nil
        }
        return Dictionary(grouping: samples) { $0.expected.format ?? "" }
            .map { Format(id: $0.key, samples: $0.value) }.sorted { $0.id < $1.id }
    }()

    /// Files of nobody's app, in which names and places are people's own, and servers' data beside the records.
    private static let open: Set<String> = ["csv", "json-list", "list", "env-list", "otpauth", "keycloak"]

    private enum Kind {
        case json, xml, table

        init?(_ content: SourceContent) {
            switch content.text.first(where: { !ASCII.isWhitespace($0) }) {
            case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
            case UInt8(ascii: "<"): self = .xml
            default:
                guard content.csvHeader.count > 2 else { return nil }
                self = .table
            }
        }

        /// The places of a text where a part can be put, and the parts.
        func places(in text: [UInt8]) -> [(index: Int, parts: [String])] {
            switch self {
            case .json: Self.json(text)
            case .xml: Self.xml(text)
            case .table:
                text.indices.filter { text[$0] == ASCII.newline }.map {
                    ($0 + 1, ["# old \(secret)\n", "Planted,\(secret)\n", "\(link)\n"])
                }
            }
        }

        /// The starts of objects with a member, and of lists of objects.
        private static func json(_ text: [UInt8]) -> [(index: Int, parts: [String])] {
            let values = ["\"\(secret)\"", "8", "\"\(link)\"", "[\"\(secret)\"]", "{\"deep\":\"\(secret)\"}", "true"]
            var places: [(index: Int, parts: [String])] = []
            var isString = false, isEscaped = false
            for (index, byte) in text.enumerated() {
                if isString {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        isString = false
                    }
                    continue
                }
                isString = byte == UInt8(ascii: "\"")
                let next = text[(index + 1)...].first { !ASCII.isWhitespace($0) }
                if byte == UInt8(ascii: "{"), next == UInt8(ascii: "\"") {
                    places.append((index + 1, values.map { "\"zorblat\":\($0)," }))
                } else if byte == UInt8(ascii: "["), next == UInt8(ascii: "{") {
                    places.append((index + 1, ["\"\(secret)\",", "8,", "\"\(link)\","]))
                }
            }
            return places
        }

        /// The ends of start tags.
        private static func xml(_ text: [UInt8]) -> [(index: Int, parts: [String])] {
            text.indices.dropFirst().filter { index in
                guard text[index] == UInt8(ascii: ">"), text[index - 1] != ASCII.slash,
                    let start = text[..<index].lastIndex(of: UInt8(ascii: "<"))
                else { return false }
                return text[start + 1] | 0x20 &- 97 < 26
            }.map { ($0, [" zorblat=\"\(secret)\"", "><zorblat>\(secret)</zorblat"]) }
        }
    }

    /// All that a document says.
    private static func traces(_ document: ImportedDocument) -> [String] {
        document.items.map(\.fieldsLine) + document.warnings.map(\.message)
            + document.rejections.map { "\($0.position) \($0.reason)" } + document.leftovers.all.map(\.reason)
            + ["\(document.skipped.summary) \(document.keepsakes.count)"]
    }

    @Test("Accounts stay, and nothing is passed over", arguments: formats)
    func inserted(format: Format) throws {
        let seed = UInt64(ProcessInfo.processInfo.environment["SEED"] ?? "") ?? 65
        var generator = SeededGenerator(seed: seed)
        let rounds = Thoroughness.isWhole ? 10_000 : 200
        let sources = try format.samples.map { sample in
            let content = SourceContent(try FixtureFolder.bytes(sample.url))
            let document = try sample.reading.get()
            return (
                sample: sample, text: content.text, places: Kind(content)?.places(in: content.text) ?? [],
                lines: document.items.map(\.fieldsLine), traces: Self.traces(document)
            )
        }.filter { !$0.places.isEmpty }
        guard !sources.isEmpty else { return }
        var passedOver: [String] = [], lost: [String] = []
        for _ in 0..<rounds {
            let source = sources[Int.random(in: sources.indices, using: &generator)]
            let place = source.places[Int.random(in: source.places.indices, using: &generator)]
            let part = place.parts[Int.random(in: place.parts.indices, using: &generator)]
            let text = source.text[..<place.index] + part.utf8 + source.text[place.index...]
            guard let document = try? read(Array(text), siblings: SiblingFiles(of: source.sample.url)) else { continue }
            let lines = Set(document.items.map(\.fieldsLine))
            let isRefused = document.rejections.count > 0 || document.format.rawValue != format.id
            let change = "\(source.sample.place) at \(place.index): \(part.prefix(12))"
            if !isRefused, !lines.isSuperset(of: source.lines) { lost.append(change) }
            if Self.traces(document) == source.traces { passedOver.append(change) }
        }
        #expect(lost == [], "seed \(seed)")
        #expect(passedOver == [], "seed \(seed)")
    }
}
