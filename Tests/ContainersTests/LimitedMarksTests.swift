import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Containers

/// Combining marks in a row are limited in every text that comes out of a container: see `CombiningMarks`.
@Suite("Combining marks in containers")
struct LimitedMarksTests {
    /// The names and texts that a container with a text gives.
    struct Door: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let read: @Sendable (String) throws -> [String]

        init(_ name: String, _ read: @escaping @Sendable (String) throws -> [String]) {
            (testDescription, self.read) = (name, read)
        }
    }

    private static func texts(inXML document: String) throws -> [String] {
        var names: [String] = []
        var text = ""
        try XMLEvents.read(Array(document.utf8)) { event throws(SourceError) in
            switch event {
            case .start(let name, let attributes): names += [name] + attributes.keys + attributes.values
            case .text(let piece): text += piece
            case .end: break
            }
        }
        return (names + [text]).filter { $0.utf8.count > Limit.combiningMarks }
    }

    private static func names(in file: [UInt8]) throws -> [String] {
        let kind = try #require(LibArchiveOpener().kind(of: Array(file.prefix(LibArchiveOpener().headByteCount))))
        let reader = try LibArchiveOpener().open(ByteArrayStream(file), kind, passphrase: nil)
        return try reader.next().map { [$0.name] } ?? []
    }

    private static func mail(_ parameter: String) -> [UInt8] {
        Array(
            """
            From: alice@example.com
            Date: Mon, 1 Jan 2024 00:00:00 +0000
            Subject: x
            Content-Type: text/plain; \(parameter)

            x
            """.utf8)
    }

    static let doors: [Door] = [
        Door("the text of XML") { try texts(inXML: "<a>\($0)</a>") },
        Door("the text of XML, in pieces") { text in
            let pieces = text.unicodeScalars.map { "<![CDATA[\($0)]]><!-- --><b/>" }.joined()
            return try texts(inXML: "<a>\(pieces)</a>")
        },
        Door("the text of XML, as entities") { text in
            try texts(inXML: "<a>\(text.unicodeScalars.map { "&#\($0.value);" }.joined())</a>")
        },
        Door("an attribute of XML") { try texts(inXML: "<a b=\"\($0)\"/>") },
        Door("the name of an element of XML") { try texts(inXML: "<\($0)/>") },
        Door("a property list") { text in
            let data = try PropertyListSerialization.data(fromPropertyList: text, format: .binary, options: 0)
            guard case .string(let read) = try BinaryPropertyList(Array(data)).root else { return [] }
            return [read]
        },
        Door("a database") { text in
            let file = try SQLiteFile.make("CREATE TABLE t (v); INSERT INTO t VALUES ('\(text)');")
            return try SQLiteDatabase(file).rows(of: "t", ["v"], orderedBy: "v", limit: 1).compactMap { $0[0].text }
        },
        Door("a name in a zip archive") { try names(in: ArchiveFile([.init($0, "x")]).bytes(.zip)) },
        Door("a name in a tar archive") { try names(in: ArchiveFile([.init($0, "x")]).bytes(.tar)) },
        Door("a name in a 7z archive") { try names(in: ArchiveFile([.init($0, "x")]).bytes(.sevenZip)) },
        Door("a name in the zip of an export") { text in
            try ZipArchive(ZipFile([.init(text, "x")]).bytes()).entries.map(\.name)
        },
        Door("a name in e-mail") { try names(in: mail("name=\"\($0)\"")) },
        Door("a name in e-mail, as encoded words") { text in
            let words = text.unicodeScalars.map { scalar in
                let bytes = String(scalar).utf8.map { "=\(String($0, radix: 16, uppercase: true))" }.joined()
                return "=?utf-8?Q?\(bytes)?= =?us-ascii?Q??="
            }
            return try names(in: mail("name=\"\(words.joined(separator: " "))\""))
        },
    ]

    @Test("Every text of a container is limited", arguments: doors)
    func limited(door: Door) throws {
        for count in MarkRuns.tooMany {
            let texts = try door.read(MarkRuns.text(count))
            #expect(!texts.isEmpty)
            for text in texts { #expect(MarkRuns.longest(in: text) <= Limit.combiningMarks) }
        }
    }
}
