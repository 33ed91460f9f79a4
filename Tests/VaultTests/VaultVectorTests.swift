import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Vault

/// Vaults that another program wrote from the specification alone (`Docs/vault-format/make_vectors.py`).
struct VaultVectorTests {
    struct Vector: Decodable, CustomTestStringConvertible, Sendable {
        var file: String
        var passphrase: String?
        var recoveryCode: String?
        var expect: String
        var field: String?
        var items: [Item]?

        var testDescription: String { "\(file), \(expect)" }
    }

    struct Item: Decodable, Sendable {
        var id: UUID
        var type, name, issuer, secret, algorithm: String
        var digits: Int
        var period: Int?
        var counter: Int64?
        var pin, note: String?
        var tags: [String]?
        var favorite: Bool?
        var isDeleted: Bool
    }

    private static let folder = FixtureFolder.package.appending(path: "Docs/vault-format/vectors")
    static let vectors: [Vector] = {
        let manifest = try? Data(contentsOf: folder.appending(path: "manifest.json"))
        return (try? JSONDecoder().decode([Vector].self, from: manifest ?? Data())) ?? []
    }()

    @Test func thereAreVectorsOfEachKind() {
        #expect(Set(Self.vectors.map(\.expect)) == ["opens", "refused", "newer", "wrong-passphrase", "changed"])
        #expect(Self.vectors.count > 30)
    }

    @Test(arguments: vectors)
    func givesWhatTheManifestSays(vector: Vector) throws {
        let path = Self.folder.appending(path: vector.file).file
        let opened: Result<VaultFile, VaultError> = Result { () throws(VaultError) in
            if let code = vector.recoveryCode {
                return try VaultFile.open(path, recoveryCode: RecoveryCode(typed: Passphrase(code)))
            }
            return try VaultFile.open(path, passphrase: Passphrase(vector.passphrase ?? ""))
        }
        switch (vector.expect, opened) {
        case ("opens", .success(let vault)):
            try expect(vault.items(), equal: vector.items ?? [])
        case ("newer", .failure(.newerVersion)), ("changed", .failure(.changed)),
            ("wrong-passphrase", .failure(.wrongPassphrase)), ("wrong-passphrase", .failure(.wrongRecoveryCode)),
            ("wrong-passphrase", .failure(.malformedRecoveryCode)):
            break
        case ("refused", .failure(.refused(let field, _))):
            if let expected = vector.field { #expect(field == expected) }
        case ("refused", .failure(.notAVault)):
            #expect(vector.field == nil || vector.field == "format")
        case (_, .failure(let error)):
            Issue.record("\(vector.file): \(error)")
        case (_, .success):
            Issue.record("\(vector.file) opens")
        }
    }

    private func expect(_ items: [TOTPItem], equal expected: [Item]) {
        #expect(items.count == expected.count)
        for (item, expected) in zip(items, expected) {
            #expect(item.id == expected.id)
            #expect(item.issuer == expected.issuer)
            #expect(item.name == expected.name)
            #expect(item.secret.base32 == expected.secret)
            #expect(item.parameters.kind.rawValue == expected.type)
            #expect(item.parameters.algorithm.rawValue == expected.algorithm)
            #expect(item.parameters.digits == expected.digits)
            #expect(item.parameters.period == expected.period)
            #expect(item.parameters.counter == expected.counter)
            #expect(item.pin?.text == expected.pin)
            #expect(item.note == expected.note)
            #expect(item.tags == expected.tags ?? [])
            #expect(item.isFavorite == (expected.favorite ?? false))
            #expect(item.isDeleted == expected.isDeleted)
        }
    }
}
