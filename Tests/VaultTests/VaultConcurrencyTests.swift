import FixtureSupport
import SafeFile
import TOTPDomain
import Testing

@testable import Vault

@Suite("Several writers of one vault")
struct VaultConcurrencyTests {
    let folder: TemporaryFolder
    private var path: String { folder.path("vault.json") }

    init() throws { folder = try TemporaryFolder() }

    @Test("No update is lost, also where one of the writers came through a link")
    func twoWriters() async throws {
        try makeVault(in: folder)
        try folder.makeLink("link.json", to: "vault.json")
        let writers = [("north", path), ("south", folder.path("link.json"))]
        try await withThrowingTaskGroup { group in
            for (name, path) in writers {
                group.addTask {
                    let vault = try VaultFile.open(path, passphrase: .fixture)
                    for number in 0..<20 {
                        try vault.update { $0.items.append(try sampleItem(named: "\(name) \(number)")) }
                    }
                }
            }
            try await group.waitForAll()
        }
        let names = try VaultFile.open(path, passphrase: .fixture).items().map(\.name)
        #expect(names.count == 40)
        // Each writer's accounts are in its own order.
        for (name, _) in writers { #expect(names.filter { $0.hasPrefix(name) } == (0..<20).map { "\(name) \($0)" }) }
    }

    @Test("A vault that another program holds is left alone, after a wait of five seconds")
    func locked() throws {
        let vault = try makeVault(in: folder, items: [try sampleItem()])
        let before = try folder.bytes("vault.json")
        let lock = try FileLock(for: path, waiting: 0)
        let error = vaultError { try vault.update { $0.items.removeAll() } }
        _ = consume lock
        guard case .file(let problem) = error else {
            Issue.record("not locked: \(String(describing: error))")
            return
        }
        #expect(problem.kind == .locked)
        #expect(problem.message.contains("let it finish and try again"))
        #expect(try folder.bytes("vault.json") == before)
        try vault.update { $0.items.removeAll() }
        #expect(try vault.items() == [])
    }

    @Test("Reading waits for nobody")
    func readingWhileLocked() throws {
        try makeVault(in: folder, items: [try sampleItem()])
        let lock = try FileLock(for: path, waiting: 0)
        #expect(try VaultFile.open(path, passphrase: .fixture).check().items == 1)
        _ = consume lock
    }
}
