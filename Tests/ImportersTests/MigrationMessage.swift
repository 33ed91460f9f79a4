/// A Google Authenticator export message, written by the rules of protocol buffers and nothing of the code under test.
///
/// Every field is optional, and every number may be one that no app writes.
struct MigrationMessage {
    var accounts: [Account] = []
    var version: Int64?
    var batchSize: Int64?
    var batchIndex: Int64?
    var batchID: Int64?
    /// Bytes at the end: fields of a newer app.
    var trailer: [UInt8] = []

    struct Account {
        var secret: [UInt8]?
        var name: String?
        var issuer: String?
        var algorithm: Int64?
        var digits: Int64?
        var type: Int64?
        var counter: Int64?
        var trailer: [UInt8] = []
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for account in accounts { bytes += Self.field(1, account.bytes) }
        bytes += Self.field(2, version) + Self.field(3, batchSize) + Self.field(4, batchIndex) + Self.field(5, batchID)
        return bytes + trailer
    }

    /// A number: negative ones take ten bytes.
    static func field(_ number: UInt64, _ value: Int64?) -> [UInt8] {
        guard let value else { return [] }
        return varint(number << 3) + varint(UInt64(bitPattern: value))
    }

    /// Text, bytes, or a message within the message.
    static func field(_ number: UInt64, _ value: (some Collection<UInt8>)?) -> [UInt8] {
        guard let value else { return [] }
        return varint(number << 3 | 2) + varint(UInt64(value.count)) + value
    }

    static func varint(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}

extension MigrationMessage.Account {
    fileprivate var bytes: [UInt8] {
        let texts =
            MigrationMessage.field(1, secret) + MigrationMessage.field(2, name?.utf8)
            + MigrationMessage.field(3, issuer?.utf8)
        let numbers =
            MigrationMessage.field(4, algorithm) + MigrationMessage.field(5, digits) + MigrationMessage.field(6, type)
            + MigrationMessage.field(7, counter)
        return texts + numbers + trailer
    }
}
