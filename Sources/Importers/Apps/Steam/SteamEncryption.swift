import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// The encryption of Steam Desktop Authenticator: salt and IV of each maFile are in `manifest.json` next to it.
enum SteamEncryption {
    private static let manifestName = "manifest.json"
    private static let iterations = 50_000

    /// Whether a text is base64 of whole blocks and nothing else.
    static func matches(_ content: SourceContent) -> Bool {
        content.kind == .text && Base64.blocks(in: content.text, of: AESCBC.blockCount) != nil
    }

    /// - Returns: the maFile's JSON.
    static func open(_ request: ImportRequest) throws(SourceError) -> [UInt8] {
        guard let ciphertext = Base64.blocks(in: request.content.text, of: AESCBC.blockCount) else {
            throw .damaged("neither JSON nor an encrypted maFile", .copyAgain)
        }
        let (salt, iv) = try keyMaterial(request.siblings)
        let key = try request.limits.pbkdf2(
            .sha1, passphrase: request.passphrase, salt: salt, iterations: iterations)
        let plain = try SourceError.decrypting(AESCBC.open(ciphertext, key: key, iv: iv).copied())
        // The file is not authenticated. A wrong key or a changed byte gives invalid text, which a decoder would not
        // notice in members that it does not read.
        guard isCleanText(plain), (try? JSONFile(plain).value("shared_secret")) != nil else {
            throw .wrongPassphrase
        }
        return plain
    }

    private static func keyMaterial(_ siblings: SiblingFiles) throws(SourceError) -> (salt: [UInt8], iv: [UInt8]) {
        guard let manifest = try siblings.file(manifestName) else {
            throw SourceError(
                .corrupt, "an encrypted maFile needs its \(manifestName) next to it", "copy it from the same folder")
        }
        let entries: JSONList
        do throws(SourceError) {
            entries = try JSONFile(SourceContent(manifest).text).list("entries")
        } catch {
            throw error.saying("\(manifestName) next to it: \(error.problem)")
        }
        guard let entry = entries.first(where: { (try? $0["filename"])?.string == siblings.name }) else {
            throw SourceError(
                .corrupt,
                "\(manifestName) next to it has no entry for a file with this name",
                "restore the maFile's original name")
        }
        guard let salt = try bytes(entry.member("encryption_salt")), !salt.isEmpty,
            let iv = try bytes(entry.member("encryption_iv")), iv.count == AESCBC.blockCount
        else {
            throw SourceError(
                .corrupt,
                "\(manifestName) next to it has no valid encryption_salt and encryption_iv for it",
                "copy both files again"
            )
        }
        return (salt, iv)
    }

    /// - Parameter value: base64; null if the file is not encrypted.
    private static func bytes(_ value: JSONValue?) -> [UInt8]? { (value?.string).flatMap { Base64.decode($0) } }

    private static func isCleanText(_ text: [UInt8]) -> Bool {
        text.allSatisfy { $0 >= 0x20 || ASCII.isWhitespace($0) } && String(validating: text, as: UTF8.self) != nil
    }
}
