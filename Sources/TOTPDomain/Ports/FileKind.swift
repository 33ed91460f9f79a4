import Encodings

/// A file that is certainly neither an export nor an image that is read, told from its content.
///
/// It has its own name, so that the program does not ask for the passphrase of a video.
package enum FileKind: Sendable, Hashable, CaseIterable {
    case video, recording
    /// Word, Excel, LibreOffice, a book.
    case document
    case richText
    case program
    case zeros
    /// By `adb backup`.
    case androidBackup
    case age, rar
    /// Codes that work once each, for the loss of an authenticator.
    case recoveryCodes
    /// A secret without a name.
    case secret
    case sshKey
    /// Enpass's export as text.
    case enpassText
    /// An SVG image, or a page with one: its QR code is drawn.
    case drawing
    /// An Office document with a password.
    case sealedDocument

    /// Nil for everything else.
    package init?(of content: SourceContent) {
        let bytes = content.bytes
        func has(_ magic: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: magic) }
        func has(_ magic: String, at offset: Int = 0) -> Bool { has(Array(magic.utf8), at: offset) }
        func contains(_ name: String) -> Bool { bytes.span.firstIndex(of: Array(name.utf8)) != nil }
        switch content.kind {
        case .zip where has("mimetype", at: 30) || contains("[Content_Types].xml"): self = .document
        case .zip where contains("AndroidManifest.xml") || contains("META-INF/MANIFEST.MF"): self = .program
        case .image(let image):
            guard let kind = image.fileKind else { return nil }
            self = kind
        case .empty, .sqlite, .zip: return nil
        case .text, .binary:
            if has("age-encryption.org/v1") || has("-----BEGIN AGE ENCRYPTED FILE-----") {
                self = .age
            } else if has("{\\rtf") {
                self = .richText
            } else if has("ANDROID BACKUP\n") {
                self = .androidBackup
            } else if content.kind == .text {
                guard let kind = Self.text(content.text) else { return nil }
                self = kind
            } else if has("Rar!\u{1A}\u{7}") {
                self = .rar
            } else if has("ftypM4", at: 4) {
                self = .recording
            } else if has("ID3") || has("OggS") || has("fLaC") || has("RIFF") && has("WAVE", at: 8) || has("#!AMR")
                || has([0xFF, 0xFB]) || has([0xFF, 0xF1])
            {
                self = .recording
            } else if has([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
                // The name of a stream in it.
                self = contains("E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e") ? .sealedDocument : .document
            } else if has([0x7F, 0x45, 0x4C, 0x46]) || has([0x4D, 0x5A, 0x90, 0]) || has([0xCA, 0xFE, 0xBA, 0xBE])
                || has([0xCF, 0xFA, 0xED, 0xFE])
            {
                self = .program
            } else if bytes.allSatisfy({ $0 == 0 }) {
                self = .zeros
            } else {
                return nil
            }
        }
    }

    /// The kind of a text, by all of its lines: none of these is long.
    private static func text(_ text: [UInt8]) -> FileKind? {
        func starts(_ words: String...) -> Bool { words.contains { text.starts(with: $0.utf8) } }
        if starts("-----BEGIN OPENSSH PRIVATE KEY", "-----BEGIN RSA PRIVATE KEY", "-----BEGIN EC PRIVATE KEY") {
            return .sshKey
        }
        if starts("SAVE YOUR BACKUP CODES", "These are your Discord backup codes") { return .recoveryCodes }
        if starts("Title : "), text.span.firstIndex(of: Array("\nTOTP : ".utf8)) != nil { return .enpassText }
        if text.firstNonSpace == UInt8(ascii: "<"), text.span.firstIndex(of: Array("<svg".utf8)) != nil {
            return .drawing
        }
        guard text.count <= longestList else { return nil }
        let lines = text.split { $0 == ASCII.newline || $0 == ASCII.carriageReturn }.map(\.trimmingWhitespace)
            .filter { !$0.isEmpty }
        if lines.count == 1 { return isSecret(lines[0]) ? .secret : nil }
        let codes = lines.compactMap(recoveryCode)
        return lines.count >= fewestCodes && codes.count == lines.count && Set(codes).count == 1 ? .recoveryCodes : nil
    }

    private static let longestList = 4096, fewestCodes = 5

    private static func isSecret(_ line: ArraySlice<UInt8>) -> Bool {
        SecretForm(line).map { $0.hasDigit && $0.characters.count <= 128 } ?? false
    }

    /// The number of characters of a recovery code: `a1b2c-3d4e5`, `1234 5678`, with a number or a bullet before it.
    private static func recoveryCode(_ line: ArraySlice<UInt8>) -> Int? {
        var words = line.split { $0 == ASCII.space || $0 == 9 }
        if words.count > 1, let first = words.first, first.count <= 3,
            first.last.map({ ".*-)".utf8.contains($0) }) ?? false
        {
            words.removeFirst()
        }
        let groups = words.flatMap { $0.split(separator: ASCII.hyphen) }
        let count = groups.reduce(0) { $0 + $1.count }
        let isCode = groups.allSatisfy { group in
            group.count >= 3 && group.allSatisfy { $0 &- 48 < 10 || ASCII.lowercased($0) &- 97 < 26 }
        }
        // A secret has sixteen characters at least, and a word no digit.
        let hasDigit = groups.contains { group in group.contains { $0 &- 48 < 10 } }
        return isCode && hasDigit && (8...12).contains(count) && groups.count <= 3 ? count : nil
    }

    /// What it is, in a list: `12 videos`.
    package func counted(_ count: Int) -> String {
        switch self {
        case .video: Encodings.counted(count, "video")
        case .recording: Encodings.counted(count, "sound recording")
        case .document: Encodings.counted(count, "document")
        case .richText: Encodings.counted(count, "RTF document")
        case .program: Encodings.counted(count, "program")
        case .zeros: Encodings.counted(count, "file of zeros", plural: "files of zeros")
        case .androidBackup: Encodings.counted(count, "backup of Android", plural: "backups of Android")
        case .age: Encodings.counted(count, "file encrypted with age", plural: "files encrypted with age")
        case .rar: Encodings.counted(count, "rar archive")
        case .recoveryCodes:
            Encodings.counted(count, "list of recovery codes", plural: "lists of recovery codes")
        case .secret: Encodings.counted(count, "secret without a name", plural: "secrets without a name")
        case .sshKey: Encodings.counted(count, "SSH key")
        case .enpassText: Encodings.counted(count, "text of Enpass", plural: "texts of Enpass")
        case .drawing: Encodings.counted(count, "SVG drawing")
        case .sealedDocument:
            Encodings.counted(count, "document with a password", plural: "documents with a password")
        }
    }

    /// The singular name of the kind.
    package var name: String {
        switch self {
        case .video: "a video"
        case .recording: "a sound recording"
        case .document: "a document"
        case .richText: "an RTF document"
        case .program: "a program"
        case .zeros: "only zeros"
        case .androidBackup: "a backup of Android"
        case .age: "encrypted with age"
        case .rar: "a rar archive"
        case .recoveryCodes: "recovery codes"
        case .secret: "a secret without a name"
        case .sshKey: "an SSH key"
        case .enpassText: "a text of Enpass"
        case .drawing: "an SVG drawing"
        case .sealedDocument: "a document with a password"
        }
    }

    /// Whether accounts are likely in it, so that it must not be skipped in a folder.
    ///
    /// - Parameter hasLink: whether there is a link in a document.
    package func isLikelyToHaveAccounts(hasLink: Bool) -> Bool {
        switch self {
        case .age, .rar, .secret, .enpassText: true
        case .document, .richText: hasLink
        case .video, .recording, .program, .zeros, .androidBackup, .recoveryCodes, .sshKey, .drawing, .sealedDocument:
            false
        }
    }

    /// Whether the bytes contain a link, as ASCII or as UTF-16.
    package static func hasLink(in bytes: [UInt8]) -> Bool {
        [bytes, bytes.filter { $0 != 0 }].contains { KeyURIScheme.isNamed(in: $0.span) }
    }

    /// Why it is not read, and the one next step.
    ///
    /// - Parameter hasLink: whether there is a link in a document.
    package func failure(hasLink: Bool = false) -> SourceError {
        let content = hasLink ? " with an otpauth link in it" : ""
        return switch self {
        case .video: SourceError(.unrecognised, "a video", "take a screenshot of each QR code in it")
        case .recording: SourceError(.unrecognised, "a sound recording", "name an export or an image")
        case .document:
            SourceError(
                .unrecognised, "a document\(content)",
                "save sheets as xlsx or CSV, and other documents as docx, PDF or plain text")
        case .richText: SourceError(.unrecognised, "an RTF document\(content)", "save it as plain text")
        case .program: SourceError(.unrecognised, "a program", "name an export or an image")
        case .zeros: SourceError(.corrupt, "it consists of zeros only", .copyAgain)
        case .androidBackup:
            SourceError(.unrecognised, "a backup of Android by adb, which is not read", "export from the app itself")
        case .age:
            SourceError(
                .unsupportedVersion, "encrypted with age",
                .text(
                    "age --decrypt FILE | totp-import import - reads it",
                    onPage: "decrypt it, and drop the result here"))
        case .rar:
            SourceError(.unsupportedVersion, "a rar archive, which is not read", "unpack it, and name the folder")
        case .recoveryCodes:
            SourceError(.unrecognised, "recovery codes, which are not accounts", "keep them where the vault is not")
        case .secret:
            SourceError(
                .unrecognised, "a secret without a name",
                .text("totp-import vault add VAULT adds it with a name", onPage: "use Type it in"))
        case .sshKey: SourceError(.unrecognised, "an SSH key, not an account", "name an export or an image")
        case .enpassText: SourceError(.unrecognised, "Enpass's export as text", "export as JSON")
        case .drawing:
            SourceError(.unrecognised, "a drawing (SVG), which is not read", "take a screenshot of the QR code in it")
        case .sealedDocument:
            SourceError(.unsupportedVersion, "a document with a password", "save it without the password")
        }
    }
}
