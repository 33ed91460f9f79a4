import Encodings

/// The ASCII armor of OpenPGP messages, RFC 9580 section 6.
enum OpenPGPArmor {
    private static let start = Array("-----BEGIN PGP MESSAGE".utf8)

    /// Whether a text starts like an armored message.
    static func matches(_ text: some RandomAccessCollection<UInt8>) -> Bool {
        text.drop(while: ASCII.isWhitespace).starts(with: start)
    }

    /// The bytes of an armored message. Its checksum is ignored: new versions do not write one.
    ///
    /// - Returns: nil if the text is not base64.
    static func decode(_ text: [UInt8]) -> [UInt8]? {
        var digits: [UInt8] = []
        digits.reserveCapacity(text.count)
        var isHeader = true
        for line in text.trimmingWhitespace.split(separator: ASCII.newline, omittingEmptySubsequences: false)
            .dropFirst()
        {
            let line = line.trimmingWhitespace
            // An empty line ends the headers, but there may be neither.
            if isHeader, line.contains(ASCII.colon) { continue }
            isHeader = false
            if line.first == ASCII.equals || line.starts(with: "-----".utf8) { break }
            digits += line
        }
        return Base64.decode(digits)
    }
}
