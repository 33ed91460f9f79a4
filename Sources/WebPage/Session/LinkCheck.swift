import SecureMemory
import TOTPImport

/// A list of links that was checked; it is kept until the next list.
struct LinkCheck: Sendable {
    let id: String
    let name: String
    private(set) var bytes: [UInt8]

    var input: ImportInput { .bytes(bytes, named: name) }

    mutating func wipe() {
        bytes.wipe()
        bytes = []
    }
}
