import Encodings
import FormatEngine
import TOTPDomain

/// The users file of OATH Toolkit's PAM module, for administrators (`Docs/formats/users-oath.md`).
package struct UsersOATHExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: UsersOATHFormat(),
        fileExtension: "oath",
        protection: .none,
        capabilities: ExportCapabilities(
            kinds: [
                .totp: .init(algorithms: [.sha1], digits: 6...8, periods: [30, 60]),
                .hotp: .init(algorithms: [.sha1], digits: 6...8),
            ],
            // The bytes of a key that liboath reads.
            maximumSecretCount: 32,
            cautions: [
                .init(
                    "The name of each account must be the name of a user of the computer: change others first "
                        + "with totp-import vault edit."),
                .init(
                    "A server counts its counters itself: do not use a counter-based account in an app and on two "
                        + "servers.",
                    concerns: [.kind(.hotp)]),
            ]),
        importSteps: .text(
            "Add the lines to the file that usersfile= names in the PAM configuration, such as /etc/users.oath, "
                + "which only root may read.")
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description, named: "a users file")
        let lines = selection.map { (account) throws(EntryError) -> String in
            try Self.checkName(of: account)
            return Self.line(account)
        }
        selection.recordNames { ("", $0.name) }
        return selection.export("users.oath", lines.flatMap { Array($0.utf8) }, keepsNames: true)
    }

    /// A name is one field of a line, and a line that starts with `#` is a comment for some programs.
    private static func checkName(of account: Account) throws(EntryError) {
        guard !account.name.isEmpty else {
            throw EntryError(.nameNotSupported, "a users file needs a user name, and the account has no name")
        }
        guard !account.name.hasPrefix("#"), account.name.allSatisfy(isAllowed) else {
            throw EntryError(
                .nameNotSupported, "a user name has no spaces, no control characters and no # at its start")
        }
    }

    private static func isAllowed(_ character: Character) -> Bool {
        !character.isWhitespace && !character.isNewline
            && character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && !$0.isSpace }
    }

    private static func line(_ account: Account) -> String {
        let mode = account.parameters.period.map { "T\($0)" } ?? "E"
        let counter = account.parameters.counter.map { "\t\($0)" } ?? ""
        let secret = Hex.encode(account.secret.bytes)
        return "HOTP/\(mode)/\(account.parameters.digits)\t\(account.name)\t-\t\(secret)\(counter)\n"
    }
}
