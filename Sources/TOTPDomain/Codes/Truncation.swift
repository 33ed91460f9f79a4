import Encodings

/// Turns a hash into the characters of a code.
enum Truncation {
    /// RFC 4226, section 5.3: 31 bits at the offset in the last nibble, as 1 to 10 decimal digits.
    static func decimal(_ hash: [UInt8], digits: Int) throws(CodeError) -> String {
        var value = try number(hash, as: UInt32.self)
        var text = [UInt8](repeating: 0, count: digits)
        for index in text.indices.reversed() {
            text[index] = UInt8(ascii: "0") + UInt8(value % 10)
            value /= 10
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Steam's alphabet has no look-alikes; the least significant character comes first.
    static func steam(_ hash: [UInt8], digits: Int) throws(CodeError) -> String {
        let alphabet = Array("23456789BCDFGHJKMNPQRTVWXY".utf8)
        var value = try number(hash, as: UInt32.self)
        var text: [UInt8] = []
        for _ in 0..<digits {
            text.append(alphabet[Int(value % UInt64(alphabet.count))])
            value /= UInt64(alphabet.count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Yandex takes 63 bits and writes them in letters a to z.
    static func letters(_ hash: [UInt8], count: Int) throws(CodeError) -> String {
        var value = try number(hash, as: UInt64.self)
        var text = [UInt8](repeating: 0, count: count)
        for index in text.indices.reversed() {
            text[index] = UInt8(ascii: "a") + UInt8(value % 26)
            value /= 26
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The big-endian number at the offset in the hash's last nibble, its top bit cleared.
    ///
    /// - throws: ``CodeError/hashTooShort`` if the offset is past the end, as is possible with MD5.
    private static func number<Integer: FixedWidthInteger & UnsignedInteger>(
        _ hash: [UInt8], as type: Integer.Type
    ) throws(CodeError) -> UInt64 {
        let offset = Int((hash.last ?? 0) & 15)
        guard let value = hash.integer(type, at: offset, .big) else { throw .hashTooShort }
        return UInt64(value & (.max >> 1))
    }
}
