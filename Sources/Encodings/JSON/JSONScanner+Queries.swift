/// Queries that need no decoding of the text.
extension JSONScanner {
    /// Checks a whole text, so that values can be skipped later without reading them. Invalid escapes are found only
    /// when the string is read.
    ///
    /// - Parameter maximumValues: the most values, however deep: each that is kept needs memory.
    /// - Throws: ``JSONError``.
    package static func check(_ text: ArraySlice<UInt8>, maximumValues: Int = Limit.jsonValues) throws(JSONError) {
        var scanner = JSONScanner(text, checksEscapes: false)
        var count = 0
        while let token = try scanner.next() {
            switch token {
            case .name, .objectEnd, .arrayEnd: continue
            case .objectStart, .arrayStart, .string, .number, .bool, .null: count += 1
            }
            guard count <= maximumValues else { throw scanner.error(.tooMany) }
        }
    }

    /// The number of elements of the list that this path of names leads to; an empty path is the outermost value.
    ///
    /// If a name on the path is repeated, the elements of all such lists are counted, so that a reader that takes one
    /// of them does not match the count.
    ///
    /// - Returns: nil if the path does not lead to a list, or the text is damaged.
    package static func count(ofArrayAt path: [String], in bytes: [UInt8]) -> Int? {
        var scanner = JSONScanner(bytes)
        do throws(JSONError) {
            let count = try scanner.countElements(path[...])
            return try scanner.next() == nil ? count : nil
        } catch { return nil }
    }

    private mutating func countElements(_ path: ArraySlice<String>) throws(JSONError) -> Int? {
        guard let name = path.first else {
            guard try nextKind() == .array, try next() != nil else {
                _ = try skipValue()
                return nil
            }
            var count = 0
            while try skipValue() != nil { count += 1 }
            _ = try next()
            return count
        }
        guard try nextKind() == .object, try next() != nil else {
            _ = try skipValue()
            return nil
        }
        var total: Int?
        while case .name(let found)? = try next() {
            if !matches(found, name) {
                _ = try skipValue()
            } else if let count = try countElements(path.dropFirst()) {
                total = (total ?? 0) + count
            }
        }
        return total
    }

    /// The string value of a member of the outermost object, without escapes, and the place of its content in the text.
    ///
    /// - Returns: nil if the object has no such member, or null for it.
    /// - Throws: ``JSONError`` if the text is not an object, the member is not a string, or it is there twice.
    package static func string(
        ofMember name: String, in bytes: ArraySlice<UInt8>
    ) throws(JSONError) -> (utf8: [UInt8], range: Range<Int>)? {
        var scanner = JSONScanner(bytes)
        guard try scanner.nextKind() == .object else { throw scanner.error(.unexpected) }
        var value: (utf8: [UInt8], range: Range<Int>)?
        var isThere = false
        while let token = try scanner.next() {
            guard case .name(let found) = token, scanner.depth == 1, scanner.matches(found, name) else { continue }
            guard !isThere else { throw scanner.error(.repeatedName, at: found.range.lowerBound) }
            isThere = true
            switch try scanner.next() {
            case .string(let text):
                let start = bytes.startIndex
                let range = (start + text.range.lowerBound)..<(start + text.range.upperBound)
                value = (Array(try scanner.string(text).utf8), range)
            case .null: value = nil
            default: throw scanner.error(.unexpected)
            }
        }
        return value
    }
}
