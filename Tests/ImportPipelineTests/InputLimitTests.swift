import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Each kind of input has its own size limit")
struct InputLimitTests {
    private static let link = Array("otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP\n".utf8)
    private static let database = Array("SQLite format 3\0".utf8)

    private func failure(_ bytes: [UInt8]) async -> SourceError? {
        var settings = ReadingSettings()
        settings.limits.sourceBytes = 3 << 20
        settings.limits.textBytes = 1 << 20
        settings.limits.databaseBytes = 2 << 20
        let reader = SourceReader(
            registry: .standard, images: ImageReader(decoders: [ScriptedDecoder()], scanner: ScriptedScanner()),
            settings: settings)
        return await reader.read(Input(name: "input", location: .memory(bytes))).failure
    }

    @Test("A text at its limit is read, one byte more is refused")
    func texts() async {
        let text = Self.link + [UInt8](repeating: 0x0A, count: (1 << 20) - Self.link.count)
        #expect(await failure(text) == nil)
        #expect(
            await failure(text + [0x0A])
                == SourceError(.tooLarge, LimitMessage.text(1)))
    }

    @Test("Other data at its own limit is read, one byte more is refused")
    func others() async {
        for start in [Self.database, [0, 1, 2, 3]] {
            let large = start + [UInt8](repeating: 0, count: (2 << 20) - start.count)
            #expect(await failure(large)?.code != .tooLarge)
            #expect(
                await failure(large + [0])
                    == SourceError(.tooLarge, LimitMessage.database(2)))
        }
        let image = ScriptedPicture.magic + [UInt8](repeating: 0x0A, count: (3 << 20) - 8)
        #expect(await failure(image)?.code != .tooLarge)
        #expect(await failure(image + [0x0A]) == SourceError(.tooLarge, LimitMessage.input(3)))
    }

    @Test("The limits that are used are those of the table")
    func values() {
        let limits = ImportLimits()
        #expect(limits.sourceBytes == Limit.input && limits.textBytes == Limit.text)
        #expect(limits.databaseBytes == Limit.database && limits.entries == Limit.entries)
        #expect(limits.keyDerivationMemory == Limit.derivationMemory)
        #expect(limits.keyDerivationSeconds == Limit.derivationTime)
    }
}
