/// Writing of whole files: at any moment the complete old or new file exists.
package enum AtomicFile {
    /// Writes to a new file of mode 0600 in the same folder, syncs it, gives it its name, and syncs the folder.
    ///
    /// Follows symbolic links. After any failure the old file is unchanged, and the new one is removed. Two writers at
    /// once must hold a ``FileLock``. A pipe or a device is written to instead; see ``StreamedFile``.
    ///
    /// - Throws: ``FileError``.
    package static func write(_ bytes: [UInt8], to path: String, existing: OverwritePolicy) throws(FileError) {
        let file = try StreamedFile(path)
        try file.write(bytes)
        try file.finish(existing)
    }

    /// Writes all bytes, however many calls that takes.
    package static func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
        try OpenFile(borrowed: descriptor, name: path).write(bytes)
    }
}
