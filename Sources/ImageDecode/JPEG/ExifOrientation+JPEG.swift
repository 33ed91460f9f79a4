extension ExifOrientation {
    /// The orientation in a JPEG's first EXIF segment.
    static func ofJPEG(_ bytes: [UInt8]) -> UInt32 {
        let segment = JPEGSegments(bytes).first { $0.marker == 0xE1 && $0.body.starts(with: Self.identifier) }
        return segment.map { read($0.body.dropFirst(Self.identifier.count)) } ?? 1
    }
}
