import ArgumentParser
import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import totp_import
import Links

/// `convert` into a format that can be encrypted. A test format takes the place of the real ones, so that it can be
/// faulty and costs nothing.
@Suite("Encrypted targets")
struct EncryptedTargetTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("otpauth://totp/Good:bob?secret=GEZDGNBVGY3TQOJQ\n", to: "links.txt")
        try folder.write("a passphrase\n", to: "passphrase.txt")
    }

    /// Writes links and, as a comment, the requested protection, instead of encrypting them.
    private struct TestFormat: ExportFormat {
        var protection: ExportDescription.Protection
        /// A fault of the writer.
        var damage: @Sendable ([Account]) -> [Account] = { $0 }

        var description: ExportDescription {
            ExportDescription(
                id: "test", app: "Test", file: "text", protection: protection,
                capabilities: .everything, importSteps: "Press the button.")
        }

        func write(_ request: ExportRequest) throws(ExportError) -> Export {
            let words: String
            switch request.protection {
            case .none: words = "plain"
            case .passphrase(let passphrase): words = "encrypted with \(passphrase.text ?? "")"
            }
            let lines = damage(request.items).map { KeyURI.write($0) } + ["# \(request.items.count) \(words)"]
            return Export(files: [
                Export.File(name: "test.txt", bytes: Array(lines.joined(separator: "\n").utf8))
            ])
        }
    }

    /// - Returns: the requested protection, nil if nothing was written.
    private func convert(
        _ protection: ExportDescription.Protection, _ flags: [String],
        damage: @escaping @Sendable ([Account]) -> [Account] = { $0 }
    ) async throws -> String? {
        var assembly = Assembly.current
        assembly.exportFormats = [TestFormat(protection: protection, damage: damage)]
        try await Assembly.$current.withValue(assembly) {
            let command = try ConvertCommand.parse(
                [folder.path("links.txt"), "--to", "test", "--output", folder.path("out.txt"), "--quiet", "--force"]
                    + flags)
            try await command.run()
        }
        guard let text = try? folder.text("out.txt"), let comment = text.split(separator: "#").last else { return nil }
        return String(comment.dropFirst())
    }

    @Test("A writer that loses, changes or adds an account is caught, and nothing is written")
    func faultyWriters() async throws {
        let faults: [@Sendable ([Account]) -> [Account]] = [
            { Array($0.dropFirst()) },
            { $0 + $0 },
            {
                $0.map {
                    var item = $0; item.name = "someone else"; return item
                }
            },
            {
                $0.map {
                    var item = $0; item.parameters = OTPKind.steam.fixedParameters ?? item.parameters; return item
                }
            },
        ]
        for damage in faults {
            await #expect(throws: ExitStatus.nothing) { try await convert(.none, [], damage: damage) }
            #expect(try folder.names() == ["links.txt", "passphrase.txt"])
        }
    }

    @Test("A format that can be encrypted is encrypted, unless --plain is given")
    func protections() async throws {
        let passphrase = ["--target-passphrase-file", folder.path("passphrase.txt")]
        #expect(try await convert(.optional, passphrase) == "1 encrypted with a passphrase")
        #expect(try await convert(.required, passphrase) == "1 encrypted with a passphrase")
        #expect(try await convert(.optional, ["--plain"]) == "1 plain")
        #expect(try await convert(.none, ["--plain"]) == "1 plain")
        #expect(try await convert(.none, []) == "1 plain")
    }

    @Test(
        "Asking a format for an encryption that it cannot do is a usage error",
        arguments: [
            (.none, ["--target-passphrase-file", "x"], "is not encrypted"),
            (.required, ["--plain"], "always encrypted"),
            (.optional, ["--plain", "--target-passphrase-file", "x"], "together"),
            (.optional, ["--target-passphrase-file", "-", "--passphrase-file", "-"], "only once"),
        ] as [(ExportDescription.Protection, [String], String)])
    func usage(protection: ExportDescription.Protection, flags: [String], words: String) async throws {
        let error = await #expect(throws: (any Error).self) { try await convert(protection, flags) }
        let known = try #require(error)
        #expect(ConvertCommand.exitCode(for: known) == .validationFailure)
        #expect(ConvertCommand.message(for: known).contains(words))
        #expect(try folder.names() == ["links.txt", "passphrase.txt"])
    }

    @Test("The passphrase file is never overwritten, and must have a passphrase")
    func files() async throws {
        let path = folder.path("passphrase.txt")
        await #expect(throws: ExitCode.validationFailure) {
            try await convert(.optional, ["--target-passphrase-file", path, "--output", path])
        }
        #expect(try folder.text("passphrase.txt") == "a passphrase\n")
        try folder.write("\n", to: "empty.txt")
        await #expect(throws: ExitStatus.passphrase) {
            try await convert(.optional, ["--target-passphrase-file", folder.path("empty.txt")])
        }
    }
}
