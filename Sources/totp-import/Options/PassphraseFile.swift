import Encodings
import SafeFile
import TOTPDomain

/// Passphrases in files and on standard input.
enum PassphraseFile {
    /// All lines that are not empty.
    ///
    /// - parameter path: `-` is standard input.
    static func lines(_ path: String) throws(FileError) -> [Passphrase] {
        let bytes =
            path == "-" ? try BoundedFile.readStandardInput(limit: 1 << 20) : try BoundedFile.read(path, limit: 1 << 20)
        // Some editors add a byte order mark.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return text.split(separator: ASCII.newline).map { line in
            Passphrase(utf8: Array(line.last == ASCII.carriageReturn ? line.dropLast() : line))
        }.filter { !$0.isEmpty }
    }

    /// The first line that is not empty.
    static func first(_ path: String) throws -> Passphrase {
        guard let passphrase = try lines(path).first else {
            throw CommandError(
                message: "\(path.inputName): contains no passphrase; put it on the first line",
                status: ExitStatus.passphrase)
        }
        return passphrase
    }
}
