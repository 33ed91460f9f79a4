import CryptoPrimitives
import Encodings
import TOTPDomain

/// The settings file of KDE's Keysmith, whose secrets are encrypted (`Docs/formats/keysmith.md`).
package struct KeysmithFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "keysmith",
        app: "Keysmith (KDE)",
        file: "settings, Keysmith.conf",
        encryption: .always,
        exportSteps: .text(
            "The app has no export: copy ~/.config/org.kde.keysmith/Keysmith.conf (Flatpak: "
                + "~/.var/app/org.kde.keysmith/config/org.kde.keysmith/Keysmith.conf)"),
        keepsake: .ownData("the settings of Keysmith")
    )

    private static let masterKey = "master-key"
    /// The group of keys without a group.
    private static let general = "General"

    package func recognizes(_ content: SourceContent) -> Bool {
        guard content.kind == .text, QtSettings.matches(content.text) else { return false }
        var lines = QtSettings.Lines(content.text)
        var group = ""
        while let line = lines.next() {
            switch line {
            case .group(let name): group = name
            case .value("challenge", _) where group == Self.masterKey: return true
            case .value("salt", _) where group == Self.masterKey: return true
            case .value("pinLength", _) where KeysmithAccount.isID(group): return true
            case .value: break
            }
        }
        return false
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let limits = request.limits
        let groups = try QtSettings(request.content.text, limits).groups
        let masterKeys = groups.filter { $0.name == Self.masterKey }
        guard let masterKey = masterKeys.first, masterKeys.count == 1 else {
            throw .damaged("it does not have one group master-key", .copyAgain)
        }
        let encryption = try KeysmithEncryption(masterKey.values)
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        let records = groups.filter { $0.name != Self.masterKey && $0.name != Self.general }
        // All groups of the text but the two others.
        let count = QtSettings.groupCount(in: request.content.text) - (groups.count - records.count)
        try limits.check(records: count)
        let key = try encryption.key(passphrase, limits)
        var accounts: [KeysmithAccount] = []
        for record in records { accounts.append(try KeysmithAccount(record, key: key)) }
        // Without a challenge, only the secrets show whether the passphrase is right.
        let boxes = accounts.filter(\.hasBox)
        if !encryption.hasChallenge, !boxes.isEmpty, boxes.allSatisfy({ $0.secret == nil }) { throw .wrongPassphrase }
        var unread = UnreadNames()
        for account in accounts where account.skipReason == nil {
            unread.add(account.namesWithValue, except: KeysmithAccount.knownNames)
        }
        return try document(of: accounts, records: count, limits, unread: unread)
    }
}

/// The encryption of Keysmith's secrets: libsodium's `crypto_pwhash` and `crypto_secretbox`.
struct KeysmithEncryption {
    private let variant: KeyDerivation.Argon2Variant
    private let cost: KeyDerivation.Argon2Cost
    private let salt: [UInt8]
    /// The passphrase itself, encrypted; missing in files of the first versions.
    private let challenge: (box: [UInt8], nonce: [UInt8])?

    private static let saltCount = 16
    /// The app's cost, in bytes.
    private static let defaultMemory: Int64 = 268_435_456

    var hasChallenge: Bool { challenge != nil }

    /// - Parameter values: the values of the group `master-key`.
    /// - Throws: ``SourceError`` with `corrupt`, or with `unsupported-version` for an unknown key derivation.
    init(_ values: [String: String]) throws(SourceError) {
        func number(_ name: String) -> Int64? { values[name].flatMap { Optional(.text($0)).whole } }
        switch number("algorithm") {
        case 1: variant = .i
        case 2: variant = .id
        default: throw SourceError(.unsupportedVersion, "its key derivation is unknown", .update)
        }
        guard number("length") == Int64(SecretBox.keyCount) else { throw .incomplete("length") }
        guard let passes = number("cpu").flatMap({ UInt32(exactly: $0) }) else { throw .incomplete("cpu") }
        let memory = values["memory"] == nil ? Self.defaultMemory : number("memory")
        guard let memory, memory >= 0 else { throw .incomplete("memory") }
        // Far above every limit if it does not fit.
        cost = KeyDerivation.Argon2Cost(passes: passes, memory: UInt32(clamping: memory >> 10), lanes: 1)
        guard let salt = values["salt"].flatMap({ Base64.decode($0) }), salt.count == Self.saltCount else {
            throw .incomplete("salt")
        }
        self.salt = salt
        guard let text = values["challenge"] else {
            challenge = nil
            return
        }
        guard let box = Base64.decode(text), box.count >= SecretBox.tagCount else { throw .incomplete("challenge") }
        guard let nonce = values["nonce"].flatMap({ Base64.decode($0) }), nonce.count == SecretBox.nonceCount else {
            throw .incomplete("nonce")
        }
        challenge = (box, nonce)
    }

    /// - Throws: ``SourceError`` with `wrong-password` if the challenge does not open to the passphrase, and with
    ///   `limit-exceeded`.
    func key(_ passphrase: Passphrase, _ limits: ImportLimits) throws(SourceError) -> SecureBytes {
        let key = try limits.argon2(
            variant, passphrase: passphrase, salt: salt, cost: cost, count: SecretBox.keyCount)
        guard let challenge else { return key }
        do throws(CryptoError) {
            let answer = try SecretBox.open(challenge.box, key: key, nonce: challenge.nonce)
            guard ConstantTime.areEqual(answer, passphrase.utf8) else { throw CryptoError.authenticationFailed }
        } catch { throw SourceError(cryptography: error) }
        return key
    }
}
