import Encodings
public import TOTPDomain

/// A text of otpauth links, one a line, which every authenticator app and most password managers read.
public struct OTPAuthExport: ExportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "otpauth",
            app: "any app",
            file: "text, one otpauth link a line",
            encryption: .never,
            exportSteps: "totp-import convert INPUT --to otpauth --output FILE"
        )
    }

    public func write(_ items: [TOTPItem]) -> ExportedDocument {
        var document = ExportedDocument(bytes: [])
        for item in items {
            let link = KeyURI.write(item)
            document.bytes += link.utf8
            document.bytes.append(ASCII.newline)
            document.losses += losses(item, link).map { ExportLoss(label: item.label, what: $0) }
        }
        return document
    }

    private func losses(_ item: TOTPItem, _ link: String) -> [String] {
        var losses: [String] = []
        if item.note != nil { losses.append("the note") }
        if !item.tags.isEmpty { losses.append("the tags") }
        if item.isFavorite { losses.append("the favourite mark") }
        guard let readBack = try? KeyURI.read(Array(link.utf8).span).item else {
            return losses + ["the whole account: no app can read a link of it"]
        }
        // A link has no way to say that an account named Steam is an ordinary one.
        if readBack.parameters != item.parameters { losses.append("the kind: apps will read it as a Steam account") }
        // Nor that a Yandex account has no issuer.
        if (readBack.issuer, readBack.name) != (item.issuer, item.name) {
            losses.append("the empty issuer: apps will read it as “\(readBack.label)”")
        }
        return losses
    }
}
