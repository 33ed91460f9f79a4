import Encodings
import TOTPDomain

/// The records of a text that is a JSON list, or objects one after another without commas, as command lines print
/// them: on one line each or on several.
package struct JSONStream {
    package let records: [JSONValue]
    /// The number of records in the text.
    package let count: Int

    /// - Throws: ``SourceError`` with `corrupt` if a value is damaged, `limit-exceeded`.
    package init(_ text: [UInt8], _ limits: ImportLimits) throws(SourceError) {
        guard text.firstNonSpace != UInt8(ascii: "[") else {
            count = JSONRecordCount.count([], in: text)
            try limits.check(records: count)
            records = try JSONFile.list(in: text).map { $0 }
            return
        }
        var values: [JSONValue] = [], count = 0, rest = text[...], loss = PlantedLoss()
        while !rest.allSatisfy(ASCII.isWhitespace) {
            var scanner = JSONScanner(rest, checksEscapes: false)
            guard let range = (try? scanner.skipValue()) ?? nil else { throw .damaged("it is not JSON, or cut off") }
            count += 1
            try limits.check(records: count)
            let end = rest.startIndex + range.upperBound
            let value = try JSONValue(text: Array(rest[(rest.startIndex + range.lowerBound)..<end]))
            if !loss.takesNext() { values.append(value) }
            rest = rest[end...]
        }
        (records, self.count) = (values, count)
    }

    /// The names that are not known.
    ///
    /// - Parameter isRecord: whether a record may be an account.
    package func unread(_ known: KnownNames, where isRecord: (JSONValue) -> Bool = { _ in true }) -> UnreadNames {
        var unread = UnreadNames()
        for record in records where isRecord(record) {
            unread.add(known.unread(in: record.source, isRecord: true))
        }
        return unread
    }
}
