import CryptoPrimitives
import Platform

@testable import AppFormats
@testable import Containers
@testable import PasswordManagerFormats
@testable import TOTPDomain
@testable import Vault

/// What only decryption leads to: no mutation of ciphertext gets there, so that it is read from the clear here.
enum SealedTargets {
    static func javaMap(_ bytes: [UInt8]) {
        ContainerTargets.refusing { () throws(SourceError) in
            let map = try JavaStringMap(bytes)
            require(map.pairs.count <= bytes.count, "no more pairs than bytes")
        }
    }

    static func keyFile(_ bytes: [UInt8]) {
        ContainerTargets.refusing { () throws(SourceError) in
            require(try KDBXCompositeKey.make(nil, keyFile: bytes).count == 32, "a key has 32 bytes")
        }
    }

    /// Inner header and XML of KDBX 4, sealed anew; a text is the XML alone.
    static func kdbxContent(_ bytes: [UInt8]) {
        let file = sealedKDBX(bytes)
        ContainerTargets.refusing { () throws(SourceError) in
            let request = ImportRequest(content: SourceContent(file), passphrase: KDBXSealing.passphrase)
            DocumentPromises.check(try KeePassFormat().read(request))
        }
    }

    static func sealedKDBX(_ bytes: [UInt8]) -> [UInt8] {
        // A cipher of 0, which protects nothing, and the end.
        let innerHeader: [UInt8] = [1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        let content = bytes.first == UInt8(ascii: "<") ? innerHeader + bytes : bytes
        guard let file = try? KDBXSealing.database(content) else {
            fatalError("broken promise: what is sealed here is sealed")
        }
        return file
    }

    static func authenticatorPlusDatabase(_ bytes: [UInt8]) {
        ContainerTargets.refusing { () throws(SourceError) in
            DocumentPromises.check(try AuthenticatorPlusFormat().document(ofDatabase: bytes, ImportLimits()))
        }
    }

    /// Sealed anew, at the lowest cost that the format knows.
    static func otpClientContent(_ bytes: [UInt8]) {
        let passphrase = Passphrase("invented")
        var header = OTPClientEncryption.magic + [0, 0, 0, 3] + [UInt8](repeating: 1, count: 16 + 32)
        for number: UInt32 in [1, 8192, 1] { withUnsafeBytes(of: number.bigEndian) { header += $0 } }
        do throws(CryptoError) {
            let key = try KeyDerivation.argon2(
                .id, passphrase: passphrase.utf8, salt: [UInt8](repeating: 1, count: 32),
                cost: .init(passes: 1, memory: 8192, lanes: 1), version: 0x13, count: 32)
            let sealed = try AESGCM.seal(
                SecureBytes(copying: bytes), key: key, nonce: [UInt8](repeating: 1, count: 16), associatedData: header)
            let content = SourceContent(header + sealed)
            ContainerTargets.refusing { () throws(SourceError) in
                DocumentPromises.check(
                    try OTPClientFormat().read(ImportRequest(content: content, passphrase: passphrase)))
            }
        } catch { fatalError("broken promise: what is sealed here is sealed") }
    }

    /// What 2FAGuard and CloudOTP encrypt, and what Authme encodes as base64.
    static func backupContent(_ bytes: [UInt8]) {
        let readers: [([UInt8], ImportLimits) throws(SourceError) -> ImportedDocument] = [
            TwoFAGuardFormat().document(of:_:), CloudOTPFormat().document(of:_:), AuthmeFormat().document(of:_:),
        ]
        for read in readers {
            ContainerTargets.refusing { () throws(SourceError) in
                let document = try read(bytes, ImportLimits())
                require(document.entries.count <= bytes.count, "no more accounts than bytes")
                DocumentPromises.check(document)
            }
        }
    }

    /// A backup, and the archive as a single account.
    static func otpAuthContent(_ bytes: [UInt8]) {
        for kind in OTPAuthIOSFile.Kind.allCases {
            ContainerTargets.refusing { () throws(SourceError) in
                let archive = try KeyedArchive(bytes)
                let document = try OTPAuthIOSFormat().document(of: archive, kind, ImportLimits())
                require(document.entries.count <= max(1, bytes.count), "no more accounts than bytes")
                DocumentPromises.check(document)
            }
        }
    }

    /// A vault with any content, at the lowest cost, and its recovery code.
    private static func vault(_ content: [UInt8]) throws -> (file: [UInt8], code: Passphrase) {
        let key = try VaultFile.newMasterKey(), code = RecoveryCode(bytes: [UInt8](repeating: 1, count: 32))
        let cost = KeyDerivation.ScryptCost(n: 2, r: 1, p: 1)
        var envelope = VaultEnvelope(header: try .make(id: UUID().uuidString))
        envelope.header.setSlots(
            try [VaultSlot.Secret.recovery(code), .passphrase(Passphrase("invented"))].map {
                try VaultSlot.make($0, cost: cost, masterKey: key)
            })
        try envelope.seal(SecureBytes(copying: content), masterKey: key)
        return (try envelope.encoded(), Passphrase(try code.text))
    }

    /// The vault's envelope, and its content, also in a vault that a passphrase and a recovery code open; what was
    /// accepted is written and read again.
    static func vaultContent(_ bytes: [UInt8]) {
        _ = try? VaultEnvelope(bytes)
        guard let (file, code) = try? vault(bytes) else { fatalError("broken promise: what is sealed here is sealed") }
        for passphrase in [Passphrase("invented"), code, Passphrase("other")] {
            ContainerTargets.refusing { () throws(SourceError) in
                let request = ImportRequest(content: SourceContent(file), passphrase: passphrase)
                DocumentPromises.check(try VaultImportFormat().read(request))
            }
        }
        guard let document = try? VaultDocument(plaintext: SecureBytes(copying: bytes)) else { return }
        document.content.items.forEach { DocumentPromises.check($0) }
        do throws(VaultError) {
            let again = try VaultDocument(plaintext: document.plaintext())
            require(again.content == document.content, "a vault's content is written as it was read")
        } catch { fatalError("broken promise: a vault's content that was read can be written") }
    }
}
