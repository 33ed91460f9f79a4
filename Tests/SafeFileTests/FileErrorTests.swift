import Foundation
import Testing

@testable import SafeFile

@Suite("What is said of a file that cannot be read or written")
struct FileProblemTests {
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
        "Every kind has one line of advice, and the path stands in front of it once",
        arguments: [
            .notFound, .permissionDenied, .isFolder, .exists, .tooLarge, .noSpace, .locked, .readFailed, .writeFailed,
        ] as [FileError.Kind])
    func advice(kind: FileError.Kind) {
        let problem = FileError(kind, path: "some.file", detail: "the system's word")
        #expect(problem.advice.count > 10)
        #expect(!problem.advice.contains("\n"))
        #expect(!problem.advice.contains("some.file"))
        #expect(problem.description == "some.file: \(problem.advice)")
    }
}
