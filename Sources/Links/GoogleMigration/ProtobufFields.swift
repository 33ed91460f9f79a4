import Encodings
import TOTPDomain

/// The fields of a protobuf message (https://protobuf.dev/programming-guides/encoding), in their order.
///
/// It rejects the same messages as SwiftProtobuf; the fuzzer compares both.
struct ProtobufFields {
    struct Malformed: Error {}

    typealias Field = (number: UInt64, value: Value)

    enum Value: Equatable {
        case number(UInt64)
        /// A text, bytes, or a message.
        case bytes(ArraySlice<UInt8>)
        /// A value of a wire type that Google's message does not use.
        case other
    }

    private typealias Tag = (number: UInt64, wireType: UInt64)

    private var reader: ByteReader<Malformed>
    /// How many groups may be in each other.
    private let groupDepth: Int

    /// How deep messages and groups together may be, as in SwiftProtobuf.
    private static let maximumDepth = 100
    /// A tag is a number of 32 bits.
    private static let maximumTagSize = 5

    /// - Parameter level: 1 for a message, 2 for a message in a message.
    init(_ bytes: ArraySlice<UInt8>, level: Int = 1) {
        reader = ByteReader(bytes, .little, orThrow: Malformed())
        groupDepth = Self.maximumDepth - level
    }

    /// - Returns: nil at the end of the message.
    mutating func next() throws(Malformed) -> Field? {
        guard !reader.isAtEnd else { return nil }
        let start = reader.position
        let tag = try tag()
        guard reader.position - start <= Self.maximumTagSize else { throw Malformed() }
        return (tag.number, try value(of: tag, groups: groupDepth))
    }

    /// The value that follows a tag.
    ///
    /// - Parameter groups: how many groups may begin in each other.
    private mutating func value(of tag: Tag, groups: Int) throws(Malformed) -> Value {
        switch tag.wireType {
        case 0: return .number(try varint())
        case 1: try reader.skip(8)
        case 2:
            guard let length = Int(exactly: try varint()) else { throw Malformed() }
            return .bytes(try reader.take(length))
        case 3:
            guard groups > 0 else { throw Malformed() }
            // The end of another group is refused like an unknown value.
            while case let inner = try self.tag(), inner != (tag.number, 4) {
                _ = try value(of: inner, groups: groups - 1)
            }
        case 5: try reader.skip(4)
        default: throw Malformed()
        }
        return .other
    }

    /// A number in groups of seven bits, the lowest first, in at most ten bytes; bits above 64 are dropped.
    private mutating func varint() throws(Malformed) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            let next = try reader.byte()
            value |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return value }
        }
        throw Malformed()
    }

    private mutating func tag() throws(Malformed) -> Tag {
        let tag = try varint()
        guard tag < UInt32.max, tag >> 3 != 0 else { throw Malformed() }
        return (tag >> 3, tag & 7)
    }
}

/// What a message has beside the fields that are read.
struct ProtobufRest: Sendable, Hashable {
    /// Fields without a meaning that is known.
    var unread = UnreadNames()
    /// The first known field that is there twice with two values, or has another wire type.
    private(set) var unclear: UInt64?

    /// - Parameter last: the last value of each known field, for the same message.
    mutating func note(_ field: ProtobufFields.Field, _ kind: Kind, _ last: inout [UInt64: ProtobufFields.Value]) {
        switch (kind, field.value) {
        case (.unknown, .number(0)): break
        case (.unknown, .bytes(let bytes)) where bytes.isEmpty: break
        case (.unknown, _): unread.add("field \(field.number)", entries: 0)
        case (.message, .bytes): break
        case (.bytes, .bytes), (.number, .number):
            if last.updateValue(field.value, forKey: field.number).map({ $0 != field.value }) ?? false {
                unclear = unclear ?? field.number
            }
        default: unclear = unclear ?? field.number
        }
    }

    enum Kind { case number, bytes, message, unknown }
}

/// Writes the fields of a protobuf message; a field that is 0 or empty is left out, as proto3 demands.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: UInt64, _ value: Int64) {
        guard value != 0 else { return }
        addVarint(number << 3)
        addVarint(UInt64(bitPattern: value))
    }

    /// - Parameter isMessage: a message is written even if it is empty.
    mutating func add(_ number: UInt64, _ value: some Collection<UInt8>, isMessage: Bool = false) {
        guard isMessage || !value.isEmpty else { return }
        addVarint(number << 3 | 2)
        addVarint(UInt64(value.count))
        bytes += value
    }

    private mutating func addVarint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
