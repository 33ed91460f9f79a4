import Encodings
import TOTPDomain

/// The message in one QR code of Google Authenticator's export: some accounts, and which part of the export it is.
package struct MigrationMessage: Sendable, Hashable {
    package var accounts: [MigrationAccount]
    /// The number of QR codes in the export; 0 if the app left it out.
    package var batchSize: Int32
    /// From 0.
    package var batchIndex: Int32
    /// Equal in all QR codes of one export; current versions of the app always write 0.
    package var batchID: Int32
    /// The version of the message, if it is newer than those that are known.
    private(set) var newerVersion: Int64?
    private var rest = ProtobufRest()

    package init(accounts: [MigrationAccount], batchSize: Int32, batchIndex: Int32, batchID: Int32) {
        (self.accounts, self.batchSize, self.batchIndex, self.batchID) = (accounts, batchSize, batchIndex, batchID)
    }

    /// - Returns: nil if the bytes are not such a message.
    package init?(decoding bytes: [UInt8]) {
        self.init(accounts: [], batchSize: 0, batchIndex: 0, batchID: 0)
        do throws(ProtobufFields.Malformed) {
            var fields = ProtobufFields(bytes[...])
            var last: [UInt64: ProtobufFields.Value] = [:]
            while let field = try fields.next() {
                rest.note(field, field.number == 1 ? .message : 2...5 ~= field.number ? .number : .unknown, &last)
                switch (field.number, field.value) {
                case (1, .bytes(let account)): accounts.append(try MigrationAccount(decoding: account))
                case (3, .number(let number)): batchSize = Int32(truncatingIfNeeded: number)
                case (4, .number(let number)): batchIndex = Int32(truncatingIfNeeded: number)
                case (5, .number(let number)): batchID = Int32(truncatingIfNeeded: number)
                case (2, .number(let number)) where number > Self.newestVersion: newerVersion = Int64(clamping: number)
                default: break
                }
            }
        } catch { return nil }
    }

    /// The version that the current app writes.
    private static let newestVersion: UInt64 = 2

    /// What is not read, in the message and in its accounts.
    var unread: UnreadNames {
        var unread = rest.unread
        if let field = rest.unclear { unread.add("field \(field)", entries: 0) }
        for account in accounts {
            for field in account.unread.names { unread.add("\(field.name) of an account", entries: 1) }
        }
        return unread
    }

    /// The message, as Google's app writes it.
    package var bytes: [UInt8] {
        var message = ProtobufWriter()
        for account in accounts { message.add(1, account.bytes, isMessage: true) }
        message.add(2, 1)
        message.add(3, Int64(batchSize))
        message.add(4, Int64(batchIndex))
        message.add(5, Int64(batchID))
        return message.bytes
    }

    /// The link in the QR code.
    package var link: String {
        "\(KeyURIScheme.migration.prefix)offline?data=\(PercentCoding.encode(Base64.encode(bytes)))"
    }
}

/// Counts the accounts in the message of a migration link, independently of the code that decodes it; both counts
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
