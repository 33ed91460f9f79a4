import CryptoPrimitives
import Encodings
import TOTPDomain

/// CloudOTP's encrypted backup (`Docs/formats/cloudotp.md`).
package struct CloudOTPFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "cloudotp",
            app: "CloudOTP",
            file: "encrypted backup, .bin",
            encryption: .always,
            exportSteps: .menu("Settings › Import and export › Export encrypted file; its URI file is read as otpauth")
        )
    }

    private static let magic = Array("CloudOTP-Backup-Encrypt-V".utf8)
    private static let cost = KeyDerivation.Argon2Cost(passes: 3, memory: 65_536, lanes: 1)

    package func recognises(_ content: SourceContent) -> Bool { content.bytes.starts(with: Self.magic) }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let backup = try HeadedBackup(
            request.content.bytes, magic: Self.magic, version: "01", nonceCount: AESGCM.nonceCount,
            tagCount: AESGCM.tagCount, of: "CloudOTP", other: "URI file")
        let text = try backup.open(request, Self.cost) { (sealed, key, nonce) throws(CryptoError) in
            try AESGCM.open(sealed, key: key, nonce: nonce, associatedData: [])
        }
        return try document(of: text, request.limits)
    }

    /// - Parameter text: the decrypted JSON. Tokens and categories in it are texts of JSON.
    func document(of text: [UInt8], _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        let file = try JSONValue(text: text)
        let tokens = try file.list("tokens")
        try limits.check(records: JSONRecordCount.count(["tokens"], in: text))
        let tags = Self.tags(of: file["categories"].elements.map(Self.content))
        var document = ImportedDocument(format: description.id, records: JSONRecordCount.count(["tokens"], in: text))
        var unread: [String] = []
        for (index, token) in tokens.enumerated() {
            let content = Self.content(token)
            if let string = token.string {
                unread += Self.members.unread(in: Array(string.utf8)).filter { !unread.contains($0) }
            }
            let account = content.flatMap { $0.kind == .object ? CloudOTPToken($0) : nil }
            document.add(account, at: EntryPosition(entry: index + 1)) { token, draft in
                draft.tags = tags[token.id] ?? []
            }
        }
        return naming(unread: unread, document)
    }

    private static let members = KnownMembers(
        "issuer account secret token_type algorithm digits counter period pin description")

    /// nil if a text is not JSON.
    private static func content(_ value: JSONValue) -> JSONValue? {
        guard let string = value.string else { return value }
        return try? JSONValue(text: Array(string.utf8))
    }

    /// The titles of the categories of each token, by its id.
    private static func tags(of categories: [JSONValue?]) -> [String: [String]] {
        var tags: [String: [String]] = [:]
        for category in categories.compactMap({ $0 }) {
            for id in category["bindings"].name.split(separator: ",") {
                tags[String(id).trimmingWhitespace, default: []].append(category["title"].name)
            }
        }
        return tags
    }
}
