/// Which byte of a number comes first.
@usableFromInline
package enum ByteOrder: Sendable, Hashable {
    /// The most significant byte: network order.
    case big
    /// The least significant byte.
    case little
}

extension FixedWidthInteger {
    /// The bytes of the number, as a file stores it.
    package func bytes(_ order: ByteOrder) -> [UInt8] {
        withUnsafeBytes(of: order == .big ? bigEndian : littleEndian) { Array($0) }
    }
}

extension Span where Element == UInt8 {
    /// An unsigned number at an index.
    ///
    /// - Returns: nil if the bytes end before the number does, or the index is negative.
    @inlinable @inline(__always)
    package func integer<Integer: FixedWidthInteger & UnsignedInteger>(
        _ type: Integer.Type = Integer.self, at index: Int, _ order: ByteOrder
    ) -> Integer? {
        let size = MemoryLayout<Integer>.size
        guard index >= 0, index <= count - size else { return nil }
        var value: Integer = 0
        for offset in 0..<size {
            let place = order == .big ? size - 1 - offset : offset
            value |= Integer(truncatingIfNeeded: self[index + offset]) << Integer(truncatingIfNeeded: 8 * place)
        }
        return value
    }
}

extension Array<UInt8> {
    /// An unsigned number at an index.
    ///
    /// - Returns: nil if the bytes end before the number does, or the index is negative.
    @inlinable @inline(__always)
    package func integer<Integer: FixedWidthInteger & UnsignedInteger>(
        _ type: Integer.Type = Integer.self, at index: Int, _ order: ByteOrder
    ) -> Integer? {
        span.integer(type, at: index, order)
    }
}

extension Collection<UInt8> {
    /// All bytes as one unsigned number.
    ///
    /// - Returns: nil for more than eight bytes; 0 without bytes.
    @inlinable
    package func integer(_ order: ByteOrder) -> UInt64? {
        guard count <= 8 else { return nil }
        var value: UInt64 = 0
        for (offset, byte) in enumerated() {
            switch order {
            case .big: value = value << 8 | UInt64(byte)
            case .little: value |= UInt64(byte) << UInt64(8 * offset)
            }
        }
        return value
    }
}
