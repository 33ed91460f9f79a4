import Encodings
import FormatEngine
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

/// The lines of a file of google-authenticator: a secret, then options such as `" TOTP_AUTH`, then scratch codes.
struct GoogleAuthenticatorPAMFile: ExportedAccount {
    private var secret = ""
    private var options: [String: String] = [:]
    private(set) var scratchCodes = 0
    /// Lines after the first that are not records: options, scratch codes and empty lines.
    private(set) var otherLines = 0
    /// Numbers of lines, from 1.
    private(set) var unknownLines: [Int] = []

    private let user: String

    private static let scratchCodeCount = 8

    /// - Parameters:
    ///   - fileName: the file's name, which may be the user's if `secret=` says so.
    ///   - folder: the name of the home folder, in a copy of several home folders.
    init(_ text: [UInt8], named fileName: String = "", in folder: String = "") {
        let usual = ".google_authenticator"
        user =
            [usual, String(usual.dropFirst())].contains(fileName)
            ? folder
            : fileName.hasSuffix(usual) ? String(fileName.dropLast(usual.count)) : Self.isUser(fileName) ? fileName : ""
        var lines = TextLines()
        if let first = lines.next(in: text.span) { secret = TextDecoding.lenientString(text[first.range]) }
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range].trimmingWhitespace
            otherLines += 1
            if let option = Self.option(bytes) {
                if options[option.name] == nil { options[option.name] = option.value }
            } else if bytes.count == Self.scratchCodeCount, bytes.allSatisfy({ $0 &- 48 < 10 }) {
                scratchCodes += 1
            } else if !bytes.isEmpty {
                otherLines -= 1
                unknownLines.append(line.number + 1)
            }
        }
    }

    /// All options of the module. Most say how a server checks codes, not how they are made.
    private static let knownOptions = Set(
        [
            "TOTP_AUTH", "HOTP_COUNTER", "STEP_SIZE", "RATE_LIMIT", "WINDOW_SIZE", "DISALLOW_REUSE", "TIME_SKEW",
            "RESETTING_TIME_SKEW", "OTP_DISABLED",
        ] + (0..<10).map { "LAST\($0)" })

    var unread: UnreadNames {
        var unread = UnreadNames()
        unread.add(options.keys, except: Self.knownOptions)
        return unread
    }

    /// Name and value of a line such as `" HOTP_COUNTER 1`; nil for another line.
    static func option(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
        guard line.starts(with: Array("\" ".utf8)) else { return nil }
        let words = line.dropFirst(2).split(whereSeparator: ASCII.isWhitespace)
        guard let name = words.first else { return nil }
        let value = words.count > 1 ? TextDecoding.lenientString(words[1]) : ""
        return (TextDecoding.lenientString(name), value)
    }

    /// The file contains no names.
    var names: (issuer: String, name: String) { ("", user) }

    /// Whether a file's name could be a user's: not the name of the tool or of a copy.
    private static func isUser(_ name: String) -> Bool {
        let name = name.lowercased(), bytes = Array(name.utf8)
        return !name.isEmpty && name.first != "." && bytes.allSatisfy { $0 > 0x20 }
            && !["authenticator", "secret", "otp", "2fa", "backup", "copy"]
                .contains { bytes.span.firstIndex(of: Array($0.utf8)) != nil }
            && ![".txt", ".text", ".md", ".bak", ".old", ".orig", ".save", ".conf", ".cfg", ".log", ".key"]
                .contains(where: name.hasSuffix)
    }

    func draft() throws(EntryError) -> AccountDraft {
        let isTimeBased = options["TOTP_AUTH"] != nil
        // The module reads a counter of 0 as no counter.
        let counter = options["HOTP_COUNTER"].flatMap { isTimeBased && (try? DecimalNumber.parse($0)) == 0 ? nil : $0 }
        guard counter != nil || isTimeBased else {
            throw EntryError(.typeUnknown, "the file has neither TOTP_AUTH nor HOTP_COUNTER", .copyAgain)
        }
        var draft = try AccountDraft(kind: counter == nil ? .totp : .hotp, base32: secret)
        // The file has the next counter that is accepted.
        try draft.take(
            period: options["STEP_SIZE"].map { .text($0) }, counter: counter.map { .text($0) })
        if user.isEmpty {
            draft.warning.add(
                Warning(
                    "the file contains no name",
                    .text("add one with totp-import vault edit", onPage: "add one under Accounts")))
        }
        if options["OTP_DISABLED"] != nil { draft.warning.add(Warning("the server has it switched off", .checkCodes)) }
        return draft
    }
}

/// The files of google-authenticator, by which a Linux computer checks logins: one per user
/// (`Docs/formats/google-authenticator-pam.md`).
package struct GoogleAuthenticatorPAMExport: ExportFormat {
    package init() {}

    package var writesFilePerAccount: Bool { true }

    package let description = ExportDescription(
        of: GoogleAuthenticatorPAMFormat(),
        file: "one file per user for Google's PAM module", fileExtension: "txt",
        protection: .none,
        layout: .folder,
        capabilities: ExportCapabilities(
            kinds: [
                .totp: .init(algorithms: [.sha1], digits: 6...6, longestPeriod: 60),
                // With 0, the module thinks that the file has no counter, and refuses every code.
                .hotp: .init(algorithms: [.sha1], digits: 6...6, smallestCounter: 1),
            ],
            // In base32 and with the options, less than the 1,024 bytes that the module's own page allows.
            maximumSecretCount: 512,
            cautions: [
                .init(
                    "A wrong file locks its user out: keep a second session open until a login with a code "
                        + "works. Nobody but the user may read the file."),
                .init("The files have no scratch codes: google-authenticator itself makes those."),
                .init(
                    "Each failed login moves the counter of a counter-based account on by one. The server looks 17 "
                        + "codes ahead (WINDOW_SIZE); after more, write the file again.",
                    concerns: [.kind(.hotp)]),
            ]),
        importSteps: .text(
            "For each file, as root: install -m 400 -o USER NAME ~USER/.google_authenticator, or the file that "
                + "secret= names in the PAM configuration.")
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description, named: "google-authenticator")
        selection.leaveOut { account in
            account.secret.bytes.count >= Self.fewestBytes
                ? nil
                : EntryError(
                    .secretTooShort,
                    "google-authenticator has secrets of at least \(Self.fewestBytes) bytes, not "
                        + "\(account.secret.bytes.count)")
        }
        var names = FileNames()
        let files = selection.accounts.map { storable in
            Export.File(
                name: names.name(for: Self.user(storable.account), ending: ""), bytes: Self.file(storable.account))
        }
        selection.lose(.name, "the file contains no name; only the name of the file tells whose it is") {
            !($0.issuer + $0.name).isEmpty
        }
        return selection.export(files, keepsNames: true)
    }

    /// The tool never wrote shorter secrets, and a file with a shorter secret is not recognized.
    private static let fewestBytes = 10

    /// An account whose name alone is shown: the name of a user of the computer.
    private static func user(_ account: Account) -> Account {
        var user = account
        if !account.name.isEmpty { user.issuer = "" }
        return user
    }

    private static func file(_ account: Account) -> [UInt8] {
        var lines = [account.secret.base32, "\" RATE_LIMIT 3 30"]
        if let counter = account.parameters.counter {
            lines += ["\" WINDOW_SIZE 17", "\" HOTP_COUNTER \(counter)"]
        } else {
            lines += ["\" WINDOW_SIZE 3", "\" DISALLOW_REUSE", "\" TOTP_AUTH"]
        }
        if let period = account.parameters.period, period != 30 { lines.append("\" STEP_SIZE \(period)") }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}
