import Encodings
import TOTPDomain

/// The dump of yitsushi's totp-cli, and its own file as it was until 2023 (`Docs/formats/totp-cli.md`).
package struct TOTPCLIFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "totp-cli",
        app: "totp-cli",
        file: "YAML; credentials of before 2023",
        encryption: .optional,
        exportSteps: .command("totp-cli dump --yes-please --output ", thenFile: "")
    )

    private static let members = KnownNames("accounts token algorithm length timePeriod", texts: "name prefix")
    private static let account: Set<String> = ["name", "token", "prefix", "algorithm", "length", "timePeriod"]

    package func recognizes(_ content: SourceContent) -> Bool {
        if TOTPCLIFile.ciphertext(content) != nil { return true }
        guard let json = RecordText.json(of: content, having: "accounts", "token"),
            let root = try? JSONValue(text: json)
        else { return false }
        return GroupedRecords.areAll(
            in: root, ["name", "accounts"], list: "accounts", Self.account, ["name", "token"])
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let isOwn = TOTPCLIFile.ciphertext(request.content) != nil
        let text =
            isOwn ? try TOTPCLIFile.open(request) : try RecordText.json(of: request.content) ?? request.content.text
        var document = try GroupedRecords.document(description.id, text, list: "accounts", request.limits) {
            (account, group) throws(EntryError) in try TOTPCLIAccount(account, group)
        }
        if isOwn { document.keepsakes = [.appData] } else { document.lookAtComments(of: request.content) }
        return naming(unread: Self.members, in: text, document)
    }

    /// Any base64 may be the program's own file.
    package func hasNoSignature(_ content: SourceContent) -> Bool { TOTPCLIFile.ciphertext(content) != nil }
}

private struct TOTPCLIAccount: ExportedAccount {
    let names: (issuer: String, name: String)
    private let token, algorithm: LenientText?
    private let digits, period: LenientNumber?
    private let hasPrefix: Bool

    init(_ account: JSONObject, _ group: String) throws(EntryError) {
        names = (group, try (account.value("name")).name)
        token = try account.value("token")?.text
        algorithm = try account.value("algorithm")?.field
        digits = try account.value("length")?.field
        period = try account.value("timePeriod")?.field
        hasPrefix = try !(account.value("prefix")).name.isEmpty
    }

    func draft() throws(EntryError) -> AccountDraft {
        var draft = try AccountDraft(base32: try token.checked("the token"))
        // The program knows these spellings, and takes all others for SHA1.
        let name = try algorithm.checked("the algorithm") ?? ""
        let isKnown = ["sha1", "sha256", "sha512"].contains(name)
        try draft.take(
            algorithm: isKnown ? algorithm : nil,
            digits: try Self.setting(digits, "the number of digits", .digitsOutOfRange),
            period: try Self.setting(period, "the period", .periodOutOfRange))
        var problems: [String] = []
        if !isKnown, !name.isBlank, (try? OTPAlgorithm(named: name)) != .sha1 {
            problems.append("totp-cli takes its algorithm \(name.quoted) for SHA1, and so does this program")
        }
        if hasPrefix { problems.append("totp-cli puts a prefix before each code, which is not part of the code here") }
        if !problems.isEmpty {
            draft.warning = Warning(problems.joined(separator: ", and "), "compare its codes with totp-cli")
        }
        return draft
    }

    /// 0 is the usual number.
    private static func setting(
        _ number: LenientNumber?, _ label: StaticString, _ code: RejectionCode
    ) throws(EntryError) -> LenientNumber? {
        try number.checked(label, code) == 0 ? nil : number
    }
}
