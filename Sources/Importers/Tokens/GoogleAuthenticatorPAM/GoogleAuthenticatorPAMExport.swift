import FormatEngine
import TOTPDomain

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
