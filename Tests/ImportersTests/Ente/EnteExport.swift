import CSodium
import CryptoPrimitives
import Encodings
import Foundation
import SecureMemory
import TOTPDomain

/// Files as Ente Auth exports them.
enum EnteExport {
    /// A link with Ente's own parameter.
    static func link(_ link: String, display: String = #"{"pinned":false,"trashed":false,"tags":[]}"#) -> String {
        "\(link)&codeDisplay=\(PercentCoding.encode(display))"
    }

    /// Seals a text, with costs far below the app's.
    ///
    /// - Parameter tag: 3 marks the stream's last message.
    static func sealed(_ text: String, passphrase: String, tag: UInt8 = 3) throws -> JSONMembers {
        struct SodiumFailed: Error {}
        guard sodium_init() >= 0 else { throw SodiumFailed() }
        let salt = Array("0123456789abcdef".utf8)
        let key = try KeyDerivation.argon2(
            .id, passphrase: LockedBytes(copying: passphrase.utf8), salt: salt,
            cost: KeyDerivation.Argon2Cost(passes: 1, memory: 16, lanes: 1), count: SecretStream.keyCount)
        var state = crypto_secretstream_xchacha20poly1305_state()
        var header = [UInt8](repeating: 0, count: SecretStream.headerCount)
        var message = [UInt8](repeating: 0, count: text.utf8.count + SecretStream.overheadCount)
        let done = key.withBytes { key in
            key.withMemoryRebound(to: UInt8.self) { key in
                guard let key = key.baseAddress else { return false }
                return crypto_secretstream_xchacha20poly1305_init_push(&state, &header, key) == 0
                    && crypto_secretstream_xchacha20poly1305_push(
                        &state, &message, nil, Array(text.utf8), UInt64(text.utf8.count), nil, 0, tag) == 0
            }
        }
        guard done else { throw SodiumFailed() }
        return [
            "version": "1",
            "kdfParams": costs(memory: "16384", passes: "1", salt: Data(salt).base64EncodedString()),
            "encryptedData": jsonText(Data(message).base64EncodedString()),
            "encryptionNonce": jsonText(Data(header).base64EncodedString()),
        ]
    }

    /// - Parameter salt: base64, by default the salt of ``sealed(_:passphrase:tag:)``.
    static func costs(memory: String, passes: String, salt: String = "MDEyMzQ1Njc4OWFiY2RlZg==") -> String {
        jsonObject(["memLimit": memory, "opsLimit": passes, "salt": jsonText(salt)])
    }
}
