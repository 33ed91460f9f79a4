/// Reading of a file from start to end, in pieces.
///
/// Not mapped: a program that shortens a mapped file would end this one with a signal.
package final class FileReader {
    private let file: OpenFile

    /// - Throws: ``FileError``, of kind `isFolder` for a folder.
    package init(_ path: String) throws(FileError) { file = try .reading(path) }

    private init(_ file: OpenFile) { self.file = file }

    /// Standard input, which stays open.
    package static var standardInput: FileReader { FileReader(.standardInput) }

    /// The size of a regular file in bytes; nil for a pipe or a device, in which no position can be chosen.
    package var size: Int? { get throws(FileError) { try file.size } }

    /// Reading continues at the offset, from the start of the file.
    package func seek(to offset: Int) throws(FileError) { try file.seek(to: offset) }

    /// - Returns: how many bytes were read; 0 only at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        try file.read(into: buffer)
    }
}
