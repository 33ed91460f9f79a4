import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

/// A member, an element, an attribute, a key of a property list or a column with another name is missed aloud. That genuine
/// files have no such names is tested with their accounts.
@Suite("Renamed members, elements and columns")
struct RenamedMemberTests {
    /// Plain files of apps, which read without a problem.
    private static let exports = (ExportSample.goodFixtures + ExportSample.corpus + ExportSample.corpus2).filter {
        guard $0.expected.password == nil, $0.expected.error == nil, !$0.url.lastPathComponent.hasPrefix("newer"),
            let format = $0.expected.format, !others.contains(format), let bytes = try? FixtureFolder.bytes($0.url)
        else { return false }
        let content = SourceContent(bytes), name = $0.url.lastPathComponent
        guard bytes.count < 60_000 else { return false }
        if content.jsonOutline != nil { return true }
        if content.isMarkup { return !name.hasSuffix(".html") && !name.hasSuffix(".htm") }
        return name.hasSuffix(".csv") && !withoutHeader.contains(format) && !name.contains("headerless")
            && !name.hasPrefix("columns-")
    }

    /// The cells of the first row are data.
    private static let withoutHeader: Set<String> = ["enpass", "keeper", "oath-token-csv"]

    /// Lists of unknown apps have a rule of their own.
    private static let others: Set<String> = ["json-list", "otpauth"]

    /// Not named: the contents of an item of 1PIF have the names of its template.
    private static let unnamed: Set<String> = ["onepassword.1pif /openContents/faveIndex"]

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
            let paths = places(in: SourceContent(bytes))
            // What an item of 1PIF contains has the names of its template.
            return paths.filter { $0.path != "/openContents/faveIndex" }.flatMap { path, places in
                (places.count > 1 ? [false, true] : [false])
                    .map { Renaming(sample: sample, path: path, isSecondAlone: $0) }
            }
        }
        return isWhole ? all : all.enumerated().filter { $0.offset.isMultiple(of: 7) }.map(\.element)
    }()

    /// Names by their paths, in the text's order, with the ranges of each time that one comes: an element has two.
    private struct Places {
        private(set) var all: [(path: String, places: [[Range<Int>]])] = []
        private var indices: [String: Int] = [:]

        /// - Returns: where it is, for ``close(_:with:)``.
        @discardableResult mutating func add(_ path: String, _ range: Range<Int>) -> (Int, Int) {
            let index = indices[path] ?? all.count
            if index == all.count {
                indices[path] = index
                all.append((path, []))
            }
            all[index].places.append([range])
            return (index, all[index].places.count - 1)
        }

        mutating func close(_ place: (Int, Int), with range: Range<Int>) {
            all[place.0].places[place.1].append(range)
        }
    }

    private static func places(in content: SourceContent) -> [(path: String, places: [[Range<Int>]])] {
        if content.jsonOutline != nil { return members(in: content.text).all }
        return content.isMarkup ? elements(in: content.text).all : columns(in: content.text).all
    }

    /// Elements, their attributes, and keys of property lists.
    private static func elements(in text: [UInt8]) -> Places {
        var places = Places(), open: [(Int, Int)] = [], index = 0
        while let start = text[index...].firstIndex(of: UInt8(ascii: "<")),
            let end = text[start...].firstIndex(of: UInt8(ascii: ">"))
        {
            index = end + 1
            let isEnd = text[start + 1] == ASCII.slash, first = start + (isEnd ? 2 : 1)
            let isSpace = { (byte: UInt8) in ASCII.isWhitespace(byte) || byte == ASCII.slash }
            let last = text[first..<end].firstIndex(where: isSpace) ?? end
            let name = String(decoding: text[first..<last], as: UTF8.self)
            guard name.first?.isLetter == true else { continue }
            if isEnd {
                if let place = open.popLast() { places.close(place, with: first..<last) }
                continue
            }
            let place = places.add("<\(name)>", first..<last)
            if text[end - 1] != ASCII.slash { open.append(place) }
            if name == "key", let close = text[index...].firstIndex(of: UInt8(ascii: "<")), index < close {
                places.add("key \(String(decoding: text[index..<close], as: UTF8.self))", index..<close)
            }
            var rest = last..<end
            while let equals = text[rest].firstIndex(of: ASCII.equals), equals + 1 < end,
                let close = text[(equals + 2)..<max(equals + 2, end)].firstIndex(of: text[equals + 1])
            {
                let space = text[rest.lowerBound..<equals].lastIndex(where: ASCII.isWhitespace) ?? rest.lowerBound
                places.add("@" + String(decoding: text[(space + 1)..<equals], as: UTF8.self), (space + 1)..<equals)
                rest = (close + 1)..<end
            }
        }
        return places
    }

    /// The cells of the first line.
    private static func columns(in text: [UInt8]) -> Places {
        var places = Places(), isQuoted = false, start = 0
        let end = text.firstIndex { $0 == ASCII.newline || $0 == ASCII.carriageReturn } ?? text.count
        let delimiters = Array(",;\t|".utf8)
        let delimiter = delimiters.max { one, other in
            text[..<end].count { $0 == one } < text[..<end].count { $0 == other }
        }
        for index in 0...end {
            if index < end, text[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard index == end || (text[index] == delimiter && !isQuoted) else { continue }
            var range = start..<index
            if range.count > 1, text[range.lowerBound] == UInt8(ascii: "\"") {
                range = (start + 1)..<(index - 1)
            }
            if !range.isEmpty { places.add(String(decoding: text[range], as: UTF8.self), range) }
            start = index + 1
        }
        return places
    }

    private static func members(in text: [UInt8]) -> Places {
        var scanner = JSONScanner(text, checksEscapes: false)
        var open: [String] = [], last = "", places = Places()
        while let token = try? scanner.next() {
            switch token {
            case .name(let name):
                last = (try? scanner.string(name)) ?? ""
                places.add((open + [last]).joined(separator: "/"), name.range)
            case .objectStart, .arrayStart:
                open.append(last)
                last = token == .arrayStart ? "[]" : ""
            case .objectEnd, .arrayEnd: last = open.removeLast()
            default: break
            }
        }
        return places
    }

    @Test(
        "A member with another name changes nothing, is named, or the file or the record is refused",
        arguments: renamings)
    func renamed(renaming: Renaming) throws {
        let bytes = try FixtureFolder.bytes(renaming.sample.url), siblings = SiblingFiles(of: renaming.sample.url)
        let base = try read(bytes, siblings: siblings)
        let content = SourceContent(bytes)
        var text = content.text
        var places = Self.places(in: content).first { $0.path == renaming.path }?.places ?? []
        if renaming.isSecondAlone { places = [places[1]] }
        for place in places.joined().sorted(by: { $0.lowerBound > $1.lowerBound }) {
            text.replaceSubrange(place, with: Array(Self.word.utf8))
        }
        guard let document = try? read(text, siblings: siblings) else { return }
        if Self.unnamed.contains(renaming.testDescription) { return }
        let isSame = document.items.map(\.fieldsLine) == base.items.map(\.fieldsLine)
        let isRefused = document.rejections.count > base.rejections.count
        let isNamed = document.warnings.contains { $0.message.contains(Self.word) }
        #expect(isSame || isRefused || isNamed, "\(document.format), \(document.items.count) accounts")
    }
}
