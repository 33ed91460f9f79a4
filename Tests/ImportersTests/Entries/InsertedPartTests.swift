import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import AnythingFormats

/// Whatever member, element or column is put into an app's file, its accounts stay, and it is named, counted or
/// refused.
@Suite("Parts that are put into a file")
struct InsertedPartTests {
    private static let secret = "MZQXO3TFNZ2GK43UMVZHG5DJ"
    private static let link = "otpauth://totp/Planted:zoe?secret=\(secret)&issuer=Planted"

    /// Where a part can be put.
    private enum Place {
        case member(Int), element(Int)
        /// The ends of the header and of the rows.
        case column([Int], delimiter: UInt8)

        /// The values that a part can have.
        var values: [String] {
            switch self {
            case .member:
                ["\"\(secret)\"", "8", "\"\(link)\"", "[\"\(secret)\"]", "{\"deep\":\"\(secret)\"}", "true"]
            case .element: [secret, "8", link.replacing("&", with: "&amp;"), "<deep>\(secret)</deep>"]
            case .column: [secret, "8", link]
            }
        }

        /// A text with a part of a value, in the `row` of a table.
        func inserting(_ value: String, into text: [UInt8], row: Int) -> [UInt8] {
            switch self {
            case .member(let index): Array(text[..<index] + "\"zorblat\":\(value),".utf8 + text[index...])
            case .element(let index): Array(text[..<index] + "<zorblat>\(value)</zorblat>".utf8 + text[index...])
            case .column(let ends, let delimiter):
                ends.enumerated().reversed().reduce(into: text) { text, end in
                    let cell = end.offset == 0 ? "Zorblat" : end.offset == 1 + row % (ends.count - 1) ? value : ""
                    text.insert(contentsOf: [delimiter] + cell.utf8, at: end.element)
                }
            }
        }
    }

    /// Files of one format, read without a problem and without options.
    struct Format: Sendable, CustomTestStringConvertible {
        let id: String
        let samples: [ExportSample]
        var testDescription: String { id }
    }

    private static let formats: [Format] = {
        let samples = ExportSample.goodFixtures.filter {
            guard $0.expected.password == nil, !$0.url.lastPathComponent.hasPrefix("newer"), $0.expected.error == nil,
                // Entries of a recycle bin are skipped with a warning, with all that is in them.
                $0.place != "keepassxc/groups.xml",
                !RenamedMemberTests.tablesWithoutHeader.contains(where: $0.place.contains),
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

    private static func places(in content: SourceContent) -> [Place] {
        guard content.kind == .text else { return [] }
        if content.jsonOutline != nil { return objects(in: content.text).map { .member($0) } }
        if content.isMarkup { return elements(in: content.text).map { .element($0) } }
        return column(of: content.text).map { [$0] } ?? []
    }

    /// Behind the header and each row of a table without line ends in its cells.
    private static func column(of text: [UInt8]) -> Place? {
        guard let start = TableStart.find(in: text), start.header.count > 1, GuessedColumns(start.header).knownCount > 0
        else { return nil }
        let lines = text.split(separator: ASCII.newline).map {
            $0.last == ASCII.carriageReturn ? $0.dropLast() : $0
        }
        guard lines.count > 1, lines.allSatisfy({ $0.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2) }) else {
            return nil
        }
        return .column(lines.map(\.endIndex), delimiter: start.delimiter)
    }

    /// Behind the start of each element that has elements.
    private static func elements(in text: [UInt8]) -> [Int] {
        text.indices.filter { index in
            guard text[index] == UInt8(ascii: "<"), index + 1 < text.count, text[index + 1] | 0x20 &- 97 < 26,
                let end = text[index...].firstIndex(of: UInt8(ascii: ">")), text[end - 1] != ASCII.slash
            else { return false }
            let next = text[(end + 1)...].drop(while: ASCII.isWhitespace)
            return next.first == UInt8(ascii: "<") && next.dropFirst().first.map { $0 | 0x20 &- 97 < 26 } == true
        }.compactMap { text[$0...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } }
    }

    /// Where the objects of a JSON text start that have a member.
    private static func objects(in text: [UInt8]) -> [Int] {
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
            let value = place.values[Int.random(in: place.values.indices, using: &generator)]
            let text = place.inserting(value, into: source.text, row: Int.random(in: 0..<100, using: &generator))
            let document: ImportedDocument
            do {
                document = try read(text, siblings: SiblingFiles(of: source.sample.url))
            } catch is SourceError, is NotRecognised {
                // The whole file is refused, or of no format: both are said.
                continue
            }
            let isRefused = !document.rejections.isEmpty || document.format.rawValue != format.id
            let change = "\(source.sample.place) at \(place): \(value.prefix(9))".prefix(90).description
            if !isRefused, !Set(document.items.map(\.fieldsLine)).isSuperset(of: source.lines) { lost.append(change) }
            if Self.traces(document) == source.traces { passedOver.append(change) }
        }
        #expect(lost == [], "seed \(seed)")
        #expect(passedOver == [], "seed \(seed)")
    }
}
