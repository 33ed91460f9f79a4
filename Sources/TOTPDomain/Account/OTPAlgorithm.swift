import Encodings

/// The hash that codes are generated with. Raw values are the names of the Key URI format.
public enum OTPAlgorithm: String, Sendable, Hashable, CaseIterable {
    case sha1 = "SHA1"
    case sha256 = "SHA256"
    case sha512 = "SHA512"
    case md5 = "MD5"

    /// Reads a name as apps write it: case, spaces, `-`, `_` and a leading `HMAC` do not matter.
    ///
    /// An empty name or `null` is ``sha1``, the default everywhere.
    ///
    /// - Throws: ``EntryError`` with `algorithm-unknown` for every other name (SHA224, SHA384, …).
    package init(named name: String) throws(EntryError) {
        var letters: [UInt8] = []
        for byte in name.utf8 where !ASCII.isWhitespace(byte) && byte != ASCII.hyphen && byte != ASCII.underscore {
            letters.append(ASCII.uppercased(byte))
        }
        if letters.starts(with: "HMAC".utf8) { letters.removeFirst(4) }
        // Without what was between them, there may be any number of combining marks in a row.
        switch String(decoding: letters, as: UTF8.self).limitingMarks {
        case "", "NULL", "SHA1": self = .sha1
        case "SHA256": self = .sha256
        case "SHA512": self = .sha512
        case "MD5": self = .md5
        default:
            throw EntryError(.algorithmUnknown, "the algorithm \(name.quoted) is not one of SHA1, SHA256, SHA512, MD5")
        }
    }
}
