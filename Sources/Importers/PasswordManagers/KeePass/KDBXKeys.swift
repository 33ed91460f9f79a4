import Containers
import CryptoPrimitives
import Encodings
import TOTPDomain

/// The keys of a KDBX database, from its master seed and its transformed composite key.
package struct KDBXKeys: ~Copyable {
    /// The key of the content.
    package let cipher: SecureBytes
    /// The base of the keys of all MACs, in version 4.
    private let base: [UInt8]

    package init(_ header: KDBXHeader, _ transformed: borrowing SecureBytes) throws(CryptoError) {
        let seeded = header.masterSeed + transformed.copied()
        let key = try Digest.sha256.hash(seeded)
        base = try Digest.sha512.hash(seeded + [1])
        cipher = SecureBytes(copying: key)
    }

    /// Encrypts or decrypts the content with ChaCha20.
    package func chaCha20(nonce: [UInt8], _ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
        var stream = try KeyStream(.chaCha20, key: cipher.prefix(cipher.count), nonce: nonce)
        return try stream.apply(to: bytes)
    }

    package func mac(ofHeader header: [UInt8]) throws(CryptoError) -> [UInt8] { try mac(header, .max) }

    /// - Parameter index: the index of the block, from 0.
    package func mac(ofBlock index: UInt64, _ data: some Collection<UInt8>) throws(CryptoError) -> [UInt8] {
        try mac(index.bytes(.little) + UInt32(data.count).bytes(.little) + data, index)
    }

    private func mac(_ bytes: [UInt8], _ block: UInt64) throws(CryptoError) -> [UInt8] {
        try Digest.sha256.hmac(key: try Digest.sha512.hash(block.bytes(.little) + base), bytes)
    }
}

/// The key of a KDBX database: the hash of a passphrase, of a key file, or of both.
enum KDBXCompositeKey {
    static func make(_ passphrase: Passphrase?, keyFile: [UInt8]?) throws(SourceError) -> SecureBytes {
        do throws(CryptoError) {
            var parts: [UInt8] = []
            if let passphrase { parts += try Digest.sha256.hash(passphrase.utf8) }
            if let keyFile { parts += try key(in: keyFile) }
            return SecureBytes(copying: try Digest.sha256.hash(parts))
        } catch { throw SourceError(cryptography: error) }
    }

    /// A key file is XML of two versions, 32 bytes, 64 hexadecimal digits, or any file, which is hashed.
    private static func key(in file: [UInt8]) throws(CryptoError) -> [UInt8] {
        if let key = key(inXML: file) { return key }
        if file.count == 32 { return file }
        if file.count == 64, let key = Hex.decode(file) { return key }
        return try Digest.sha256.hash(file)
    }

    /// Version 1 contains base64, version 2 hexadecimal digits with spaces.
    private static func key(inXML file: [UInt8]) -> [UInt8]? {
        let content = SourceContent(file)
        guard content.isMarkup else { return nil }
        var path: [String] = [], version = "", data = ""
        let isRead: ()? = try? XMLEvents.read(content.text) { event throws(SourceError) in
            switch event {
            case .start(let name, _): path.append(name)
            case .end: path.removeLast()
            case .text(let text):
                if path == ["KeyFile", "Meta", "Version"] { version += text }
                if path == ["KeyFile", "Key", "Data"] { data += text }
            }
        }
        guard isRead != nil else { return nil }
        let digits = data.utf8WithoutSpace
        return version.trimmingWhitespace.hasPrefix("2") ? Hex.decode(digits) : Base64.decode(digits)
    }
}
