import ArgumentParser
import Encodings

/// Which accounts a command is about.
struct SelectionOptions: ParsableArguments {
    @Option(
        name: [.short, .long], .showing, "Only accounts whose issuer or name contains this text.", value: "text",
        manual: "Case and accents are ignored. See [selecting accounts](#selecting-accounts).")
    var search: String?

    @Option(.showing, "Only accounts whose issuer contains this text.", value: "text")
    var issuer: String?

    @Option(.showing, "Only accounts with this tag.", value: "text")
    var tag: String?

    @Option(
        name: .customLong("id"), .showing, "Only this account (see list --verbose); repeatable.",
        manual: "It is named by its row number or its id.")
    var ids: [String] = []

    func validate() throws { _ = try selection() }

    func selection() throws -> AccountSelection {
        var selection = AccountSelection(search: search, issuer: issuer, tag: tag)
        for text in ids {
            guard let place = AccountSelection.Place(text) else {
                throw ValidationError(
                    "\"\(text.sanitized)\" is not a row number or an id; totp-import list --verbose shows both")
            }
            selection.places.append(place)
        }
        return selection
    }
}
