import Encodings
import Links
import TOTPDomain

/// The file of google-authenticator, the PAM module for logins to Linux (`Docs/formats/google-authenticator-pam.md`).
package struct GoogleAuthenticatorPAMFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "google-authenticator-pam",
        group: .file,
        app: "Linux login (Google's PAM)",
        file: "text, .google_authenticator",
        exportSteps:
            "Copy ~/.google_authenticator of the user, or the file that secret= names in the PAM configuration",
        keepsake: .ownData("the file by which the server checks logins, with scratch codes that are not taken")
    )

    private static let options: Set<String> = [
        "TOTP_AUTH", "HOTP_COUNTER", "RATE_LIMIT", "WINDOW_SIZE", "DISALLOW_REUSE",
    ]
    /// The tool writes 26 characters, older versions 16.
    private static let minimumSecretCount = 16

    package func recognizes(_ content: SourceContent) -> Bool {
        guard content.kind == .text, content.jsonOutline == nil else { return false }
        var lines = TextLines()
        guard let first = lines.next(in: content.text.span) else { return false }
        let secret = content.text[first.range].trimmingWhitespace
        guard secret.count >= Self.minimumSecretCount, secret.allSatisfy({ Base32.values[Int($0)] < 32 }) else {
            return false
        }
        while let line = lines.next(in: content.text.span) {
            if let option = GoogleAuthenticatorPAMFile.option(content.text[line.range]),
                Self.options.contains(option.name)
            {
                return true
            }
        }
        return false
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = GoogleAuthenticatorPAMFile(
            request.content.text, named: request.siblings.name, in: request.siblings.folder)
        // The first line counts as a record even if the file is empty.
        let records = max(1, LinkRecordCount.lines(in: request.content.text.span)) - file.otherLines
        try request.limits.check(records: records)
        var document = ImportedDocument(format: description.id, records: records)
        for account in PlantedLoss.applied(to: [file]) { document.add(account, at: EntryPosition(line: 1)) }
        for line in file.unknownLines {
            document.reject(
                at: EntryPosition(line: line),
                EntryError(.fieldDamaged, "the line is neither an option nor a scratch code", "copy the file again"))
        }
        if file.scratchCodes > 0 {
            document.warnings.append(
                Warning(
                    "\(counted(file.scratchCodes, "scratch code")) not imported: they log you in without the account, "
                        + "once each",
                    "keep them elsewhere"))
        }
        return naming(unread: file.unread, document)
    }
}
