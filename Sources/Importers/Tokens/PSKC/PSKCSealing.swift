import CryptoPrimitives
import Encodings
import TOTPDomain

/// The encryption of a PSKC file that is written: AES-CBC under a key from a passphrase, and a MAC of each value.
struct PSKCSealing: ~Copyable {
    /// Which functions are used.
    private struct Suite {
        let digest: Digest
        let cipher: String
        let macMethod: String
        let keyCount: Int
        let iterations: Int
    }

    /// Many servers know only the functions of the RFC's examples.
    private static let compatible = Suite(
        digest: .sha1, cipher: "aes128-cbc", macMethod: "http://www.w3.org/2000/09/xmldsig#hmac-sha1", keyCount: 16,
        iterations: 100_000)
    private static let strong = Suite(
        digest: .sha256, cipher: "aes256-cbc", macMethod: "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256",
        keyCount: 32, iterations: 600_000)
    private static let saltCount = 16

    private let suite: Suite
    private let salt: [UInt8]
    private let key: SecureBytes
    private let macKey: [UInt8]
    private let random: any RandomSource

    init(
        _ passphrase: Passphrase, isCompatible: Bool, _ random: any RandomSource
    ) throws(ExportError) {
        let suite = isCompatible ? Self.compatible : Self.strong
        let salt = try random.bytes(Self.saltCount)
        let macKey = try random.bytes(suite.digest.byteCount)
        key = try ExportError.encrypting(
            KeyDerivation.pbkdf2(
                suite.digest, passphrase: passphrase.utf8, salt: salt, iterations: suite.iterations,
                count: suite.keyCount))
        (self.suite, self.salt, self.macKey, self.random) = (suite, salt, macKey, random)
    }

    /// The elements before the keys: how the key is derived, and the key of the MACs.
    func head() throws(ExportError) -> String {
        // The parameters have no namespace, as PKCS #5 defines them.
        """
        <EncryptionKey><xenc11:DerivedKey><xenc11:KeyDerivationMethod \
        Algorithm="http://www.rsasecurity.com/rsalabs/pkcs/schemas/pkcs-5v2-0#pbkdf2">\
        <pkcs5:PBKDF2-params xmlns=""><Salt><Specified>\(Base64.encode(salt))</Specified></Salt>\
        <IterationCount>\(suite.iterations)</IterationCount><KeyLength>\(suite.keyCount)</KeyLength>\
        <PRF Algorithm="\(suite.macMethod)"/></pkcs5:PBKDF2-params></xenc11:KeyDerivationMethod>\
        </xenc11:DerivedKey></EncryptionKey>
        <MACMethod Algorithm="\(suite.macMethod)"><MACKey>\(cipherData(try sealed(macKey)))</MACKey></MACMethod>
        """
    }

    /// The content of an element with a value.
    func value(_ bytes: [UInt8]) throws(ExportError) -> String {
        let sealed = try sealed(bytes)
        let mac = try ExportError.encrypting(suite.digest.hmac(key: macKey, sealed))
        return "<EncryptedValue>\(cipherData(sealed))</EncryptedValue><ValueMAC>\(Base64.encode(mac))</ValueMAC>"
    }

    private func sealed(_ bytes: [UInt8]) throws(ExportError) -> [UInt8] {
        let iv = try random.bytes(AESCBC.blockCount)
        return iv + (try ExportError.encrypting(AESCBC.seal(SecureBytes(copying: bytes), key: key, iv: iv)))
    }

    private func cipherData(_ sealed: [UInt8]) -> String {
        """
        <xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#\(suite.cipher)"/>\
        <xenc:CipherData><xenc:CipherValue>\(Base64.encode(sealed))</xenc:CipherValue></xenc:CipherData>
        """
    }
}
