import AppFormats
import CryptoPrimitives
import Encodings
import TOTPDomain

/// Ente's encrypted export: the list of links as the one message of a libsodium stream, under a key from the passphrase.
struct EnteEncryption: Decodable {
    private var version: LenientNumber?
    private var kdfParams: Lenient<Costs>?
    /// Base64.
    private var encryptedData: LenientText?
    /// The stream's header, base64.
    private var encryptionNonce: LenientText?

    private struct Costs: Decodable, Sendable {
        /// Bytes.
        var memLimit: LenientNumber?
        var opsLimit: LenientNumber?
        /// Base64.
        var salt: LenientText?
    }

    /// - returns: the list of links.
    func open(_ request: ImportRequest) throws(SourceError) -> [UInt8] {
        guard version == nil || version.whole == 1 else {
            throw SourceError(
                .unsupportedVersion, "an Ente export of an unknown version; this program reads version 1")
        }
        guard let costs = kdfParams.value(),
            let memory = costs.memLimit.whole.flatMap({ UInt64(exactly: $0) }),
            let passes = costs.opsLimit.whole.flatMap({ UInt64(exactly: $0) }),
            let salt = Base64.decode(costs.salt.orEmpty), salt.count == 16
        else { throw .incomplete("kdfParams") }
        guard let message = Base64.decode(encryptedData.orEmpty),
            message.count >= SecretStream.overheadCount
        else { throw .incomplete("encryptedData") }
        guard let header = Base64.decode(encryptionNonce.orEmpty),
            header.count == SecretStream.headerCount
        else { throw .incomplete("encryptionNonce") }

        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        let cost = KeyDerivation.Argon2Cost(
            passes: UInt32(clamping: passes), memory: UInt32(clamping: memory >> 10), lanes: 1)
        let key = try request.limits.argon2(.id, passphrase: passphrase, salt: salt, cost: cost)
        do throws(CryptoError) {
            return try SecretStream.openSingle(message, key: key, header: header).copied()
        } catch {
            throw SourceError(cryptography: error)
        }
    }
}
