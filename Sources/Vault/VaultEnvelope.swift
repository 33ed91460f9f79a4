import CryptoPrimitives
import Encodings
import Platform
import TOTPDomain

/// The outer JSON of a vault: the readable header and the encrypted payload.
struct VaultEnvelope {
    var header: VaultHeader
    private(set) var ciphertext: [UInt8]
    /// Fields of the envelope that this version does not know.
    private let extras: [OrderedJSON.Member]

    static let format = VaultSignature.id.rawValue
    static let version: Int64 = 1

    /// Reads and checks everything that can be checked without a key.
    init(_ bytes: [UInt8]) throws(VaultError) {
        guard bytes.count <= Limit.vault else {
            throw .refused(field: "the file", reason: "is over \(Limit.vault >> 20) MiB")
        }
        guard !bytes.isEmpty else { throw .emptyFile }
        guard VaultSignature.matches(bytes) else { throw Self.otherFile(bytes) }
        guard bytes.first.map({ $0 < 0x80 }) == true, !TextDecoding.isUTF16(bytes) else {
            throw .damaged(reason: "the file has a byte order mark or is not UTF-8 (save it as UTF-8 without one)")
        }
        let fields = try FieldReader(bytes[...], in: .envelope)
        guard try fields.string("format") == Self.format else {
            throw fields.refusal("format", "is not \"\(Self.format)\"")
        }
        let version = try fields.integer("version")
        if version > Self.version { throw .newerVersion(version) }
        guard version == Self.version else { throw fields.refusal("version", "is \(version), not 1") }
        header = try VaultHeader(try fields.object("header"))
        let text = try fields.utf8("ciphertext")
        guard let ciphertext = Base64.decodeStrictly(text.span), ciphertext.count >= AESGCM.tagCount else {
            throw fields.refusal("ciphertext", "is not base64 of at least 16 bytes")
        }
        self.ciphertext = ciphertext
        extras = try fields.members(except: ["format", "version", "header", "ciphertext"], containers: ["header"])
    }

    /// Returns why a file that does not call itself a vault is not a vault.
    private static func otherFile(_ bytes: [UInt8]) -> VaultError {
        var scanner = JSONScanner(bytes)
        do throws(JSONError) {
            guard try scanner.nextKind() == .object else { return .notAVault(reason: "the file is not a JSON object") }
            _ = try JSONFields(bytes[...])
            return .notAVault(reason: "the field \"format\" is not \"\(format)\"")
        } catch { return .notAVault(reason: "the file is not JSON: \(error.description)") }
    }

    init(header: VaultHeader) {
        self.header = header
        ciphertext = []
        extras = []
    }

    /// Keeps the header and the unknown fields, which are needed to encrypt another payload.
    mutating func dropPayload() { ciphertext = [] }

    /// Decrypts the payload.
    func open(masterKey: borrowing SecureBytes) throws(VaultError) -> SecureBytes {
        let associatedData = try header.canonical
        do throws(CryptoError) {
            let key = try Self.payloadKey(masterKey, salt: header.salt)
            return try AESGCM.open(ciphertext, key: key, nonce: header.nonce, associatedData: associatedData)
        } catch { throw error == .authenticationFailed ? .changed : .cryptographyFailed(error.description) }
    }

    /// Encrypts a new payload with a new salt and nonce.
    mutating func seal(_ plaintext: borrowing SecureBytes, masterKey: borrowing SecureBytes) throws(VaultError) {
        try header.drawPayloadKey()
        let associatedData = try header.canonical
        do throws(CryptoError) {
            let key = try Self.payloadKey(masterKey, salt: header.salt)
            ciphertext = try AESGCM.seal(plaintext, key: key, nonce: header.nonce, associatedData: associatedData)
        } catch { throw .cryptographyFailed(error.description) }
    }

    /// Encrypts a document.
    ///
    /// - Parameter document: becomes the content that is read back.
    /// - Returns: the file's bytes. The envelope itself keeps no payload.
    mutating func encode(
        _ document: inout VaultDocument, masterKey: borrowing SecureBytes
    ) throws(VaultError) -> [UInt8] {
        document.prepare(at: .wholeSecondNow)
        try seal(document.plaintext(), masterKey: masterKey)
        defer { dropPayload() }
        let bytes = try encoded()
        try document.content.checkFits(fileBytes: bytes.count)
        return bytes
    }

    private static func payloadKey(
        _ masterKey: borrowing SecureBytes, salt: [UInt8]
    ) throws(CryptoError) -> SecureBytes {
        try KeyDerivation.hkdfSHA256(key: masterKey, salt: salt, info: Array("totply-vault/1/payload".utf8), count: 32)
    }

    /// The file's bytes: without whitespace, so that a change of any byte is noticed.
    func encoded() throws(VaultError) -> [UInt8] {
        var bytes = Array("{\"format\":\"\(Self.format)\",\"version\":\(Self.version),\"header\":".utf8)
        bytes += try header.canonical
        if !extras.isEmpty {
            // The members without the braces.
            bytes += [UInt8(ascii: ",")] + OrderedJSON.object(extras).utf8.dropFirst().dropLast()
        }
        bytes += ",\"ciphertext\":\"".utf8
        bytes.reserveCapacity(bytes.count + ciphertext.count / 3 * 4 + 8)
        Base64.append(ciphertext, to: &bytes)
        bytes += "\"}".utf8
        return bytes
    }
}
