import Encodings
import FormatEngine
import TOTPDomain

/// FreeOTP's preferences (version 1, also FreeOTP+'s own) and its backup (version 2) (`Docs/formats/freeotp.md`).
package struct FreeOTPFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "freeotp",
        app: "FreeOTP",
        file: "externalBackup.xml; XML, preferences",
        encryption: .optional,
        exportSteps: .text(
            "FreeOTP 2: menu › Backup (externalBackup.xml). FreeOTP 1 and FreeOTP+ on a rooted phone: copy "
                + "shared_prefs/tokens.xml"),
        notice:
            "FreeOTP 2.0.2 to 2.0.4 wrote backups that it cannot restore: after a restore, the key of some accounts is "
            + "missing in them. Copy all backups of the phone, and name them in one run: an older one may have the key. "
            + "The program names each account that it cannot open."
    )

    /// The setting with the order of the tokens, the only setting that is not a token.
    private static let order = "tokenOrder"

    package func recognizes(_ content: SourceContent) -> Bool {
        content.bytes.starts(with: [0xAC, 0xED, 0x00, 0x05])
            || AndroidPreferences.mention("\"\(Self.order)\"", in: content)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if request.content.isMarkup { return try readPreferences(request) }
        var backup = try FreeOTPBackup(request)
        try backup.open(request.passphrase)
        return try backup.document()
    }

    package func linkedSource(_ request: ImportRequest) -> (any LinkedSource)? {
        request.content.isMarkup ? nil : try? FreeOTPBackup(request)
    }

    private func readPreferences(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let preferences = try AndroidPreferences(request.content)
        let records = preferences.records { $0.name != Self.order }
        let accounts = records.strings.lazy.map { FreeOTPToken.setting(named: $0.name, $0.text) }
        var document = try ImportedDocument(
            format: description.id, records: records.count, accounts: accounts, request.limits)
        document.keepsakes = [.appData]
        document.name(unread: preferences.unread)
        return naming(unread: unread(in: preferences.strings.map(\.text)), document)
    }

    /// - Parameter texts: the JSON of each token.
    package func unread(in texts: [String]) -> UnreadNames {
        var unread = UnreadNames()
        for text in texts {
            unread.add(FreeOTPToken.members.unread(in: Array(text.utf8), isRecord: true))
        }
        return unread
    }
}

/// A token as FreeOTP and FreeOTP+ describe it. Backups of FreeOTP 2 keep secrets elsewhere.
enum FreeOTPToken {
    /// The app generates Steam codes for every token of this issuer.
    static let steamIssuer = "Steam"

    /// The app shows the first issuer; the other is that of the link that was scanned.
    static let shape = EntryShape(
        issuer: "issuerExt issuerInt", name: "label", secret: "secret",
        kind: .named("type", among: ["TOTP": .totp, "HOTP": .hotp], missing: .totp), steamIssuer: .exactly,
        algorithm: "algo", digits: "digits", period: "period", counter: "counter")

    /// The others of both apps' `Token`, and of FreeOTP+'s export. Those that end in `Alt` have the user's own values,
    /// beside the others.
    static let members = KnownNames(
        reading: shape, "tokens tokenOrder issuerAlt labelAlt image imageAlt color lock", list: "tokens")

    /// A token with its own secret, of FreeOTP 1 or FreeOTP+.
    static func plain(_ entry: JSONObject) throws(EntryError) -> ShapedAccount {
        var token = try shape.account(in: entry)
        // The apps subtract 1 from the counter of a link, so an account that was scanned and never used has -1.
        if token.counter.whole == -1 { token.counter = .number(0) }
        guard let secret = try entry.value("secret") else { return token }
        // Bytes from -128 on as Java prints them, or up to 255 as other programs do.
        if let numbers = secret.integers, numbers.allSatisfy({ -128...255 ~= $0 }) {
            token.secretBytes = numbers.map { UInt8(truncatingIfNeeded: $0) }
        } else {
            token.problem = EntryError(.fieldDamaged, "the secret is not a list of bytes")
        }
        return token
    }

    /// A setting of FreeOTP 1 or FreeOTP+, whose name is issuer and label.
    static func setting(named name: String, _ text: String) -> ShapedAccount {
        do throws(EntryError) { return try plain(object(text)) } catch {
            var token = ShapedAccount(shape)
            (token.name, token.problem) = (.text(name), error)
            return token
        }
    }

    /// - Parameter text: the JSON of a setting.
    static func object(_ text: String) throws(EntryError) -> JSONObject {
        guard let value = try? JSONValue(checking: Array(text.utf8)) else { throw .notAnObject }
        return try JSONObject(entry: value)
    }
}

extension JSONValue {
    /// The whole numbers of a list; nil if it is not a list of them.
    var integers: [Int64]? {
        let elements = JSONList(self)?.all, integers = elements?.compactMap(\.integer)
        return integers?.count == elements?.count ? integers : nil
    }

    /// Bytes as Java prints them, -128 to 127; nil if it is not a list of them.
    var signedBytes: [UInt8]? {
        let numbers = integers, bytes = numbers?.compactMap { Int8(exactly: $0).map { UInt8(bitPattern: $0) } }
        return bytes?.count == numbers?.count ? bytes : nil
    }
}
