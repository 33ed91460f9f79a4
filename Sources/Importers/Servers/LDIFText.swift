import Encodings
import Links
import TOTPDomain

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
