/// The parameters.
extension RuleDescription {
    static let parameters = [
        RuleDescription(
            .algorithmUnknown, "algorithm-unknown", .error, .parameters, at: .algorithm,
            "The algorithm is not SHA1, SHA256, SHA512 or MD5.",
            advice: "Use SHA1, which every app knows.",
            source: "Key URI format: algorithm; RFC 6238, 1.2"),
        RuleDescription(
            .algorithmRare, "algorithm-rare", .warning, .parameters, at: .algorithm,
            "Some apps ignore the algorithm and show SHA1 codes.",
            advice: "Use SHA1 if the service can.",
            source: "Key URI format: \"ignored by the Google Authenticator implementations\"",
            peers: "old Google Authenticator and others show wrong codes; hardly any know MD5"),
        RuleDescription(
            .algorithmSpelling, "algorithm-spelling", .warning, .parameters, at: .algorithm,
            "The algorithm is not spelled SHA1, SHA256, SHA512 or MD5.",
            advice: "Spell it without hyphens, in upper case.",
            source: "Key URI format: algorithm",
            peers: "apps that compare it exactly"),
        RuleDescription(
            .digitsOutOfRange, "digits-out-of-range", .error, .parameters, at: .digits,
            "The number of digits is not 1 to 10.",
            advice: "Write digits=6, or leave it out.",
            source: "Key URI format: 6 or 8; RFC 4226, 5.3: at least 6"),
        RuleDescription(
            .digitsRare, "digits-rare", .warning, .parameters, at: .digits,
            "The number of digits is neither 6 nor 8.",
            advice: "Use 6 if the service can.",
            source: "Key URI format: digits \"may have the values 6 or 8\"; RFC 4226, R4",
            peers: "most"),
        RuleDescription(
            .digitsEight, "digits-eight", .info, .parameters, at: .digits,
            "A few apps ignore the number of digits and show six.",
            advice: "Use 6 if the service can.",
            source: "Key URI format: \"ignored by the Google Authenticator implementation\"",
            peers: "old Google Authenticator"),
        RuleDescription(
            .periodOutOfRange, "period-out-of-range", .error, .parameters, at: .period,
            "The period is not 1 to 2147483 seconds.",
            advice: "Write period=30, or leave it out.",
            source: "Key URI format: period; RFC 6238, 4.1"),
        RuleDescription(
            .periodRare, "period-rare", .warning, .parameters, at: .period,
            "Some apps ignore the period and use 30 seconds.",
            advice: "Use 30 if the service can.",
            source:
                "Key URI format: \"ignored by the Google Authenticator implementations\"; RFC 6238, 5.2: 30 "
                + "is recommended",
            peers: "Google Authenticator and others show wrong codes"),
        RuleDescription(
            .periodUnused, "period-unused", .info, .parameters, at: .period,
            "Counter-based codes have no period.",
            advice: "Leave it out.",
            source: "Key URI format: \"only if type is totp\""),
        RuleDescription(
            .counterOutOfRange, "counter-out-of-range", .error, .parameters, at: .counter,
            "The counter is not a whole number from 0 to 2^63-1.",
            advice: "Write the counter of the next code.",
            source: "Key URI format: counter; RFC 4226, 5.1: eight bytes"),
        RuleDescription(
            .counterMissing, "counter-missing", .warning, .parameters, at: .link,
            "An hotp link must have a counter.",
            advice: "Add counter=0 for a new account.",
            source: "Key URI format: \"REQUIRED if type is hotp\"",
            peers: "some refuse it, others start at 0 or 1"),
        RuleDescription(
            .counterUnused, "counter-unused", .info, .parameters, at: .counter,
            "Time-based codes have no counter.",
            advice: "Leave it out, or change the type to hotp.",
            source: "Key URI format: counter is for hotp"),
        RuleDescription(
            .numberSpelling, "number-spelling", .info, .parameters, at: .firstNumber,
            "A number has spaces or leading zeros.",
            advice: "Write it in plain digits.",
            source: "Key URI format: decimal numbers",
            peers: "apps with a strict number parser"),
        RuleDescription(
            .pinDamaged, "pin-damaged", .error, .parameters, at: .pin,
            "The PIN is not base32 text, or its length is not a number.",
            advice: "Export the account again.",
            source: "formats/otpauth.md: yaotp, motp",
            peers: "all that know Yandex and motp"),
        RuleDescription(
            .parameterUnknown, "parameter-unknown", .warning, .parameters, at: .unknownParameter,
            "The link has a parameter that no known app reads.",
            advice: "Check its spelling, or leave it out.",
            source: "Key URI format: parameters"),
        RuleDescription(
            .parameterOfApp, "parameter-of-app", .info, .parameters, at: .link,
            "The link has a parameter that only one app reads, such as an icon.",
            advice: "Leave it out for others.",
            source: "formats/otpauth.md: icon, image, color, uuid, serial, deviceid, data, codeDisplay, lock"),
        RuleDescription(
            .parameterRepeated, "parameter-repeated", .warning, .parameters, at: .repeatedParameter,
            "A parameter is repeated; some apps use the first, some the last.",
            advice: "Remove all but one.",
            source: "formats/otpauth.md: equal values are one",
            peers: "apps whose library uses the last"),
        RuleDescription(
            .parameterMisplaced, "parameter-misplaced", .error, .parameters, at: .link,
            "The link has another value of a parameter in a place where no app reads it.",
            advice: "Write the parameter once, between & and &.",
            source: "formats/otpauth.md: what is rejected",
            peers: "all read the link without it"),
        RuleDescription(
            .parameterEmpty, "parameter-empty", .warning, .parameters, at: .emptyParameter,
            "A parameter has no value, or the value null.",
            advice: "Leave it out.",
            source: "formats/otpauth.md: Ente writes null for \"none\"",
            peers: "apps that read it as a number or a name"),
    ]
}
