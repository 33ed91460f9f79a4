/// Issuer and name.
extension RuleDescription {
    static let labelMissing = RuleDescription(
        "label-missing", .warning,
        "The link names no account.",
        advice: "Write the account behind the type: otpauth://totp/ISSUER:NAME?….",
        source: "Key URI format: “The label is used to identify which account a key is associated with”",
        peers: "some refuse it; Stratum takes the label for the issuer")

    static let issuerMissing = RuleDescription(
        "issuer-missing", .info,
        "The link names no issuer.",
        advice: "Add issuer=… and put it before the name: ISSUER:NAME.",
        source: "Key URI format: issuer is “STRONGLY RECOMMENDED”",
        peers: "none")

    static let issuerDiffers = RuleDescription(
        "issuer-differs", .warning,
        "The issuer before the name differs from the parameter issuer.",
        advice: "Write the same in both places.",
        source: "Key URI format: both “should be equal”",
        peers: "they differ: OTPClient shows the parameter, others the prefix")

    static let nameColon = RuleDescription(
        "name-colon", .warning,
        "There is a colon in the issuer or the name.",
        advice: "Choose names without a colon.",
        source: "Key URI format: “Neither issuer nor account name may themselves contain a colon”",
        peers: "Aegis puts all of it into the name")

    static let notEncoded = RuleDescription(
        "not-percent-encoded", .warning,
        "Label or value hold a character that is not percent-encoded, such as a blank or an umlaut.",
        advice: "Write %20 for a blank, and %XX for each byte of the UTF-8 form.",
        source: "RFC 3986, 2; Key URI format: label and issuer are URL-encoded",
        peers: "apps that use a strict URL parser")

    static let percentMalformed = RuleDescription(
        "percent-malformed", .warning,
        "A % is not followed by two hexadecimal digits.",
        advice: "Write %25 for a percent sign.",
        source: "RFC 3986, 2.1",
        peers: "apps that use a strict URL parser")

    static let doublyEncoded = RuleDescription(
        "doubly-encoded", .warning,
        "Label or issuer are percent-encoded twice: %25 stands before two hexadecimal digits.",
        advice: "Encode once; a library may do it already.",
        source: "RFC 3986, 2.4: not to encode the same string more than once",
        peers: "all of them show the %XX")

    static let plusForBlank = RuleDescription(
        "plus-for-blank", .warning,
        "A + stands for a blank, or for itself: apps differ.",
        advice: "Write %20 for a blank and %2B for a plus sign.",
        source: "RFC 3986 (a plus sign) against HTML forms (a blank); formats/otpauth.md",
        peers: "apps that take it for a plus sign show it; WinAuth writes it for a blank")

    static let notUTF8 = RuleDescription(
        "not-utf-8", .warning,
        "Label or issuer are no UTF-8.",
        advice: "Encode the UTF-8 form of the names.",
        source: "RFC 3986, 2.5; Key URI format: URL-encoded per RFC 3986",
        peers: "some; others show replacement characters")
}
