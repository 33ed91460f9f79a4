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
