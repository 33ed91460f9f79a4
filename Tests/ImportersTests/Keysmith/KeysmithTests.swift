import TOTPDomain
import Testing

@testable import Importers

/// The boxes were made with PyNaCl.
@Suite("Keysmith's settings")
struct KeysmithTests {
    private static let passphrase = "correct horse £7"
    private static let id = "%7B0123abcd-5b8e-4330-8087-64f7ce79df3f%7D"

    private typealias Values = [(key: String, value: String)]

    private static let masterKey: Values = [
        ("algorithm", "2"), ("challenge", "\"zH51m+NQpZcJS70LcoLh8INlMIe1D3nrCsBU73/c4mMH\""), ("cpu", "1"),
        ("length", "32"), ("memory", "8192"), ("nonce", "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh"),
        ("salt", "\"MDEyMzQ1Njc4OUFCQ0RFRg==\""),
    ]
    private static let totp: Values = [
        ("account", "alice"), ("epoch", "1970-01-01T00:00:00.000Z"), ("hash", "Sha1"), ("issuer", "Acorn"),
        ("nonce", "YmJiYmJiYmJiYmJiYmJiYmJiYmJiYmJi"), ("pinLength", "6"),
        ("secret", "\"o20lAwx6oBRt7oWazTD06M986NM5D0femiw=\""), ("timeStep", "30"), ("type", "totp"),
    ]
    private static let hotp: Values =
        totp.filter { !["epoch", "hash", "timeStep", "type"].contains($0.key) } + [
            ("type", "hotp"), ("counter", "7"), ("checksum", "false"),
        ]

    private static func group(_ name: String, _ values: Values, _ changes: [String: String?] = [:]) -> String {
        var values = values
        for (key, value) in changes {
            values.removeAll { $0.key == key }
            if let value { values.append((key, value)) }
        }
        return "[\(name)]\n" + values.map { "\($0.key)=\($0.value)\n" }.joined() + "\n"
    }

    private static func read(
        _ groups: String..., masterKey changes: [String: String?] = [:], passphrase: String? = passphrase,
        limits: ImportLimits = ImportLimits()
    ) throws -> ImportedDocument {
        try ImportersTests.read(
            group("master-key", masterKey, changes) + groups.joined(), passphrase: passphrase, limits: limits)
    }

    // MARK: - Damage

    @Test("Without its memory, the key derivation has the app's: 256 MiB")
    func defaultMemory() {
        var limits = ImportLimits()
        limits.keyDerivationMemory = 255 << 20
        let failure = #expect(throws: SourceError.self) { try Self.read(masterKey: ["memory": nil], limits: limits) }
        #expect(failure?.code == .limitExceeded)
        #expect(failure?.message.contains("256 MiB") == true)
    }

    @Test("Cut off anywhere, it gives no other account, and no message shows the passphrase or a secret")
    func cut() {
        let text = Array((Self.group("master-key", Self.masterKey) + Self.group(Self.id, Self.totp)).utf8)
        for count in 0..<text.count {
            do {
                let document = try ImportersTests.read(text.prefix(count), passphrase: Self.passphrase)
                #expect(document.items.allSatisfy { $0.secret.base32 == "JBSWY3DPEHPK3PXP" })
                #expect(document.rejections.allSatisfy { !$0.reason.contains("JBSW") })
            } catch let error as SourceError {
                #expect(!error.message.contains(Self.passphrase))
            } catch {}
        }
    }
}
