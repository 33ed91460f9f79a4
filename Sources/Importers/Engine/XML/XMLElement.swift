import Containers
import Encodings
import TOTPDomain

/// An XML element with its content. Names have no prefix: files use many for one namespace.
package struct XMLElement: Sendable, Hashable {
    package let name: String
    package let attributes: [String: String]
    package private(set) var text = ""
    package var children: [XMLElement] = []

    package init(name: String, attributes: [String: String]) {
        self.name = Self.localName(name)
        self.attributes = Dictionary(
            attributes.filter { !Self.isOfXML($0.key) }.map { (Self.localName($0.key), $0.value) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Declarations of namespaces, and the attributes that every element may have.
    private static func isOfXML(_ name: String) -> Bool {
        name == "xmlns" || ["xmlns:", "xml:", "xsi:"].contains { name.hasPrefix($0) }
    }

    package static func localName(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? "" }

    /// The first element at the end of a path of names.
    package subscript(path: String...) -> XMLElement? {
        var element: XMLElement? = self
        for name in path { element = element?.children.first { $0.name == name } }
        return element
    }

    /// The first attribute of these names that is not empty.
    package func attribute(_ names: String...) -> String {
        names.lazy.compactMap { attributes[$0]?.trimmingWhitespace }.first { !$0.isEmpty } ?? ""
    }

    package var trimmedText: String { text.trimmingWhitespace }

    /// The bytes of a text in base64, also in several lines; nil for any other text.
    package var base64: [UInt8]? { Base64.decode(text.utf8WithoutSpace) }
}

extension XMLElement {
    /// Reads the children of the outermost element, one by one, so that no more is in memory.
    ///
    /// - Parameters:
    ///   - root: gets the outermost element, without its content.
    ///   - child: gets each child, with its content.
    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`, or errors of the closures.
    package static func read(
        _ text: [UInt8], root: (XMLElement) throws(SourceError) -> Void,
        child: (XMLElement) throws(SourceError) -> Void
    ) throws(SourceError) {
        // The elements that are open, from the children of the root on.
        var open: [XMLElement] = []
        var depth = 0, elements = 0
        try XMLEvents.read(text) { event throws(SourceError) in
            switch event {
            case .start(let name, let attributes):
                let element = XMLElement(name: name, attributes: attributes)
                if depth == 0 { try root(element) } else { open.append(element) }
                elements = depth == 1 ? 1 : elements + 1
                guard elements <= Limit.xmlElements else {
                    throw SourceError(
                        .limitExceeded, "a record of the XML has more than \(Limit.xmlElements) elements")
                }
                depth += 1
            case .text(let text):
                if let last = open.indices.last { open[last].text += text }
            case .end:
                depth -= 1
                guard let element = open.popLast() else { return }
                guard let parent = open.indices.last else { return try child(element) }
                open[parent].children.append(element)
            }
        }
    }

    // MARK: - Detection

    /// The name of the outermost element; nil if the start contains no element. Text after it may be damaged.
    package static func rootName(of text: [UInt8]) -> String? {
        let start = text.span.extracting(0..<min(text.count, 1 << 16))
        var tags = XMLTags()
        return tags.next(in: start)?.localName(in: start)
    }
}

extension XMLTags {
    /// The number of children of the outermost element that are records, by their tags.
    package static func count(in text: Span<UInt8>, where isRecord: (Tag, Span<UInt8>) -> Bool) -> Int {
        var tags = XMLTags(), count = 0
        while let tag = tags.next(in: text) {
            if tag.isStart, tag.depth == 1, isRecord(tag, text) { count += 1 }
        }
        return count
    }
}

extension XMLTags.Tag {
    /// Its name without a prefix, as ``XMLElement/name``.
    package func localName(in text: Span<UInt8>) -> String {
        XMLElement.localName(text.extracting(name).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }
}

extension XMLElement? {
    /// Without white space around it; "" for a missing element.
    package var text: String { self?.trimmedText ?? "" }
}

/// Elements and attributes of XML, without their prefixes.
extension KnownNames {
    /// - Parameters: names, separated by spaces.
    ///   - opaque: elements in which all names are another program's.
    ///   - single: elements that are read once in their parent.
    package init(
        _ elements: StaticString, attributes: StaticString, opaque: StaticString = "", single: StaticString = ""
    ) {
        self.init([
            elements: .known, attributes: .attribute, opaque: [.known, .opaque], single: [.known, .single],
        ])
    }

    package func knows(_ element: String) -> Bool { roles(of: element).contains(.known) }

    /// The attributes of an element that are not known and not empty.
    package func unread(of attributes: [String: String]) -> [String] {
        attributes.filter { name, value in !roles(of: name).contains(.attribute) && !value.isBlank }.keys.sorted()
    }

    /// Adds what is not read in a record to the names of a file, each once.
    ///
    /// - Parameter entries: 0 for what is outside of the entries.
    package func addUnread(in record: XMLElement, to unread: inout UnreadNames, entries: Int = 1) {
        var names: [String] = []
        collect(from: record, &names)
        for name in names.distinct { unread.add(raw: name, entries: entries) }
    }

    /// The depth of XML, and the number of elements, are limited.
    private func collect(from element: XMLElement, _ names: inout [String]) {
        let roles = roles(of: element.name)
        if !roles.contains(.known), !element.isEmpty { names.append(element.name) }
        names += unread(of: element.attributes)
        if roles.contains(.opaque) { return }
        var texts: [String: String] = [:]
        for child in element.children {
            collect(from: child, &names)
            if self.roles(of: child.name).contains(.single),
                let other = texts.updateValue(child.trimmedText, forKey: child.name), other != child.trimmedText
            {
                names.append(child.name)
            }
        }
    }
}

extension XMLElement {
    /// Whether there is nothing in it.
    fileprivate var isEmpty: Bool { trimmedText.isEmpty && attributes.isEmpty && children.isEmpty }
}
