import Encodings
import TOTPDomain

extension FileKind {
    /// All of them, in the order in which a file is compared with them: the first counts.
    package static let all =
        [
            document, program, age, richText, androidBackup, sshKey, recoveryCodes, enpassText, drawing, rar, recording,
            sealedDocument, oldDocument, zeros,
        ] + vaults + encryptedFiles + keys + images + texts + databases + others + [secret, listOfCodes, video]

    package static let video = FileKind(
        "a video", "take a screenshot of each QR code in it", inFolder: .named, Sign { _ in false })

    package static let recording = FileKind(
        "a sound recording", .nameExport, inFolder: .named,
        .any(
            .start("ftypM4", at: 4), .start("ID3", "OggS", "fLaC", "#!AMR"), .start([0xFF, 0xFB], [0xFF, 0xF1]),
            Sign { $0.has(Array("RIFF".utf8)) && $0.has(Array("WAVE".utf8), at: 8) }))

    /// Word, Excel, LibreOffice, a book.
    package static let document = FileKind(
        "a document", .saveAsOther, inFolder: .failsWithLink,
        Sign { file in
            file.content.kind == .zip
                && (file.content.bytes.dropFirst(30).starts(with: "mimetype".utf8)
                    || file.contains("[Content_Types].xml"))
        })

    private static let oldDocument = FileKind(
        document.name, .saveAsOther, inFolder: .failsWithLink, .start(compoundFile))

    /// An Office document with a password: the name of a stream in it.
    package static let sealedDocument = FileKind(
        "a document with a password", "save it without the password", code: .unsupportedVersion, inFolder: .named,
        Sign { $0.has(compoundFile) && $0.contains("E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e") })

    private static let compoundFile: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

    package static let richText = FileKind(
        "an RTF document", "save it as plain text", inFolder: .failsWithLink, .start("{\\rtf"))

    package static let program = FileKind(
        "a program", .nameExport, inFolder: .named,
        .any(
            Sign { file in
                file.content.kind == .zip
                    && (file.contains("AndroidManifest.xml") || file.contains("META-INF/MANIFEST.MF"))
            },
            Sign { file in
                let signatures: [[UInt8]] = [
                    [0x7F, 0x45, 0x4C, 0x46], [0x4D, 0x5A, 0x90, 0], [0xCA, 0xFE, 0xBA, 0xBE],
                    [0xCF, 0xFA, 0xED, 0xFE],
                ]
                return file.content.kind == .binary && signatures.contains { file.has($0) }
            }))

    package static let zeros = FileKind(
        "a file of zeros", problem: "it consists of zeros only", .copyAgain, code: .corrupt, inFolder: .named,
        Sign { $0.content.kind == .binary && $0.content.bytes.allSatisfy { $0 == 0 } })

    /// By `adb backup`.
    package static let androidBackup = FileKind(
        "a backup of Android", problem: "a backup of Android by adb, which is not read", .exportFromApp,
        inFolder: .named, .start("ANDROID BACKUP\n"))

    package static let age = FileKind(
        "a file encrypted with age", problem: "encrypted with age", .decrypting("age --decrypt FILE"),
        code: .unsupportedVersion, inFolder: .fails,
        .start("age-encryption.org/v1", "-----BEGIN AGE ENCRYPTED FILE-----"))

    package static let rar = FileKind(
        "a rar archive", problem: "a rar archive, which is not read", "unpack it, and name the folder",
        code: .unsupportedVersion, inFolder: .fails, .start("Rar!\u{1A}\u{7}"))

    /// Codes that work once each, for the loss of an authenticator.
    package static let recoveryCodes = recoveryCodes(
        .text("SAVE YOUR BACKUP CODES", "These are your Discord backup codes"))
    private static let listOfCodes = recoveryCodes(.codes)

    private static func recoveryCodes(_ sign: Sign) -> FileKind {
        FileKind(
            "a list of recovery codes", problem: "recovery codes, which are not accounts",
            "keep them where the vault is not", inFolder: .named, sign)
    }

    /// A secret without a name.
    package static let secret = FileKind(
        "a secret without a name",
        .text("totp-import vault add VAULT adds it with a name", onPage: "choose \"Enter a setup key\""),
        inFolder: .fails, .secret)

    package static let sshKey = FileKind(
        "an SSH key", problem: "an SSH key, not an account", .nameExport, inFolder: .named,
        .text("-----BEGIN OPENSSH PRIVATE KEY", "-----BEGIN RSA PRIVATE KEY", "-----BEGIN EC PRIVATE KEY"))

    /// Enpass's export as text.
    package static let enpassText = FileKind(
        "a text of Enpass", problem: "Enpass's export as text", "export as JSON", inFolder: .fails,
        .text(from: "Title : ", with: "\nTOTP : "))

    /// An SVG image, or a page with an SVG image: its QR code is drawn.
    package static let drawing = FileKind(
        "an SVG drawing", problem: "a drawing (SVG), which is not read", "take a screenshot of the QR code in it",
        inFolder: .named, .text(from: "<", with: "<svg"))
}

extension Advice {
    static let nameExport: Advice = "name an export or an image"
    static let exportFromApp: Advice = "export from the app itself"
    static let saveAsOther: Advice = "save sheets as xlsx or CSV, and other documents as docx, PDF or plain text"

    /// Another program prints what is in a file that is called FILE.
    static func decrypting(_ command: String) -> Advice {
        .text("\(command) | totp-import import - reads it", onPage: "decrypt it, and drop the result here")
    }
}
