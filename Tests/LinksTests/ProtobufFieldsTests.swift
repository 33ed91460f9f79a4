import Testing

@testable import Links

@Suite("Fields of Google's message")
struct ProtobufFieldsTests {
    @Test(
        "A number is written in groups of seven bits, and 0 is left out",
        arguments: [
            (0, []), (1, [0x10, 0x01]), (127, [0x10, 0x7F]), (150, [0x10, 0x96, 0x01]),
            (-1, [0x10] + [UInt8](repeating: 0xFF, count: 9) + [0x01]),
        ] as [(Int64, [UInt8])])
    func numbers(value: Int64, bytes: [UInt8]) {
        var message = ProtobufWriter()
        message.add(2, value)
        #expect(message.bytes == bytes)
    }

    @Test(
        "A message and the groups in it may be 100 levels deep",
        arguments: [(1, 99, true), (1, 100, false), (2, 98, true), (2, 99, false)])
    func depth(level: Int, groups: Int, isRead: Bool) {
        // Field 15 as the start and the end of a group.
        let bytes = [UInt8](repeating: 0x7B, count: groups) + [UInt8](repeating: 0x7C, count: groups)
        var fields = ProtobufFields(bytes[...], level: level)
        var count = 0, isWhole = true
        do { while try fields.next() != nil { count += 1 } } catch { isWhole = false }
        #expect(isWhole == isRead && count == (isRead ? 1 : 0))
    }
}
