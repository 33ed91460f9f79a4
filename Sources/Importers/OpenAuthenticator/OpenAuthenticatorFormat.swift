import Encodings
import TOTPDomain

/// Open Authenticator's backup, whose texts are encrypted one by one (`Docs/formats/open-authenticator.md`).
package struct OpenAuthenticatorFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "open-authenticator",
            app: "Open Authenticator",
            file: "JSON, encrypted, .bak",
            encryption: .always,
            exportSteps: .menu("Settings › Backup now, with a password; then Manage backups › share the newest one")
        )
    }

    private static let members = KnownMembers("secret label issuer algorithm digits period validity")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        return outline.members["passwordSignature"] == .string && outline.members["salt"] == .string
            && outline.members["totps"] == .array
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONValue(text: request.content.text)
        let entries = try file.list("totps")
        try request.limits.check(records: JSONRecordCount.count(["totps"], in: request.content.text))
        guard let salt = file["salt"]?.string.flatMap({ Base64.decode($0) }), !salt.isEmpty else {
            throw .incomplete("salt")
        }
        guard let signature = file["passwordSignature"]?.string.flatMap({ Base64.decode($0) }), !signature.isEmpty
        else { throw .incomplete("passwordSignature") }
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        var encryption = try OpenAuthenticatorEncryption(passphrase, salt: salt, signature: signature, request.limits)
        var document = ImportedDocument(
            format: description.id, records: JSONRecordCount.count(["totps"], in: request.content.text))
        for (index, entry) in entries.enumerated() {
            let account = entry.kind == .object ? try OpenAuthenticatorAccount(entry, &encryption) : nil
            document.add(account, at: EntryPosition(entry: index + 1))
        }
        return naming(unread: Self.members, in: request.content.text, document)
    }
}

/// An account of Open Authenticator, decrypted. All are time-based.
struct OpenAuthenticatorAccount: ExportedAccount {
    typealias Text = Result<String?, EntryError>

    let names: (issuer: String, name: String)
    /// Base32.
    private let secret: Text
    private let namesProblem: EntryError?
    private let algorithm: LenientText?
    private let digits: LenientNumber?
    private let period: LenientNumber?

    /// - Throws: ``SourceError`` if a key cannot be derived.
    init(_ entry: JSONValue, _ encryption: inout OpenAuthenticatorEncryption) throws(SourceError) {
        let salt = Self.bytes(entry["encryptionSalt"])
        func text(_ member: String) throws(SourceError) -> Text {
            guard let value = entry[member] else { return .success(nil) }
            guard let box = Self.bytes(value), let text = try encryption.open(box, salt: salt) else {
                return .failure(EntryError(.fieldDamaged, "its \(member) cannot be decrypted", .exportAgain))
            }
            return .success(text)
        }
        secret = try text("secret")
        let issuer = try text("issuer"), label = try text("label")
        namesProblem =
            [issuer, label].lazy.compactMap { if case .failure(let problem) = $0 { problem } else { nil } }
            .first
        names = Self.names(issuer: issuer.textOrEmpty, label: label.textOrEmpty)
        algorithm = entry["algorithm"]?.text
        digits = entry["digits"]?.number
        // Newer versions have another name for it.
        period = (entry["validity"] ?? entry["period"])?.number
    }

    func draft() throws(EntryError) -> AccountDraft {
        if let namesProblem { throw namesProblem }
        var draft = try AccountDraft(base32: try secret.get())
        try draft.take(algorithm: algorithm, digits: digits, period: period)
        return draft
    }

    /// The label may be that of a link: `Acme:alice`.
    private static func names(issuer: String, label: String) -> (issuer: String, name: String) {
        guard issuer.isBlank, let colon = label.unicodeScalars.firstIndex(of: ":") else { return (issuer, label) }
        return (String(label[..<colon]), String(label.unicodeScalars[colon...].dropFirst()))
    }

    /// The bytes of a list of numbers; nil for anything else.
    private static func bytes(_ value: JSONValue?) -> [UInt8]? {
        guard let value, value.kind == .array else { return nil }
        var bytes: [UInt8] = []
        for element in value.elements {
            guard case .number(let number) = element.number, let byte = UInt8(exactly: number) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}

extension OpenAuthenticatorAccount.Text {
    fileprivate var textOrEmpty: String { if case .success(let text?) = self { text } else { "" } }
}
