import FixtureSupport
import Links
import TOTPDomain
import Testing

@testable import totp_import

/// Every writer, with the third account missing in its output.
@Suite("Writers that lose an account")
struct LosingWriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes all accounts but the third, and does not say so.
    private struct LosingFormat: ExportFormat {
        let format: any ExportFormat

        var description: ExportDescription { format.description }
        var writesFilePerAccount: Bool { format.writesFilePerAccount }

        func write(_ request: ExportRequest) throws(ExportError) -> Export {
            var request = request
            request.items.remove(at: 2)
            return try format.write(request)
        }

        func readableParts(of bytes: [UInt8]) -> [[UInt8]] { format.readableParts(of: bytes) }
    }

    /// Ordinary accounts, which every app can store.
    private static func accounts() throws -> [Account] {
        try (0..<5).map { index in
            let link = "otpauth://totp/Acme%20\(index):user\(index)?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJ\(index + 2)"
            return try KeyURI.read(Array("\(link)&issuer=Acme%20\(index)".utf8).span).account
        }
    }

    @Test(
        "The check names the account, and nothing is written",
        arguments: Assembly.current.exportFormats.map(\.description.id))
    func everyWriter(id: FormatID) async throws {
        let format = try #require(Assembly.current.exportFormats.first { $0.description.id == id })
        let isEncrypted = format.description.protection == .required
        let request = ExportRequest(
            items: try Self.accounts(), protection: isEncrypted ? .passphrase(Passphrase("a passphrase")) : .none,
            now: .wholeSecondNow, random: Assembly.current.random)
        let output = folder.path("out")
        func write(_ format: any ExportFormat) async throws -> Int {
            try await ExportWriter(format: format, output: output, force: false, jobs: 1, request: request)
                .write(try format.write(request), Reporter(Console(), verbosity: .quiet))
        }
        let error = await #expect(throws: (any Error).self) { try await write(LosingFormat(format: format)) }
        let message = error.map { "\($0)" } ?? ""
        #expect(message.contains("internal error: \"\(request.items[2].label)\" would have other codes"), "\(message)")
        #expect(message.contains("nothing was written"))
        #expect(try folder.names() == [])
        // Without the loss, the same writer passes.
        #expect(try await write(format) == 5)
        #expect(try folder.names() == ["out"])
    }
}
