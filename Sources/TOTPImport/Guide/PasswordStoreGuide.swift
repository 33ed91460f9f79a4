internal import Encodings
internal import TOTPDomain

/// How to move links from and to password stores: the output of `pass` is read from standard input, and this program
/// writes no file of a store (`Docs/password-store.md`).
package enum PasswordStoreGuide {
    private static let names: Set<String> = [
        "pass", "gopass", "passage", "pass otp", "password store", "password-store",
    ]

    /// Whether people mean a password store by a name.
    package static func isNamed(_ name: String) -> Bool { names.contains(name.trimmingWhitespace.lowercased()) }

    static let problem = "pass, gopass and passage keep otpauth links, one file per entry"

    /// The store as what people move to.
    static var destination: Destination {
        Destination(
            id: "pass", name: "pass, gopass or passage",
            arrival: Arrival(
                .recipe(page: page), "Insert each link into the store, with the commands of the page below."),
            pages: [page])
    }

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
            step: "Write one link per line, and insert each of them, with the commands of the page below.",
            "totp-import convert accounts.json --to otpauth --plain --output -")
        text.add(MoveGuide.pagesTitle + page)
        return text
    }
}
