import AnythingFormats
import Encodings
import FormatEngine
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

    private static let account = EntryShape(
        name: "name", secret: "token", secretName: "the token", kind: .always(.totp), algorithm: "algorithm",
        digits: "length", period: "timePeriod")
    private static let members = KnownNames(reading: account, "accounts", texts: "prefix")

    package func recognizes(_ content: SourceContent) -> Bool {
        if TOTPCLIFile.ciphertext(content) != nil { return true }
        guard let json = RecordText.json(of: content, having: "accounts", "token"),
            let root = try? JSONValue(text: json)
        else { return false }
        return GroupedRecords.areAll(
            in: root, ["name", "accounts"], list: "accounts", Set(Self.account.members + ["prefix"]), ["name", "token"])
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let isOwn = TOTPCLIFile.ciphertext(request.content) != nil
        let text =
            isOwn ? try TOTPCLIFile.open(request) : try RecordText.json(of: request.content) ?? request.content.text
        var document = try GroupedRecords.document(
            description.id, text, list: "accounts", request.limits, account: Self.account)
        if isOwn { document.keepsakes = [.appData] } else { document.lookAtComments(of: request.content) }
        return naming(unread: Self.members, in: text, document)
    }

    /// Any base64 may be the program's own file.
    package func hasNoSignature(_ content: SourceContent) -> Bool { TOTPCLIFile.ciphertext(content) != nil }

    private static func account(_ entry: JSONObject, in group: String) throws(EntryError) -> ShapedAccount {
        var account = try Self.account.account(in: entry)
        account.issuer = .text(group)
        // 0 is the usual number.
        if account.digits.whole == 0 { account.digits = nil }
        if account.period.whole == 0 { account.period = nil }
        var problems: [String] = []
        // The program knows these spellings, and takes all others for SHA1.
        if case .text(let name)? = account.algorithm, !["sha1", "sha256", "sha512"].contains(name) {
            account.algorithm = nil
            if !name.isBlank, (try? OTPAlgorithm(named: name)) != .sha1 {
                problems.append("totp-cli takes its algorithm \(name.quoted) for SHA1, and so does this program")
            }
        }
        if try !entry.value("prefix").name.isEmpty {
            problems.append("totp-cli puts a prefix before each code, which is not part of the code here")
        }
        if !problems.isEmpty {
            account.warning = Warning(problems.joined(separator: ", and "), "compare its codes with totp-cli")
        }
        return account
    }
}
