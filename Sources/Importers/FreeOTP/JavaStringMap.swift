import TOTPDomain

/// A Java object stream that holds one `java.util.HashMap<String, String>`: the needed part of the grammar, read as
/// data. No class is ever loaded.
///
/// Source: Java Object Serialization Specification, section 6.4.
struct JavaStringMap {
    struct Pair {
        var key: String
        var value: String
    }

    /// In the stream's order.
    private(set) var pairs: [Pair] = []

    private static let maximumPairs = 100_000
    private static let firstHandle = 0x7E_0000
    /// What references may repeat beyond the size of the file.
    private static let harmlessCount = 1 << 20

    /// - throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    init(_ bytes: [UInt8]) throws(SourceError) {
        var reader = Reader(bytes: bytes)
        guard try reader.number(4) == 0xACED_0005, try reader.byte() == Mark.object,
            try reader.byte() == Mark.classDescription
        else { throw Self.damaged }
        let name = try reader.text(count: reader.number(2))
        guard name == "java.util.HashMap" else {
            throw SourceError(.corrupt, "the backup holds no list of tokens; make it again in FreeOTP")
        }
        let fields = try reader.skipClassDescription()
        // The class description and the map have handles of their own.
        reader.handles = ["", ""]
        // Load factor and threshold; some versions of Android have the first alone.
        for _ in 0..<fields { _ = try reader.number(4) }
        guard try reader.byte() == Mark.blockData, try reader.byte() == 8 else { throw Self.damaged }
        _ = try reader.number(4)
        let count = try reader.number(4)
        guard count <= Self.maximumPairs else {
            throw SourceError(
                .limitExceeded, "the backup claims \(count) pairs; more than \(Self.maximumPairs) are not read")
        }
        for _ in 0..<count {
            pairs.append(Pair(key: try reader.string(), value: try reader.string()))
        }
        guard try reader.byte() == Mark.end else { throw Self.damaged }
    }

    private static var damaged: SourceError {
        SourceError(.corrupt, "the backup is damaged; make it again in FreeOTP")
    }

    private enum Mark {
        static let null: UInt8 = 0x70, reference: UInt8 = 0x71, classDescription: UInt8 = 0x72, object: UInt8 = 0x73
        static let string: UInt8 = 0x74, blockData: UInt8 = 0x77, end: UInt8 = 0x78, longString: UInt8 = 0x7C
    }

    private struct Reader {
        let bytes: [UInt8]
        var at = 0
        /// What back references can name, in the order of appearance.
        var handles: [String] = []
        /// Bytes of texts that were referred to.
        private var repeatedCount = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func byte() throws(SourceError) -> UInt8 { UInt8(try number(1)) }

        /// A big-endian number of up to eight bytes.
        mutating func number(_ count: Int) throws(SourceError) -> Int {
            guard bytes.count - at >= count else { throw damaged }
            defer { at += count }
            let value = bytes[at..<(at + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard let number = Int(exactly: value) else { throw damaged }
            return number
        }

        mutating func text(count: Int) throws(SourceError) -> String {
            guard count <= bytes.count - at else { throw damaged }
            defer { at += count }
            guard let text = ModifiedUTF8.decode(bytes[at..<(at + count)]) else { throw damaged }
            return text
        }

        /// Serial number, flags, the fields' names and types; no annotations, no superclass.
        ///
        /// - returns: the number of fields, of four bytes each.
        mutating func skipClassDescription() throws(SourceError) -> Int {
            _ = try number(4)
            _ = try number(4)
            let flags = try byte(), count = try number(2)
            guard flags == 3, count <= 2 else { throw damaged }
            for _ in 0..<count {
                guard try [UInt8(ascii: "F"), UInt8(ascii: "I")].contains(byte()) else { throw damaged }
                _ = try text(count: number(2))
            }
            guard try byte() == Mark.end, try byte() == Mark.null else { throw damaged }
            return count
        }

        mutating func string() throws(SourceError) -> String {
            let text: String
            switch try byte() {
            case Mark.string: text = try self.text(count: number(2))
            case Mark.longString: text = try self.text(count: number(8))
            case Mark.reference:
                let index = try number(4) - firstHandle
                guard 2..<handles.count ~= index else { throw damaged }
                // One long text and many references to it would be a bomb.
                repeatedCount += handles[index].utf8.count
                guard repeatedCount <= bytes.count + JavaStringMap.harmlessCount else {
                    throw SourceError(
                        .limitExceeded, "the backup repeats its texts more often than any token needs; it is damaged")
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
    /// - returns: nil where the bytes are none.
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
        return String(validating: units, as: UTF16.self)
    }
}
