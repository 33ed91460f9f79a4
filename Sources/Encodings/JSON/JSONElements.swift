/// The elements of a JSON list, found in its text but not read.
package struct JSONElements: Sendable {
    package struct Element: Sendable {
        package let kind: JSONScanner.Kind
        /// In ``text``.
        fileprivate let range: Range<Int>
    }

    package let elements: [Element]
    private let text: ArraySlice<UInt8>
    private let limits: JSONLimits

    /// Reads an element that is an object.
    package func object(at index: Int) throws(JSONError) -> JSONFields {
        try JSONFields(text[elements[index].range], limits)
    }

    /// The bytes of some elements, to be read by another thread: threads that share an array slow each other down.
    package func copy(_ indices: Range<Int>) -> [UInt8] {
        guard let first = elements[indices].first, let last = elements[indices].last else { return [] }
        return Array(text[first.range.lowerBound..<last.range.upperBound])
    }

    /// Some elements, in their copy.
    package func elements(_ indices: Range<Int>, in copy: [UInt8]) -> JSONElements {
        let start = elements[indices].first?.range.lowerBound ?? 0
        let moved = elements[indices].map { element in
            Element(kind: element.kind, range: (element.range.lowerBound - start)..<(element.range.upperBound - start))
        }
        return JSONElements(elements: moved, text: copy[...], limits: limits)
    }
}

extension JSONElements {
    init(_ text: ArraySlice<UInt8>, _ limits: JSONLimits) throws(JSONError) {
        var scanner = JSONScanner(text, limits)
        _ = try scanner.next()
        var elements: [Element] = []
        while let kind = try scanner.nextKind(), let place = try scanner.skipValue() {
            let start = text.startIndex
            elements.append(Element(kind: kind, range: (start + place.lowerBound)..<(start + place.upperBound)))
        }
        // The end of the list, and of its text.
        while try scanner.next() != nil {}
        self.init(elements: elements, text: text, limits: limits.inside(1))
    }
}
