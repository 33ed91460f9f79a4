import COpenSSL
import CryptoPrimitives
import Foundation
import SecureMemory

@testable import Importers

/// Files as Bitwarden exports them.
enum BitwardenExport {
    /// A login with a name, as far as it matters here. Values are JSON.
    static func login(_ totp: String, _ members: JSONMembers = [:], username: String = #""alice""#) -> String {
        let login = jsonObject([
            "uris": "[]", "username": username, "password": #""x""#, "totp": totp, "fido2Credentials": "[]",
        ])
        return jsonObject(
            [
                "id": #""d98fc185""#, "type": "1", "reprompt": "0", "name": #""Acorn""#, "notes": "null",
                "favorite": "false", "folderId": "null", "login": login,
            ].merging(members) { $1 })
    }

    static func plain(_ items: [String], folders: String = "[]") -> String {
        jsonObject(["encrypted": "false", "folders": folders, "items": jsonList(items)])
    }

    enum Derivation: CaseIterable { case pbkdf2, argon2id }

    /// Seals a text, with costs far below the app's.
    static func sealed(
        _ text: String, passphrase: String, _ derivation: Derivation = .pbkdf2, passwordProtected: String = "true"
    ) throws -> JSONMembers {
        let salt = "MDEyMzQ1Njc4OWFiY2RlZg=="
        let passphrase = LockedBytes(copying: passphrase.utf8)
        let key =
            switch derivation {
            case .pbkdf2:
                try KeyDerivation.pbkdf2(
                    .sha256, passphrase: passphrase, salt: Array(salt.utf8), iterations: 3, count: 32)
            case .argon2id:
                try KeyDerivation.argon2(
                    .id, passphrase: passphrase, salt: Digest.sha256.hash(Array(salt.utf8)),
                    cost: KeyDerivation.Argon2Cost(passes: 2, memory: 1024, lanes: 1), count: 32)
            }
        let encryption = try expanded(key, "enc"), authentication = try expanded(key, "mac")
        func value(_ text: String, iv: String) throws -> String {
            let iv = Array(iv.utf8)
            let ciphertext = try encrypt(Array(text.utf8), key: encryption, iv: iv)
            let mac = try Digest.sha256.hmac(key: authentication, iv + ciphertext)
            return jsonText("2." + [iv, ciphertext, mac].map { Data($0).base64EncodedString() }.joined(separator: "|"))
        }
        return [
            "encrypted": "true", "passwordProtected": passwordProtected, "salt": jsonText(salt),
            "kdfType": derivation == .pbkdf2 ? "0" : "1", "kdfIterations": derivation == .pbkdf2 ? "3" : "2",
            "kdfMemory": derivation == .pbkdf2 ? "null" : "1", "kdfParallelism": derivation == .pbkdf2 ? "null" : "1",
            "encKeyValidation_DO_NOT_EDIT": try value("a random identifier", iv: "fedcba9876543210"),
            "data": try value(text, iv: "0123456789abcdef"),
        ]
    }

    /// HKDF's expanding half for one block, written out.
    private static func expanded(_ key: borrowing SecureBytes, _ info: String) throws -> [UInt8] {
        try Digest.sha256.hmac(key: key.copied(), Array(info.utf8) + [1])
    }

    private static func encrypt(_ text: [UInt8], key: [UInt8], iv: [UInt8]) throws -> [UInt8] {
        struct EncryptionFailed: Error {}
        guard let context = EVP_CIPHER_CTX_new() else { throw EncryptionFailed() }
        defer { EVP_CIPHER_CTX_free(context) }
        var out = [UInt8](repeating: 0, count: text.count + 16)
        var written: Int32 = 0, rest: Int32 = 0
        let done = out.withUnsafeMutableBufferPointer { out in
            guard let start = out.baseAddress else { return false }
            return EVP_EncryptInit_ex2(context, EVP_aes_256_cbc(), key, iv, nil) == 1
                && EVP_EncryptUpdate(context, start, &written, text, Int32(text.count)) == 1
                && EVP_EncryptFinal_ex(context, start + Int(written), &rest) == 1
        }
        guard done else { throw EncryptionFailed() }
        return Array(out.prefix(Int(written + rest)))
    }
}
