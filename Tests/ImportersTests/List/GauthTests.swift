import Encodings
import TOTPDomain
import Testing

@Suite("gauth's encrypted list")
struct GauthTests {
    /// `printf 'AWS:   JBSWY3DPEHPK3PXP\nBirch:gezd gnbv gy3t qojq\n' | openssl enc -aes-128-cbc -md sha256 -pass
    /// pass:'correct horse' -S 0001020304050607`, with the salt that newer versions leave out.
    private static let file =
        Array("Salted__".utf8) + [0, 1, 2, 3, 4, 5, 6, 7]
        + (Hex.decode(
            "1002f9468eeba3eb12aecbad179775de4c49e501145e1f1a440cdfe82ed45f5443a4a8515c49adb0c41ad16e066512b180737b8b2622ebed5303ad1186e0271e"
        ) ?? [])

    private func read(_ bytes: [UInt8], _ passphrase: String?) throws -> ImportedDocument {
        try ImportersTests.read(bytes, passphrase: passphrase)
    }

    @Test("The passphrase opens it, with or without a wrong one before")
    func opens() throws {
        #expect(formatID(of: Self.file) == "list")
        let document = try read(Self.file, "correct horse")
        #expect(document.items.map(\.label) == ["AWS", "Birch"])
        #expect(document.items.map(\.secret.base32) == ["JBSWY3DPEHPK3PXP", "GEZDGNBVGY3TQOJQ"])
    }

    @Test("A missing passphrase, a wrong one and a missing part are different errors")
    func errors() {
        for (bytes, passphrase, code) in [
            (Self.file, nil, .passphraseRequired), (Self.file, "wrong", .wrongPassphrase),
            (Array(Self.file.dropLast()), "correct horse", .corrupt), (Array(Self.file.prefix(16)), nil, .corrupt),
        ] as [([UInt8], String?, SourceError.Code)] {
            let failure = #expect(throws: SourceError.self) { try read(bytes, passphrase) }
            #expect(failure?.code == code)
        }
    }
}
