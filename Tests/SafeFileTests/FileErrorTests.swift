import Foundation
import Testing

@testable import SafeFile

@Suite("Errors of files that cannot be read or written")
struct FileErrorTests {
    @Test(
        "The system's error numbers become kinds",
        arguments: [
            (ENOENT, .notFound), (ENOTDIR, .notFound), (EACCES, .permissionDenied), (EPERM, .permissionDenied),
            (EROFS, .permissionDenied), (EISDIR, .isFolder), (EEXIST, .exists), (ENOSPC, .noSpace), (EDQUOT, .noSpace),
            (EFBIG, .noSpace), (EIO, .writeFailed),
        ] as [(Int32, FileError.Kind)])
    func kinds(code: Int32, kind: FileError.Kind) {
        #expect(FileError(writing: "some.file", code: code).kind == kind)
        let reading: FileError.Kind = kind == .writeFailed ? .readFailed : kind
        #expect(FileError(reading: "some.file", code: code).kind == reading)
    }

    @Test(
        "Every kind has one line of advice, after the path",
        arguments: [
            .notFound, .permissionDenied, .isFolder, .notRegular, .exists, .tooLarge, .noSpace, .locked, .readFailed,
            .writeFailed, .brokenPipe, .foreign,
        ] as [FileError.Kind])
    func advice(kind: FileError.Kind) {
        let problem = FileError(kind, path: "some.file", detail: "the system's message")
        #expect(problem.message.count > 10)
        #expect(!problem.message.contains("\n"))
        #expect(!problem.message.contains("some.file"))
        #expect(problem.description == "some.file: \(problem.message)")
    }
}
