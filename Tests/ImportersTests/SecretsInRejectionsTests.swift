import TOTPDomain
import Testing

/// Every line here is wrong in another way and holds the same secret.
@Suite("A rejection never shows a secret")
struct SecretsInRejectionsTests {
    private static let secret = "KRUGKIDROVUWG2ZAMJZG653OEBTG66BA"

    @Test(
        "No rejection shows the secret of a link",
        arguments: [
            "otpauth://totp/Acorn:alice?secret=\(secret)1", "otpauth://totp/Acorn:alice?secret=\(secret)%21",
            "otpauth://totp/Acorn:alice?secret=1\(secret)", "otpauth://totp/Acorn:alice?Secrets=\(secret)",
            "otpauth://totp/Acorn:alice?secret=\(secret)&digits=0",
            "otpauth://totp/Acorn:alice?secret=\(secret)&period=-1",
            "otpauth://totp/Acorn:alice?secret=\(secret)&algorithm=MD2", "otpauth://push/Acorn:alice?secret=\(secret)",
            "otpauth://hotp/Acorn:alice?secret=\(secret)&counter=-1", "otpauth://yaotp/alice?secret=\(secret)&pin=1",
            "motp://Acorn:alice?secret=\(secret)", "steam://\(secret)1", "steam://\(secret)!/",
            // Separators that were mistyped or lost: the secret ends up in another part of the link.
            "otpauth://totp/Acorn:alice&secret=\(secret)", "otpauth://totp/Acorn:alice%3Fsecret=\(secret)",
            "otpauth://totp/Acorn:alice;SECRET=\(secret)&issuer=Acorn", "otpauth://totp/secret=\(secret)",
            "otpauth://\(secret)", "otpauth://\(secret)?issuer=Acorn",
            "otpauth://totp&secret=\(secret)", "otpauth://totp:Acorn:alice?secret=\(secret)",
            "otpauth://totp/Acorn:alice?issuer=Acorn secret=\(secret)",
            "otpauth://totp/Acorn:alice?secret=GEZDGNBV&digits=6secret=\(secret)",
            "otpauth://totp/Acorn:alice?secret=GEZDGNBV&period=\(secret)",
            "otpauth://totp/Acorn:alice?secret=GEZDGNBV&algorithm=SHA1secret=\(secret)",
            "otpauth://hotp/Acorn:alice?secret=GEZDGNBV&counter=\(secret)",
            // Links that run together.
            "otpauth://totp/Acorn:alice?secret=\(secret)otpauth://totp/Acorn:alice?secret=\(secret)",
            "otpauth://totp/otpauth%3A%2F%2Ftotp%2Fa%3Fsecret%3D\(secret)?secret=GEZDGNBV",
            "otpauth-migration://offline?data=\(secret)", "otpauth-migration://offline?secret=\(secret)",
        ])
    func rejectedLine(line: String) throws {
        let document = try read("otpauth://totp/Birch:bob?secret=GEZDGNBVGY3TQOJQ\n\(line)")
        let rejection = try #require(document.rejections.first, "not rejected")
        let shown = ([rejection.reason, rejection.label] + document.warnings.map(\.message)).joined(separator: "\n")
            .uppercased()
        // Ten characters tell more of a secret than a message has any need to.
        let parts = (0...(Self.secret.count - 10)).map { Self.secret.dropFirst($0).prefix(10) }
        #expect(!parts.contains { shown.contains($0) }, "\(shown)")
    }

    @Test("No rejection shows the secret of an account in a migration code")
    func rejectedAccount() throws {
        let secret = Array(Self.secret.utf8)
        let message = MigrationMessage(accounts: [
            .init(secret: secret, name: "alice", type: 9), .init(secret: secret, name: "bob", algorithm: 9),
            .init(secret: secret, name: "carol", digits: 9),
            .init(secret: [UInt8](repeating: 65, count: 5000), name: "dave"),
        ])
        let document = try read(message.link)
        #expect(document.rejections.count == 4)
        #expect(document.rejections.map(\.label) == ["alice", "bob", "carol", "dave"])
        for rejection in document.rejections {
            #expect(!rejection.reason.contains("AAAA"))
            #expect(!rejection.reason.contains(Self.secret.prefix(10)))
        }
    }
}
