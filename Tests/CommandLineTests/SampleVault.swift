import FixtureSupport
import Foundation
import Links
import TOTPDomain
import Vault

/// A vault whose passphrase slot costs next to nothing, for tests that open one many times.
struct SampleVault {
    static let passphrase = "right"
    static let name = "vault.json"

    let folder: TemporaryFolder
    let path: String

    /// - Parameters:
    ///   - links: the accounts that it holds.
    ///   - name: its place in the folder.
    init(_ links: [String] = [], in folder: TemporaryFolder, name: String = Self.name) throws {
        self.folder = folder
        path = folder.path(name)
        _ = try VaultFile.create(
            path, passphrase: Passphrase(Self.passphrase),
            items: links.map { try KeyURI.read(Array($0.utf8).span).account }, cost: .init(n: 16, r: 8, p: 1))
    }

    /// Runs the program with the vault's passphrase in the environment.
    func run(_ arguments: [String]) throws -> Program.Outcome {
        try Program.run(arguments, passphrase: Self.passphrase)
    }

    func items() throws -> [Account] {
        try VaultFile.open(path, passphrase: Passphrase(Self.passphrase)).items()
    }

    func bytes() throws -> [UInt8] { try FixtureFolder.bytes(URL(filePath: path)) }
}
