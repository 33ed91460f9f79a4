import CVaultPeer
@testable import CryptoPrimitives
@testable import Links
internal import SwiftProtobuf
@testable import Vault

/// Readers that were written apart: both must accept the same vaults.
enum PeerTargets {
    /// Everything that is checked without a key.
    static func vaultEnvelope(_ bytes: [UInt8]) {
        let isOurs = (try? VaultEnvelope(bytes)) != nil
        require(
            isOurs == vault_peer_accepts_envelope(bytes, bytes.count), "two readers agree whether an envelope is valid")
    }

    /// What is encrypted.
    static func vaultContent(_ bytes: [UInt8]) {
        let accounts = vault_peer_accounts(bytes, bytes.count)
        let document = try? VaultDocument(plaintext: SecureBytes(copying: bytes))
        require((document != nil) == (accounts >= 0), "two readers agree whether a vault's content is valid")
        require(document.map { $0.content.items.count == accounts } ?? true, "two readers find as many accounts")
    }

    /// Google's message, read by SwiftProtobuf as well; what is read is also written with the same bytes.
    static func migration(_ bytes: [UInt8]) {
        let peer = try? MigrationPayload(serializedBytes: bytes)
        let message = MigrationMessage(decoding: bytes)
        require((peer != nil) == (message != nil), "two readers agree whether a message of Google is valid")
        guard let message, let peer else { return }
        // Without the fields that nobody reads, and with the version that is always written.
        let known = MigrationPayload.with { known in
            known.version = 1
            (known.batchSize, known.batchIndex, known.batchID) = (peer.batchSize, peer.batchIndex, peer.batchID)
            known.otpParameters = peer.otpParameters.map { account in
                var account = account
                account.unknownFields = UnknownStorage()
                return account
            }
        }
        let written: [UInt8]? = try? known.serializedBytes()
        require(written == message.bytes, "two writers write the same message of Google")
        require(MigrationMessage(decoding: message.bytes)?.bytes == message.bytes, "a message of Google is read back")
    }
}
