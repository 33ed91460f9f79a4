public import TOTPDomain

/// The export of Bitwarden's stand-alone authenticator app (`formats/bitwarden-authenticator.md`).
///
/// On iOS its CSV is that of Bitwarden itself and is reported as such, which changes nothing.
public struct BitwardenAuthenticatorFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "bitwarden-authenticator",
            app: "Bitwarden Authenticator",
            file: "JSON or CSV",
            encryption: .never,
            exportSteps: "Settings › Export, format .json or .csv"
        )
    }

    public func recognises(_ content: SourceContent) -> Bool {
        if let outline = content.jsonOutline {
            return outline.shape == .object && outline.has("encrypted", "items")
                && !outline.has("folders") && !outline.has("collections") && !outline.has("passwordProtected")
                && Self.hasNothingButKeys(content)
        }
        let columns = content.csvColumns
        return columns.contains("login_totp") && !columns.contains("login_password")
    }

    public func read(_ request: ImportRequest) throws(SourceFailure) -> ImportedDocument {
        guard request.content.jsonOutline != nil else {
            return try BitwardenAuthenticatorCSV.read(request, as: description.id)
        }
        return try BitwardenFormat.readJSON(request, as: description.id)
    }

    /// Logins of the password manager have more members.
    private static func hasNothingButKeys(_ content: SourceContent) -> Bool {
        struct File: Decodable {
            var encrypted: Bool
            var items: [Lenient<Item>]
        }
        struct Item: Decodable {
            var login: Login?
        }
        struct Login: Decodable {
            let isPlain: Bool

            init(from decoder: any Decoder) throws {
                let members = try decoder.container(keyedBy: Member.self).allKeys
                isPlain = members.allSatisfy { ["totp", "username"].contains($0.stringValue) }
            }
        }
        struct Member: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        guard let file = try? JSONFile.decode(File.self, from: content.text), !file.encrypted else { return false }
        return file.items.allSatisfy { $0.value?.login?.isPlain ?? true }
    }
}
