import Containers
import CryptoPrimitives
import Encodings
import TOTPDomain

/// An OpenPGP message (RFC 9580) that a passphrase opens: no key ring, and signatures are ignored.
package struct PassphraseMessage {
    private let sessionKeys: [OpenPGPSessionKey]
    private let ciphertext: [UInt8]

    private enum Tag {
        static let publicKeySession: UInt8 = 1
        static let session: UInt8 = 3
        static let compressed: UInt8 = 8
        static let literal: UInt8 = 11
        static let protected: UInt8 = 18
    }

    /// - Parameter bytes: armored or not.
    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`, or `unsupported-version` if no passphrase opens it.
    package init(_ bytes: [UInt8]) throws(SourceError) {
        guard bytes.count <= 2 * Limit.exportMember else {
            throw SourceError(.limitExceeded, "the message is larger than \(2 * Limit.exportMember >> 20) MiB")
        }
        guard let bytes = OpenPGPArmor.matches(bytes) ? OpenPGPArmor.decode(bytes) : bytes else {
            throw OpenPGPPacket.damaged
        }
        var sessionKeys: [OpenPGPSessionKey] = []
        var isForKey = false
        var data: OpenPGPPacket?
        let packets: [OpenPGPPacket]
        do throws(SourceError) { packets = try OpenPGPPacket.all(in: bytes) } catch {
            // A message that starts with a public key cannot be opened, whatever other problems it has.
            throw bytes.first.map(OpenPGPPacket.tag) == Tag.publicKeySession ? Self.unsupported(true) : error
        }
        for packet in packets {
            switch packet.tag {
            case Tag.publicKeySession: isForKey = true
            case Tag.session:
                if let key = try OpenPGPSessionKey(packet.body) { sessionKeys.append(key) }
            // The other kinds of encrypted data: without protection, and by a draft.
            case Tag.protected, 9, 20: data = data ?? packet
            default: break
            }
        }
        guard let data else { throw OpenPGPPacket.damaged }
        guard data.tag == Tag.protected, data.body.first == 1, !sessionKeys.isEmpty else {
            throw Self.unsupported(isForKey && sessionKeys.isEmpty)
        }
        // Each costs a key derivation.
        guard sessionKeys.count <= Limit.sessionKeys else {
            throw SourceError(
                .limitExceeded, "the message has more than \(Limit.sessionKeys) passphrases, the limit")
        }
        self.sessionKeys = sessionKeys
        ciphertext = Array(data.body.dropFirst())
    }

    /// Whether bytes start with a session key for a passphrase, and another packet follows.
    package static func isStart(of bytes: [UInt8]) -> Bool {
        guard bytes.count > 6, bytes[0] & 0x80 != 0, OpenPGPPacket.tag(bytes[0]) == Tag.session else { return false }
        // In the old format with a length of one byte, or in the new format.
        guard bytes[0] == 0x8C || bytes[0] == 0xC3 else { return false }
        let end = 2 + Int(bytes[1])
        return 4...6 ~= bytes[2] && 4..<192 ~= bytes[1] && end < bytes.count && bytes[end] & 0x80 != 0
            && [Tag.session, Tag.protected, 9, 20].contains(OpenPGPPacket.tag(bytes[end]))
    }

    private static func unsupported(_ isForKey: Bool) -> SourceError {
        SourceError(
            .unsupportedVersion,
            "encrypted with OpenPGP\(isForKey ? ", which needs your private key" : " in an unknown way")",
            .decryptOpenPGP)
    }

    /// The file in the message.
    ///
    /// - Throws: ``SourceError`` with `password-required`, `wrong-password`, `corrupt`, `unsupported-version` or
    ///   `limit-exceeded`.
    package func open(_ passphrase: Passphrase?, _ limits: ImportLimits) throws(SourceError) -> [UInt8] {
        guard let passphrase else { throw .passphraseRequired }
        for sessionKey in sessionKeys {
            guard let key = try sessionKey.open(passphrase, limits), let packets = try Self.decrypt(ciphertext, key)
            else { continue }
            guard let file = try Self.file(in: packets) else { throw OpenPGPPacket.damaged }
            return file
        }
        throw .wrongPassphrase
    }

    /// Decrypts packet 18 of version 1: a random block with its last two bytes repeated, packets, and their SHA-1.
    ///
    /// - Returns: the packets, or nil if the key is wrong.
    private static func decrypt(
        _ ciphertext: [UInt8], _ key: borrowing SecureBytes
    ) throws(SourceError) -> [UInt8]? {
        let blockCount = AESCFB.blockCount, hashCount = 20
        let hashHeader: [UInt8] = [0xD3, 0x14]
        guard ciphertext.count >= blockCount + 2 + hashHeader.count + hashCount else { return nil }
        do throws(CryptoError) {
            let iv = [UInt8](repeating: 0, count: blockCount)
            let plain = try AESCFB.open(ciphertext, key: key, iv: iv).copied()
            let end = plain.count - hashHeader.count - hashCount
            guard plain[blockCount - 2..<blockCount] == plain[blockCount..<blockCount + 2],
                plain[end...].starts(with: hashHeader),
                ConstantTime.areEqual(
                    try Digest.sha1.hash(Array(plain.dropLast(hashCount))), Array(plain.suffix(hashCount)))
            else { return nil }
            return Array(plain[(blockCount + 2)..<end])
        } catch { throw SourceError(cryptography: error) }
    }

    /// The content of the literal packet, which may be compressed.
    package static func file(in bytes: [UInt8], nesting: Int = 0) throws(SourceError) -> [UInt8]? {
        for packet in try OpenPGPPacket.all(in: bytes) {
            switch packet.tag {
            case Tag.literal:
                var reader = ByteReader(packet.body, .big, orThrow: OpenPGPPacket.damaged)
                // Kind, name and time.
                try reader.skip(1)
                _ = try reader.block(UInt8.self)
                try reader.skip(4)
                return Array(reader.takeRest())
            case Tag.compressed:
                guard nesting < Limit.openPGPNesting else { throw OpenPGPPacket.damaged }
                return try file(in: unpacked(packet.body), nesting: nesting + 1)
            default: break
            }
        }
        return nil
    }

    /// - Parameter body: the algorithm, 0 to 3, and the compressed data.
    package static func unpacked(_ body: [UInt8]) throws(SourceError) -> [UInt8] {
        let packed = Array(body.dropFirst())
        switch body.first {
        case nil: throw OpenPGPPacket.damaged
        case 0: return packed
        case 1: return try GzipStream.unpack(packed, form: .raw, limit: Limit.exportMember)
        case 2: return try GzipStream.unpack(packed, form: .zlib, limit: Limit.exportMember)
        case 3 where packed.starts(with: "BZh".utf8):
            var stream: any ByteStream = try PackedStream(ByteArrayStream(packed), .bzip2)
            let bytes = try stream.bytes(upTo: Limit.exportMember + 1)
            guard bytes.count <= Limit.exportMember else {
                throw SourceError(
                    .limitExceeded, "the compressed data is larger than \(Limit.exportMember >> 20) MiB when unpacked")
            }
            return bytes
        default: throw unsupported(false)
        }
    }
}

/// The ASCII armor of OpenPGP messages, RFC 9580 section 6.
package enum OpenPGPArmor {
    private static let start = Array("-----BEGIN PGP MESSAGE".utf8)

    /// Whether a text starts like an armored message.
    package static func matches(_ text: some RandomAccessCollection<UInt8>) -> Bool {
        text.drop(while: ASCII.isWhitespace).starts(with: start)
    }

    /// The bytes of an armored message. Its checksum is ignored: new versions do not write it.
    ///
    /// - Returns: nil if the text is not base64.
    package static func decode(_ text: [UInt8]) -> [UInt8]? {
        var digits: [UInt8] = []
        digits.reserveCapacity(text.count)
        var isHeader = true
        for line in text.trimmingWhitespace.split(separator: ASCII.newline, omittingEmptySubsequences: false)
            .dropFirst()
        {
            let line = line.trimmingWhitespace
            // An empty line ends the headers; both may be missing.
            if isHeader, line.contains(ASCII.colon) { continue }
            isHeader = false
            if line.first == ASCII.equals || line.starts(with: "-----".utf8) { break }
            digits += line
        }
        return Base64.decode(digits)
    }
}

extension FormatID {
    /// WinAuth's list of links in a message. A message says nothing of its content, so another format may open it.
    package static let winAuth: FormatID = "winauth"
}
