import SecureMemory
import Testing

@Suite("Locked bytes")
struct LockedBytesTests {
    @Test(
        "Locked bytes keep their bytes and end with a zero for C",
        arguments: [0, 1, 63, 64, 255, 256, 1023, 1024, 5000, 2 << 20])
    func bytes(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
        let locked = LockedBytes(copying: bytes)
        #expect(locked.count == count && Array(locked) == bytes)
        #expect(locked.withBytes { Array($0) } == bytes)
        #expect(locked.withCString { $0[count] } == 0)
    }

    @Test("Locked bytes are equal if their bytes are")
    func equality() {
        let one = LockedBytes(copying: "right".utf8), other = LockedBytes(copying: "wrong".utf8)
        #expect(one == LockedBytes(copying: "right".utf8) && one != other)
        #expect(Set([one, other, LockedBytes(copying: "right".utf8)]).count == 2)
    }

    @Test("Locked bytes print no byte")
    func description() {
        let bytes = LockedBytes(copying: "invented".utf8)
        #expect("\(bytes)" == "‹8 bytes›" && String(reflecting: bytes) == "‹8 bytes›")
        var dumped = ""
        dump(bytes, to: &dumped)
        #expect(!dumped.contains("105"))
    }

    @Test("Locked bytes are wiped when nobody uses them any more", arguments: [8, 200, 1000])
    func wiping(count: Int) {
        let address = LockedBytes(copying: [UInt8](repeating: 0x5A, count: count)).withBytes {
            UInt(bitPattern: $0.baseAddress)
        }
        // The pages stay, so that they can be read.
        let block = UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
        #expect(block.allSatisfy { $0 == 0 })
    }

    @Test("Locked bytes of one size never overlap")
    func blocks() {
        let all = (0..<1000).map { LockedBytes(copying: [UInt8](repeating: UInt8($0 % 251), count: 32)) }
        #expect(all.enumerated().allSatisfy { index, bytes in bytes.allSatisfy { $0 == UInt8(index % 251) } })
    }

    @Test("An error while locked bytes are filled is passed on")
    func failure() {
        struct Problem: Error {}
        #expect(throws: Problem.self) { _ = try LockedBytes(count: 8) { _ throws(Problem) in throw Problem() } }
    }

    #if os(Linux)
        @Test("Locked bytes are locked in memory, and not in core dumps", arguments: [32, 500, 40_000])
        func locking(count: Int) throws {
            let bytes = LockedBytes(copying: [UInt8](repeating: 1, count: count))
            let address = bytes.withBytes { UInt(bitPattern: $0.baseAddress) }
            let flags = try #require(MemoryMap.flags(at: address))
            #expect(flags.contains("dd"))
            // A system may forbid locking.
            if MemoryMap.mayLock { #expect(flags.contains("lo")) }
            withExtendedLifetime(bytes) {}
        }

        @Test("Locked bytes are between pages that nobody can read")
        func guards() throws {
            let bytes = LockedBytes(copying: [UInt8](repeating: 1, count: 8000))
            let address = bytes.withBytes { UInt(bitPattern: $0.baseAddress) }
            for outside in [address - 1, address + 8192] {
                #expect(try #require(MemoryMap.flags(at: outside)).contains("rd") == false)
            }
            withExtendedLifetime(bytes) {}
        }
    #endif
}
