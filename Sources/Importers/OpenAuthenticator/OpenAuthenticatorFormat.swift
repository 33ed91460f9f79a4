import Encodings
import TOTPDomain

/// Open Authenticator's backup, whose texts are encrypted one by one (`Docs/formats/open-authenticator.md`).
package struct OpenAuthenticatorFormat: ImportFormat {
    package let description = FormatDescription(
        id: "open-authenticator",
        app: "Open Authenticator",
        file: "JSON, encrypted, .bak",
        encryption: .always,
        exportSteps: .menu("Settings › Backup now, with a password; then Manage backups › share the newest one")
    )

    private static let members = KnownNames(
        """
        passwordSignature salt totps uuid encryptionSalt secret label issuer algorithm digits period validity imageUrl \
        updatedAt
        """, list: "totps")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        // A damaged file may lack one of them: its secrets are not texts for a general reader.
        return outline.members["totps"] == .array
            && (outline.members["passwordSignature"] == .string || outline.members["salt"] == .string)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONValue(text: request.content.text)
        let entries = try file.list("totps")
        var document = ImportedDocument(
            format: description.id, records: JSONRecordCount.count(["totps"], in: request.content.text))
        try request.limits.check(records: document.records)
        guard let salt = try file.member("salt")?.string.flatMap({ Base64.decode($0) }), !salt.isEmpty else {
            throw .incomplete("salt")
        }
        guard let signature = try file.member("passwordSignature")?.string.flatMap({ Base64.decode($0) }),
            !signature.isEmpty
        else { throw .incomplete("passwordSignature") }
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        var encryption = try OpenAuthenticatorEncryption(passphrase, salt: salt, signature: signature, request.limits)
        for (index, entry) in entries.entries(OpenAuthenticatorValues.init).enumerated() {
            let position = EntryPosition(entry: index + 1)
            switch entry {
            case .success(let values): document.add(try OpenAuthenticatorAccount(values, &encryption), at: position)
            case .failure(let problem): document.reject(at: position, problem)
            }
        }
        return naming(unread: Self.members, in: request.content.text, document)
    }
}

/// The members of an entry of Open Authenticator: encrypted texts, and numbers.
struct OpenAuthenticatorValues {
    let salt, secret, issuer, label: JSONValue?
    let algorithm: LenientText?
    let digits, period: LenientNumber?

    init(_ entry: JSONObject) throws(EntryError) {
        salt = try entry.value("encryptionSalt")
        secret = try entry.value("secret")
        issuer = try entry.value("issuer")
        label = try entry.value("label")
        algorithm = try entry.value("algorithm")?.text
        digits = try entry.text("digits")
        // Newer versions have another name for it.
        let validity = try entry.text("validity"), period = try entry.text("period")
        self.period = validity ?? period
    }
}

/// An account of Open Authenticator, decrypted. All are time-based.
struct OpenAuthenticatorAccount: ExportedAccount {
    typealias Text = Result<String?, EntryError>

    let names: (issuer: String, name: String)
    /// Base32.
    private let secret: Text
    private let namesProblem: EntryError?
    private let values: OpenAuthenticatorValues

    /// - Throws: ``SourceError`` if a key cannot be derived.
    init(_ values: OpenAuthenticatorValues, _ encryption: inout OpenAuthenticatorEncryption) throws(SourceError) {
        self.values = values
        let salt = Self.bytes(values.salt)
        func text(_ value: JSONValue?, _ member: String) throws(SourceError) -> Text {
            guard let value else { return .success(nil) }
            guard let box = Self.bytes(value), let text = try encryption.open(box, salt: salt) else {
                return .failure(EntryError(.fieldDamaged, "its \(member) cannot be decrypted", .exportAgain))
            }
            return .success(text)
        }
        secret = try text(values.secret, "secret")
        let issuer = try text(values.issuer, "issuer"), label = try text(values.label, "label")
        namesProblem =
            [issuer, label].lazy.compactMap { if case .failure(let problem) = $0 { problem } else { nil } }
            .first
        names = Self.names(issuer: issuer.textOrEmpty, label: label.textOrEmpty)
    }

    func draft() throws(EntryError) -> AccountDraft {
        if let namesProblem { throw namesProblem }
        var draft = try AccountDraft(base32: try secret.get())
        try draft.take(algorithm: values.algorithm, digits: values.digits, period: values.period)
        return draft
    }

    /// The label may have the form of a link's label: `Acme:alice`.
    private static func names(issuer: String, label: String) -> (issuer: String, name: String) {
        guard issuer.isBlank, let colon = label.unicodeScalars.firstIndex(of: ":") else { return (issuer, label) }
        return (String(label[..<colon]), String(label.unicodeScalars[colon...].dropFirst()))
    }

    /// The bytes of a list of numbers; nil for anything else.
    private static func bytes(_ value: JSONValue?) -> [UInt8]? {
        guard let value, value.kind == .array else { return nil }
        var bytes: [UInt8] = []
        for element in value.elements {
            guard let number = element.wholeNumber, let byte = UInt8(exactly: number) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}

extension OpenAuthenticatorAccount.Text {
    fileprivate var textOrEmpty: String { if case .success(let text?) = self { text } else { "" } }
}
