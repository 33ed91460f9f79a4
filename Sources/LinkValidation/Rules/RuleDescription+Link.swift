/// The link as a whole.
extension RuleDescription {
    static let notALink = RuleDescription(
        "not-a-link", .error,
        "Nothing in the line begins like an otpauth link.",
        advice: "Remove the line, or put # before it.",
        source: "Key URI format: otpauth://TYPE/LABEL?PARAMETERS",
        peers: "all")

    static let lineTooLong = RuleDescription(
        "line-too-long", .error,
        "The line is longer than 65,536 bytes and was not looked into.",
        advice: "Put each link on a line of its own.",
        source: "a limit of this program; no QR code holds more than 2,953 bytes",
        peers: "all")

    static let schemeUnknown = RuleDescription(
        "scheme-unknown", .error,
        "The link has another scheme than otpauth://, otpauth-migration://, motp: or steam://.",
        advice: "Write otpauth:// with two slashes.",
        source: "Key URI format: the scheme is otpauth",
        peers: "all")

    static let typeUnknown = RuleDescription(
        "type-unknown", .error,
        "The type is none of totp, hotp, steam and yaotp.",
        advice: "Write totp for codes by time, hotp for codes by counter.",
        source: "Key URI format: “Valid types are hotp and totp”",
        peers: "all")

    static let fieldDamaged = RuleDescription(
        "field-damaged", .error,
        "The record cannot be read: no JSON object, or the field is no text.",
        advice: "Correct the record; --json-field and --csv-field name the field that holds the link.",
        source: "RFC 4180 (CSV), RFC 8259 (JSON)",
        peers: "none reads lists of records")

    static let textBeforeLink = RuleDescription(
        "text-before-link", .info,
        "There is text before the link.",
        advice: "Remove what stands before otpauth://.",
        source: "formats/otpauth.md: zbarimg prints “QR-Code:” before each link",
        peers: "apps that read a line as one address refuse it")

    static let userInfo = RuleDescription(
        "user-info", .error,
        "There is an @ where the type belongs, as if the link held a user or a password.",
        advice: "Write the account's name behind the type: otpauth://totp/NAME?….",
        source: "RFC 3986, 3.2.1; Key URI format: behind :// stands the type alone",
        peers: "all")

    static let fragment = RuleDescription(
        "fragment", .warning,
        "A # ends the link; what stands behind it is lost.",
        advice: "Write %23 for a # that belongs to a value.",
        source: "RFC 3986, 3.5",
        peers: "all of them drop what stands behind it")

    static let spelling = RuleDescription(
        "spelling-case", .warning,
        "Scheme, type or a parameter's name is not in lower case.",
        advice: "Write them in lower case.",
        source: "Key URI format: names are in lower case; RFC 3986, 3.1 lets only the scheme vary",
        peers: "apps that compare names exactly miss the parameter")

    static let typeRare = RuleDescription(
        "type-rare", .warning,
        "Few apps know this kind of account (steam, motp, Yandex).",
        advice: "Make sure that the app that reads it does.",
        source: "formats/otpauth.md: steam by Aegis, Ente and 2FAS, yaotp and motp by Aegis and Stratum",
        peers: "Google Authenticator, and most others")

    static let codeDense = RuleDescription(
        "code-dense", .info,
        "The link needs a dense QR code, which cameras find hard to read.",
        advice: "Shorten issuer and name, and leave out parameters that have their default.",
        source: "ISO/IEC 18004: capacity of each version, byte mode, level L",
        peers: "none")

    static let codeTooLarge = RuleDescription(
        "code-too-large", .warning,
        "The link is longer than 2,953 bytes and fits no QR code.",
        advice: "Shorten issuer and name, and leave out icons.",
        source: "ISO/IEC 18004: version 40-L holds 2,953 bytes",
        peers: "all that read it from a QR code")
}
