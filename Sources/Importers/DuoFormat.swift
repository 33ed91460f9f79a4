import Encodings
import TOTPDomain

/// Duo Mobile's own file, from a rooted phone (`Docs/formats/duo.md`).
package struct DuoFormat: ImportFormat {
    package let description = FormatDescription(
        id: "duo",
        app: "Duo Mobile", origin: .rootedPhone,
        file: "JSON, accounts.json",
        encryption: .never,
        exportSteps: "On a rooted phone copy /data/data/com.duosecurity.duomobile/files/duokit/accounts.json",
        missingExport: .duo
    )

    /// Keys are for push requests.
    private static let members = KnownNames(
        """
        otpGenerator accountType akey pkey host logoUri logo customerName customerLogo customerLogoMd5 version \
        serviceTypeLabelIsCustom serviceTypeLabel
        """, texts: "name", holder: ("otpGenerator", "otpSecret counter"))

    package func recognizes(_ content: SourceContent) -> Bool {
        content.jsonOutline.map { $0.shape == .array && ($0.has("otpGenerator") || $0.has("pkey")) } ?? false
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let document = try ImportedDocument(
            format: description.id, list: JSONFile.list(in: request.content.text), in: request.content.text,
            request.limits, account: DuoAccount.init)
        return naming(unread: Self.members, in: request.content.text, document)
    }
}

/// An account of Duo Mobile. The app stores no issuer, and all codes have SHA1 and six digits.
struct DuoAccount: ExportedAccount {
    private let name: LenientText?
    private let hasGenerator, isDamaged: Bool
    private let secret: LenientText?
    /// The next counter; only in counter-based accounts.
    private let counter: LenientNumber?

    init(_ entry: JSONObject) throws(EntryError) {
        name = try entry.text("name")
        hasGenerator = try entry.value("otpGenerator") != nil
        let generator = try entry.object("otpGenerator")
        isDamaged = generator == nil
        secret = try generator?.text("otpSecret")
        counter = try generator?.text("counter")
    }

    var names: (issuer: String, name: String) { ("", name.orEmpty) }

    func draft() throws(EntryError) -> AccountDraft {
        guard hasGenerator else {
            throw EntryError(
                .secretMissing, "the account only answers Duo's push requests and has no codes",
                "keep it in Duo Mobile")
        }
        guard !isDamaged else { throw EntryError(.fieldDamaged, "otpGenerator is not an object") }
        let isCounted = try counter.checked("the counter", .counterOutOfRange) != nil
        var draft = try AccountDraft(kind: isCounted ? .hotp : .totp, base32: try secret.checked("the secret"))
        try draft.take(counter: counter)
        return draft
    }
}
