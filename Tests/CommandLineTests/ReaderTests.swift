import FixtureSupport
import Foundation
import Testing

/// The independent reader in Python opens the vaults that the program writes.
struct ReaderTests {
    private struct Account: Decodable, Hashable {
        var type, issuer, name, secret: String
        var digits: Int
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A Python that has the packages of `scripts/requirements.txt`; `make test` installs one.
    private static let python: URL? = {
        let environment = ProcessInfo.processInfo.environment["TOTP_IMPORT_PYTHON"].map { URL(filePath: $0) }
        let installed = FixtureFolder.package.appending(path: ".build-python/bin/python3")
        return [environment, installed, ExternalProgram(named: "python3")?.url].compactMap { $0 }.first { python in
            (try? Program.run(python, ["-c", "import cryptography, jsonschema"]).status) == 0
        }
    }()

    @Test(.enabled(if: python != nil, "no Python with the packages of scripts/requirements.txt"))
    func listsTheSameAccounts() throws {
        let python = try #require(Self.python)
        let vault = folder.path("vault.json")
        let inputs = ["names", "dense", "text"].map { FixtureFolder.images.appending(path: $0).file }
        let imported = try Program.run(["import"] + inputs + ["--vault", vault], passphrase: "Zoë’s passphrase")
        #expect(imported.status == 1)
        let code = try Program.run(["vault", "recovery", "add", vault], passphrase: "Zoë’s passphrase").text
        let codeFile = try folder.write(code, to: "code.txt")

        let ours = try Program.run(["list", vault, "--json", "--reveal"], passphrase: "Zoë’s passphrase")
        let expected = try JSONDecoder().decode([String: [Account]].self, from: itemsOnly(ours.output))["items"]
        let reader = FixtureFolder.package.appending(path: "Docs/vault-format/read_vault.py").file
        for key in [[], ["--recovery-file", codeFile]] {
            let read = try Program.run(
                python, [reader, vault, "--json", "--reveal"] + key,
                passphrase: key.isEmpty ? "Zoë’s passphrase" : nil)
            #expect(read.status == 0, "\(read.errors)")
            #expect(try accounts(read.output) == expected)
        }
        let checked = try Program.run(python, [reader, vault, "--schema-check"], passphrase: "Zoë’s passphrase")
        #expect(checked.status == 0, "\(checked.errors)")
        let refused = try Program.run(python, [reader, vault], passphrase: "wrong")
        #expect(refused.status == 3)
    }

    /// The reader prints a list, or an object with one.
    private func accounts(_ data: Data) throws -> [Account] {
        if let list = try? JSONDecoder().decode([Account].self, from: data) { return list }
        return try JSONDecoder().decode([String: [Account]].self, from: itemsOnly(data))["items"] ?? []
    }

    private func itemsOnly(_ data: Data) throws -> Data {
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return try JSONSerialization.data(withJSONObject: ["items": object?["items"] ?? []])
    }
}
