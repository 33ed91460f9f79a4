import CWebPage

/// A file of the page: the same for everybody, embedded in the program.
package struct StaticFile: Sendable {
    package let path: String
    package let type: String
    package let bytes: [UInt8]

    package static let all: [StaticFile] = {
        var files: [StaticFile] = []
        var number = 0
        while let file = cwebpage_file(number)?.pointee {
            files.append(
                StaticFile(
                    path: String(cString: file.path), type: String(cString: file.type),
                    bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count))))
            number += 1
        }
        return files
    }()

    package static func named(_ path: String) -> StaticFile? { all.first { $0.path == path } }

    var response: Response { Response(200, [("Content-Type", type)], body: bytes) }
}
