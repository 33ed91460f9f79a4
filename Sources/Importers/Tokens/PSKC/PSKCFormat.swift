import Containers
import Encodings
import FormatEngine
import TOTPDomain

/// Seed files of hardware tokens: the Portable Symmetric Key Container, RFC 6030 (`Docs/formats/pskc.md`).
package struct PSKCFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "pskc",
        group: .file,
        app: "hardware tokens (PSKC)",
        file: "XML",
        encryption: .optional,
        exportSteps: .text(
            "Ask the vendor of the tokens for the PSKC file and its passphrase or key, or export it from the token "
                + "server."),
        keepsake: .original("the seed file of hardware tokens")
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        content.isMarkup && PSKCContainer.isRoot(of: content.text)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let container = try PSKCContainer(request.content.text, request.limits)
        if container.keys.isEmpty, !container.unread.isEmpty { throw .mayBeNewer("KeyPackage") }
        var keys = PlantedLoss.applied(to: container.keys)
        if keys.contains(where: \.isEncrypted) {
            try container.encryption.checkSupport(of: keys)
            guard let passphrase = request.passphrase else { throw container.encryption.passphraseRequired }
            try container.encryption.decrypt(&keys, passphrase, request.limits)
        }
        let records = PSKCContainer.recordCount(request.content.text.span)
        return try document(of: keys, records: records, request.limits, unread: container.unread)
    }
}

/// The content of a PSKC file.
struct PSKCContainer {
    private(set) var keys: [PSKCKey] = []
    private(set) var encryption = PSKCEncryption()
    /// Elements and attributes of keys that are not read.
    private(set) var unread = UnreadNames()

    private static let root = "KeyContainer"
    /// In drafts of the RFC it is a `Device`, and may have several keys.
    private static let packages: Set<String> = ["KeyPackage", "Device"]

    /// - Throws: ``SourceError`` with `corrupt`, `unsupported-version` or `limit-exceeded`.
    init(_ text: [UInt8], _ limits: ImportLimits) throws(SourceError) {
        try XMLElement.read(text, root: Self.check) { element throws(SourceError) in
            try add(element)
            try limits.check(records: keys.count)
        }
    }

    /// The number of keys in a text, by its tags.
    static func recordCount(_ text: Span<UInt8>) -> Int {
        var tags = XMLTags(), count = 0
        var isInPackage = false
        while let tag = tags.next(in: text) {
            guard tag.isStart else { continue }
            if tag.depth == 1 { isInPackage = packages.contains(tag.localName(in: text)) }
            if tag.depth == 2, isInPackage, tag.localName(in: text) == "Key" { count += 1 }
        }
        return count
    }

    private static func check(_ element: XMLElement) throws(SourceError) {
        guard element.name == root else {
            throw .damaged("it is not a KeyContainer", .text("ask for it again"))
        }
        let version = element.attribute("Version", "version")
        guard version.isEmpty || version == "1.0" else {
            throw SourceError(
                .unsupportedVersion,
                "a PSKC file of version \(version.printable(limit: 20)), this program reads 1.0",
                "ask for one of that version"
            )
        }
    }

    private mutating func add(_ element: XMLElement) throws(SourceError) {
        guard Self.packages.contains(element.name) else {
            if !PSKCEncryption.elements.contains(element.name) {
                unread.add(raw: element.name, entries: 0)
            }
            encryption.add(element)
            return
        }
        PSKCKey.known.addUnread(in: element, to: &unread)
        for key in element.children where key.name == "Key" {
            guard !key.children.contains(where: { $0.name == "Data" && $0.attributes["Name"] != nil }) else {
                throw SourceError(
                    .unsupportedVersion, "a PSKC file as drafts of 2006 had it", "ask for one by RFC 6030")
            }
            keys.append(PSKCKey(key, of: element))
        }
    }

    /// Whether the outermost element belongs to a PSKC file.
    static func isRoot(of text: [UInt8]) -> Bool { XMLElement.rootName(of: text) == root }
}
