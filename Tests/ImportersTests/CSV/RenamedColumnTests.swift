import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

/// The closed world of apps' tables and XML: a column, an element or an attribute with another name is missed aloud.
@Suite("Renamed columns, elements and attributes")
struct RenamedColumnTests {
    private static let word = "qvexo"

    /// A file in which one name was replaced.
    struct Renaming: Sendable, CustomTestStringConvertible {
        let sample: ExportSample
        let name: String
        let text: [UInt8]

        var testDescription: String { "\(sample.place) \(name)" }
    }

    private static let samples =
        (ExportSample.goodFixtures + ExportSample.corpus + ExportSample.corpus2 + ExportSample.corpus3).filter {
            $0.expected.error == nil && $0.expected.password == nil && $0.expected.format != nil
        }

    /// Tables with a header; those of no known app have rules of their own.
    private static let tables: [Renaming] = samples.flatMap { sample -> [Renaming] in
        guard sample.place.hasSuffix(".csv"), let bytes = try? FixtureFolder.bytes(sample.url), bytes.count < 60_000,
            let document = try? sample.reading.get(),
            !["csv", "list", "enpass", "keeper"].contains(document.format.rawValue),
            // Lists of token servers have no header.
            !["linotp", "privacyidea", "servers-"].contains(where: sample.place.contains)
        else { return [] }
        let text = SourceContent(bytes).text
        let end = text.firstIndex { $0 == 10 || $0 == 13 } ?? text.endIndex
        let header = String(decoding: text[..<end], as: UTF8.self)
        let delimiter: Character = header.contains(";") ? ";" : ","
        let cells = header.split(separator: delimiter, omittingEmptySubsequences: false)
        guard cells.count > 2 else { return [] }
        return cells.indices.map { index in
            var renamed = cells.map(String.init)
            let isQuoted = renamed[index].hasPrefix("\"")
            renamed[index] = isQuoted ? "\"\(word)\"" : word
            return Renaming(
                sample: sample, name: String(cells[index]),
                text: Array(renamed.joined(separator: String(delimiter)).utf8) + text[end...])
        }
    }

    private static let markup: [Renaming] = samples.flatMap { sample -> [Renaming] in
        guard ["keepassxc", "pskc", "safeincloud"].contains(sample.expected.format), sample.place.hasSuffix(".xml"),
            let bytes = try? FixtureFolder.bytes(sample.url), bytes.count < 60_000
        else { return [] }
        let text = String(decoding: SourceContent(bytes).text, as: UTF8.self)
        var elements: Set<String> = [], attributes: Set<String> = []
        for tag in text.split(separator: "<").dropFirst() where !"/!?".contains(tag.prefix(1)) {
            let content = tag.prefix { $0 != ">" && $0 != "/" }
            elements.insert(String(content.prefix { !$0.isWhitespace }))
            for part in content.split(separator: "=\"").dropLast() {
                attributes.insert(String(part.split(whereSeparator: \.isWhitespace).last ?? ""))
            }
        }
        return elements.sorted().map { name in
            var renamed = text
            for (start, end) in [("<", ">"), ("<", " "), ("<", "/>"), ("</", ">")] {
                renamed = renamed.replacing("\(start)\(name)\(end)", with: "\(start)\(word)\(end)")
            }
            return Renaming(sample: sample, name: "<\(name)>", text: Array(renamed.utf8))
        }
            + attributes.sorted().filter { !$0.hasPrefix("xmlns") }.map { name in
                let renamed = text.replacing(" \(name)=\"", with: " \(word)=\"")
                return Renaming(sample: sample, name: "@\(name)", text: Array(renamed.utf8))
            }
    }

    @Test(
        "A name that is not known changes nothing, is named, or refuses the file or the record",
        arguments: tables + markup)
    func renamed(renaming: Renaming) throws {
        let base = try renaming.sample.reading.get()
        // A table without the app's own columns is nobody's.
        guard let document = try? read(renaming.text, siblings: SiblingFiles(of: renaming.sample.url)),
            document.format == base.format
        else { return }
        let isSame = document.items.map(\.fieldsLine) == base.items.map(\.fieldsLine)
        let isRefused = document.rejections.count > base.rejections.count
        let isNamed = document.unread.names.contains { $0.name == Self.word }
        #expect(isSame || isRefused || isNamed, "\(document.format), \(document.items.count) accounts")
    }

    @Test(
        "A file without a record, but with something else in its place, is an error",
        arguments: [
            (
                "<KeePassFile><Root><Group><Login><String><Key>Title</Key><Value>x</Value></String></Login></Group></Root>"
                    + "</KeePassFile>", "Entry"
            ),
            (
                "<KeyContainer Version=\"1.0\"><Token><Key Id=\"1\"><Data/></Key></Token></KeyContainer>", "KeyPackage"
            ),
        ])
    func noRecord(text: String, missing: String) {
        let failure = #expect(throws: SourceError.self) { try read(text) }
        #expect(failure?.message.contains("its format may be newer: \"\(missing)\" is missing") == true)
    }

    @Test("There are some of each kind")
    func exist() {
        #expect(Self.tables.count > 100 && Self.markup.count > 100)
    }

    @Test("All columns, elements and attributes of a genuine export are read or known", arguments: samples)
    func complete(sample: ExportSample) {
        // JSON has a test of its own.
        guard ["csv", "xml"].contains(sample.url.pathExtension), let document = try? sample.reading.get(),
            !["csv", "authy", "totp-authenticator"].contains(document.format.rawValue)
        else { return }
        #expect(document.unread.names.map(\.name).filter { !RenamedMemberTests.strangers.contains($0) } == [])
    }
}
