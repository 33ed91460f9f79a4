import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

/// A member with another name is missed aloud. That genuine files have no such members is tested with their accounts.
@Suite("Renamed members of JSON")
struct RenamedMemberTests {
    /// Plain JSON of apps, which reads without a problem.
    private static let exports = (ExportSample.goodFixtures + ExportSample.corpus + ExportSample.corpus2).filter {
        guard $0.expected.password == nil, $0.expected.error == nil, !$0.url.lastPathComponent.hasPrefix("newer"),
            let format = $0.expected.format, !others.contains(format), let bytes = try? FixtureFolder.bytes($0.url)
        else { return false }
        return bytes.count < 60_000 && SourceContent(bytes).jsonOutline != nil
    }

    /// Lists of unknown apps have a rule of their own.
    private static let others: Set<String> = ["json-list", "otpauth"]

    /// Not named yet: without its name of the accounts, Steam's file is that of no app, and the contents of an item of
    /// 1PIF have the names of its template.
    private static let unnamed: Set<String> = [
        "aegis/steam.json /accounts", "onepassword.1pif /openContents/faveIndex",
    ]

    /// Names in files that were made to have more than the app writes.
    static let strangers: Set<String> = ["newMember", "deep", "future", "unknown", "x"]

    /// One member of a file, in all records or in the second one alone.
    struct Renaming: Sendable, CustomTestStringConvertible {
        let sample: ExportSample
        let path: String
        let isSecondAlone: Bool

        var testDescription: String { "\(sample.place) \(path)\(isSecondAlone ? " of the second" : "")" }
    }

    private static let word = "qvexo"

    /// All of them if the environment asks for it, else some.
    private static let renamings: [Renaming] = {
        let isWhole = ProcessInfo.processInfo.environment["TOTP_IMPORT_TESTS_WHOLE"] != nil
        let all = exports.flatMap { sample -> [Renaming] in
            guard let bytes = try? FixtureFolder.bytes(sample.url) else { return [] }
            let paths = places(in: SourceContent(bytes).text)
            // What an item of 1PIF contains has the names of its template.
            return paths.filter { $0.path != "/openContents/faveIndex" }.flatMap { path, places in
                (places.count > 1 ? [false, true] : [false])
                    .map { Renaming(sample: sample, path: path, isSecondAlone: $0) }
            }
        }
        return isWhole ? all : all.enumerated().filter { $0.offset.isMultiple(of: 7) }.map(\.element)
    }()

    /// The names of members in the text by their paths, in the text's order.
    private static func places(in text: [UInt8]) -> [(path: String, places: [Range<Int>])] {
        var scanner = JSONScanner(text, checksEscapes: false)
        var open: [String] = [], last = ""
        var paths: [String] = [], found: [String: [Range<Int>]] = [:]
        while let token = try? scanner.next() {
            switch token {
            case .name(let name):
                last = (try? scanner.string(name)) ?? ""
                let path = (open + [last]).joined(separator: "/")
                if found[path] == nil { paths.append(path) }
                found[path, default: []].append(name.range)
            case .objectStart, .arrayStart:
                open.append(last)
                last = token == .arrayStart ? "[]" : ""
            case .objectEnd, .arrayEnd: last = open.removeLast()
            default: break
            }
        }
        return paths.map { ($0, found[$0] ?? []) }
    }

    @Test(
        "A member with another name changes nothing, is named, or the file or the record is refused",
        arguments: renamings)
    func renamed(renaming: Renaming) throws {
        let bytes = try FixtureFolder.bytes(renaming.sample.url), siblings = SiblingFiles(of: renaming.sample.url)
        let base = try renaming.sample.reading.get()
        var text = SourceContent(bytes).text
        var places = Self.places(in: text).first { $0.path == renaming.path }?.places ?? []
        if renaming.isSecondAlone { places = [places[1]] }
        for place in places.reversed() { text.replaceSubrange(place, with: Array(Self.word.utf8)) }
        guard let document = try? read(text, siblings: siblings) else { return }
        // Names of Keeper's custom fields are data.
        if Self.unnamed.contains(renaming.testDescription) || renaming.path.contains("/custom_fields/") { return }
        let isSame = document.items.map(\.fieldsLine) == base.items.map(\.fieldsLine)
        let isRefused = document.rejections.count > base.rejections.count
        let isNamed = document.warnings.contains { $0.message.contains(Self.word) }
        #expect(isSame || isRefused || isNamed, "\(document.format), \(document.items.count) accounts")
    }
}
