import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

/// Whatever member is put into the JSON of an app, its accounts stay, and the member is named, counted or refused.
@Suite("Members that are put into a file")
struct InsertedPartTests {
    private static let secret = "MZQXO3TFNZ2GK43UMVZHG5DJ"
    private static let link = "otpauth://totp/Planted:zoe?secret=\(secret)&issuer=Planted"
    private static let values = [
        "\"\(secret)\"", "8", "\"\(link)\"", "[\"\(secret)\"]", "{\"deep\":\"\(secret)\"}", "true",
    ]

    /// Files of one format, read without a problem and without options.
    struct Format: Sendable, CustomTestStringConvertible {
        let id: String
        let samples: [ExportSample]
        var testDescription: String { id }
    }

    private static let formats: [Format] = {
        let samples = ExportSample.goodFixtures.filter {
            guard $0.expected.password == nil, !$0.url.lastPathComponent.hasPrefix("newer"), $0.expected.error == nil,
                $0.expected.arguments.isEmpty, $0.expected.rejected == 0, let format = $0.expected.format,
                !open.contains(format), let bytes = try? FixtureFolder.bytes($0.url), bytes.count < 60_000
            else { return false }
            return !places(in: SourceContent(bytes)).isEmpty
        }
        return Dictionary(grouping: samples) { $0.expected.format ?? "" }
            .map { Format(id: $0.key, samples: $0.value) }.sorted { $0.id < $1.id }
    }()

    /// Files of nobody's app, servers' data, and files that have data of users or other apps, in which names are free.
    private static let open: Set<String> = [
        "csv", "json-list", "list", "env-list", "otpauth", "keycloak", "server", "django-otp", "home-assistant",
        "entra-graph", "authenticator-extension", "keeper", "lastpass-authenticator", "ios-keychain", "stratum",
        "onepassword",
    ]

    /// Where the objects of a JSON text start that have a member.
    private static func places(in content: SourceContent) -> [Int] {
        guard content.kind == .text, content.jsonOutline != nil else { return [] }
        let text = content.text
        var places: [Int] = [], isString = false, isEscaped = false
        for (index, byte) in text.enumerated() {
            if isString {
                isString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            } else if byte == UInt8(ascii: "\"") {
                isString = true
            } else if byte == UInt8(ascii: "{"),
                text[(index + 1)...].first(where: { !ASCII.isWhitespace($0) }) == UInt8(ascii: "\"")
            {
                places.append(index + 1)
            }
        }
        return places
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
        let sources = try format.samples.map { sample in
            let content = SourceContent(try FixtureFolder.bytes(sample.url)), document = try sample.reading.get()
            return (
                sample: sample, text: content.text, places: Self.places(in: content),
                lines: document.items.map(\.fieldsLine), traces: Self.traces(document)
            )
        }
        var passedOver: [String] = [], lost: [String] = []
        for _ in 0..<(Thoroughness.isWhole ? 10_000 : 200) {
            let source = sources[Int.random(in: sources.indices, using: &generator)]
            let place = source.places[Int.random(in: source.places.indices, using: &generator)]
            let value = Self.values[Int.random(in: Self.values.indices, using: &generator)]
            let text = source.text[..<place] + "\"zorblat\":\(value),".utf8 + source.text[place...]
            guard let document = try? read(Array(text), siblings: SiblingFiles(of: source.sample.url)) else { continue }
            let isRefused = !document.rejections.isEmpty || document.format.rawValue != format.id
            let change = "\(source.sample.place) at \(place): \(value.prefix(9))"
            if !isRefused, !Set(document.items.map(\.fieldsLine)).isSuperset(of: source.lines) { lost.append(change) }
            if Self.traces(document) == source.traces { passedOver.append(change) }
        }
        #expect(lost == [], "seed \(seed)")
        #expect(passedOver == [], "seed \(seed)")
    }
}
