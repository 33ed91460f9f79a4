/// Google Authenticator exports, and several links.
extension RuleDescription {
    static let lists = [
        RuleDescription(
            .migrationDamaged, "migration-damaged", .error, .lists, at: .link,
            "The Google Authenticator export is damaged: not base64, or not a list of accounts.",
            advice: "Export it again.",
            source: "formats/google-migration.md"),
        RuleDescription(
            .migrationUnknownValue, "migration-unknown-value", .error, .lists, at: .link,
            "The Google Authenticator export contains an unknown type, algorithm or number of digits.",
            advice: "Add this account by hand.",
            source: "formats/google-migration.md"),
        RuleDescription(
            .migrationPartOdd, "migration-part-odd", .warning, .lists, at: .link,
            "The Google Authenticator export has an impossible part number, or something that is not read.",
            advice: "Export it again if an account is missing, and compare the codes with the app.",
            source: "formats/google-migration.md: batch_size, batch_index",
            peers: "a few"),
        RuleDescription(
            .migrationPartMissing, "migration-part-missing", .warning, .lists, at: .link,
            "Parts of this Google Authenticator export are not in the input.",
            advice: "Add the missing QR codes.",
            source: "formats/google-migration.md: batches",
            peers: "none: all read the parts that are there"),
        RuleDescription(
            .secretDuplicate, "secret-duplicate", .warning, .lists, at: .secret,
            "The same secret is in the input twice.",
            advice: "Create a new secret for one of the accounts, or remove the copy.",
            source: "RFC 4226, R6 and 7.5: one secret for each account"),
        RuleDescription(
            .accountDuplicate, "account-duplicate", .warning, .lists, at: .link,
            "The same issuer and name are in the input twice.",
            advice: "Remove the outdated one, or give them different names.",
            source: "Key URI format: the label identifies the account",
            peers: "apps that keep one account per name"),
        RuleDescription(
            .linkWrapped, "link-wrapped", .error, .lists, at: .link,
            "The rest of the link is missing, or may be the next line.",
            advice: "Write the whole link on one line.",
            source: "formats/otpauth.md: where a link ends",
            peers: "all; most read the account with wrong parameters"),
    ]
}
