@testable import Containers
@testable import TOTPDomain

/// Content that is packed here and read as a file: hardly any mutation of a packed file unpacks.
enum PackedTargets {
    /// The bytes as the one member of a zip archive; the seed names it.
    static func zip(_ bytes: [UInt8]) {
        let input = FuzzInput(bytes)
        guard input.file.count <= 1 << 20, let archive = archive(of: input.file, named: Array(input.name.utf8)) else {
            return
        }
        ContainerTargets.refusing { () throws(SourceError) in
            let opened = try ZipArchive(archive)
            require(opened.entries.count == 1, "an archive has its one member")
            for entry in opened.entries {
                require(try opened.read(entry, passphrase: nil) == input.file, "a member is read as it was packed")
            }
        }
        FormatTarget.detect(archive)
    }

    /// An archive that is not compressed: local header, data, directory, end.
    private static func archive(of content: [UInt8], named name: [UInt8]) -> [UInt8]? {
        guard !name.isEmpty, let length = UInt16(exactly: name.count) else { return nil }
        let size = UInt32(content.count)
        let facts =
            number(UInt16(20)) + number(UInt16(0x800)) + number(UInt16(0)) + number(UInt32(0x5A21_0000))
            + number(checksum(content)) + number(size) + number(size) + number(length)
        let local = number(UInt32(0x0403_4B50)) + facts + number(UInt16(0)) + name + content
        let entry = number(UInt32(0x0201_4B50)) + number(UInt16(20)) + facts + [UInt8](repeating: 0, count: 16) + name
        return local + entry + number(UInt32(0x0605_4B50)) + number(UInt32(0)) + number(UInt16(1)) + number(UInt16(1))
            + number(UInt32(entry.count)) + number(UInt32(local.count)) + number(UInt16(0))
    }

    private static func number(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    private static let remainders: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { $0 >> 8 ^ remainders[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }
}
