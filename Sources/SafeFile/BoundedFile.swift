/// Reading of whole files, up to a limit.
package enum BoundedFile {
    /// Reads a file.
    ///
    /// - Parameter limit: bytes.
    /// - Throws: ``FileError``, of kind `tooLarge` above the limit.
    package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        try OpenFile.reading(path).readAll(limit: limit)
    }

    /// Reads standard input to its end.
    package static func readStandardInput(limit: Int) throws(FileError) -> [UInt8] {
        try OpenFile.standardInput.readAll(limit: limit)
    }
}
