import Encodings
import FormatEngine
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

    /// The others of `DatafileModel`, `TwoFACodeModel` and `CategoryModel`, in lower case.
    private static let members = KnownNames(
        reading: TwoFastAccount.shape,
        """
        collection globalcategories iv version isfavourite accounticonname selectedcategories guid name unicodestring \
        unicodeindex isselected
        """, list: "collection", ignoringCase: true)

    /// Names are written in any case.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject else { return false }
        let members = Dictionary(
            outline.members.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
        // In a file that is cut off, the list is all that is left: its records have a name of their own.
        return members["collection"] == .array
            && (members["iv"] == .string
                || !content.isWholeJSON
                    && content.text.prefix(1 << 12).firstRange(of: Array("\"SecretByteArray\"".utf8)) != nil)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = Self.withLowercasedNames(request.content.text), file = try JSONFile(text)
        let list = try file.list("collection")
        let records = try JSONFile.records(at: ["collection"], in: text, elements: list.count)
        try request.limits.check(records: records)
        var accounts: [Result<ShapedAccount, EntryError>] = list.map { _ in .failure(.notAnObject) }
        // Without an account, nothing needs a passphrase, or could check it.
        if list.contains(where: { $0.kind == .object }) {
            let categories = try file.value("globalcategories").elements.strings(under: "name", by: "guid")
            accounts = try TwoFastEncryption(file).open(list, categories, request.passphrase, request.limits)
        }
        let unread = Self.members.unread(in: request.content.text)
        return try document(of: accounts, records: records, request.limits, unread: unread, in: request.content.text)
    }

    private static func withLowercasedNames(_ text: [UInt8]) -> [UInt8] {
        var scanner = JSONScanner(text, checksEscapes: false), lowercased = text
        while let token = try? scanner.next() {
            guard case .name(let name) = token else { continue }
            for index in name.range { lowercased[index] = ASCII.lowercased(text[index]) }
        }
        return lowercased
    }
}
