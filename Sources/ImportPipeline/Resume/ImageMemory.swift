import TOTPDomain

/// Remembers what was read from images, so that a run that was interrupted does not scan them again.
///
/// Images are recognized by their bytes, whatever their names are. What is remembered contains secrets, and must be
/// readable only to those who have the image.
package protocol ImageMemory: Sendable {
    /// A key that only those can make who have the bytes; nil if it cannot be made.
    func key(of bytes: [UInt8]) -> ImageKey?

    /// What was kept for an image with the same bytes, nil if there was none.
    func content(for key: ImageKey) -> [UInt8]?

    func keep(_ content: [UInt8], for key: ImageKey)
}

/// The name of an image in an ``ImageMemory``, and the key that opens what is kept for it.
package struct ImageKey: Sendable {
    package var id: [UInt8]
    package var secret: [UInt8]

    package init(id: [UInt8], secret: [UInt8]) {
        self.id = id
        self.secret = secret
    }
}

extension ImageReader {
    /// Reads an image, unless the memory has it.
    func read(
        _ bytes: [UInt8], kind: SourceContent.ImageKind, _ memory: (any ImageMemory)?
    ) throws(SourceError) -> [Reading] {
        guard let memory, let key = memory.key(of: bytes) else { return try read(bytes, kind: kind) }
        if let kept = memory.content(for: key), let readings = ImageReadings(kept) { return try readings.outcome.get() }
        let readings = ImageReadings(
            outcome: Result { () throws(SourceError) in try read(bytes, kind: kind) })
        if let content = readings.bytes { memory.keep(content, for: key) }
        return try readings.outcome.get()
    }
}
