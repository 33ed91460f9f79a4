public import TOTPDomain

/// 2FAS's backup, plain or encrypted, schemas 1 to 4 (`formats/2fas.md`).
public struct TwoFASFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "2fas",
            app: "2FAS",
            file: "JSON, .2fas",
            encryption: .optional,
            exportSteps: "Settings › 2FAS Backup › Export to file"
        )
    }

    private static let schemas = 1...4

    public func recognises(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        if outline.has("schemaVersion") { return outline.has("services") || outline.has("servicesEncrypted") }
        // The accounts stand first: a file that is cut off among them has nothing else.
        return outline.members == ["services": .array] && Self.mentionsOTP(content.text)
    }

    private static func mentionsOTP(_ text: [UInt8]) -> Bool {
        text.prefix(1 << 12).firstRange(of: Array("\"otp\"".utf8)) != nil
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONFile.decode(TwoFASFile.self, from: request.content.text)
        guard Self.schemas ~= file.schemaVersion else {
            throw SourceError(
                .unsupportedVersion,
                "a 2FAS backup of schema \(file.schemaVersion); this program reads schemas 1 to 4, update it")
        }
        let services = try services(of: file, request)
        try request.limits.check(entries: services.count)
        return document(services, of: file)
    }

    private func services(
        of file: TwoFASFile, _ request: ImportRequest
    ) throws(SourceError) -> [Lenient<TwoFASService>] {
        let plain = file.services.value()
        switch (plain, file.sealedServices) {
        case (let plain?, nil) where !(plain.isEmpty && file.claimsEncryption): return plain
        case (_, let sealed?) where plain?.isEmpty ?? true:
            return try JSONFile.decode(
                [Lenient<TwoFASService>].self, from: try TwoFASEncryption(sealed).open(request))
        default:
            throw SourceError(
                .corrupt,
                "the file is damaged: its accounts must stand in either services or servicesEncrypted; export it again")
        }
    }

    private func document(_ services: [Lenient<TwoFASService>], of file: TwoFASFile) -> ImportedDocument {
        let groups = file.groupNames
        var document = ImportedDocument(format: description.id, entries: [])
        for (index, service) in services.enumerated() {
            let names = service.value?.names ?? ("", "")
            document.append(at: EntryPosition(entry: index + 1), label: names) { () throws(EntryError) in
                guard let service = service.value else {
                    throw EntryError(.fieldDamaged, "the entry is not an object")
                }
                return try service.draft(groups)
            }
        }
        if file.schemaVersion < 3, services.contains(where: { $0.value?.hasKind == false }) {
            document.warnings.append(
                "backups of this 2FAS version do not say which accounts count their codes: all were read as "
                    + "time-based; if you have one that counts, update 2FAS and export again")
        }
        return document
    }
}
