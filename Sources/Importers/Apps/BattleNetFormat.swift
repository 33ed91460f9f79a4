import Encodings
import FormatEngine
import TOTPDomain

/// The authenticator in Battle.net's mobile app, from a rooted phone (`Docs/formats/battle-net.md`).
package struct BattleNetFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "battle-net",
        app: "Battle.net", origin: .rootedPhone,
        file: "XML, preferences",
        exportSteps: .text(
            "On a rooted phone copy /data/data/com.blizzard.messenger/shared_prefs/"
                + "com.blizzard.messenger.authenticator_preferences.xml"),
        missingExport: MissingExport(
            "Today's authenticator confirms by push, without a secret. If you have the restore code of an older one, use "
                + "it in an app that supports Battle.net.",
            setsUpAgain: false)
    )

    private static let prefix = "com.blizzard.messenger.AUTHENTICATOR_"

    private static let secretName = "\(prefix)DEVICE_SECRET"

    package func recognizes(_ content: SourceContent) -> Bool {
        AndroidPreferences.mention(Self.secretName, in: content)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let preferences = try AndroidPreferences(request.content)
        let masking = preferences["\(Self.prefix)CREDENTIALS_ENCRYPTION_TYPE"] ?? "MASK"
        guard masking == "MASK" else {
            throw SourceError(
                .unsupportedVersion,
                "the phone encrypted its secret (\(masking.quoted))",
                "set the authenticator up again with Battle.net")
        }
        let records = preferences.records { $0.name == Self.secretName }
        let secrets = records.strings.map(\.text.trimmingWhitespace)
        guard records.count > 0 else {
            throw SourceError(
                .corrupt, "the file has no authenticator", "set one up in the app, then copy the file again")
        }
        guard secrets.allSatisfy({ $0.utf8.count <= 2 * Self.mask.count }) else {
            throw SourceError(.corrupt, "the secret is longer than its mask", "copy the file again")
        }
        let serial = preferences["\(Self.prefix)SERIAL"].flatMap(Self.unmasked).flatMap {
            String(validating: $0, as: UTF8.self)?.limitingMarks
        }
        return try document(
            of: secrets.lazy.map { Self.account($0, serial: serial ?? "") }, records: records.count, request.limits,
            unread: preferences.unread)
    }

    private static func account(_ secret: String, serial: String) -> ShapedAccount {
        var account = ShapedAccount(issuer: "Battle.net", name: serial)
        account.digits = .number(8)
        // Hexadecimal digits behind the mask.
        account.secretBytes = unmasked(secret).flatMap { Hex.decode($0) }
        if account.secretBytes == nil {
            account.problem = EntryError(
                .secretNotHex, "the secret is damaged: it is not hexadecimal behind its mask")
        }
        return account
    }

    /// Decodes hexadecimal and removes the app's fixed mask; nil if the text is not hexadecimal, or longer than the mask.
    private static func unmasked(_ text: String) -> [UInt8]? {
        guard let bytes = Hex.decode(text.trimmingWhitespace), bytes.count <= mask.count else { return nil }
        return zip(bytes, mask).map { $0 ^ $1 }
    }

    private static let mask: [UInt8] = [
        0x39, 0x8E, 0x27, 0xFC, 0x50, 0x27, 0x6A, 0x65, 0x60, 0x65, 0xB0, 0xE5, 0x25, 0xF4, 0xC0, 0x6C, 0x04, 0xC6,
        0x10, 0x75, 0x28, 0x6B, 0x8E, 0x7A, 0xED, 0xA5, 0x9D, 0xA9, 0x81, 0x3B, 0x5D, 0xD6, 0xC8, 0x0D, 0x2F, 0xB3,
        0x80, 0x68, 0x77, 0x3F, 0xA5, 0x9B, 0xA4, 0x7C, 0x17, 0xCA, 0x6C, 0x64, 0x79, 0x01, 0x5C, 0x1D, 0x5B, 0x8B,
        0x8F, 0x6B, 0x9A,
    ]
}
