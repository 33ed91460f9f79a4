import Encodings
import FormatEngine
import TOTPDomain

/// Duo Mobile's own file, from a rooted phone (`Docs/formats/duo.md`).
package struct DuoFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "duo",
        app: "Duo Mobile", origin: .rootedPhone,
        file: "JSON, accounts.json",
        exportSteps: "On a rooted phone copy /data/data/com.duosecurity.duomobile/files/duokit/accounts.json",
        missingExport: MissingExport(
            "Accounts of other services have ordinary codes, but the app never shows their secrets, and Duo Restore "
                + "restores only into Duo Mobile. Set each of them up again at its service.")
    )

    /// The app stores no issuer, and all codes have SHA1 and six digits. Only counter-based accounts have a counter:
    /// the next.
    private static let account = EntryShape(
        name: "name", inside: "otpGenerator", secret: ".otpSecret", kind: .ofCounter, counter: ".counter")

    /// Keys are for push requests.
    private static let members = KnownNames(
        reading: account,
        """
        accountType akey pkey host logoUri logo customerName customerLogo customerLogoMd5 version \
        serviceTypeLabelIsCustom serviceTypeLabel
        """)

    package func recognizes(_ content: SourceContent) -> Bool {
        content.jsonOutline.map { $0.shape == .array && ($0.has("otpGenerator") || $0.has("pkey")) } ?? false
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try accounts(in: request.content.text, request.limits, knowing: Self.members) { (entry) throws(EntryError) in
            var account = try Self.account.account(in: entry)
            if try entry.value("otpGenerator") == nil {
                account.problem = EntryError(
                    .secretMissing, "the account only answers Duo's push requests and has no codes",
                    "keep it in Duo Mobile")
            }
            return account
        }
    }
}
