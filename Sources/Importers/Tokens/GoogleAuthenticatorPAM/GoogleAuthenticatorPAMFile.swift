import Encodings
import FormatEngine
import Links
import TOTPDomain

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
