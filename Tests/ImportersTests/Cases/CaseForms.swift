import CSodium
import CryptoPrimitives
import Encodings
import FixtureSupport
import SecureMemory
import Synchronization
import TOTPDomain

@testable import FormatEngine

/// What `${FORM:TEXT}` of a case makes of a text: a database of SQL statements, or what an app writes in its place under a
/// passphrase, with costs far below the app's where the file states them.
enum CaseForms {
    typealias Form = @Sendable (_ text: [UInt8], _ passphrase: [UInt8]) throws -> [UInt8]

    /// The passphrase of ``make(_:_:passphrase:)``, unless a case names another one.
    static let passphrase = Array("correct horse £7".utf8)

    private struct Making: Hashable {
        let form: String
        let text, passphrase: [UInt8]
    }

    private static let made = Mutex<[Making: [UInt8]]>([:])

    /// - Returns: nil if there is no such form.
    static func make(_ name: String, _ text: [UInt8], passphrase: [UInt8]) throws -> [UInt8]? {
        guard let form = all[name] else { return nil }
        // Many rows have the same file.
        let making = Making(form: name, text: text, passphrase: passphrase)
        if let known = made.withLock({ $0[making] }) { return known }
        let bytes = try form(text, passphrase)
        made.withLock { $0[making] = bytes }
        return bytes
    }

    private static let all: [String: Form] = [
        "sqlite": { text, _ in try SQLiteFile.make(String(decoding: text, as: UTF8.self)) },
        "2fas": { text, passphrase in
            let key = try pbkdf2(.sha256, passphrase, counting, 10_000)
            return base64([try gcm(text, key, nonce), counting, nonce], separator: ":")
        },
        "2fast": cbc { try pbkdf2(.sha256, $0, saltOf2fast, 25_000) },
        "2fast-1": cbc { try pbkdf2(.sha1, $0, saltOf2fast, 1000) },
        "andotp": { text, passphrase in
            let iterations: UInt32 = 500, key = try pbkdf2(.sha1, passphrase, salt, Int(iterations))
            return try iterations.bytes(.big) + salt + nonce + gcm(text, key, nonce)
        },
        "andotp-old": { text, passphrase in
            try nonce + gcm(text, SecureBytes(copying: Digest.sha256.hash(passphrase)), nonce)
        },
        "authy": cbc(iv: zeros) { try pbkdf2(.sha1, $0, Array("s0".utf8), 3) },
        "authy-iv": cbc { try pbkdf2(.sha1, $0, Array("s0".utf8), 7) },
        "authy-1000": cbc(iv: zeros) { try pbkdf2(.sha1, $0, Array("s0".utf8), 1000) },
        "authy-csv": cbc { try pbkdf2(.sha1, $0, Array("s0".utf8), 100_000) },
        "bitwarden": { text, passphrase in
            try bitwarden(text, pbkdf2(.sha256, passphrase, base64([counting]), 3))
        },
        "bitwarden-argon2id": { text, passphrase in
            let salt = try Digest.sha256.hash(base64([counting]))
            return try bitwarden(text, argon2(passphrase, salt, passes: 2, memory: 1024))
        },
        "ente-0": ente(tag: 0), "ente-1": ente(tag: 1), "ente-2": ente(tag: 2), "ente-3": ente(tag: 3),
        "open-authenticator": openAuthenticator(salt: [UInt8](0..<32)),
        "open-authenticator-own": openAuthenticator(salt: [UInt8](1...32)),
        "otpclient-1": { text, passphrase in
            let header = counting + counting + counting
            let key = try pbkdf2(.sha512, passphrase, counting + counting, 100_000)
            return try header + gcm(text, key, counting, header)
        },
        "otpclient-2": otpclient(head: [0, 0, 0, 2, 0, 0, 0], .little),
        "otpclient-3": otpclient(head: [0, 0, 0, 3], .big),
        "otpmanager": cbc { try SecureBytes(copying: Digest.sha256.hash($0)) },
        "padloc": { text, passphrase in
            let key = try pbkdf2(.sha256, passphrase, counting, 2)
            return base64([try gcm(text, key, counting, counting)])
        },
        "proton": { text, passphrase in
            let key = try argon2(passphrase, counting, passes: 2, memory: 19456)
            return base64([nonce + (try gcm(text, key, nonce, Array("proton.authenticator.export.v1".utf8)))])
        },
        // For another purpose.
        "proton-other": { text, passphrase in
            base64([nonce + (try gcm(text, argon2(passphrase, counting, passes: 2, memory: 19456), nonce))])
        },
        // The IV is in front.
        "pskc": { text, _ in
            let key = SecureBytes(copying: [UInt8](0..<32))
            return base64([counting + (try AESCBC.seal(SecureBytes(copying: text), key: key, iv: counting))])
        },
        "salted": { text, passphrase in
            Array(try SaltedText.seal(text, Passphrase(utf8: passphrase), Zeros()).utf8)
        },
        "stratum": { text, passphrase in
            let key = try argon2(passphrase, counting, passes: 3, memory: 65_536, lanes: 4)
            return try Array("AUTHENTICATORPRO".utf8) + counting + nonce + gcm(text, key, nonce)
        },
        "totp-authenticator": cbc(iv: zeros) { try SecureBytes(copying: Digest.sha256.hash($0)) },
    ]

