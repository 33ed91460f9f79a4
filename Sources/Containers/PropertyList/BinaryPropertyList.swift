import Encodings
import TOTPDomain

/// A property list in Apple's binary form (`bplist00`), from untrusted bytes.
///
/// Objects refer to each other by index and are not nested here, so a list that contains itself does no harm. Together
/// they take no more bytes than the file has, as in every real file: objects that overlap would multiply its size.
package struct BinaryPropertyList: Sendable {
    package enum Object: Sendable, Hashable {
        case null
        case bool(Bool)
        case integer(Int64)
        case real(Double)
        /// Seconds since 2001-01-01.
        case date(Double)
        case data(ArraySlice<UInt8>)
        case string(String)
        /// A reference of a keyed archive.
        case uid(Int)
        /// The indexes of the elements.
        case array([Int])
        /// The indexes of the values, by name.
        case dictionary([String: Int])
        /// An integer beyond 64 bits, or text that is not Unicode.
        case unreadable
    }

    package static let signature = Array("bplist00".utf8)

    private var objects: [Object] = []
    private let rootIndex: Int

    private static let trailerCount = 32
    /// Longer names are ignored. No app has them, and many dictionaries could share a long name.
    private static let longestName = 256

    /// The outermost object.
    package var root: Object { self[rootIndex] }

    /// The object with an index; ``Object/null`` if the index is invalid.
    package subscript(index: Int) -> Object { objects.indices.contains(index) ? objects[index] : .null }

    package var count: Int { objects.count }

    /// - Throws: ``SourceError`` with `corrupt`.
    package init(_ bytes: [UInt8]) throws(SourceError) {
        guard bytes.starts(with: Self.signature), bytes.count > Self.signature.count + Self.trailerCount else {
            throw Self.damaged
        }
        let end = bytes.count - Self.trailerCount
        // Five unused bytes, and a byte for the sort order.
        var trailer = ByteReader(bytes[(end + 6)...], .big, orThrow: Self.damaged)
        let offsetSize = Int(try trailer.byte()), referenceSize = Int(try trailer.byte())
        let count = try trailer.count(UInt64.self)
        rootIndex = try trailer.count(UInt64.self)
        let tableStart = try trailer.count(UInt64.self)
        guard 1...8 ~= offsetSize, 1...8 ~= referenceSize, tableStart <= end,
            count <= (end - tableStart) / offsetSize, rootIndex < count
        else { throw Self.damaged }
        var table = ByteReader(bytes[tableStart..<end], .big, orThrow: Self.damaged)
        var dictionaries: [(index: Int, keys: [Int], values: [Int])] = []
        var unclaimed = tableStart
        objects.reserveCapacity(count)
        for index in 0..<count {
            let offset = try Self.number(&table, size: offsetSize)
            guard Self.signature.count..<max(tableStart, Self.signature.count) ~= offset else { throw Self.damaged }
            var reader = ObjectReader(bytes[offset..<tableStart], referenceSize: referenceSize, orThrow: Self.damaged)
            let (object, keys) = try reader.object()
            objects.append(object)
            if let keys, case .array(let values) = object { dictionaries.append((index, keys, values)) }
            unclaimed -= reader.position
            guard unclaimed >= 0 else { throw Self.damaged }
        }
        for (index, keys, values) in dictionaries { objects[index] = dictionary(keys, values) }
    }

    private func dictionary(_ keys: [Int], _ values: [Int]) -> Object {
        var members: [String: Int] = [:]
        for (key, value) in zip(keys, values) {
            if case .string(let name) = self[key], name.utf8.count <= Self.longestName { members[name] = value }
        }
        return .dictionary(members)
    }

    fileprivate static func number(_ reader: inout ByteReader<SourceError>, size: Int) throws(SourceError) -> Int {
        guard let number = try reader.take(size).integer(.big), let small = Int(exactly: number) else { throw damaged }
        return small
    }

    fileprivate static var damaged: SourceError {
        SourceError(.corrupt, "the property list in the file is damaged", .exportAgain)
    }
}

/// Reads one object.
private struct ObjectReader {
    private var reader: ByteReader<SourceError>
    private let referenceSize: Int
    private let damaged: SourceError

    init(_ bytes: ArraySlice<UInt8>, referenceSize: Int, orThrow damaged: SourceError) {
        reader = ByteReader(bytes, .big, orThrow: damaged)
        (self.referenceSize, self.damaged) = (referenceSize, damaged)
    }

    /// The bytes that the object takes.
    var position: Int { reader.position }

    /// - Returns: the object, and for a dictionary an array of its values with the indexes of its keys.
    mutating func object() throws(SourceError) -> (BinaryPropertyList.Object, keys: [Int]?) {
        let marker = try reader.byte(), low = Int(marker & 15)
        switch (marker >> 4, low) {
        case (0x0, 0): return (.null, nil)
        case (0x0, 8): return (.bool(false), nil)
        case (0x0, 9): return (.bool(true), nil)
        case (0x1, 0...4): return (try integer(size: 1 << low), nil)
        case (0x2, 2): return (.real(Double(Float(bitPattern: try reader.integer()))), nil)
        case (0x2, 3): return (.real(Double(bitPattern: try reader.integer())), nil)
        case (0x3, 3): return (.date(Double(bitPattern: try reader.integer())), nil)
        case (0x4, _): return (.data(try reader.take(try count(low))), nil)
        case (0x5, _): return (.string(TextDecoding.lenientString(try reader.take(try count(low)))), nil)
        case (0x6, _): return (try text(count: try count(low)), nil)
        case (0x8, 0...7): return (.uid(try BinaryPropertyList.number(&reader, size: low + 1)), nil)
        case (0xA, _): return (.array(try references(try count(low))), nil)
        case (0xD, _):
            let count = try count(low), keys = try references(count)
            return (.array(try references(count)), keys)
        default: throw damaged
        }
    }

    /// The length of an object: in its marker, or as an integer after it.
    private mutating func count(_ low: Int) throws(SourceError) -> Int {
        guard low == 15 else { return low }
        let marker = try reader.byte()
        guard marker >> 4 == 1, marker & 15 <= 3 else { throw damaged }
        return try BinaryPropertyList.number(&reader, size: 1 << Int(marker & 15))
    }

    /// Short integers are unsigned, integers of 8 bytes are signed, and integers of 16 bytes have unsigned values of 8.
    private mutating func integer(size: Int) throws(SourceError) -> BinaryPropertyList.Object {
        guard size == 16 else {
            let number = try reader.take(size).integer(.big) ?? 0
            return .integer(Int64(bitPattern: number))
        }
        let high: UInt64 = try reader.integer(), low: UInt64 = try reader.integer()
        guard high == 0, let number = Int64(exactly: low) else { return .unreadable }
        return .integer(number)
    }

    /// - Parameter count: of UTF-16 units.
    private mutating func text(count: Int) throws(SourceError) -> BinaryPropertyList.Object {
        guard count <= reader.remaining / 2 else { throw damaged }
        guard let text = TextDecoding.utf16(try reader.take(2 * count), .big) else { return .unreadable }
        return .string(String(decoding: text, as: UTF8.self).limitingMarks)
    }

    private mutating func references(_ count: Int) throws(SourceError) -> [Int] {
        guard count <= reader.remaining / referenceSize else { throw damaged }
        var references: [Int] = []
        references.reserveCapacity(count)
        for _ in 0..<count { references.append(try BinaryPropertyList.number(&reader, size: referenceSize)) }
        return references
    }
}
