import Encodings
import TOTPDomain

/// A whole XML document, to change it and write it again.
///
/// Comments and processing instructions are not kept: they mean nothing in the documents that are changed here.
package struct XMLTree: Sendable, Hashable {
    package var name: String
    package var attributes: [String: String]
    package var children: [Child]

    package enum Child: Sendable, Hashable {
        case element(XMLTree)
        /// As bytes: programs may disagree about equal texts of a `String`.
        case text([UInt8])

        package func isElement(_ name: String) -> Bool {
            if case .element(let element) = self { element.name == name } else { false }
        }
    }

    package init(_ name: String, attributes: [String: String] = [:], _ children: [Child] = []) {
        (self.name, self.attributes, self.children) = (name, attributes, children)
    }

    /// An element that contains a text.
    package init(_ name: String, attributes: [String: String] = [:], text: String) {
        self.init(name, attributes: attributes, text.isEmpty ? [] : [.text(Array(text.utf8))])
    }

    /// - Parameters:
    ///   - bytes: as for ``XMLEvents``, with its limits.
    ///   - transform: called for each element when it ends, in document order.
    /// - Throws: ``SourceError``, as ``XMLEvents`` does, and errors of `transform`.
    package init(
        _ bytes: [UInt8], transform: (inout XMLTree) throws(SourceError) -> Void = { _ in }
    ) throws(SourceError) {
        var open: [XMLTree] = []
        var root: XMLTree?
        try XMLEvents.read(bytes, limitsMarks: false) { event throws(SourceError) in
            switch event {
            case .start(let name, let attributes): open.append(XMLTree(name, attributes: attributes))
            case .text(let text): open[open.count - 1].append(text: Array(text.utf8))
            case .end:
                guard var element = open.popLast() else { return }
                try transform(&element)
                if open.isEmpty { root = element } else { open[open.count - 1].children.append(.element(element)) }
            }
        }
        guard let root else { throw SourceError(.corrupt, "the XML is empty", .exportAgain) }
        self = root
    }

    private mutating func append(text: [UInt8]) {
        guard case .text(var joined) = children.last else { return children.append(.text(text)) }
        // Out of the tree while it grows: there it would be copied.
        children.removeLast()
        joined += text
        children.append(.text(joined))
    }

    // MARK: - Reading

    /// The text directly in the element.
    package var text: [UInt8] { children.flatMap { if case .text(let text) = $0 { text } else { [UInt8]() } } }

    package var string: String { String(decoding: text, as: UTF8.self).limitingMarks }

    package var elements: [XMLTree] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// Whether it contains no element.
    package var isText: Bool { children.allSatisfy { if case .text = $0 { true } else { false } } }

    /// The first element of a name.
    package subscript(name: String) -> XMLTree? { index(of: name).flatMap { descendant([$0]) } }

    /// Where the first element of a name is among the children.
    package func index(of name: String) -> Int? { children.firstIndex { $0.isElement(name) } }

    /// The element at a path of indices of children; nil if it does not exist.
    package func descendant(_ path: ArraySlice<Int>) -> XMLTree? {
        guard let index = path.first else { return self }
        guard children.indices.contains(index), case .element(let element) = children[index] else { return nil }
        return element.descendant(path.dropFirst())
    }

    // MARK: - Changing

    package mutating func set(text: [UInt8]) { children = text.isEmpty ? [] : [.text(text)] }

    /// Removes children, and joins the texts that are then next to each other, as a reader does.
    package mutating func removeChildren(where isRemoved: (Child) -> Bool) {
        let kept = children.filter { !isRemoved($0) }
        children = []
        for child in kept {
            if case .text(let text) = child { append(text: text) } else { children.append(child) }
        }
    }

    /// Changes the element at a path of indices of children; does nothing if it does not exist.
    package mutating func change<Failure: Error>(
        at path: ArraySlice<Int>, _ body: (inout XMLTree) throws(Failure) -> Void
    ) throws(Failure) {
        guard let index = path.first else { return try body(&self) }
        guard children.indices.contains(index), case .element(var element) = children[index] else { return }
        // Out of the tree while it changes: else each change would copy all children of each element on the path.
        children[index] = .text([])
        defer { children[index] = .element(element) }
        try element.change(at: path.dropFirst(), body)
    }

    // MARK: - Writing

    /// The document as UTF-8.
    ///
    /// - Parameter value: the text of an element as it is written: called for each that contains only text, in document
    ///   order.
    package func utf8<Failure: Error>(_ value: (XMLTree) throws(Failure) -> [UInt8]) throws(Failure) -> [UInt8] {
        var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n".utf8)
        try append(to: &bytes, value)
        return bytes + [ASCII.newline]
    }

    private func append<Failure: Error>(
        to bytes: inout [UInt8], _ value: (XMLTree) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        bytes += "<\(name)".utf8
        // Their order means nothing, but the same tree gives the same bytes.
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
            bytes += " \(name)=\"".utf8
            XMLText.append(utf8: value.utf8, isQuoted: true, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
        if isText {
            XMLText.append(utf8: try value(self), to: &bytes)
        } else {
            for child in children {
                switch child {
                case .element(let element): try element.append(to: &bytes, value)
                case .text(let text): XMLText.append(utf8: text, to: &bytes)
                }
            }
        }
        bytes += "</\(name)>".utf8
    }
}
