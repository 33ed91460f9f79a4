/// Google Authenticator exports, and several links.
extension RuleDescription {
    static let migrationDamaged = RuleDescription(
        "migration-damaged", .error,
        "The Google Authenticator export is damaged: not base64, or not a list of accounts.",
        advice: "Export it again.",
        source: "formats/google-migration.md",
        peers: "all")

    static let migrationUnknownValue = RuleDescription(
        "migration-unknown-value", .error,
        "The Google Authenticator export contains an unknown type, algorithm or number of digits.",
        advice: "Add this account by hand.",
        source: "formats/google-migration.md",
        peers: "all")

    static let migrationPartOdd = RuleDescription(
        "migration-part-odd", .warning,
        "The Google Authenticator export has an impossible part number.",
        advice: "Export it again if an account is missing.",
        source: "formats/google-migration.md: batch_size, batch_index",
        peers: "a few")

    static let migrationPartMissing = RuleDescription(
        "migration-part-missing", .warning,
        "Parts of this Google Authenticator export are not in the input.",
        advice: "Add the missing QR codes.",
        source: "formats/google-migration.md: batches",
        peers: "none: all read the parts that are there")

    static let secretDuplicate = RuleDescription(
        "secret-duplicate", .warning,
        "The same secret is in the input twice.",
        advice: "Create a new secret for one of the accounts, or remove the copy.",
        source: "RFC 4226, R6 and 7.5: one secret for each account",
        peers: "none")

    static let accountDuplicate = RuleDescription(
        "account-duplicate", .warning,
        "The same issuer and name are in the input twice.",
        advice: "Remove the outdated one, or give them different names.",
        source: "Key URI format: the label identifies the account",
        peers: "apps that keep one account per name")
}
