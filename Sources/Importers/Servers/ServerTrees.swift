import Encodings
import FormatEngine
import Links
import TOTPDomain

/// XML, JSON and the values of PHP as records: each object, and each element with elements in it.
extension ServerRecords {
    /// - Throws: ``SourceError`` as ``XMLElement/read(_:root:child:)``, with `limit-exceeded` for too many records.
    mutating func add(xml text: [UInt8]) throws(SourceError) {
        var name = "", children: [XMLElement] = []
        try XMLElement.read(text, root: { name = $0.name }, child: { children.append($0) })
        var root = XMLElement(name: name, attributes: [:])
        root.children = children
        try add(root, as: name, in: nil)
    }

    private mutating func add(_ element: XMLElement, as table: String, in parent: Int?) throws(SourceError) {
        var record = ServerRecord(table: table, values: [:], name: element.name, parent: parent)
        for child in element.children where child.children.isEmpty && !child.text.isBlank {
            record.values[child.name.lowercased(), default: []].append(.text(child.text))
        }
        let index = try add(record)
        for child in element.children where !child.children.isEmpty {
            try add(child, as: "\(table)/\(child.name)", in: index)
        }
    }

    /// - Throws: ``SourceError`` with `corrupt` for a text that is not JSON, with `limit-exceeded` for too many records.
    mutating func add(json text: [UInt8]) throws(SourceError) {
        try add(try JSONValue(text: text), as: "", in: nil)
    }

    /// Lists have no name of their own: their objects have the name of the list.
    private mutating func add(
        _ value: JSONValue, as table: String, named name: String = "", in parent: Int?
    ) throws(SourceError) {
        guard value.kind == .object else {
            for element in value.elements where element.kind == .object || element.kind == .array {
                try add(element, as: table, named: name, in: parent)
            }
            return
        }
        var record = ServerRecord(table: table, values: [:], name: name, parent: parent)
        var inner: [(String, JSONValue)] = []
        for (name, value) in value.members {
            switch value.kind {
            case .object: inner.append((name, value))
            case .array:
                inner.append((name, value))
                let texts = value.elements.filter { [.string, .number].contains($0.kind) }
                if !texts.isEmpty { record.values[name.lowercased()] = texts.map { ServerValue(json: $0) } }
            // A name that is there twice says two things.
            default: record.values[name.lowercased(), default: []].append(ServerValue(json: value))
            }
        }
        let index = try add(record)
        for (name, value) in inner {
            try add(value, as: "\(table)/\(name.replacing("/", with: "_"))", named: name, in: index)
        }
    }
}

extension ServerValue {
    fileprivate init(json value: JSONValue) {
        switch value.kind {
        case .true: self = .text("true")
        case .false: self = .text("false")
        default: self = if case .text(let text) = value.field { .text(text) } else { .damaged }
        }
    }
}

/// A value that PHP's `serialize` wrote: the lengths of texts count bytes, and are the only way to find their ends.
struct PHPText {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) { rest = Array(text.utf8)[...] }

    /// The values in it by their keys, with slashes between keys of nested arrays; nil if it is damaged.
    static func values(_ text: String) -> [String: String]? {
        var reader = PHPText(text), values: [String: String] = [:]
        return reader.read("", 0, &values) ? values : nil
    }

    private mutating func read(_ path: String, _ depth: Int, _ values: inout [String: String]) -> Bool {
        guard let kind = rest.popFirst(), depth < 16 else { return false }
        switch kind {
        case UInt8(ascii: "N"): return take(";")
        case UInt8(ascii: "s"):
            guard take(":"), let text = string(), take(";") else { return false }
            values[path] = text
            return true
        case UInt8(ascii: "b"), UInt8(ascii: "i"), UInt8(ascii: "d"):
            guard take(":"), let text = token(";") else { return false }
            values[path] = text
            return true
        case UInt8(ascii: "a"):
            guard take(":"), let count = token(":").flatMap({ Int($0) }), count <= rest.count, take("{") else {
                return false
            }
            for _ in 0..<max(0, count) {
                let kind = rest.popFirst()
                guard take(":"), let key = kind == UInt8(ascii: "s") ? string() : token(";") else { return false }
                if kind == UInt8(ascii: "s"), !take(";") { return false }
                guard read(path.isEmpty ? key : "\(path)/\(key)", depth + 1, &values) else { return false }
            }
            return take("}")
        default: return false
        }
    }

    private mutating func take(_ mark: StaticString) -> Bool {
        guard rest.starts(with: "\(mark)".utf8) else { return false }
        rest = rest.dropFirst(mark.utf8CodeUnitCount)
        return true
    }

    /// The text up to a mark.
    private mutating func token(_ mark: Unicode.Scalar) -> String? {
        guard let end = rest.firstIndex(of: UInt8(ascii: mark)), end - rest.startIndex < 32 else { return nil }
        defer { rest = rest[(end + 1)...] }
        return String(decoding: rest[..<end], as: UTF8.self).limitingMarks
    }

    /// `5:"alice"`
    private mutating func string() -> String? {
        guard let count = token(":").flatMap({ Int($0) }), count >= 0, take("\""), count <= rest.count else {
            return nil
        }
        let text = TextDecoding.lenientString(rest.prefix(count))
        rest = rest.dropFirst(count)
        return take("\"") ? text : nil
    }
}

/// The entries of a directory, as RFC 2849 writes them.
enum LDIFText {
    /// The name of their table.
    static let table = "ldif"
    /// Longer values are photographs and certificates.
    private static let longestValue = Limit.link

    /// Whether the first line after comments is the version or the name of an entry.
    static func mayBe(_ text: [UInt8]) -> Bool {
        var lines = TextLines()
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range]
            if bytes.isEmpty || bytes.first == ASCII.hash { continue }
            let start = bytes.prefix(9).map(ASCII.lowercased)
            if !start.starts(with: "version:".utf8) { return start.starts(with: "dn:".utf8) }
        }
        return false
    }

    /// Adds each entry; attributes are in lower case and without their options.
    static func add(_ text: [UInt8], to records: inout ServerRecords) throws(SourceError) {
        var lines = TextLines(), entry = ServerRecord(table: table, values: [:]), attribute: [UInt8] = []
        while true {
            let line = lines.next(in: text.span), bytes = line.map { text[$0.range] } ?? []
            if line != nil, bytes.first == ASCII.space {
                // The line before goes on.
                if attribute.count < longestValue { attribute += bytes.dropFirst() }
                continue
            }
            add(attribute, to: &entry)
            attribute = Array(bytes)
            if bytes.isEmpty {
                if entry.values["dn"] != nil { try records.add(entry) }
                entry = ServerRecord(table: table, values: [:])
            } else {
                entry.line = entry.line ?? line.map { $0.number + 1 }
            }
            if line == nil { return }
        }
    }

    private static func add(_ attribute: [UInt8], to entry: inout ServerRecord) {
        guard attribute.first != ASCII.hash, attribute.count < longestValue,
            let colon = attribute.firstIndex(of: ASCII.colon)
        else { return }
        let name = String(decoding: attribute[..<colon].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self).lowercased()
        let rest = attribute[(colon + 1)...], mark = rest.first
        let value = Array(rest.dropFirst(mark == ASCII.colon ? 1 : 0).drop { $0 == ASCII.space })
        let decoded: ServerValue =
            switch mark {
            case ASCII.colon: Base64.decode(value).map { .bytes($0) } ?? .damaged
            // The value is in another file.
            case UInt8(ascii: "<"): .damaged
            default: ServerValue(text: value)
            }
        entry.values[name, default: []].append(decoded)
    }
}
