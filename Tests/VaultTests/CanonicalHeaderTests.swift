import CryptoPrimitives
import Encodings
import Testing

@testable import Vault

@Suite("The canonical form of a header")
struct CanonicalHeaderTests {
    @Test("The example of the specification, by its digest")
    func example() throws {
        func zeros(_ count: Int) -> JSONValue { HandmadeVault.base64([UInt8](repeating: 0, count: count)) }
        let header: JSONValue = [
            "slots": [
                [
                    "wrappedKey": zeros(48), "type": "recovery", "nonce": zeros(12),
                    "kdf": ["salt": zeros(32), "name": "hkdf-sha256"], "id": "9E1D2A7E-0000-4000-A000-000000000002",
                ]
            ], "payload": ["salt": zeros(32), "nonce": zeros(12)], "id": "5B0C2A7E-0000-4000-A000-000000000001",
            "cipher": "AES-256-GCM",
        ]
        let fields = try FieldReader(header.ordered(), in: .envelope, path: "header")
        let digest = try Digest.sha256.hash(try VaultHeader(fields).canonical)
        #expect(Hex.encode(digest) == "f78d029428dcf07c819b7eaadc82408f2e5ad98934efd8e4a4b87f0f8861cc61")
    }

    @Test(
        "A value that a header must not have is refused by its place",
        arguments: [
            ("x", .null, "header.x"), ("x", ["b": [1, .number(0.5)]], "header.x.b[1]"), ("x", "é", "header.x"),
            ("é", 1, "header"), ("x", .integer(1 << 53), "header.x"), ("x", .integer(-1 << 53), "header.x"),
            ("slots.0.kdf.x", .bool(true), "header.slots[0].kdf.x"),
        ] as [(String, JSONValue, String)])
    func refused(field: String, value: JSONValue, place: String) throws {
        var vault = try JSONValue(parsing: try HandmadeVault(["items": []]).bytes())
        vault[path: "header.\(field)"] = value
        guard case .refused(let named, _) = vaultError({ try VaultEnvelope(vault.encoded()) }) else {
            Issue.record("\(value) was accepted")
            return
        }
        #expect(named == place)
    }
}
