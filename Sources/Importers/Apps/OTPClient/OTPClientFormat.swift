import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// OTPClient's database, versions 1 to 3 (`Docs/formats/otpclient.md`).
package struct OTPClientFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "otpclient",
        app: "OTPClient",
        file: "encrypted database, .enc",
        encryption: .always,
        exportSteps: "Copy the database itself, by default ~/.config/NewDatabase.enc",
        keepsake: .ownData("the database of OTPClient")
    )

    private static let entry = EntryShape(
        issuer: "issuer", name: "label", secret: "secret",
        kind: .named("type", among: ["TOTP": .totp, "HOTP": .hotp]), steamIssuer: .steam, algorithm: "algo",
        digits: "digits", period: "period", counter: "counter", group: "group")

    private static let members = KnownNames(reading: entry, "")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard content.kind == .binary || content.kind == .text else { return false }
        return content.bytes.starts(with: OTPClientEncryption.magic)
            || (content.kind == .binary && content.bytes.count > OTPClientEncryption.minimumCount
                && RandomLook.has(content.bytes))
    }

    /// Version 1 starts with random bytes.
    package func hasNoSignature(_ content: SourceContent) -> Bool {
        !content.bytes.starts(with: OTPClientEncryption.magic)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let encryption = try OTPClientEncryption(request.content.bytes)
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        let text = try encryption.open(passphrase, request.limits)
        return try accounts(in: text, request.limits, knowing: Self.members, account: Self.entry.account)
    }
}

/// The encryption of an OTPClient database. All of its header is authenticated.
struct OTPClientEncryption {
    private let header: [UInt8]
    private let iv: [UInt8]
    private let salt: [UInt8]
    /// nil for version 1, which has PBKDF2.
    private let cost: KeyDerivation.Argon2Cost?
    private let ciphertext: [UInt8]

    static let magic = Array("OTPClient".utf8)
    /// The size of an empty file of version 1: an IV, a salt, a tag.
    static let minimumCount = ivCount + saltCount + AESGCM.tagCount

    private static let ivCount = 16, saltCount = 32
    private static let version1Iterations = 100_000

    /// - Throws: ``SourceError`` with `corrupt`, `unsupported-version` or `limit-exceeded`.
    init(_ bytes: [UInt8]) throws(SourceError) {
        guard bytes.starts(with: Self.magic) else {
            guard bytes.count > Self.minimumCount else { throw Self.damaged }
            self.init(bytes, ivAt: 0, headerCount: Self.ivCount + Self.saltCount, cost: nil)
            return
        }
        guard let version = bytes.integer(UInt32.self, at: Self.magic.count, .big) else { throw Self.damaged }
        guard version <= 3 else {
            throw SourceError(
                .unsupportedVersion, "an OTPClient database of version \(version), this program reads 1 to 3", .update)
        }
        // Version 2 is a C structure in memory: it has a gap and is little-endian.
        let (ivAt, order) = version == 3 ? (13, ByteOrder.big) : (16, .little)
        let costAt = ivAt + Self.ivCount + Self.saltCount
        guard bytes.count >= costAt + 12 + AESGCM.tagCount else { throw Self.damaged }
        var reader = ByteReader(bytes[costAt...], order, orThrow: Self.damaged)
        let cost = KeyDerivation.Argon2Cost(
            passes: try reader.integer(), memory: try reader.integer(), lanes: try reader.integer())
        guard 1...64 ~= cost.passes, 8192...1_048_576 ~= cost.memory, 1...16 ~= cost.lanes else {
            throw SourceError(
                .limitExceeded,
                "its key derivation needs t=\(cost.passes), m=\(cost.memory) KiB, p=\(cost.lanes), which OTPClient "
                    + "itself would refuse")
        }
        self.init(bytes, ivAt: ivAt, headerCount: costAt + 12, cost: cost)
    }

    private init(_ bytes: [UInt8], ivAt: Int, headerCount: Int, cost: KeyDerivation.Argon2Cost?) {
        header = Array(bytes[..<headerCount])
        iv = Array(bytes[ivAt..<(ivAt + Self.ivCount)])
        salt = Array(bytes[(ivAt + Self.ivCount)..<(ivAt + Self.ivCount + Self.saltCount)])
        self.cost = cost
        ciphertext = Array(bytes[headerCount...])
    }

    private static let damaged = SourceError(.corrupt, "the database is cut off", .copyAgain)

    /// - Returns: the accounts' JSON.
    func open(_ passphrase: Passphrase, _ limits: ImportLimits) throws(SourceError) -> [UInt8] {
        if let plain = try open(with: passphrase, limits) { return plain }
        // Old versions mistook the number of characters for the number of bytes.
        let characters = passphrase.scalarCount ?? passphrase.utf8.count
        if characters < passphrase.utf8.count {
            let cut = Passphrase(utf8: passphrase.utf8.prefix(characters))
            if let plain = try open(with: cut, limits) { return plain }
        }
        throw .wrongPassphrase
    }

    private func open(with passphrase: Passphrase, _ limits: ImportLimits) throws(SourceError) -> [UInt8]? {
        let key =
            if let cost {
                try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: cost)
            } else {
                try limits.pbkdf2(
                    .sha512, passphrase: passphrase, salt: salt, iterations: Self.version1Iterations)
            }
        return try SourceError.decryptingUnlessWrong(
            AESGCM.open(ciphertext, key: key, nonce: iv, associatedData: header).copied())
    }
}
