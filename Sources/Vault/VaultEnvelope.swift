#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import CryptoPrimitives
import Encodings
import TOTPDomain

/// The outer JSON of a vault: a readable header and the encrypted payload.
struct VaultEnvelope {
    var header: VaultHeader
    private(set) var ciphertext: [UInt8]
    /// Fields of the envelope that this version does not know.
    private let extras: [String: JSONValue]

    static let format = "totply-vault"
    static let version: Int64 = 1

    /// Reads and checks everything that can be checked without a key.
    init(_ bytes: [UInt8]) throws(VaultError) {
        guard bytes.count <= VaultLimits.fileBytes else {
            throw .refused(field: "the file", reason: "is over \(VaultLimits.fileBytes >> 20) MiB")
        }
        guard !bytes.isEmpty else { throw .notAVault(reason: "the file is empty") }
        guard String(validating: bytes, as: UTF8.self) != nil,
            let decoded = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)),
            case .object(var members) = decoded
        else { throw .notAVault(reason: "the file is not a JSON object") }
        // The decoder keeps one of two members of the same name, and another reader may keep the other.
        guard decoded.memberCount == Self.memberCount(bytes) else {
            throw .refused(field: "the file", reason: "holds the same name twice in one object")
        }
        let reader = FieldReader(decoded, path: "")
        guard case .string(Self.format) = members["format"] else {
            throw .notAVault(reason: "the field “format” is not “\(Self.format)”")
        }
        let version = try reader.integer("version")
        if version > Self.version { throw .newerVersion(version) }
        guard version == Self.version else { throw .refused(field: "version", reason: "is \(version), not 1") }
        guard let header = members["header"], case .object = header else {
            throw .refused(field: "header", reason: "is missing or not an object")
        }
        self.header = try VaultHeader(json: header)
        guard let ciphertext = StrictBase64.decode(try reader.string("ciphertext")),
            ciphertext.count >= AESGCM.tagCount
        else { throw .refused(field: "ciphertext", reason: "is not base64 of at least 16 bytes") }
        self.ciphertext = ciphertext
        for known in ["format", "version", "header", "ciphertext"] { members[known] = nil }
        extras = members
    }

    /// The members of all objects in a JSON text: each has one colon outside of strings.
    private static func memberCount(_ json: [UInt8]) -> Int {
        var (count, isInString, isEscaped) = (0, false, false)
        for byte in json {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            } else if isInString {
                isEscaped = byte == UInt8(ascii: "\\")
            } else if byte == ASCII.colon {
                count += 1
            }
        }
        return count
    }

    init(header: VaultHeader) {
        self.header = header
        ciphertext = []
        extras = [:]
    }

    /// Decrypts the payload.
    func open(masterKey: borrowing SecureBytes) throws(VaultError) -> SecureBytes {
        let associatedData = try header.canonical
        do throws(CryptoError) {
            let key = try Self.payloadKey(masterKey, salt: header.salt)
            return try AESGCM.open(ciphertext, key: key, nonce: header.nonce, associatedData: associatedData)
        } catch {
            throw error == .authenticationFailed ? .changed : .cryptographyFailed(error.description)
        }
    }

    /// Encrypts a new payload under a fresh salt and nonce.
    mutating func seal(_ plaintext: borrowing SecureBytes, masterKey: borrowing SecureBytes) throws(VaultError) {
        try header.drawPayloadKey()
        let associatedData = try header.canonical
        do throws(CryptoError) {
            let key = try Self.payloadKey(masterKey, salt: header.salt)
            ciphertext = try AESGCM.seal(plaintext, key: key, nonce: header.nonce, associatedData: associatedData)
        } catch { throw .cryptographyFailed(error.description) }
    }

    private static func payloadKey(
        _ masterKey: borrowing SecureBytes, salt: [UInt8]
    ) throws(CryptoError) -> SecureBytes {
        try KeyDerivation.hkdfSHA256(
            key: masterKey, salt: salt, info: Array("totply-vault/1/payload".utf8), count: 32)
    }

    /// The file's bytes: no white space, so that every byte of it counts and a change of any is noticed.
    func encoded() throws(VaultError) -> [UInt8] {
        var bytes = Array("{\"format\":\"\(Self.format)\",\"version\":\(Self.version),\"header\":".utf8)
        bytes += try header.canonical
        for (key, value) in extras.sorted(by: { $0.key < $1.key }) {
            guard let name = try? JSONEncoder().encode(key), let content = try? JSONEncoder().encode(value) else {
                throw .damagedContent("the field “\(key.printable(limit: 32))” cannot be written again")
            }
            bytes += [UInt8(ascii: ",")] + name + [UInt8(ascii: ":")] + content
        }
        bytes += ",\"ciphertext\":\"\(StrictBase64.encode(ciphertext))\"}".utf8
        guard bytes.count <= VaultLimits.fileBytes else {
            throw .refused(field: "the file", reason: "would be over \(VaultLimits.fileBytes >> 20) MiB")
        }
        return bytes
    }
}
