/// A cursor over untrusted bytes that never reads past their end.
///
/// Every read throws the one error that the caller chose, because a caller has the same thing to say about every cut:
/// the file is damaged. A read that throws does not move the cursor.
package struct ByteReader<Failure: Error>: Sendable {
    private let bytes: ArraySlice<UInt8>
    private let order: ByteOrder
    private let failure: Failure
    /// Bytes read so far.
    package private(set) var position = 0

    /// - Parameters:
    ///   - order: of every number that is read.
    ///   - failure: the error of a read past the end.
    package init(_ bytes: ArraySlice<UInt8>, _ order: ByteOrder, orThrow failure: Failure) {
        (self.bytes, self.order, self.failure) = (bytes, order, failure)
    }

    package init(_ bytes: [UInt8], _ order: ByteOrder, orThrow failure: Failure) {
        self.init(bytes[...], order, orThrow: failure)
    }

    /// The number of bytes that were not read yet.
    package var remaining: Int { bytes.count - position }

    package var isAtEnd: Bool { remaining == 0 }

    /// The next bytes.
    package mutating func take(_ count: Int) throws(Failure) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else { throw failure }
        let start = bytes.startIndex + position
        position += count
        return bytes[start..<(start + count)]
    }

    package mutating func skip(_ count: Int) throws(Failure) { _ = try take(count) }

    /// All bytes to the end.
    package mutating func takeRest() -> ArraySlice<UInt8> {
        defer { position = bytes.count }
        return bytes[(bytes.startIndex + position)...]
    }

    package mutating func byte() throws(Failure) -> UInt8 { try integer() }

    /// An unsigned number of the type's width.
    package mutating func integer<Integer: FixedWidthInteger & UnsignedInteger>(
        _ type: Integer.Type = Integer.self
    ) throws(Failure) -> Integer {
        guard let value = bytes.span.integer(type, at: position, order) else { throw failure }
        position += MemoryLayout<Integer>.size
        return value
    }

    /// A number of bytes, or of elements, of an unsigned type. A number that does not fit an `Int` fails like truncated
    /// data.
    package mutating func count<Integer: FixedWidthInteger & UnsignedInteger>(
        _ type: Integer.Type
    ) throws(Failure) -> Int {
        let start = position
        guard let count = Int(exactly: try integer(type)) else {
            position = start
            throw failure
        }
        return count
    }

    /// Reads a length of the given type, and this many bytes.
    package mutating func block<Length: FixedWidthInteger & UnsignedInteger>(
        _ length: Length.Type
    ) throws(Failure) -> ArraySlice<UInt8> {
        let start = position
        let size = try count(length)
        guard size <= remaining else {
            position = start
            throw failure
        }
        return try take(size)
    }
}
