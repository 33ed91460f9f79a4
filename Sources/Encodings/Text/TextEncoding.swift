import Platform

/// A character set other than UTF-8, which the C library converts.
package struct TextEncoding: Sendable, Hashable {
    package let name: String

    /// - Returns: nil for a name that the C library does not know.
    package init?(named name: String) {
        // A slash would add options, which let characters through that the set does not have.
        let isName = name.utf8.allSatisfy {
            ASCII.lowercased($0) &- 97 < 26 || $0 &- 48 < 10 || "-_.:+".utf8.contains($0)
        }
        guard !name.isEmpty, isName, let converter = Self.converter(from: name) else { return nil }
        iconv_close(converter)
        self.name = name
    }

    /// The set that a file names: only the usual sets, because the code for others is hardly ever tested.
    package init?(declared name: String) {
        let name = name.lowercased()
        let usual = ["iso-8859-", "windows-", "cp125", "koi8-", "shift_jis", "gb", "big5", "euc-"]
        guard usual.contains(where: name.hasPrefix) else { return nil }
        self.init(named: name)
    }

    /// The bytes as UTF-8, up to the first that the set does not have.
    ///
    /// - Returns: also how many bytes were converted.
    package func utf8(_ bytes: [UInt8]) -> (text: [UInt8], count: Int) {
        guard let converter = Self.converter(from: name) else { return ([], 0) }
        defer { iconv_close(converter) }
        var bytes = bytes
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var output = [CChar](repeating: 0, count: 1 << 12)
        let rest = bytes.withUnsafeMutableBytes { bytes in
            var input = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            var rest = bytes.count
            var isFlushed = false
            while true {
                let (isDone, isFull) = output.withUnsafeMutableBufferPointer { output in
                    var place = output.baseAddress
                    var free = output.count
                    // At the end, for a character that the next character might have changed.
                    let result =
                        rest > 0
                        ? iconv(converter, &input, &rest, &place, &free) : iconv(converter, nil, nil, &place, &free)
                    let isFull = result == -1 && errno == E2BIG
                    text += output[..<(output.count - free)].lazy.map { UInt8(bitPattern: $0) }
                    return (result != -1, isFull)
                }
                if isFull { continue }
                if !isDone || isFlushed { return rest }
                isFlushed = rest == 0
            }
        }
        return (text, bytes.count - rest)
    }

    /// - Returns: nil for bytes that the set does not have.
    package func text(_ bytes: [UInt8]) -> [UInt8]? {
        let (text, count) = utf8(bytes)
        return count == bytes.count ? text : nil
    }

    private static func converter(from name: String) -> iconv_t? {
        let converter = iconv_open("UTF-8", name)
        return converter == iconv_t(bitPattern: -1) ? nil : converter
    }
}
