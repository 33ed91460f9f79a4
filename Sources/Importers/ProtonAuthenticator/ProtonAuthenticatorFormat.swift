public import TOTPDomain

/// Proton Authenticator's export, plain or with a password (`formats/proton-authenticator.md`).
public struct ProtonAuthenticatorFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "proton-authenticator",
            app: "Proton Authenticator",
            file: "JSON",
            encryption: .optional,
            exportSteps: "Settings › Export"
        )
    }

    public func recognises(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        return outline.has("version", "entries") || Set(outline.members.keys) == ["version", "salt", "content"]
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        var file = try JSONFile.decode(ProtonAuthenticatorFile.self, from: request.content.text)
        try file.checkVersion()
        if file.entries == nil, file.content != nil {
            file = try JSONFile.decode(
                ProtonAuthenticatorFile.self, from: try ProtonAuthenticatorEncryption(file: file).open(request))
            try file.checkVersion()
        }
        guard let entries = file.entries.value() else {
            throw SourceError(.corrupt, "the file is damaged: entries is missing or no list; export it again")
        }
        try request.limits.check(entries: entries.count)
        return ProtonAuthenticatorFile.document(of: entries, as: description.id)
    }
}
