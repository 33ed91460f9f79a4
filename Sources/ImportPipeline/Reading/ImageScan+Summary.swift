import Encodings
import TOTPDomain

extension ImageScan.Code {
    /// What the code contains, for people: the label of its account, or how many there are.
    package var summary: String {
        guard let document else {
            return "not an account, \(counted(payload.bytes.count, "byte"))"
        }
        let (items, rejections) = (items, rejections)
        let isMigration = document.format == "google-migration"
        let what = isMigration ? "Google Authenticator export, " : ""
        if items.isEmpty, rejections.count == 1 { return what + Self.rejected(rejections[0]) }
        guard isMigration || items.count + rejections.count > 1 else { return items.first?.label ?? "no account" }
        let more = rejections.isEmpty ? "" : ", \(rejections.count) rejected"
        let part = document.migrationParts.first.map { $0.size > 1 ? ", part \($0.index + 1) of \($0.size)" : "" }
        return "\(what)\(counted(items.count, "account"))\(more)\(part ?? "")"
    }

    private static func rejected(_ rejection: EntryRejection) -> String {
        "rejected\(rejection.label.isEmpty ? "" : " (\(rejection.label))"): \(rejection.reason)"
    }
}
