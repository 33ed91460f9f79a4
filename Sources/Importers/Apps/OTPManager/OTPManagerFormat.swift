import Encodings
import FormatEngine
import TOTPDomain

/// The exports of OTP Manager for Nextcloud, with plain or encrypted secrets (`Docs/formats/otpmanager.md`).
package struct OTPManagerFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "otpmanager",
        app: "OTP Manager (Nextcloud)",
        file: "JSON",
        encryption: .optional,
        exportSteps: .menu("Nextcloud › OTP Manager › Import/Export › Plain Secret Export or Encrypted Export")
    )

    /// Secrets are base32; in encrypted files base64 of its ciphertext. An algorithm is a name; up to 2024 an index.
    /// The counter is that of the last code: -1, or null in old versions, before the first.
    private static let account = EntryShape(
        issuer: "issuer", name: "name", secret: "secret", kind: .named("type", among: ["totp": .totp, "hotp": .hotp]),
        algorithm: "algorithm", algorithms: .namedOrNumbered, digits: "digits", period: "period", counter: "counter",
        counterBeforeFirst: -1)

    /// The others that `useExportAccounts` writes.
    private static let members = KnownNames(reading: account, "accounts iv icon", list: "accounts")

    /// Other apps also have such lists, but no icons. It matters for counters: this app stores the counter of the last
    /// code.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject, !outline.has("version") else { return false }
        // With its icons and most of the rest, an account is the app's, even if a newer version renames a member.
        let isOwn = { (account: [String: JSONScanner.Kind]) in
            Self.names.allSatisfy { account[$0] != nil }
                && Self.parameters.count { account[$0] != nil } >= Self.parameters.count - 1
        }
        if content.hasObject(inAnyList: isOwn) { return true }
        if content.hasObject(inList: "accounts", where: { $0["secret"] != nil && $0["type"] != nil }) {
            return Self.members.areAll(ofRecordsAt: 3, inList: "accounts", in: content.text)
                && (outline.has("iv") || content.hasObject(inList: "accounts") { $0["icon"] != nil }
                    || !Self.mentionsHOTP(content.text) || !content.isWholeJSON)
        }
        return outline.has("iv") && JSONScanner.count(ofArrayAt: ["accounts"], in: content.text) == 0
    }

    private static let names = ["secret", "icon"]
    private static let parameters = ["name", "issuer", "type", "digits", "period", "algorithm", "counter"]

    private static func mentionsHOTP(_ text: [UInt8]) -> Bool {
        ["\"hotp\"", "\"HOTP\""].contains { text.span.firstIndex(of: Array($0.utf8)) != nil }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        let file = try JSONFile(text), list = try file.list("accounts")
        let records = try JSONFile.records(at: ["accounts"], in: text, elements: list.count)
        try request.limits.check(records: records)
        var accounts = list.entries(Self.account.account)
        // Only in encrypted files; hexadecimal.
        if let iv = try file.text("iv") {
            var encryption = try OTPManagerEncryption(iv)
            for (index, account) in accounts.enumerated() {
                guard case .success(var account) = account, account.secret != nil else { continue }
                guard let passphrase = request.passphrase else { throw .passphraseRequired }
                try encryption.open(&account, passphrase)
                accounts[index] = .success(account)
            }
            if encryption.isPassphraseWrong { throw .wrongPassphrase }
        }
        return try document(
            of: accounts, records: records, request.limits, unread: Self.members.unread(in: text), in: text)
    }
}
