import Encodings
import FixtureSupport
import Testing

@Suite("Numbers and runs of bytes from untrusted bytes")
struct ByteReaderTests {
    struct Cut: Error, Equatable {}

    @Test("Integers of every size are read in both byte orders")
    func values() throws {
        let bytes: [UInt8] = [0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0xF8]
        #expect(bytes.integer(UInt8.self, at: 7, .big) == 0xF8)
        #expect(bytes.integer(UInt16.self, at: 1, .big) == 0x0203)
        #expect(bytes.integer(UInt16.self, at: 1, .little) == 0x0302)
        #expect(bytes.integer(UInt32.self, at: 4, .big) == 0x0506_07F8)
        #expect(bytes.integer(UInt32.self, at: 4, .little) == 0xF807_0605)
        #expect(bytes.integer(UInt64.self, at: 0, .big) == 0x0102_0304_0506_07F8)
        #expect(bytes.integer(UInt64.self, at: 0, .little) == 0xF807_0605_0403_0201)
        for index in [-1, 1, 8, Int.max, Int.min] { #expect(bytes.integer(UInt64.self, at: index, .big) == nil) }
        #expect(bytes[2...].integer(.big) == 0x0304_0506_07F8 && bytes[..<2].integer(.little) == 0x0201)
        #expect([UInt8]().integer(.big) == 0 && [UInt8](repeating: 0, count: 9).integer(.big) == nil)
    }

    @Test("A number is read as it was written", arguments: [ByteOrder.big, .little])
    func roundTrip(order: ByteOrder) throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            let numbers = (0..<5).map { _ in random.next() >> UInt64.random(in: 0..<64, using: &random) }
            var bytes: [UInt8] = [9, 9]
            for number in numbers {
                bytes +=
                    UInt8(truncatingIfNeeded: number).bytes(order) + UInt16(truncatingIfNeeded: number).bytes(order)
                bytes += UInt32(truncatingIfNeeded: number).bytes(order) + number.bytes(order)
                bytes += UInt16(2).bytes(order) + [7, 8]
            }
            // A slice: indices do not start at 0.
            var reader = ByteReader(bytes[2...], order, orThrow: Cut())
            for number in numbers {
                #expect(try reader.byte() == UInt8(truncatingIfNeeded: number))
                #expect(try reader.integer(UInt16.self) == UInt16(truncatingIfNeeded: number))
                #expect(try reader.integer(UInt32.self) == UInt32(truncatingIfNeeded: number))
                #expect(try reader.integer(UInt64.self) == number)
                #expect(try reader.block(UInt16.self).elementsEqual([7, 8]))
            }
            #expect(reader.isAtEnd && reader.position == bytes.count - 2)
        }
    }

    @Test("A read past the end throws the caller's error and does not move the cursor")
    func cut() throws {
        for size in 0..<8 {
            var reader = ByteReader([UInt8](repeating: 0xFF, count: size), .little, orThrow: Cut())
            #expect(throws: Cut()) { try reader.integer(UInt64.self) }
            #expect(throws: Cut()) { try reader.count(UInt64.self) }
            #expect(throws: Cut()) { try reader.block(UInt8.self) }
            #expect(throws: Cut()) { try reader.take(size + 1) }
            #expect(throws: Cut()) { try reader.take(-1) }
            #expect(throws: Cut()) { try reader.skip(.max) }
            #expect(reader.position == 0 && reader.remaining == size)
        }
        // A length that no Int holds, and one with too few bytes behind it.
        var reader = ByteReader([UInt8](repeating: 0xFF, count: 20), .big, orThrow: Cut())
        #expect(throws: Cut()) { try reader.block(UInt64.self) }
        #expect(throws: Cut()) { try reader.block(UInt32.self) }
        #expect(reader.position == 0)
        #expect(try reader.take(3).count == 3)
        #expect(reader.takeRest().count == 17 && reader.isAtEnd && reader.takeRest().isEmpty)
    }
}
