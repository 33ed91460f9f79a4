import Encodings
import Platform

/// Why a file cannot be read or written.
package struct FileError: Error, Advised, Sendable, Hashable {
    package let kind: Kind
    package let path: String
    /// The system's message, or more about the kind.
    package let detail: String
    package let advice: Advice?

    package enum Kind: Sendable, Hashable {
        case notFound, permissionDenied, isFolder, exists, tooLarge, noSpace, locked, readFailed, writeFailed
        /// A device, a pipe or a socket, where a file is needed.
        case notRegular
        /// A folder with something in it, where an empty or a new folder is needed.
        case notEmpty
        /// A file, where a folder is needed.
        case notFolder
        /// The new file has its name, but the disk did not confirm that the name will survive a power failure.
        case notConfirmed
        /// The reader closed the pipe.
        case brokenPipe
        /// A file with other content than it should have.
        case foreign
    }

    /// - Parameter advice: the advice, unless it is the same for all errors of this kind.
    package init(_ kind: Kind, path: String, detail: String, advice: Advice? = nil) {
        (self.kind, self.path, self.detail) = (kind, path, detail)
        self.advice = advice ?? (kind == .notFound ? Self.advice(forMissing: path) : nil) ?? kind.advice
    }

    /// What a name that no file has was meant to be; nil if it is only wrong.
    private static func advice(forMissing path: String) -> Advice? {
        let letters = Array(path.prefix(3))
        if letters.count == 3, letters[0].isASCII, letters[0].isLetter, letters[1] == ":" {
            // A shell takes backslashes away unless they are quoted.
            let rest = path.dropFirst(2).replacing("\\", with: "/")
            let place = rest.hasPrefix("/") ? rest : "/…"
            return .text("in WSL, this place of Windows is /mnt/\(letters[0].lowercased())\(place)")
        }
        if path.contains(where: { "*?[".contains($0) }) {
            return .text("no file fits this pattern, or quotes keep the shell from filling it in: omit them")
        }
        let words = path.split(whereSeparator: \.isWhitespace).map(String.init)
        if words.count > 1, words.allSatisfy({ access($0, F_OK) == 0 }) {
            return .text("these are \(words.count) names: put each into quotes of its own")
        }
        return nil
    }

    /// - Parameter code: the system's error number.
    init(reading path: String, code: Int32 = errno) { self.init(path: path, code: code, otherwise: .readFailed) }

    init(writing path: String, code: Int32 = errno) { self.init(path: path, code: code, otherwise: .writeFailed) }

    private init(path: String, code: Int32, otherwise: Kind) {
        let kind: Kind =
            switch code {
            case _ where FileSystem.isAbsence(code): .notFound
            case EACCES, EPERM, EROFS: .permissionDenied
            case EISDIR: .isFolder
            case EEXIST: .exists
            case EPIPE: .brokenPipe
            case ENOSPC, EDQUOT, EFBIG: .noSpace
            default: otherwise
            }
        self.init(kind, path: path, detail: String(cString: strerror(code)))
    }

    /// Whether the file was written nevertheless.
    package var isWritten: Bool { kind == .notConfirmed }

    /// The problem, without the path.
    package var problem: String {
        switch kind {
        case .notFound: "no such file or folder"
        case .permissionDenied: "no permission (\(detail))"
        case .isFolder: "is a folder"
        case .notRegular: "is not a regular file"
        case .notEmpty: "the folder is not empty"
        case .notFolder: "is a file, not a folder"
        case .exists: "already exists"
        case .tooLarge, .locked, .foreign: detail
        case .noSpace: "the disk is full (\(detail))"
        case .readFailed: "cannot be read (\(detail))"
        case .notConfirmed: "is written, but the disk did not confirm it (\(detail))"
        case .brokenPipe: "the reader closed the pipe"
        case .writeFailed: "cannot be written (\(detail))"
        }
    }

    package var description: String { "\(path): \(message)" }
}

extension FileError.Kind {
    fileprivate var advice: Advice? {
        switch self {
        case .notFound: "check the name"
        case .permissionDenied: "check the permissions of the file and its folder"
        case .isFolder: "name a file"
        case .notRegular, .foreign: "choose another name"
        case .notEmpty: "name a new one"
        case .notFolder: "name a new folder"
        case .exists: "choose another name, or add --force to overwrite it"
        case .noSpace: "free some space and try again"
        case .locked: "let it finish and try again"
        case .readFailed, .notConfirmed: .checkFile
        case .writeFailed: "check the disk, or choose another place"
        case .tooLarge, .brokenPipe: nil
        }
    }
}
