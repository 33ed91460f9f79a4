import TOTPDomain

/// A compression that an input of any kind may have around it.
package struct Compression: Sendable {
    /// The first bytes of compressed data.
    package let signature: [UInt8]
    /// Unpacks in portions, so that a small file cannot fill the memory.
    let unpack: @Sendable (any ByteStream) throws(SourceError) -> any ByteStream

    package init(
        signature: [UInt8], unpack: @escaping @Sendable (any ByteStream) throws(SourceError) -> any ByteStream
    ) {
        self.signature = signature
        self.unpack = unpack
    }
}
