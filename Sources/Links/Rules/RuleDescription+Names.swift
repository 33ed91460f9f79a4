/// Issuer and name.
extension RuleDescription {
    static let names = [
        RuleDescription(
            .labelMissing, "label-missing", .warning, .names, at: .label,
            "The link has no account name.",
            advice: "Write the name after the type: otpauth://totp/ISSUER:NAME?….",
            source: "Key URI format: \"The label is used to identify which account a key is associated with\"",
            peers: "some refuse it; Stratum uses the label as the issuer"),
        RuleDescription(
            .issuerMissing, "issuer-missing", .info, .names, at: .link,
            "The link has no issuer.",
            advice: "Add issuer=… and put it before the name: ISSUER:NAME.",
            source: "Key URI format: issuer is \"STRONGLY RECOMMENDED\""),
        RuleDescription(
            .issuerDiffers, "issuer-differs", .warning, .names, at: .label,
            "The issuer before the name differs from the parameter issuer.",
            advice: "Write the same in both places.",
            source: "Key URI format: both \"should be equal\"",
            peers: "they differ: OTPClient shows the parameter, others the prefix"),
        RuleDescription(
            .nameColon, "name-colon", .warning, .names, at: .label,
            "There is a colon in the issuer or the name.",
            advice: "Choose names without a colon.",
            source: "Key URI format: \"Neither issuer nor account name may themselves contain a colon\"",
            peers: "Aegis puts all of it into the name"),
        RuleDescription(
            .notEncoded, "not-percent-encoded", .warning, .names, at: .label,
            "The label or the issuer contains a character that is not percent-encoded, such as a space or ü.",
            advice: "Write %20 for a space, and %XX for each byte of the UTF-8 form.",
            source: "RFC 3986, 2; Key URI format: label and issuer are URL-encoded",
            peers: "apps that use a strict URL parser"),
        RuleDescription(
            .percentMalformed, "percent-malformed", .warning, .names, at: .label,
            "A % is not followed by two hexadecimal digits.",
            advice: "Write %25 for a percent sign.",
            source: "RFC 3986, 2.1",
            peers: "apps that use a strict URL parser"),
        RuleDescription(
            .doublyEncoded, "doubly-encoded", .warning, .names, at: .label,
            "The label or issuer is percent-encoded twice: two hexadecimal digits follow %25.",
            advice: "Encode once; your library may encode already.",
            source: "RFC 3986, 2.4: do not encode a string more than once",
            peers: "all of them show the %XX"),
        RuleDescription(
            .plusForBlank, "plus-for-blank", .warning, .names, at: .label,
            "Apps read + as a space or a plus sign.",
            advice: "Write %20 for a space and %2B for a plus sign.",
            source: "RFC 3986 (a plus sign) against HTML forms (a space); formats/otpauth.md",
            peers: "apps that read a plus sign show it; WinAuth writes + for a space"),
        RuleDescription(
            .notUTF8, "not-utf-8", .warning, .names, at: .label,
            "The label or issuer is not valid UTF-8.",
            advice: "Encode the UTF-8 form of the names.",
            source: "RFC 3986, 2.5; Key URI format: URL-encoded per RFC 3986",
            peers: "some; others show replacement characters"),
    ]
}
