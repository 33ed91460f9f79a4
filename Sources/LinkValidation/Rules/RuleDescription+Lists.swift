/// Google Authenticator's exports, and links beside each other.
extension RuleDescription {
    static let migrationDamaged = RuleDescription(
        "migration-damaged", .error,
        "The Google Authenticator export is damaged: not base64, or no list of accounts.",
        advice: "Export it again.",
        source: "formats/google-migration.md",
        peers: "all")

    static let migrationUnknownValue = RuleDescription(
        "migration-unknown-value", .error,
        "The Google Authenticator export holds a type, an algorithm or a number of digits that is unknown.",
        advice: "Add this account by hand.",
        source: "formats/google-migration.md",
        peers: "all")

    static let migrationPartOdd = RuleDescription(
        "migration-part-odd", .warning,
        "The Google Authenticator export claims to be a part that cannot be.",
        advice: "Export it again if an account is missing.",
        source: "formats/google-migration.md: batch_size, batch_index",
        peers: "a few")

    static let migrationPartMissing = RuleDescription(
        "migration-part-missing", .warning,
        "Parts of this Google Authenticator export are not in the input.",
        advice: "Add the QR codes that are missing.",
        source: "formats/google-migration.md: batches",
        peers: "all of them read what is there")

    static let secretDuplicate = RuleDescription(
        "secret-duplicate", .warning,
        "The same secret stands in the input twice.",
        advice: "Make a secret of its own for each account, or remove the copy.",
        source: "RFC 4226, R6 and 7.5: one secret for each account",
        peers: "none")

    static let accountDuplicate = RuleDescription(
        "account-duplicate", .warning,
        "The same issuer and name stand in the input twice.",
        advice: "Remove the one that is out of date, or tell them apart by name.",
        source: "Key URI format: the label identifies the account",
        peers: "apps that keep one account of a name")
}
