import Encodings
import TOTPDomain

/// The data file of 2fast for Windows, always encrypted (`Docs/formats/2fast.md`).
package struct TwoFastFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "2fast",
        app: "2fast",
        file: "JSON, encrypted, .2fa",
        encryption: .always,
        exportSteps:
            "The app has no export: copy its data file (.2fa) from the folder or the WebDAV that you chose",
        keepsake: .ownData("the data file of 2fast")
    )

    /// Of `DatafileModel`, `TwoFACodeModel` and `CategoryModel`, in lower case.
    private static let members = KnownNames(
        """
        collection globalcategories iv version label issuer period notes otptype secretbytearray totpsize hashmode \
        isfavourite accounticonname selectedcategories guid name unicodestring unicodeindex isselected
        """, list: "collection", ignoringCase: true)

    /// Names are written in any case.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        let members = Dictionary(
            outline.members.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
        // In a file that is cut off, the list is all that is left: its records have a name of their own.
        return members["collection"] == .array
            && (members["iv"] == .string
                || !content.isWholeJSON
                    && content.text.prefix(1 << 12).firstRange(of: Array("\"SecretByteArray\"".utf8)) != nil)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = TwoFastFields(try JSONValue(text: request.content.text))
        let (list, records) = try file.list("collection")
        try request.limits.check(records: records)
        var accounts = list.map { TwoFastAccount($0) }
        // Without an account, nothing needs a passphrase, or could check it.
        if accounts.contains(where: \.isObject) {
            let encryption = try TwoFastEncryption(file)
            guard let passphrase = request.passphrase else { throw .passphraseRequired }
            try encryption.open(&accounts, passphrase, request.limits)
        }
        let categories = try Self.categories(file)
        var document = ImportedDocument(format: description.id, records: records)
        for (index, account) in accounts.enumerated() {
            document.add(account, at: EntryPosition(entry: index + 1)) { $0.tags = account.tags(categories) }
        }
        return naming(unread: Self.members, in: request.content.text, document)
    }

    /// The names of categories by their ids.
    private static func categories(_ file: TwoFastFields) throws(SourceError) -> [String: String] {
        guard let list = (try? file["globalcategories"]) ?? nil else { return [:] }
        let named = list.elements.map(TwoFastFields.init).map { ($0.name("guid"), $0.name("name")) }
        return Dictionary(named.filter { !$0.0.isEmpty }, uniquingKeysWith: { first, _ in first })
    }
}
