import Encodings
import TOTPDomain

/// The elements of a list, found one by one while it is read: a list needs no memory of its own, however long it is.
package struct JSONList: Sequence, Sendable {
    private let scanner: JSONScanner

    package static let empty = JSONList(JSONScanner(Array("[]".utf8), checksEscapes: false))

    /// - Returns: nil if the value is not a list.
    package init?(_ value: JSONValue) {
        guard value.kind == .array else { return nil }
        self.init(value.scanner)
    }

    private init(_ scanner: JSONScanner) {
        var scanner = scanner
        _ = try? scanner.next()
        self.scanner = scanner
    }

    package var count: Int {
        var scanner = scanner, count = 0
        while (try? scanner.skipValue()) ?? nil != nil { count += 1 }
        return count
    }

    package var isEmpty: Bool {
        var scanner = scanner
        return (try? scanner.nextKind()) ?? nil == nil
    }

    /// The elements, for a list in an entry; nil if there are more than the limit.
    package var all: [JSONValue]? {
        var scanner = scanner, elements: [JSONValue] = []
        while let range = (try? scanner.skipValue()) ?? nil, let value = JSONValue(scanner.source(range)) {
            guard elements.count < Limit.jsonMembers else { return nil }
            elements.append(value)
        }
        return elements
    }

    package var first: JSONValue? {
        var elements = makeIterator()
        return elements.next()
    }

    package func makeIterator() -> Iterator { Iterator(scanner: scanner) }

    package struct Iterator: IteratorProtocol {
        fileprivate var scanner: JSONScanner
        private var loss = PlantedLoss()

        fileprivate init(scanner: JSONScanner) { self.scanner = scanner }

        package mutating func next() -> JSONValue? {
            if loss.takesNext() { _ = try? scanner.skipValue() }
            return ((try? scanner.skipValue()) ?? nil).flatMap { JSONValue(scanner.source($0)) }
        }
    }

    /// The strings under a name in the objects of the list, by the texts or numbers under another name: names of groups
    /// by their identifiers. If several have one identifier, the first counts.
    package func strings(under name: String, by identifier: String) -> [String: String] {
        var strings: [String: String] = [:]
        for element in self {
            guard let object = JSONObject(element), case .text(let id)? = try? object.value(identifier)?.field,
                let string = try? object.value(name)?.string
            else { continue }
            strings[id] = strings[id] ?? string
        }
        return strings
    }
}
