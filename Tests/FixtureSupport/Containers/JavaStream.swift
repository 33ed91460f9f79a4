/// A `java.util.HashMap` of texts as Java writes it, piece by piece.
package struct JavaStream: Sendable {
    package private(set) var bytes: [UInt8]

    /// - Parameter count: of pairs, as the stream claims.
    package init(pairs count: Int, className: String = "java.util.HashMap") {
        bytes = [0xAC, 0xED, 0, 5, 0x73, 0x72] + Self.counted(className)
        bytes += [0x05, 0x07, 0xDA, 0xC1, 0xC3, 0x16, 0x60, 0xD1, 3, 0, 2]
        bytes += [UInt8(ascii: "F")] + Self.counted("loadFactor") + [UInt8(ascii: "I")] + Self.counted("threshold")
        bytes += [0x78, 0x70, 0x3F, 0x40, 0, 0, 0, 0, 0, 12, 0x77, 8, 0, 0, 0, 16] + Self.number(count, 4)
    }

    package mutating func add(_ text: String) { bytes += [0x74] + Self.counted(text) }

    package mutating func addLong(_ text: String) {
        bytes += [0x7C] + Self.number(text.utf8.count, 8) + Array(text.utf8)
    }

    /// - Parameter handle: 2 is the first text.
    package mutating func addReference(_ handle: Int) { bytes += [0x71] + Self.number(0x7E_0000 + handle, 4) }

    package mutating func add(raw: [UInt8]) { bytes += [0x74] + Self.number(raw.count, 2) + raw }

    package var ended: [UInt8] { bytes + [0x78] }

    private static func counted(_ text: String) -> [UInt8] { number(text.utf8.count, 2) + Array(text.utf8) }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
}
