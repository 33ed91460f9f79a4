public import TOTPDomain

extension FormatDescription {
    /// Every format that is read: which app exports it, and how.
    public static var readable: [FormatDescription] { Parts.standard.importFormats.formats.map(\.description) }
}

extension ExportDescription {
    /// Every format that ``write(_:as:passphrase:)`` writes: which app imports it, and how.
    public static var writable: [ExportDescription] { Parts.standard.exportFormats.map(\.description) }
}
