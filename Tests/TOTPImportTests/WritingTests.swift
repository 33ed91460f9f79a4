import FixtureSupport
import TOTPImport
import Testing

@Suite struct WritingTests {
    private static let passphrase = Passphrase("correct horse battery staple")

    private func accounts() throws -> [Account] {
        try ["Acme:alice", "Birch:bob"].enumerated().map { index, label in
            try Account(keyURI: "otpauth://totp/\(label)?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJ\(index + 2)")
        }
    }

    @Test(arguments: ExportDescription.writable.map(\.id))
    func everyFormatIsReadBackFromMemory(_ format: FormatID) async throws {
        let description = try #require(ExportDescription.writable.first { $0.id == format })
        let passphrase = description.protection == .none ? nil : Self.passphrase
        let export = try await AccountWriter(format: format, passphrase: passphrase).write(accounts())
        #expect(export.leftOut.isEmpty)
        var reader = AccountReader()
        reader.passphrases = [Self.passphrase]
        let result = try await reader.read(export.files.map { .bytes($0.bytes, named: $0.name) })
        let read = Set(result.accounts.map(\.secret))
        #expect(read == Set(try accounts().map(\.secret)))
        #expect(result.ledger.addsUp)
    }

    @Test func anEncryptedFormatNeedsAPassphrase() async throws {
        await #expect { try await AccountWriter(format: "totply-vault").write(try accounts()) } throws: { error in
            (error as? ExportError)?.code == .passphraseRequired
        }
    }

    /// An app that gives a passphrase takes the files for encrypted.
    @Test func aFormatThatIsNeverEncryptedRefusesAPassphrase() async throws {
        let formats = ExportDescription.writable.filter { $0.protection == .none }
        #expect(!formats.isEmpty)
        for format in formats {
            await #expect {
                try await AccountWriter(format: format.id, passphrase: Self.passphrase).write(try accounts())
            } throws: { error in
                (error as? ExportError)?.code == .notEncryptable
            }
        }
    }

    @Test func anUnknownFormatIsAnError() async throws {
        await #expect { try await AccountWriter(format: "no-such-format").write(try accounts()) } throws: { error in
            (error as? ExportError)?.code == .formatUnknown
        }
    }

    @Test func anAccountThatAnAppCannotStoreIsNamed() async throws {
        let steam = try Account(keyURI: "otpauth://steam/Steam:carol?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        let export = try await AccountWriter(format: "google-migration").write(try accounts() + [steam])
        #expect(export.leftOut.map(\.index) == [2])
        #expect(export.leftOut.map(\.code) == [.kindNotSupported])
    }

    @Test func theFormatsHaveWords() {
        #expect(FormatDescription.readable.count > 50)
        for format in FormatDescription.readable { #expect(!format.app.isEmpty && !format.exportSteps.isEmpty) }
        for format in ExportDescription.writable { #expect(!format.app.isEmpty && !format.importSteps.isEmpty) }
    }
}
