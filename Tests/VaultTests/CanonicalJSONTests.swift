import CryptoPrimitives
import Encodings
import TOTPDomain
import Testing

@testable import Vault

@Suite("The canonical form of RFC 8785, as far as a header needs it")
struct CanonicalJSONTests {
    @Test(
        "Keys are sorted, and there is one text for each value",
        arguments: [
            ([:], "{}"), ([], "[]"), (0, "0"), (-1, "-1"), (.integer(1 << 53 - 1), "9007199254740991"),
            ("", "\"\""), ("a/b \"c\" \\", "\"a/b \\\"c\\\" \\\\\""), ([1, ["x"], [:]], "[1,[\"x\"],{}]"),
            ("\u{0}\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}", "\"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\u{7F}\""),
            (["b": 1, "a": [:], "B": 2, "aa": [], "": 0], "{\"\":0,\"B\":2,\"a\":{},\"aa\":[],\"b\":1}"),
        ] as [(JSONValue, String)])
    func form(value: JSONValue, text: String) throws {
        #expect(String(decoding: try CanonicalJSON.encode(value, path: "header"), as: UTF8.self) == text)
    }

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
        let digest = try Digest.sha256.hash(try CanonicalJSON.encode(header, path: "header"))
        #expect(ASCII.hex(digest) == "f78d029428dcf07c819b7eaadc82408f2e5ad98934efd8e4a4b87f0f8861cc61")
    }

    @Test(
        "What a header must not hold is refused by its place",
        arguments: [
            (.null, "header"), (["a": .bool(true)], "header.a"), (["a": ["b": [1, .number(0.5)]]], "header.a.b[1]"),
            (["a": "é"], "header.a"), (["é": 1], "header"),
            (.integer(1 << 53), "header"), (.integer(-1 << 53), "header"), (.integer(.min), "header"),
        ] as [(JSONValue, String)])
    func refused(value: JSONValue, place: String) {
        guard case .refused(let field, _) = vaultError({ try CanonicalJSON.encode(value, path: "header") }) else {
            Issue.record("\(value) was taken")
            return
        }
        #expect(field == place)
    }
}
