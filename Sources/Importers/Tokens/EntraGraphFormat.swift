import Encodings
import FormatEngine
import TOTPDomain

/// The hardware tokens that administrators send to Microsoft Graph: a list of tokens, or a single token
/// (`Docs/formats/entra-graph.md`).
package struct EntraGraphFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "entra-graph",
        group: .file,
        app: "hardware tokens (Graph)",
        file: "JSON, hardware OATH tokens",
        exportSteps: "Keep the body of the request to hardwareOathDevices: Microsoft gives no secret out again.",
        keepsake: .original("the seed file of hardware tokens")
    )

    /// Entra supports only time-based codes of six digits.
    private static let shape = EntryShape(
        issuer: "manufacturer", name: "serialNumber", secret: "secretKey", kind: .always(.totp),
        algorithm: "hashFunction", period: "timeIntervalInSeconds")

    /// The members of `hardwareOathTokenAuthenticationMethodDevice`.
    private static let members = KnownNames(
        reading: shape,
        "value model @context @contentId @odata.context @odata.type @odata.id id displayName status lastUsedDateTime",
        opaque: "assignTo assignedTo hardwareOathTokenMethod", list: "value")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject else { return false }
        return outline.has("serialNumber") && outline.has("secretKey")
            || content.hasObject(inAnyList: { $0["serialNumber"] != nil && $0["secretKey"] != nil })
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        if !["serialNumber", "secretKey"].contains(where: { request.content.jsonOutline?.has($0) == true }) {
            return try accounts(
                at: ["value"], in: text, request.limits, knowing: Self.members, account: Self.shape.account,
                complete: Self.addToken)
        }
        var document = ImportedDocument(format: description.id, records: 1)
        document.add(
            try JSONValue(text: text), at: 0, account: Self.shape.account, complete: Self.addToken)
        return naming(unread: Self.members.unread(in: text, isRecord: true), document)
    }

    private static func addToken(_ entry: JSONObject, _ draft: inout AccountDraft) throws(EntryError) {
        let serial = try entry.value("serialNumber").name
        guard !serial.isBlank else { throw .noSerialNumber }
        try draft.take(
            serial: serial, manufacturer: try entry.value("manufacturer").name, model: try entry.value("model").name)
    }
}
