import Encodings
import TOTPDomain

/// FreeOTP+'s JSON export (`Docs/formats/freeotp-plus.md`).
package struct FreeOTPPlusFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "freeotp-plus",
        app: "FreeOTP+",
        file: "JSON",
        exportSteps: .menu("Menu › Export › JSON Format")
    )

    /// Other apps also name a list `tokens`; only this app writes secrets as lists of bytes.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject, outline.has("tokens") else { return false }
        if outline.has("tokenOrder") { return true }
        guard outline.members["tokens"] == .array,
            FreeOTPToken.members.areAll(ofRecordsAt: 3, inList: "tokens", in: content.text)
        else { return false }
        return content.hasObject(inList: "tokens") { $0["secret"] == .array }
            || !content.hasObject(inList: "tokens") { $0["secret"] == .string }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try accounts(
            at: ["tokens"], in: request.content.text, request.limits, knowing: FreeOTPToken.members,
            account: FreeOTPToken.plain)
    }
}
