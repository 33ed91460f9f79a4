import Encodings
import FixtureSupport
import ImageDecode
import TOTPDomain
import TOTPImport
import Testing

@Suite struct ReadingTests {
    @Test func anExportInMemoryIsRead() async throws {
        let result = try await AccountReader().read([
            .bytes(Fixture.bytes("exports/aegis/plain.json"), named: "aegis.json")
        ])
        #expect(result.ledger.sources.map(\.format) == ["aegis"])
        #expect(result.ledger.sources.map(\.name) == ["aegis.json"])
        #expect(result.accounts.count == result.ledger.totals.added)
        #expect(!result.accounts.isEmpty)
    }

    @Test func anEncryptedExportIsReadWithItsPassphrase() async throws {
        let sample = try #require(ExportSample.fixtures.first { $0.place == "aegis/encrypted.json" })
        let passphrase = try #require(sample.expected.password)
        let result = try await AccountReader(passphrases: [Passphrase(passphrase)]).read([
            .bytes(try Fixture.bytes("exports/aegis/encrypted.json"), named: "aegis.json")
        ])
        #expect(result.ledger.sources.map(\.isEncrypted) == [true])
        #expect(result.accounts.count == sample.expected.items.count)
    }

    @Test(arguments: [
        (nil, SourceError.Code.passphraseRequired), ("not the passphrase", .wrongPassphrase),
    ])
    func whatCannotBeOpenedIsInTheLedger(_ passphrase: String?, _ code: SourceError.Code) async throws {
        let result = try await AccountReader(passphrases: [passphrase].compactMap { $0.map { Passphrase($0) } }).read([
            .bytes(try Fixture.bytes("exports/aegis/encrypted.json"), named: "aegis.json")
        ])
        #expect(result.ledger.sources.map(\.failure?.code) == [code])
        #expect(result.ledger.sources.map(\.status) == [.failed])
        #expect(result.accounts.isEmpty)
        #expect(!result.ledger.isComplete)
    }

    @Test func aPictureFileInMemoryIsRead() async throws {
        let name = "images/google-parts/complete-1.png"
        let result = try await AccountReader().read([.bytes(try Fixture.bytes(name), named: name)])
        #expect(result.accounts.count == 4)
        #expect(result.ledger.warnings.count == 1)
        #expect(!result.ledger.isComplete)
    }

    @Test func pixelsInMemoryAreRead() async throws {
        let bytes = try Fixture.bytes("images/google-parts/complete-1.png")
        let content = SourceContent(bytes)
        guard case .image(let kind) = content.kind else { throw Missing.picture }
        let decoder = try #require(ImageDecoders.all().first { $0.kinds.contains(kind) })
        let luma = try decoder.decode(bytes, over: .white).luma
        let picture = ImportInput.picture(
            luminance: luma.pixels, width: luma.width, height: luma.height, named: "camera")
        #expect(try await AccountReader().read([picture]).accounts.count == 4)
    }

    private enum Missing: Error { case picture }

    @Test func pixelsOfAnotherNumberAreAFailure() async throws {
        let picture = ImportInput.picture(luminance: [0, 0, 0], width: 2, height: 2, named: "camera")
        let result = try await AccountReader().read([picture])
        #expect(result.ledger.sources.map(\.failure?.code) == [.imageDamaged])
    }

    @Test func aFolderIsReadAndEveryFileOfItIsAccountedFor() async throws {
        let folder = ImportInput.path(Fixture.path("images/google-parts"))
        let result = try await AccountReader().read([folder])
        #expect(result.ledger.sources.count > 5)
        #expect(result.ledger.addsUp)
    }

    @Test func aPathThatLooksLikeAnOptionOfTheCommandLineIsAPath() async throws {
        let link = "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        for path in ["-", link] {
            let result = try await AccountReader().read([.path(path)])
            #expect(result.ledger.sources.map(\.failure?.code) == [.notFound])
        }
    }

    @Test func readersAtTheSameTimeDoNotKnowOfEachOther() async throws {
        let encrypted = try Fixture.bytes("exports/aegis/encrypted.json")
        let sample = try #require(ExportSample.fixtures.first { $0.place == "aegis/encrypted.json" })
        let passphrase = Passphrase(try #require(sample.expected.password))
        try await withThrowingTaskGroup(of: (Bool, Int).self) { group in
            for isKnown in [true, false, true, false] {
                group.addTask {
                    let result = try await AccountReader(passphrases: isKnown ? [passphrase] : []).read([
                        .bytes(encrypted, named: "aegis.json")
                    ])
                    return (isKnown, result.accounts.count)
                }
            }
            for try await (isKnown, count) in group { #expect((count > 0) == isKnown) }
        }
    }
}
