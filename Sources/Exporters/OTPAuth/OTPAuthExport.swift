import Encodings
public import TOTPDomain

/// A text of otpauth links, one per line, which every authenticator app and most password managers read.
public struct OTPAuthExport: ExportFormat {
    public init() {}

    public var description: ExportDescription {
        ExportDescription(
            id: "otpauth",
            app: "any app",
            file: "text, one otpauth link per line",
            protection: .none,
            importSteps: "Import the file as plain text, or as a list of links or URIs; apps name it differently."
        )
    }

    public func write(_ request: ExportRequest) -> Export {
        var export = Export(files: [])
        var bytes: [UInt8] = []
        for (index, item) in request.items.enumerated() {
            let link = Array(KeyURI.write(item).utf8)
            guard let readBack = try? KeyURI.read(link.span).item else {
                export.leftOut.append(
                    LeftOutItem(index: index, code: "no-link", reason: "no app can read a link of this account"))
                continue
            }
            bytes += link
            bytes.append(ASCII.newline)
            export.losses += losses(item, readBack).map { ExportLoss(index: index, code: $0, what: $1) }
        }
        export.files = [Export.File(name: "accounts.txt", bytes: bytes)]
        return export
    }

    private func losses(_ item: TOTPItem, _ readBack: TOTPItem) -> [(ExportLoss.Code, String)] {
        var losses: [(ExportLoss.Code, String)] = []
        if item.note != nil { losses.append((.note, "the note")) }
        if !item.tags.isEmpty { losses.append((.tags, "the tags")) }
        if item.isFavorite { losses.append((.favorite, "the favorite flag")) }
        // A link cannot express that an account named Steam is an ordinary one.
        if readBack.parameters != item.parameters {
            losses.append((.kind, "the type: apps will read it as a Steam account"))
        }
        // A link also cannot express that a Yandex account has no issuer.
        if (readBack.issuer, readBack.name) != (item.issuer, item.name) {
            losses.append((.name, "the empty issuer: apps will read it as “\(readBack.label)”"))
        }
        return losses
    }
}
