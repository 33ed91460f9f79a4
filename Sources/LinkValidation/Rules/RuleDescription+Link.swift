/// The link as a whole.
extension RuleDescription {
    static let notALink = RuleDescription(
        "not-a-link", .error,
        "The field contains no otpauth link.",
        advice: "Correct the field, or leave it empty.",
        source: "Key URI format: otpauth://TYPE/LABEL?PARAMETERS",
        peers: "all")

    static let lineTooLong = RuleDescription(
        "line-too-long", .error,
        "The link is longer than 65,536 bytes and was not checked.",
        advice: "Put each link on a line of its own.",
        source: "a limit of this program; no QR code holds more than 2,953 bytes",
        peers: "all")

    static let linksRunTogether = RuleDescription(
        "links-run-together", .error,
        "A value of the link contains another link.",
        advice: "Put each link on a line of its own.",
        source: "formats/otpauth.md: where a link ends",
        peers: "all; most read one account with a wrong name")

    static let schemeUnknown = RuleDescription(
        "scheme-unknown", .error,
        "The scheme is not otpauth://, otpauth-migration://, motp:/ or steam://.",
        advice: "Write otpauth:// with two slashes.",
        source: "Key URI format: the scheme is otpauth",
        peers: "all")

    static let typeUnknown = RuleDescription(
        "type-unknown", .error,
        "The type is not totp, hotp, steam or yaotp.",
        advice: "Write totp for time-based codes, hotp for counter-based codes.",
        source: "Key URI format: “Valid types are hotp and totp”",
        peers: "all")

    static let fieldDamaged = RuleDescription(
        "field-damaged", .error,
        "The record cannot be read: not a JSON object, or the field is not text.",
        advice: "Correct the record; --json-field and --csv-field name the field with the link.",
        source: "RFC 4180 (CSV), RFC 8259 (JSON)",
        peers: "no app reads lists of records")

    static let textBeforeLink = RuleDescription(
        "text-before-link", .info,
        "There is other text or another link before the link.",
        advice: "Put each link on a line of its own.",
        source: "formats/otpauth.md: zbarimg prints “QR-Code:” before each link",
        peers: "apps that read a line as one address refuse it")

    static let userInfo = RuleDescription(
        "user-info", .error,
        "There is an @ in place of the type, as in a URL with a user name.",
        advice: "Write the account's name after the type: otpauth://totp/NAME?….",
        source: "RFC 3986, 3.2.1; Key URI format: only the type follows ://",
        peers: "all")

    static let fragment = RuleDescription(
        "fragment", .warning,
        "A # ends the link; the rest is lost.",
        advice: "Write %23 for a # in a value.",
        source: "RFC 3986, 3.5",
        peers: "all of them drop the rest")

    static let spelling = RuleDescription(
        "spelling-case", .warning,
        "The scheme, the type or a parameter's name is not in lower case.",
        advice: "Write them in lower case.",
        source: "Key URI format: names are in lower case; RFC 3986, 3.1 lets only the scheme vary",
        peers: "apps that compare names exactly miss the parameter")

    static let typeRare = RuleDescription(
        "type-rare", .warning,
        "Few apps know this kind of account (steam, motp, Yandex).",
        advice: "Check that the app that you use does.",
        source: "formats/otpauth.md: steam by Aegis, Ente and 2FAS, yaotp and motp by Aegis and Stratum",
        peers: "Google Authenticator, and most others")

    static let codeDense = RuleDescription(
        "code-dense", .info,
        "The link needs a dense QR code, which cameras find hard to read.",
        advice: "Shorten issuer and name, and leave out parameters with default values.",
        source: "ISO/IEC 18004: capacity of each version, byte mode, level L",
        peers: "none")

    static let codeTooLarge = RuleDescription(
        "code-too-large", .warning,
        "The link is longer than 2,953 bytes and does not fit a QR code.",
        advice: "Shorten issuer and name, and leave out icons.",
        source: "ISO/IEC 18004: version 40-L holds 2,953 bytes",
        peers: "all that read QR codes")
}
