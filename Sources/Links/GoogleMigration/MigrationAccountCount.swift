/// Counts the accounts in the message of a migration link, independently of the library that decodes it; both counts
/// must be equal.
enum MigrationAccountCount {
    /// - Parameter message: a valid message.
    /// - Returns: how often field 1 occurs as a message of its own.
    static func accounts(in message: [UInt8]) -> Int {
        var rest = message[...]
        var count = 0
        var depth = 0
        while let tag = varint(&rest) {
            switch tag & 7 {
            case 0: _ = varint(&rest)
            case 1: rest = rest.dropFirst(8)
            case 2:
                let length = varint(&rest) ?? 0
                if tag >> 3 == 1, depth == 0 { count += 1 }
                rest = rest.dropFirst(Int(clamping: length))
            case 3: depth += 1
            case 4: depth -= 1
            case 5: rest = rest.dropFirst(4)
            default: return count
            }
        }
        return count
    }

    private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while let byte = rest.popFirst() {
            if shift < 64 { value |= UInt64(byte & 0x7F) << shift }
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }
}
