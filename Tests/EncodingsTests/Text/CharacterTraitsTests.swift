import Testing

@testable import Encodings

struct CharacterTraitsTests {
    @Test func hasOneDigitPerByte() {
        #expect(CharacterTraits.letters.utf8CodeUnitCount == 256)
    }

    @Test(arguments: UInt8.min...UInt8.max)
    func everyByteHasItsTraits(byte: UInt8) {
        let isReserved = byte <= 0x20 || byte >= 0x7F || "\"<>[\\]^{|}`#".utf8.contains(byte)
        var expected: CharacterTraits = isReserved ? .reserved : []
        if byte == UInt8(ascii: "%") { expected.insert(.percent) }
        if byte == UInt8(ascii: "+") { expected.insert(.plus) }
        if byte == UInt8(ascii: "=") { expected.insert(.equals) }
        if byte == UInt8(ascii: ":") { expected.insert(.colon) }
        #expect(CharacterTraits(rawValue: CharacterTraits.of(byte)) == expected)
    }
}
