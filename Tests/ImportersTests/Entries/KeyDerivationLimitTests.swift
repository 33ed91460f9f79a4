import CryptoPrimitives
import Encodings
import FixtureSupport
import Importers
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
            (117, 1 << 10, 2, true), (1000, 1 << 10, 1, true), (10, 1 << 20, 4, true), (11, 1 << 20, 4, false),
            (10_240, 1 << 10, 1, true), (10_241, 1 << 10, 1, false),
            // Below 256 KiB for each lane, starting the lanes takes longest.
            (40_960, 8, 1, true), (40_961, 8, 1, false), (640, 512, 64, true), (641, 512, 64, false),
            (.max, 8, 1, false), (.max, 0, 0, true), (.max, 1 << 20, 64, false), (.max, .max, .max, false),
        ] as [(UInt32, UInt32, UInt32, Bool)])
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
