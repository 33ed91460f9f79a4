import Encodings
import TOTPDomain

/// A Java object stream that contains one `java.util.HashMap<String, String>`. Reads only the needed part of the
/// grammar, and never loads a class.
///
/// Source: Java Object Serialization Specification, section 6.4.
struct JavaStringMap {
    /// In the stream's order.
    private(set) var pairs: [(key: String, value: String)] = []
    /// The number of pairs, as the stream states it.
    let count: Int

    private static let maximumPairs = Limit.javaPairs
    private static let firstHandle = 0x7E_0000
    /// The most bytes that references may repeat, in addition to the size of the file.
    private static let harmlessCount = 1 << 20

    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    init(_ bytes: [UInt8]) throws(SourceError) {
        var reader = Reader(bytes: bytes)
        guard try reader.bytes.count(UInt32.self) == 0xACED_0005, try reader.bytes.byte() == Mark.object,
            try reader.bytes.byte() == Mark.classDescription
        else { throw Self.damaged }
        let name = try reader.text(UInt16.self)
        guard name == "java.util.HashMap" else {
            throw SourceError(.corrupt, "the backup contains no list of tokens", .makeAgainInFreeOTP)
        }
        let fields = try reader.skipClassDescription()
        // The class description and the map have handles of their own.
        reader.handles = ["", ""]
        // Load factor and threshold; some versions of Android have only the first.
        for _ in 0..<fields { _ = try reader.bytes.count(UInt32.self) }
        guard try reader.bytes.byte() == Mark.blockData, try reader.bytes.byte() == 8 else { throw Self.damaged }
        _ = try reader.bytes.count(UInt32.self)
        count = try reader.bytes.count(UInt32.self)
        guard count <= Self.maximumPairs else {
            throw SourceError(.limitExceeded, "the backup claims \(count) pairs, the limit is \(Self.maximumPairs)")
        }
        for _ in 0..<count {
            pairs.append((try reader.string(), try reader.string()))
        }
        guard try reader.bytes.byte() == Mark.end else { throw Self.damaged }
    }

    private static let damaged = SourceError(.corrupt, "the backup is damaged", .makeAgainInFreeOTP)

    private enum Mark {
        static let null: UInt8 = 0x70, reference: UInt8 = 0x71, classDescription: UInt8 = 0x72, object: UInt8 = 0x73
        static let string: UInt8 = 0x74, blockData: UInt8 = 0x77, end: UInt8 = 0x78, longString: UInt8 = 0x7C
    }

    private struct Reader {
        var bytes: ByteReader<SourceError>
        private let size: Int
        /// The objects that back references can name, in order of appearance.
        var handles: [String] = []
        /// Bytes of texts that were referred to.
        private var repeatedCount = 0

        init(bytes: [UInt8]) {
            self.bytes = ByteReader(bytes, .big, orThrow: damaged)
            size = bytes.count
        }

        /// The length of a text, and the text.
        mutating func text<Length: FixedWidthInteger & UnsignedInteger>(
            _ length: Length.Type
        ) throws(SourceError) -> String {
            guard let text = ModifiedUTF8.decode(try bytes.block(length)) else { throw damaged }
            return text
        }

        /// Serial number, flags, the fields' names and types; no annotations, no superclass.
        ///
        /// - Returns: the number of fields, of four bytes each.
        mutating func skipClassDescription() throws(SourceError) -> Int {
            try bytes.skip(8)
            let flags = try bytes.byte(), count = try bytes.count(UInt16.self)
            guard flags == 3, count <= 2 else { throw damaged }
            for _ in 0..<count {
                guard try [UInt8(ascii: "F"), UInt8(ascii: "I")].contains(bytes.byte()) else { throw damaged }
                _ = try text(UInt16.self)
            }
            guard try bytes.byte() == Mark.end, try bytes.byte() == Mark.null else { throw damaged }
            return count
        }

        mutating func string() throws(SourceError) -> String {
            let text: String
            switch try bytes.byte() {
            case Mark.string: text = try self.text(UInt16.self)
            case Mark.longString: text = try self.text(UInt64.self)
            case Mark.reference:
                let index = try bytes.count(UInt32.self) - firstHandle
                guard 2..<handles.count ~= index else { throw damaged }
                // One long text and many references to it would fill the memory.
                repeatedCount += handles[index].utf8.count
                guard repeatedCount <= size + JavaStringMap.harmlessCount else {
                    throw SourceError(
                        .limitExceeded, "the backup is damaged: it repeats its texts more often than any token needs",
                        .makeAgainInFreeOTP)
                }
                return handles[index]
            default: throw damaged
            }
            handles.append(text)
            return text
        }
    }
}

/// The encoding of texts in Java's streams: NUL in two bytes, characters above U+FFFF as two surrogates of three.
enum ModifiedUTF8 {
    /// - Returns: nil if the bytes are not of this encoding.
    static func decode(_ bytes: some Collection<UInt8>) -> String? {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        func continuation() -> UInt16? {
            guard let byte = iterator.next(), byte & 0xC0 == 0x80 else { return nil }
            return UInt16(byte & 0x3F)
        }
        while let byte = iterator.next() {
            switch byte {
            case 0x01..<0x80: units.append(UInt16(byte))
            case 0xC0..<0xE0:
                guard let low = continuation() else { return nil }
                units.append(UInt16(byte & 0x1F) << 6 | low)
            case 0xE0..<0xF0:
                guard let middle = continuation(), let low = continuation() else { return nil }
                units.append(UInt16(byte & 0x0F) << 12 | middle << 6 | low)
            default: return nil
            }
        }
        return String(validating: units, as: UTF16.self)?.limitingMarks
    }
}
