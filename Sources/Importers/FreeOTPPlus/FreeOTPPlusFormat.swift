import TOTPDomain

/// FreeOTP+'s JSON export (`Docs/formats/freeotp-plus.md`).
package struct FreeOTPPlusFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "freeotp-plus",
            app: "FreeOTP+",
            file: "JSON",
            encryption: .never,
            exportSteps: .menu("Menu › Export › JSON Format")
        )
    }

    /// The members of `Token`, also of FreeOTP's. The members that end in `Alt` have the user's own values, beside the
    /// others.
    static let members = KnownMembers(
        """
        tokens tokenOrder algo counter digits issuerExt issuerInt issuerAlt label labelAlt period secret type image \
        imageAlt color lock
        """, list: "tokens")

    /// Other apps also name a list `tokens`; only this one writes secrets as lists of bytes.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object, outline.has("tokens") else { return false }
        if outline.has("tokenOrder") { return true }
        guard outline.members["tokens"] == .array,
            Self.members.areAll(ofRecordsAt: 3, inList: "tokens", in: content.text)
        else { return false }
        return content.hasObject(inList: "tokens") { $0["secret"] == .array }
            || !content.hasObject(inList: "tokens") { $0["secret"] == .string }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let document = try ImportedDocument(
            format: description.id, list: JSONFile(request.content.text).list("tokens"), at: ["tokens"],
            in: request.content.text, request.limits, account: FreeOTPPlainToken.init)
        return naming(unread: Self.members, in: request.content.text, document)
    }
}