    // MARK: - Their parts

    private static let salt = [UInt8](1...12), nonce = [UInt8](21...32)
    /// As a salt, an IV, a long nonce and other data.
    private static let counting = [UInt8](1...16), zeros = [UInt8](repeating: 0, count: 16)
    private static let saltOf2fast: [UInt8] = [0x0E, 0xDF, 0x23, 0xC5, 0x5D, 0xF2, 0xEF, 0x08]

    private struct Zeros: RandomSource {
        func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    }

    private static func base64(_ parts: [[UInt8]], separator: String = "") -> [UInt8] {
        Array(parts.map(Base64.encode).joined(separator: separator).utf8)
    }

    private static func pbkdf2(
        _ digest: Digest, _ passphrase: [UInt8], _ salt: [UInt8], _ iterations: Int
    ) throws -> SecureBytes {
        try KeyDerivation.pbkdf2(
            digest, passphrase: LockedBytes(copying: passphrase), salt: salt, iterations: iterations, count: 32)
    }

    private static func argon2(
        _ passphrase: [UInt8], _ salt: [UInt8], passes: UInt32, memory: UInt32, lanes: UInt32 = 1
    ) throws -> SecureBytes {
        try KeyDerivation.argon2(
            .id, passphrase: LockedBytes(copying: passphrase), salt: salt,
            cost: KeyDerivation.Argon2Cost(passes: passes, memory: memory, lanes: lanes), count: 32)
    }

    private static func gcm(
        _ text: [UInt8], _ key: borrowing SecureBytes, _ nonce: [UInt8], _ data: [UInt8] = []
    ) throws -> [UInt8] {
        try AESGCM.seal(SecureBytes(copying: text), key: key, nonce: nonce, associatedData: data)
    }

    /// AES-CBC in base64.
    private static func cbc(
        iv: [UInt8] = counting, _ key: @escaping @Sendable (_ passphrase: [UInt8]) throws -> SecureBytes
    ) -> Form {
        { text, passphrase in
            base64([try AESCBC.seal(SecureBytes(copying: text), key: key(passphrase), iv: iv)])
        }
    }

    /// A value of Bitwarden's type 2: IV, ciphertext and MAC, under the two halves that HKDF expands a key to.
    private static func bitwarden(_ text: [UInt8], _ key: borrowing SecureBytes) throws -> [UInt8] {
        let key = key.copied()
        func half(_ info: String) throws -> [UInt8] { try Digest.sha256.hmac(key: key, Array(info.utf8) + [1]) }
        let ciphertext = try AESCBC.seal(
            SecureBytes(copying: text), key: SecureBytes(copying: half("enc")), iv: counting)
        let mac = try Digest.sha256.hmac(key: half("mac"), counting + ciphertext)
        return Array("2.".utf8) + base64([counting, ciphertext, mac], separator: "|")
    }

    /// The two members of an encrypted file of Ente.
    ///
    /// - Parameter tag: 3 marks the stream's last message.
    private static func ente(tag: UInt8) -> Form {
        { text, passphrase in
            let key = try argon2(passphrase, counting, passes: 1, memory: 16)
            var state = crypto_secretstream_xchacha20poly1305_state()
            var header = [UInt8](repeating: 0, count: SecretStream.headerCount)
            var message = [UInt8](repeating: 0, count: text.count + SecretStream.overheadCount)
            let isSealed = key.withBytes { key in
                key.withMemoryRebound(to: UInt8.self) { key in
                    guard sodium_init() >= 0, let key = key.baseAddress else { return false }
                    return crypto_secretstream_xchacha20poly1305_init_push(&state, &header, key) == 0
                        && crypto_secretstream_xchacha20poly1305_push(
                            &state, &message, nil, text, UInt64(text.count), nil, 0, tag) == 0
                }
            }
            guard isSealed else { throw CryptoError.operationFailed("XChaCha20-Poly1305") }
            let (data, nonce) = (Base64.encode(message), Base64.encode(header))
            return Array(#""encryptedData":"\#(data)","encryptionNonce":"\#(nonce)""#.utf8)
        }
    }

    /// A list of bytes in JSON: nonce, ciphertext and tag.
    private static func openAuthenticator(salt: [UInt8]) -> Form {
        { text, passphrase in
            let key = try argon2(passphrase, salt, passes: 3, memory: 4096, lanes: 8)
            return Array("\(nonce + (try gcm(text, key, nonce)))".utf8)
        }
    }

    /// A database of OTPClient.
    ///
    /// - Parameter head: the version, and a gap.
    private static func otpclient(head: [UInt8], _ order: ByteOrder) -> Form {
        { text, passphrase in
            let header =
                Array("OTPClient".utf8) + head + counting + counting + counting
                + [1, 8192, 1].flatMap { (number: UInt32) in number.bytes(order) }
            let key = try argon2(passphrase, counting + counting, passes: 1, memory: 8192)
            return try header + gcm(text, key, counting, header)
        }
    }
}
