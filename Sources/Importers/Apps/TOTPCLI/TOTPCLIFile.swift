import CryptoPrimitives
import Encodings
import TOTPDomain

/// The program's own file as it was until 2023: base64 of an initialization vector and AES-256-CBC without a MAC, padded
/// with zeros.
enum TOTPCLIFile {
    /// nil for any other text.
    static func ciphertext(_ content: SourceContent) -> [UInt8]? {
        guard content.kind == .text, let bytes = Base64.blocks(in: content.text, of: AESCBC.blockCount),
            bytes.count >= 2 * AESCBC.blockCount
        else { return nil }
        return bytes
    }

    /// The accounts, as they are in a dump. Nothing authenticates them: a passphrase is right if the plaintext is JSON.
    static func open(_ request: ImportRequest) throws(SourceError) -> [UInt8] {
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        guard let bytes = ciphertext(request.content) else { throw .damaged("it is not base64 of whole blocks") }
        let plain: [UInt8]
        do throws(CryptoError) {
            // The key is the start of the hash as it is written.
            let hash = Hex.encode(try Digest.sha1.hash(passphrase.utf8))
            let key = SecureBytes(copying: Array(hash.utf8.prefix(AESCBC.keyCount)))
            plain = try AESCBC.open(
                Array(bytes.dropFirst(AESCBC.blockCount)), key: key, iv: Array(bytes.prefix(AESCBC.blockCount)),
                isPadded: false
            ).copied()
        } catch { throw SourceError(cryptography: error) }
        guard let root = try? JSONValue(text: Array(plain.prefix { $0 != 0 })) else { throw .wrongPassphrase }
        switch root.kind {
        case .array: return Array(root.source)
        case .object: return list(of: root).utf8
        default: throw .wrongPassphrase
        }
    }

    /// In the first versions, groups were objects: `{"NAMESPACE": {"ACCOUNT": "SECRET"}}`.
    private static func list(of groups: JSONValue) -> OrderedJSON {
        .array(
            groups.members.map { group in
                let accounts = group.value.members.map { account in
                    OrderedJSON.object([
                        .init(key: "name", value: .string(account.name)),
                        .init(key: "token", value: .string(account.value.name)),
                    ])
                }
                return .object([
                    .init(key: "name", value: .string(group.name)), .init(key: "accounts", value: .array(accounts)),
                ])
            })
    }
}
