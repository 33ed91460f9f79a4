import CryptoPrimitives
import Encodings
import FixtureSupport
@testable import FormatEngine
import TOTPDomain
import Testing

@Suite("The limit of key derivations")
struct KeyDerivationLimitTests {
    private static func isAllowed(_ passes: UInt32, _ memory: UInt32, _ lanes: UInt32) -> Bool {
        let cost = KeyDerivation.Argon2Cost(passes: passes, memory: memory, lanes: lanes)
        do throws(SourceError) {
            try ImportLimits().check(cost)
            return true
        } catch {
            #expect(error.code == .limitExceeded)
            return false
        }
    }

    @Test(
        "Passes times memory count, not the passes",
        arguments: [
            // KiB. The costs that apps write, and ten passes over all of the memory.
            (passes: 117, memory: 1 << 10, lanes: 2, isAllowed: true),
            (passes: 1000, memory: 1 << 10, lanes: 1, isAllowed: true),
            (passes: 10, memory: 1 << 20, lanes: 4, isAllowed: true),
            (passes: 11, memory: 1 << 20, lanes: 4, isAllowed: false),
            (passes: 10_240, memory: 1 << 10, lanes: 1, isAllowed: true),
            (passes: 10_241, memory: 1 << 10, lanes: 1, isAllowed: false),
            // Below 256 KiB for each lane, starting the lanes takes longest.
            (passes: 40_960, memory: 8, lanes: 1, isAllowed: true),
            (passes: 40_961, memory: 8, lanes: 1, isAllowed: false),
            (passes: 640, memory: 512, lanes: 64, isAllowed: true),
            (passes: 641, memory: 512, lanes: 64, isAllowed: false),
            (passes: .max, memory: 8, lanes: 1, isAllowed: false),
            (passes: .max, memory: 0, lanes: 0, isAllowed: true),
            (passes: .max, memory: 1 << 20, lanes: 64, isAllowed: false),
            (passes: .max, memory: .max, lanes: .max, isAllowed: false),
        ] as [(passes: UInt32, memory: UInt32, lanes: UInt32, isAllowed: Bool)])
    func work(passes: UInt32, memory: UInt32, lanes: UInt32, isAllowed: Bool) {
        #expect(Self.isAllowed(passes, memory, lanes) == isAllowed)
    }

    private static let memory = UInt32(Limit.derivationMemory >> 10), lanes = UInt32(Limit.derivationLanes)

    @Test("As much memory and as many lanes as the limits are allowed")
    func most() { #expect(Self.isAllowed(1, Self.memory, Self.lanes)) }

    @Test(
        "One KiB or one lane more is refused, with the limit",
        arguments: [
            (memory + 1, 1, LimitMessage.derivationMemory(memory >> 10)),
            (1 << 10, lanes + 1, LimitMessage.derivationLanes(lanes + 1, lanes)),
        ] as [(UInt32, UInt32, String)])
    func more(memory: UInt32, lanes: UInt32, message: String) {
        let failure = #expect(throws: SourceError.self) {
            try ImportLimits().check(KeyDerivation.Argon2Cost(passes: 1, memory: memory, lanes: lanes))
        }
        #expect(failure?.code == .limitExceeded && failure?.message.hasSuffix(message) == true)
    }
}
