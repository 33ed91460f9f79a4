/// `span` and `mutableSpan` of byte arrays on every system that this package supports: those of the standard library
/// need macOS 26, although `Span` itself runs on macOS 10.14.4.
extension Array where Element == UInt8 {
    /// The bytes, without copying.
    @inlinable
    package var span: Span<UInt8> {
        @_lifetime(borrow self)
        borrowing get {
            // Bytes are never bridged from Objective-C: the storage stays where it is as long as the array is borrowed.
            let bytes = withUnsafeBufferPointer { $0 }
            return _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
        }
    }

    /// The bytes, to be changed in place.
    @inlinable
    package var mutableSpan: MutableSpan<UInt8> {
        @_lifetime(&self)
        mutating get {
            let bytes = withUnsafeMutableBufferPointer { $0 }
            return _overrideLifetime(MutableSpan(_unsafeElements: bytes), mutating: &self)
        }
    }
}
