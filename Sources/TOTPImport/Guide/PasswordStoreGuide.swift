internal import Encodings
internal import TOTPDomain

/// How to move links from password stores: the output of `pass` is read from standard input (`Docs/password-store.md`).
package enum PasswordStoreGuide {
    private static let names: Set<String> = [
        "pass", "gopass", "passage", "pass otp", "password store", "password-store",
    ]

    /// Whether people mean a password store by a name.
    package static func isNamed(_ name: String) -> Bool { names.contains(name.trimmingWhitespace.lowercased()) }

    static let problem = "pass, gopass and passage keep otpauth links, one file per entry"

    /// What is written for a store.
    static let id: FormatID = "pass"

    private static let page = "Docs/password-store.md"

    /// - Parameter target: what people move to, by way of a vault; nil for a vault.
    package static func text(to target: Destination? = nil) -> GuideText {
        var text = GuideText()
        text.add(heading: "From pass, gopass or passage to a vault")
        text.add(
            "A password store has one encrypted file per entry. Its own program decrypts them, and nothing is written to "
                + "the disk unencrypted.")
        text.add(
            step: "Read the link of one entry.",
            "pass otp uri ENTRY | totp-import import - --vault accounts.json")
        text.add(step: "Read all entries: the page below has the commands, also for gopass and passage.")
        text.add(step: "Compare a few codes.", "totp-import codes accounts.json --watch")
        if let target {
            text.add(
                step: "Move the accounts from the vault to \(target.name).",
                "totp-import guide vault --to \(target.id)")
            text.add(MoveGuide.pagesTitle + page)
            return text
        }
        text.add(heading: "Into the store")
        text.add(
            step: "Write one file per account into a new folder, with a script. They are not encrypted.",
            "totp-import convert accounts.json --to pass --output pass")
        text.add(step: "Insert them with the script. Then delete the folder.", "sh pass/insert.sh")
        text.add(MoveGuide.pagesTitle + "\(page), Docs/formats/pass.md")
        return text
    }
}
