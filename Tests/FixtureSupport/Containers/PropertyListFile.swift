/// Apple's binary property list as a list of objects: references, sizes and offsets can be anything.
package struct PropertyListFile: Sendable {
    package enum Object: Sendable, Hashable {
        case bool(Bool)
        case integer(Int64)
        case real(Double)
        case date(Double)
        case data([UInt8])
        case text(String)
        case uid(Int)
        case list([Int])
        /// The indexes of keys and values.
        case dictionary(keys: [Int], values: [Int])
        case raw([UInt8])
    }

    package var objects: [Object]
    package var root = 0
    package var referenceSize: Int
    package var offsetSize: Int
    /// The number of objects that the file states, if it is to be wrong.
    package var claimedCount: UInt64?
    /// The offset of every object, if they are to overlap.
    package var sharedOffset: Int?

    package init(_ objects: [Object], referenceSize: Int = 2, offsetSize: Int = 3) {
        self.objects = objects
        self.referenceSize = referenceSize
        self.offsetSize = offsetSize
    }

    package func bytes() -> [UInt8] {
        var file = Array("bplist00".utf8), offsets: [Int] = []
        for object in objects {
            offsets.append(file.count)
            file += bytes(of: object)
        }
        let table = file.count
        for offset in offsets { file += Self.number(UInt64(sharedOffset ?? offset), offsetSize) }
        file += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [claimedCount ?? UInt64(objects.count), UInt64(root), UInt64(table)] {
            file += Self.number(number, 8)
        }
        return file
    }

    private func bytes(of object: Object) -> [UInt8] {
        switch object {
        case .bool(let flag): [flag ? 0x09 : 0x08]
        case .integer(let number):
            switch number {
            case 0..<1 << 8: [0x10] + Self.number(UInt64(number), 1)
            case 0..<1 << 16: [0x11] + Self.number(UInt64(number), 2)
            case 0..<1 << 32: [0x12] + Self.number(UInt64(number), 4)
            default: [0x13] + Self.number(UInt64(bitPattern: number), 8)
            }
        case .real(let number): [0x23] + Self.number(number.bitPattern, 8)
        case .date(let seconds): [0x33] + Self.number(seconds.bitPattern, 8)
        case .data(let bytes): Self.marker(0x40, bytes.count) + bytes
        case .text(let text):
            text.utf8.allSatisfy { $0 < 0x80 }
                ? Self.marker(0x50, text.utf8.count) + Array(text.utf8)
                : Self.marker(0x60, text.utf16.count) + text.utf16.flatMap { Self.number(UInt64($0), 2) }
        case .uid(let number): [0x83] + Self.number(UInt64(number), 4)
        case .list(let elements): Self.marker(0xA0, elements.count) + elements.flatMap(reference)
        case .dictionary(let keys, let values):
            Self.marker(0xD0, keys.count) + (keys + values).flatMap(reference)
        case .raw(let bytes): bytes
        }
    }

    private func reference(_ index: Int) -> [UInt8] { Self.number(UInt64(index), referenceSize) }

    private static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [kind | UInt8(count)] : [kind | 15, 0x12] + number(UInt64(count), 4)
    }

    private static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { place in
            let shift = 8 * (count - 1 - place)
            return shift < 64 ? UInt8(truncatingIfNeeded: value >> UInt64(shift)) : 0
        }
    }
}
