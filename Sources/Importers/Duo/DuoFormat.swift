import TOTPDomain

/// Duo Mobile's own file, from a rooted phone (`Docs/formats/duo.md`).
package struct DuoFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "duo",
            app: "Duo Mobile", origin: .rootedPhone,
            file: "JSON, accounts.json",
            encryption: .never,
            exportSteps: "On a rooted phone copy /data/data/com.duosecurity.duomobile/files/duokit/accounts.json",
            missingExport: .duo
        )
    }

    private static let members = KnownMembers("name otpGenerator otpSecret counter")

    package func recognizes(_ content: SourceContent) -> Bool {
        content.jsonOutline.map { $0.shape == .array && ($0.has("otpGenerator") || $0.has("pkey")) } ?? false
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let accounts = try JSONFile.decode(JSONList<DuoAccount>.self, from: request.content.text)
        let document = try ImportedDocument(
            format: description.id, list: accounts, in: request.content.text, request.limits)
        return naming(unread: Self.members, in: request.content.text, document)
    }
}

/// An account of Duo Mobile. The app stores no issuer, and all codes have SHA1 and six digits.
struct DuoAccount: Decodable, ExportedAccount {
    var name: LenientText?
    /// Missing in accounts that only answer Duo's own requests.
    var otpGenerator: Lenient<Generator>?

    struct Generator: Decodable, Sendable {
        var otpSecret: LenientText?
        /// The next counter; only in counter-based accounts.
        var counter: LenientNumber?
    }

    var names: (issuer: String, name: String) { ("", name.orEmpty) }

    func draft() throws(EntryError) -> AccountDraft {
        guard let otpGenerator else {
            throw EntryError(
                .secretMissing, "the account only answers Duo's push requests and has no codes",
                "keep it in Duo Mobile")
        }
        guard let generator = otpGenerator.value else {
            throw EntryError(.fieldDamaged, "otpGenerator is not an object")
        }
        let isCounted = try generator.counter.checked("the counter", .counterOutOfRange) != nil
        var draft = try AccountDraft(
            kind: isCounted ? .hotp : .totp, base32: try generator.otpSecret.checked("the secret"))
        try draft.take(counter: generator.counter)
        return draft
    }
}
