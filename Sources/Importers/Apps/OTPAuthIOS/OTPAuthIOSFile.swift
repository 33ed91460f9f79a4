import Containers
import CryptoPrimitives
import TOTPDomain

/// A file of OTP Auth: an archive under a fixed key, with another archive in it under the user's password.
struct OTPAuthIOSFile {
    let kind: Kind
    private let layer: Layer

    enum Kind: CaseIterable {
        case backup, account

        /// The text whose SHA-256 is the key of the outer archive.
        fileprivate var keyText: String { self == .backup ? "Authenticator" : "OTPAuth" }
        fileprivate var member: String { self == .backup ? "WrappedData" : "Data" }
        fileprivate var legacyVersion: Double { self == .backup ? 1.0 : 1.1 }
        fileprivate var version: Double { self == .backup ? 1.1 : 1.2 }
    }

    /// The encryption of the inner archive.
    private enum Layer {
        /// Not authenticated: a password is right if the content is an archive.
        case legacy([UInt8], salt: [UInt8], iv: [UInt8])
        case rnCryptor([UInt8])
    }

    private static let zeroIV = [UInt8](repeating: 0, count: AESCBC.blockCount)

    /// The kind of a file, by its first block; nil if it is not a file of OTP Auth.
    static func kind(of bytes: [UInt8]) -> Kind? {
        guard !bytes.isEmpty, bytes.count.isMultiple(of: AESCBC.blockCount) else { return nil }
        let first = Array(bytes.prefix(AESCBC.blockCount))
        return Kind.allCases.first { kind in
            let start = (try? open(first, kind, isPadded: false)) ?? []
            return start.starts(with: BinaryPropertyList.signature)
        }
    }

    /// Opens the outer archive.
    ///
    /// - Throws: ``SourceError`` with `corrupt` or `unsupported-version`.
    init(_ bytes: [UInt8]) throws(SourceError) {
        guard let kind = Self.kind(of: bytes), let plain = try? Self.open(bytes, kind, isPadded: true) else {
            throw Self.damaged
        }
        self.kind = kind
        let root = try KeyedArchive(plain).root
        guard let root, let version = root["Version"]?.real, let data = root[kind.member]?.data else {
            throw Self.damaged
        }
        layer = try Self.layer(kind, version, Array(data), root)
    }

    private static func layer(
        _ kind: Kind, _ version: Double, _ data: [UInt8], _ root: KeyedArchive.Value
    ) throws(SourceError) -> Layer {
        func isVersion(_ other: Double) -> Bool { abs(version - other) < 0.01 }
        if isVersion(kind.legacyVersion) {
            guard let salt = root["Salt"]?.text, let iv = root["IV"],
                let ivBytes = iv.text.map({ Array($0.utf8) }) ?? iv.data.map({ Array($0) })
            else { throw damaged }
            guard !data.isEmpty, data.count.isMultiple(of: AESCBC.blockCount) else { throw damaged }
            return .legacy(data, salt: Array(salt.utf8), iv: ivBytes)
        }
        guard isVersion(kind.version) else {
            throw SourceError(
                .unsupportedVersion,
                "a file of OTP Auth of version \(version), this program reads \(kind.legacyVersion) and \(kind.version)",
                .update
            )
        }
        guard data.count >= RNCryptor.minimumCount else { throw damaged }
        guard data.starts(with: RNCryptor.header) else {
            throw SourceError(.unsupportedVersion, "the file is encrypted in an unknown way")
        }
        return .rnCryptor(data)
    }

    /// Opens the inner archive.
    ///
    /// - Throws: ``SourceError`` with `password-required`, `wrong-password` or `corrupt`.
    func open(_ passphrase: Passphrase?) throws(SourceError) -> KeyedArchive {
        guard let passphrase else { throw .passphraseRequired }
        let plain: [UInt8]
        do throws(CryptoError) {
            switch layer {
            case .legacy(let ciphertext, let salt, let iv):
                let salted = Passphrase(utf8: [salt[...], Array("-".utf8)[...], ArraySlice(passphrase.utf8)].joined())
                let key = SecureBytes(copying: try Digest.sha256.hash(salted.utf8))
                let iv = Array(try Digest.sha1.hash(iv).prefix(AESCBC.blockCount))
                plain = try AESCBC.open(ciphertext, key: key, iv: iv).copied()
                guard plain.starts(with: BinaryPropertyList.signature) else { throw .authenticationFailed }
            case .rnCryptor(let message):
                plain = try RNCryptor.open(message, password: passphrase.utf8).copied()
            }
        } catch { throw SourceError(cryptography: error) }
        return try KeyedArchive(plain)
    }

    private static func open(_ bytes: [UInt8], _ kind: Kind, isPadded: Bool) throws(CryptoError) -> [UInt8] {
        let key = SecureBytes(copying: try Digest.sha256.hash(Array(kind.keyText.utf8)))
        return try AESCBC.open(bytes, key: key, iv: zeroIV, isPadded: isPadded).copied()
    }

    private static let damaged = SourceError(.corrupt, "the file is damaged or cut off", .exportAgain)
}
