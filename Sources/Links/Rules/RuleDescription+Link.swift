/// The link as a whole.
extension RuleDescription {
    static let wholeLink = [
        RuleDescription(
            .notALink, "not-a-link", .error, .wholeLink, at: .link,
            "The field contains no otpauth link.",
            advice: "Correct the field, or leave it empty.",
            source: "Key URI format: otpauth://TYPE/LABEL?PARAMETERS"),
        RuleDescription(
            .lineTooLong, "line-too-long", .error, .wholeLink, at: .link,
            "The link is longer than 65,536 bytes and was not checked.",
            advice: "Put each link on a line of its own.",
            source: "a limit of this program; no QR code holds more than 2,953 bytes"),
        RuleDescription(
            .linksRunTogether, "links-run-together", .error, .wholeLink, at: .link,
            "A value of the link contains another link.",
            advice: "Put each link on a line of its own.",
            source: "formats/otpauth.md: where a link ends",
            peers: "all; most read one account with a wrong name"),
        RuleDescription(
            .schemeUnknown, "scheme-unknown", .error, .wholeLink, at: .link,
            "The scheme is not otpauth://, otpauth-migration://, motp:/ or steam://.",
            advice: "Write otpauth:// with two slashes.",
            source: "Key URI format: the scheme is otpauth"),
        RuleDescription(
            .typeUnknown, "type-unknown", .error, .wholeLink, at: .type,
            "The type is not totp, hotp, steam or yaotp, or the codes are those of Trion, which are not TOTP.",
            advice: "Write totp for time-based codes, hotp for counter-based codes.",
            source: "Key URI format: \"Valid types are hotp and totp\""),
        RuleDescription(
            .fieldDamaged, "field-damaged", .error, .wholeLink, at: .link,
            "The record cannot be read: not a JSON object, the field is not text, or a name has more than 64 combining "
                + "marks in a row.",
            advice: "Correct the record, or choose the field that has the link.",
            source: "RFC 4180 (CSV), RFC 8259 (JSON)",
            peers: "no app reads lists of records"),
        RuleDescription(
            .textBeforeLink, "text-before-link", .info, .wholeLink, at: .link,
            "There is other text or another link before the link.",
            advice: "Put each link on a line of its own.",
            source: "formats/otpauth.md: zbarimg prints \"QR-Code:\" before each link",
            peers: "apps that read a line as one address refuse it"),
        RuleDescription(
            .textAfterLink, "text-after-link", .warning, .wholeLink, at: .link,
            "A space ends the link, and other text follows it.",
            advice: "Put each link on a line of its own, and remove spaces from its values.",
            source: "formats/otpauth.md: where a link ends",
            peers: "apps that read a line as one address add the text to the last value, often the secret"),
        RuleDescription(
            .userInfo, "user-info", .error, .wholeLink, at: .type,
            "There is an @ in place of the type, as in a URL with a user name.",
            advice: "Write the account's name after the type: otpauth://totp/NAME?….",
            source: "RFC 3986, 3.2.1; Key URI format: only the type follows ://"),
        RuleDescription(
            .fragment, "fragment", .warning, .wholeLink, at: .fragment,
            "A # ends the link; the rest is lost.",
            advice: "Write %23 for a # in a value.",
            source: "RFC 3986, 3.5",
            peers: "all of them drop the rest"),
        RuleDescription(
            .spelling, "spelling-case", .warning, .wholeLink, at: .link,
            "The scheme, the type or a parameter's name is not in lower case, or has the spelling of another app.",
            advice: "Write them as the format does: algorithm, digits, period.",
            source: "Key URI format: names are in lower case; RFC 3986, 3.1 lets only the scheme vary",
            peers: "apps that compare names exactly miss the parameter"),
        RuleDescription(
            .typeRare, "type-rare", .warning, .wholeLink, at: .type,
            "Few apps know this kind of account (steam, motp, Yandex).",
            advice: "Check that the app that you use does.",
            source: "formats/otpauth.md: steam by Aegis, Ente and 2FAS, yaotp and motp by Aegis and Stratum",
            peers: "Google Authenticator, and most others"),
        RuleDescription(
            .codeDense, "code-dense", .info, .wholeLink, at: .link,
            "The link needs a dense QR code, which cameras find hard to read.",
            advice: "Shorten issuer and name, and leave out parameters with default values.",
            source: "ISO/IEC 18004: capacity of each version, byte mode, level L"),
        RuleDescription(
            .codeTooLarge, "code-too-large", .warning, .wholeLink, at: .link,
            "The link is longer than 2,953 bytes and does not fit a QR code.",
            advice: "Shorten issuer and name, and leave out icons.",
            source: "ISO/IEC 18004: version 40-L holds 2,953 bytes",
            peers: "all that read QR codes"),
        RuleDescription(
            .schemeApple, "scheme-apple", .info, .wholeLink, at: .link,
            "Only Apple's Passwords opens this link.",
            advice: "Write otpauth:// without apple-.",
            source: "formats/otpauth.md: web pages for iPhone and Mac write apple-otpauth",
            peers: "other apps do not open it; those that read a QR code as a link refuse it"),
    ]
}
