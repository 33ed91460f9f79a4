import Encodings
import FormatEngine
import TOTPDomain

/// The backup of the browser extension Authenticator, plain or encrypted, and its storage in a browser's profile
/// (`Docs/formats/authenticator-extension.md`).
package struct AuthenticatorExtensionFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "authenticator-extension",
        app: "Authenticator, browser extension",
        file: "JSON, or a browser profile's folder",
        encryption: .optional,
        exportSteps: .menu(
            "Gear icon › Backup › Download Backup File, or Download Password-Protected Backup; authenticator.json, if it "
                + "offers both. Without the extension: close the browser and copy the folder Local Extension Settings/ID "
                + "of its profile, where ID is bhghoamapcdpbohphigoooaddinpkbai (Edge: ocglkepbibnalbgmbachknglpdipeoio)"
        ),
    )

    private static let memberNames: StaticString = """
        secret type index encrypted hash counter period digits algorithm pinned dataType keyId data enc \
        id salt version
        """
    private static let texts: StaticString = "account issuer"
    /// The outermost names are identifiers.
    private static let members = KnownNames(
        memberNames, texts: texts, opaque: "UserSettings LocalStorage", data: 1)
    /// Of an account that was encrypted as a whole.
    private static let accountMembers = KnownNames(memberNames, texts: texts)

    /// Whether an account is in a list, or in a text as JSON.
    private static func hasSecret(_ value: JSONValue) -> Bool {
        value.elements.contains { $0.has("secret") }
            || value.string.flatMap { try? JSONValue(text: Array($0.utf8)) }?.has("secret") == true
    }

    package func recognizes(_ content: SourceContent) -> Bool {
        BrowserProfile.recognizes(content) || Self.isBackup(content)
    }

    private static func isBackup(_ content: SourceContent) -> Bool {
        guard content.jsonOutline?.shape == .object else { return false }
        switch AuthenticatorExtensionSearch.evidence(in: content.text) {
        case .none: return false
        case .own: return true
        case .usual: return members.areAll(ofRecordsAt: 2, in: content.text)
        }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard BrowserProfile.recognizes(request.content) else { return try readBackup(request) }
        let profile = try BrowserProfile(request)
        var request = request
        request.content = SourceContent(text: profile.text)
        guard Self.isBackup(request.content) else { throw profile.failure }
        var document = try readBackup(request)
        document.warnings += profile.warnings
        document.keepsakes = [.ownData("the data of a browser's profile")]
        return document
    }

    private func readBackup(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONValue(text: request.content.text), members = file.members
        let found = members.map { AuthenticatorExtensionEntry(named: $0.name, $0.value) }
        let entries = PlantedLoss.applied(to: found.compactMap { $0 }.sorted())
        // All members but settings and keys.
        let records = JSONRecordCount.members(in: file.scanner) - found.count { $0 == nil }
        try request.limits.check(records: records)
        var decryption = try AuthenticatorExtensionDecryption(members)
        if entries.contains(where: decryption.isLocked) {
            guard let passphrase = request.passphrase else { throw .passphraseRequired }
            try decryption.unlock(for: entries, passphrase, request.limits)
        }
        let accounts = entries.map { entry in Result { () throws(EntryError) in try decryption.account(entry) } }
        var unread = Self.members.unread(in: request.content.text)
        for (name, value) in members where value.kind != .object && Self.hasSecret(value) {
            unread.add(raw: name, entries: 1)
        }
        for account in accounts {
            let text = (try? account.get().decrypted) ?? []
            unread.add(Self.accountMembers.unread(in: text, isRecord: true))
        }
        return try document(of: accounts, records: records, request.limits, unread: unread)
    }
}

/// Looks for an account or a key in the outermost object of a JSON text.
///
/// For detection: never fails, and reads a damaged text up to the damage.
struct AuthenticatorExtensionSearch {
    enum Evidence: Int {
        case none
        /// An object with a secret that looks like the extension's.
        case usual
        /// A type that only the extension writes.
        case own
    }

    private var scanner: JSONScanner
    private var evidence = Evidence.none

    static func evidence(in text: [UInt8]) -> Evidence {
        var search = AuthenticatorExtensionSearch(scanner: JSONScanner(text, checksEscapes: false))
        // At an error, the scanner stays where it is, so the search ends there.
        try? search.run()
        return search.evidence
    }

    private mutating func run() throws(JSONError) {
        guard try scanner.next() == .objectStart else { return }
        while evidence == .none, case .name(let name)? = try scanner.next() {
            if try scanner.nextKind() == .object {
                try readMembers(ofObjectNamed: (try? scanner.string(name)) ?? "")
            } else {
                _ = try scanner.skipValue()
            }
        }
    }

    /// Reads the object that comes next, up to any damage.
    private mutating func readMembers(ofObjectNamed objectName: String) throws(JSONError) {
        var hasSecret = false, hasType = false, isMarked = Self.isIdentifier(objectName)
        defer { evidence = hasType ? .own : hasSecret && isMarked ? .usual : evidence }
        guard try scanner.next() == .objectStart else { return }
        while case .name(let name)? = try scanner.next(), let kind = try scanner.nextKind() {
            let name = (try? scanner.string(name)) ?? ""
            if name == "dataType", kind == .string, case .string(let type)? = try scanner.next() {
                let types = [
                    AuthenticatorExtensionFile.account, AuthenticatorExtensionFile.encryptedAccount,
                    AuthenticatorExtensionFile.key,
                ]
                hasType = types.contains { scanner.matches(type, $0) }
                continue
            }
            if name == "secret" { hasSecret = kind == .string }
            // A type alone is in everybody's files, whose objects have the names of accounts.
            if ["hash", "encrypted", "index"].contains(name) { isMarked = true }
            _ = try scanner.skipValue()
        }
    }

    /// Whether a name is an MD5 hash or a UUID in hexadecimal.
    private static func isIdentifier(_ name: String) -> Bool {
        let digits = name.utf8.filter { $0 != ASCII.hyphen }
        let groups = name.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
        return digits.count == 32 && digits.allSatisfy { ASCII.hexValue($0) != nil }
            && (groups == [32] || groups == [8, 4, 4, 4, 12])
    }
}
