import CryptoPrimitives
import Encodings
import SafeFile

/// Where the system keeps the master keys of unlocked vaults until their time is over: the keyring of the user in the
/// Linux kernel, or the Keychain.
///
/// A key has the id of its vault as its name. If the vault got another key meanwhile, the stored key does not open it,
/// and the passphrase is asked for as usual.
package struct VaultKeyring: Sendable {
    /// How long a vault may stay unlocked, in seconds.
    package static let times = 60...(12 * 60 * 60)

    /// The first part of the names of keys.
    private let service: String

    package static let system = VaultKeyring()

    init(service: String = "totp-import") { self.service = service }

    /// The key of a vault; nil if it is not unlocked, or if the system keeps no keys.
    func key(of id: String) -> SecureBytes? {
        do throws(KeyringError) {
            return try SecureBytes(count: AESGCM.keyCount) { buffer throws(KeyringError) in
                guard try read(name(id), into: buffer) == buffer.count else { throw .noKey }
            }
        } catch { return nil }
    }

    func name(_ id: String) -> String { "\(service):vault:\(id)" }

    // MARK: - Vaults by their path

    /// Keeps which vault a path names: a vault whose file is gone is locked by its path.
    func keepID(_ id: String, of path: String, seconds: Int) throws(KeyringError) {
        guard let place = Self.place(path) else { return }
        try keep(SecureBytes(copying: Array(id.utf8)), of: place, seconds: seconds)
    }

    /// Removes and returns the id that ``keepID(_:of:seconds:)`` kept.
    func takeID(of path: String) -> String? {
        guard let place = Self.place(path) else { return nil }
        do throws(KeyringError) {
            let bytes = try SecureBytes(count: Self.idCount) { buffer throws(KeyringError) in
                guard try read(name(place), into: buffer) == buffer.count else { throw .noKey }
            }
            try remove(place)
            return bytes.withBytes { String(decoding: $0, as: UTF8.self) }
        } catch { return nil }
    }

    /// The length of a UUID as text.
    private static let idCount = 36

    /// A hash, because the names of keys are short.
    private static func place(_ path: String) -> String? {
        guard let path = try? FilePath.resolved(path), let hash = try? Digest.sha256.hash(Array(path.utf8)) else {
            return nil
        }
        return "path:\(Hex.encode(hash))"
    }
}

/// Why the system does not keep a key.
package enum KeyringError: Error, Advised, Sendable, Hashable {
    /// The key is not there, or its time is over.
    case noKey
    /// The system has no keyring, or refuses it, as containers do.
    case unavailable
    /// The user has the maximum number of keys.
    case full
    /// Any other error, in the system's words.
    case failed(String)

    package var problem: String {
        switch self {
        case .noKey: "the vault is not unlocked"
        case .unavailable: "the system keeps no keys here, as in most containers"
        case .full: "the keyring of the system is full"
        case .failed(let reason): "the keyring of the system failed (\(reason))"
        }
    }

    package var advice: Advice? {
        switch self {
        case .noKey: nil
        case .unavailable, .failed: "use --passphrase-file FILE or TOTP_IMPORT_PASSPHRASE"
        case .full: "lock other vaults, or remove keys of other programs"
        }
    }
}
