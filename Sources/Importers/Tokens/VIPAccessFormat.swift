import Encodings
import FormatEngine
import TOTPDomain

/// The file of python-vipaccess, `~/.vipaccess`: a credential of Symantec VIP (`Docs/formats/vip-access.md`).
package struct VIPAccessFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "vip-access",
        app: "python-vipaccess (Symantec VIP)",
        file: "text, .vipaccess",
        exportSteps: "Copy ~/.vipaccess, or the file that vipaccess provision -o named",
        keepsake: .appData
    )

    private static let names: Set<String> = ["version", "secret", "id", "expiry"]

    package func recognizes(_ content: SourceContent) -> Bool {
        guard content.kind == .text, content.text.count <= Limit.link, content.text.starts(with: "version ".utf8) else {
            return false
        }
        let names = Set(Self.lines(of: content.text).map(\.name))
        return names.isSuperset(of: ["secret", "id"])
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        guard text.starts(with: "version 1".utf8) else {
            throw SourceError(.unsupportedVersion, "it has a version other than 1, the one that is read", .update)
        }
        // A file has one credential, whose secret is on a line of its own.
        let records = text.split(separator: ASCII.newline).count { $0.starts(with: "secret ".utf8) }
        var document = ImportedDocument(format: description.id, records: records)
        let lines = Self.lines(of: text)
        let name = lines.first { $0.name == "id" }?.value ?? ""
        for (index, line) in PlantedLoss.applied(to: lines.filter { $0.name == "secret" }).enumerated() {
            // All of them have SHA1, six digits and 30 seconds.
            document.add(
                ShapedAccount(issuer: "VIP Access", name: name, secret: .text(line.value)),
                at: EntryPosition(entry: index + 1))
        }
        var unread = UnreadNames()
        for line in lines where !Self.names.contains(line.name) && !line.value.isEmpty {
            unread.add(raw: line.name, entries: 0)
        }
        for (index, line) in text.split(separator: ASCII.newline, omittingEmptySubsequences: false).enumerated()
        where !Self.lines(of: Array(line)).contains(where: { Self.names.contains($0.name) }) {
            if let kind = Leftover.Kind(in: line.span) { document.leftovers.add(kind, line: index + 1) }
        }
        return naming(unread: unread, document)
    }

    private static func lines(of text: [UInt8]) -> [(name: String, value: String)] {
        text.split(separator: ASCII.newline).map { line in
            let words = line.trimmingWhitespace.split(separator: ASCII.space, maxSplits: 1)
            let texts = words.map { TextDecoding.lenientString($0) }
            return (texts.first ?? "", texts.count > 1 ? texts[1].trimmingWhitespace : "")
        }
    }
}
