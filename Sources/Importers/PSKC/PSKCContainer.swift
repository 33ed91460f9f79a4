import Containers
import Encodings
import Limits
import TOTPDomain

/// The content of a PSKC file.
struct PSKCContainer {
    private(set) var keys: [PSKCKey] = []
    private(set) var encryption = PSKCEncryption()
    /// Elements and attributes of keys that are not read.
    private(set) var unread = UnreadParts("element")

    private static let root = "KeyContainer"
    /// In drafts of the RFC it is a `Device`, and may have several keys.
    private static let packages: Set<String> = ["KeyPackage", "Device"]

    /// The most elements of one package, which is in memory as a whole: a key has about 30.
    private static let maximumElements = Limit.pskcElements.value

    /// - Throws: ``SourceError`` with `corrupt`, `unsupported-version` or `limit-exceeded`.
    init(_ text: [UInt8], _ limits: ImportLimits) throws(SourceError) {
        // The elements that are open, from the children of the root on.
        var open: [PSKCElement] = []
        var depth = 0, elements = 0
        try XMLEvents.read(text) { event throws(SourceError) in
            switch event {
            case .start(let name, let attributes):
                let element = PSKCElement(name: name, attributes: attributes)
                if depth == 0 { try Self.check(element) } else { open.append(element) }
                elements = depth == 1 ? 1 : elements + 1
                guard elements <= Self.maximumElements else {
                    throw SourceError(.limitExceeded, "a package has more than \(Self.maximumElements) elements")
                }
                depth += 1
            case .text(let text):
                if let last = open.indices.last { open[last].add(text: text) }
            case .end:
                depth -= 1
                guard let element = open.popLast() else { return }
                if let parent = open.indices.last {
                    open[parent].add(element)
                } else {
                    try add(element)
                    try limits.check(records: keys.count)
                }
            }
        }
    }

    private static func check(_ element: PSKCElement) throws(SourceError) {
        guard element.name == root else {
            throw SourceError(.corrupt, "the file is damaged: it is not a KeyContainer; ask for it again")
        }
        let version = element.attribute("Version", "version")
        guard version.isEmpty || version == "1.0" else {
            throw SourceError(
                .unsupportedVersion,
                "a PSKC file of version \(version.printable(limit: 20)), this program reads 1.0; ask for one of that version"
            )
        }
    }

    private mutating func add(_ element: PSKCElement) throws(SourceError) {
        guard Self.packages.contains(element.name) else {
            encryption.add(element)
            return
        }
        element["DeviceInfo"]?.addUnread(known: ["Manufacturer", "SerialNo"], to: &unread)
        for key in element.children where key.name == "Key" {
            key.addUnread(known: PSKCKey.elements, to: &unread)
            guard !key.children.contains(where: { $0.name == "Data" && $0.attributes["Name"] != nil }) else {
                throw SourceError(
                    .unsupportedVersion, "a PSKC file as drafts of 2006 had it; ask for one by RFC 6030")
            }
            keys.append(PSKCKey(key, of: element))
        }
    }

    // MARK: - Detection

    /// Whether the outermost element is that of a PSKC file. What is before it is skipped, and what follows may be
    /// damaged.
    static func isRoot(of text: [UInt8]) -> Bool {
        var rest = text.prefix(1 << 16)
        while let start = rest.firstIndex(where: { !ASCII.isWhitespace($0) }) {
            rest = rest[start...]
            guard let end = endOfProlog(rest) else { break }
            rest = rest[end...]
        }
        guard rest.first == UInt8(ascii: "<") else { return false }
        let name = rest.dropFirst().prefix { !ASCII.isWhitespace($0) && $0 != ASCII.slash && $0 != UInt8(ascii: ">") }
        return PSKCElement.localName(String(decoding: name, as: UTF8.self).limitingMarks) == root
    }

    /// Where a declaration, a comment or a document type ends; nil if the text does not start with a whole one.
    private static func endOfProlog(_ text: ArraySlice<UInt8>) -> Int? {
        func end(_ mark: StaticString) -> Int? { text.firstRange(of: Array("\(mark)".utf8))?.upperBound }
        if text.starts(with: "<?".utf8) { return end("?>") }
        if text.starts(with: "<!--".utf8) { return end("-->") }
        guard text.starts(with: "<!".utf8) else { return nil }
        let simple = end(">")
        guard let bracket = text.firstIndex(of: UInt8(ascii: "[")), bracket < simple ?? 0 else { return simple }
        return end("]>")
    }
}
