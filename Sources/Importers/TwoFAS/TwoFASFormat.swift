import TOTPDomain

/// 2FAS's backup, plain or encrypted, schemas 1 to 4 (`Docs/formats/2fas.md`).
package struct TwoFASFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "2fas",
            app: "2FAS",
            file: "JSON, .2fas",
            encryption: .optional,
            exportSteps: .menu("Settings › 2FAS Backup › Export to file")
        )
    }

    /// `label` and `link` are from the scanned code, and may be out of date; an icon has a label, too.
    private static let members = KnownMembers(
        "name secret type otp label link account issuer digits period algorithm counter tokenType")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        if outline.has("schemaVersion") { return outline.has("services") || outline.has("servicesEncrypted") }
        // The accounts come first: a file that is cut off there has no other member. A whole one would have some.
        return outline.members == ["services": .array] && Self.mentionsOTP(content.text) && !content.isWholeJSON
    }

    private static func mentionsOTP(_ text: [UInt8]) -> Bool {
        text.prefix(1 << 12).firstRange(of: Array("\"otp\"".utf8)) != nil
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let schemas = TwoFASFile.schemas
        return try FormatVersion(
            "2FAS schema", from: schemas.lowerBound, to: schemas.upperBound, at: ["schemaVersion"],
            in: request.content.text
        ).reading(accountsAt: ["services"]) { () throws(SourceError) in try document(request) }
    }

    private func document(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONFile.decode(TwoFASFile.self, from: request.content.text)
        let (services, path, text) = try services(of: file, request)
        let groups = file.groupNames
        var document = try ImportedDocument(
            format: description.id, list: services, at: path, in: text, request.limits
        ) { service, draft in
            draft.tags = groups[service.groupId.orEmpty].map { [$0] } ?? []
        }
        if file.schemaVersion < 3, services.contains(where: { $0.value?.hasKind == false }) {
            document.warnings.append(
                Warning(
                    "backups of this 2FAS version do not say which accounts are counter-based: all were read as time-based",
                    "if you have a counter-based one, update 2FAS and export again"))
        }
        return naming(unread: Self.members, in: text, document)
    }

    private func services(
        of file: TwoFASFile, _ request: ImportRequest
    ) throws(SourceError) -> (services: JSONList<TwoFASService>, path: [String], text: [UInt8]) {
        let plain = file.services.value()
        switch (plain, file.encryptedServices) {
        case (let plain?, nil) where !(plain.isEmpty && file.claimsEncryption):
            return (plain, ["services"], request.content.text)
        case (_, let ciphertext?) where plain?.isEmpty ?? true:
            let text = try TwoFASEncryption(ciphertext).open(request.passphrase, request.limits)
            return (try JSONFile.decode(JSONList<TwoFASService>.self, from: text), [], text)
        default:
            throw .damaged("its accounts must be in either services or servicesEncrypted")
        }
    }
}
