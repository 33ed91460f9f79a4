import Platform
import SecureMemory
import Synchronization
import TOTPDomain

/// Passphrases and keys in the environment. A variable is read once and wiped: otherwise it stays readable in memory, and in
/// `/proc/PID/environ`, as long as the program runs.
enum PassphraseVariable: String, CaseIterable {
    case vault = "TOTP_IMPORT_PASSPHRASE"
    case source = "TOTP_IMPORT_SOURCE_PASSPHRASE"
    case target = "TOTP_IMPORT_TARGET_PASSPHRASE"
    case new = "TOTP_IMPORT_NEW_PASSPHRASE"
    /// The key of fingerprints.
    case fingerprintKey = "TOTP_IMPORT_FINGERPRINT_KEY"

    private static let read = Mutex<[PassphraseVariable: Passphrase]>([:])

    /// The bytes as they are: text would replace what is not UTF-8, and two passphrases would become one.
    ///
    /// - returns: nil if the variable is not set, or empty.
    var value: Passphrase? {
        Self.read.withLock { read in
            if let value = wiped() { read[self] = value }
            return read[self]
        }
    }

    /// Wipes all of them.
    static func forget() {
        read.withLock { read in
            for variable in allCases { _ = variable.wiped() }
            read = [:]
        }
    }

    private func wiped() -> Passphrase? {
        guard let text = getenv(rawValue) else { return nil }
        let bytes = UnsafeMutableRawBufferPointer(start: text, count: strlen(text))
        defer { bytes.wipe() }
        return bytes.isEmpty ? nil : Passphrase(utf8: bytes)
    }
}
