import FixtureSupport
import Foundation
import Links
import TOTPDomain
import Testing
import Vault

/// `kill -9` at any moment of a save leaves a vault that opens.
struct KillTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func leavesTheOldVaultOrTheNewOne() async throws {
        let passphrase = Passphrase("right")
        let vault = folder.path("vault.json")
        let links = (0..<100).map {
            "otpauth://totp/Big:\($0)?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&period=\($0 + 1)"
        }
        try folder.write(links.joined(separator: "\n"), to: "links.txt")
        let old = try KeyURI.read(Array("otpauth://totp/Old:alice?secret=JBSWY3DPEHPK3PXP".utf8).span).account
        _ = try VaultFile.create(vault, passphrase: passphrase, items: [old], cost: .init(n: 16, r: 8, p: 1))
        let before = try folder.bytes("vault.json")

        let clock = ContinuousClock()
        let whole = try clock.measure { try run().waitUntilExit() }
        #expect(try VaultFile.open(vault, passphrase: passphrase).items().count == 101)

        // The delay follows the outcome, so that the kills crowd around the moment at which the old vault becomes the
        // new one, however busy the machine is.
        var random = SeededGenerator(seed: 200)
        var delay = whole / 2
        var outcomes: [Int: Int] = [:]
        for _ in 0..<150 {
            try folder.write(before, to: "vault.json")
            let process = try run()
            try await clock.sleep(for: delay * Double.random(in: 0.8...1.2, using: &random))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let count = try VaultFile.open(vault, passphrase: passphrase).items().count
            #expect(count == 1 || count == 101)
            outcomes[count, default: 0] += 1
            delay = count == 1 ? delay * 1.15 : delay / 1.15
            for version in try VaultVersion.list(of: vault) {
                #expect(try !VaultFile.open(version.path, passphrase: passphrase).items().isEmpty)
            }
        }
        // If all kills were too early or too late, they would prove nothing.
        #expect(outcomes[1, default: 0] >= 15 && outcomes[101, default: 0] >= 15, "\(outcomes)")
    }

    @Test("Ctrl-C while a folder is written leaves all of its files or none", arguments: ["qr", "pass"])
    func interruptedFolder(id: String) throws {
        let links = (0..<300).map {
            "otpauth://totp/Big%20\($0 % 60):\($0)?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&period=\($0 + 1)"
        }
        try folder.write(links.joined(separator: "\n"), to: "links.txt")
        let staged = folder.path(".out.new")
        for count in [0, 1, 5, 50, 200] {
            let process = try run(["convert", folder.path("links.txt"), "--to", id, "--output", folder.path("out")])
            while process.isRunning, (try? FileManager.default.contentsOfDirectory(atPath: staged).count) ?? -1 < count
            {
                sched_yield()
            }
            process.interrupt()
            process.waitUntilExit()
            let names = try folder.names().filter { $0 != "links.txt" }
            guard !names.isEmpty else { continue }
            #expect(names == ["out"])
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path("out"))
            #expect(files.count { $0.hasSuffix(".png") || $0.hasSuffix(".txt") } == 300)
            try FileManager.default.removeItem(atPath: folder.path("out"))
        }
    }

    private func run() throws -> Process {
        try run(["import", folder.path("links.txt"), "--vault", folder.path("vault.json"), "--quiet"])
    }

    private func run(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = Program.url
        process.arguments = arguments
        process.environment = Program.environment("right")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}
