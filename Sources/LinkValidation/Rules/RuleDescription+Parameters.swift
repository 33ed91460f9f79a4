/// The parameters.
extension RuleDescription {
    static let algorithmUnknown = RuleDescription(
        "algorithm-unknown", .error,
        "The algorithm is not SHA1, SHA256, SHA512 or MD5.",
        advice: "Use SHA1, which every app knows.",
        source: "Key URI format: algorithm; RFC 6238, 1.2",
        peers: "all")

    static let algorithmRare = RuleDescription(
        "algorithm-rare", .warning,
        "Some apps ignore the algorithm and show SHA1 codes.",
        advice: "Use SHA1 if the service can.",
        source: "Key URI format: “ignored by the Google Authenticator implementations”",
        peers: "old Google Authenticator and others show wrong codes; hardly any know MD5")

    static let algorithmSpelling = RuleDescription(
        "algorithm-spelling", .warning,
        "The algorithm is not spelled SHA1, SHA256, SHA512 or MD5.",
        advice: "Spell it without hyphens, in upper case.",
        source: "Key URI format: algorithm",
        peers: "apps that compare it exactly")

    static let digitsOutOfRange = RuleDescription(
        "digits-out-of-range", .error,
        "The number of digits is not 1 to 10.",
        advice: "Write digits=6, or leave it out.",
        source: "Key URI format: 6 or 8; RFC 4226, 5.3: at least 6",
        peers: "all")

    static let digitsRare = RuleDescription(
        "digits-rare", .warning,
        "The number of digits is neither 6 nor 8.",
        advice: "Use 6 if the service can.",
        source: "Key URI format: digits “may have the values 6 or 8”; RFC 4226, R4",
        peers: "most")

    static let digitsEight = RuleDescription(
        "digits-eight", .info,
        "A few apps ignore the number of digits and show six.",
        advice: "Use 6 if the service can.",
        source: "Key URI format: “ignored by the Google Authenticator implementation”",
        peers: "old Google Authenticator")

    static let periodOutOfRange = RuleDescription(
        "period-out-of-range", .error,
        "The period is not 1 to 2147483 seconds.",
        advice: "Write period=30, or leave it out.",
        source: "Key URI format: period; RFC 6238, 4.1",
        peers: "all")

    static let periodRare = RuleDescription(
        "period-rare", .warning,
        "Some apps ignore the period and use 30 seconds.",
        advice: "Use 30 if the service can.",
        source:
            "Key URI format: “ignored by the Google Authenticator implementations”; RFC 6238, 5.2: 30 "
            + "is recommended",
        peers: "Google Authenticator and others show wrong codes")

    static let periodUnused = RuleDescription(
        "period-unused", .info,
        "Counter-based codes have no period.",
        advice: "Leave it out.",
        source: "Key URI format: “only if type is totp”",
        peers: "none")

    static let counterOutOfRange = RuleDescription(
        "counter-out-of-range", .error,
        "The counter is not a whole number from 0 to 2^63-1.",
        advice: "Write the counter of the next code.",
        source: "Key URI format: counter; RFC 4226, 5.1: eight bytes",
        peers: "all")

    static let counterMissing = RuleDescription(
        "counter-missing", .warning,
        "An hotp link must have a counter.",
        advice: "Add counter=0 for a new account.",
        source: "Key URI format: “REQUIRED if type is hotp”",
        peers: "some refuse it, others start at 0 or 1")

    static let counterUnused = RuleDescription(
        "counter-unused", .info,
        "Time-based codes have no counter.",
        advice: "Leave it out, or change the type to hotp.",
        source: "Key URI format: counter is for hotp",
        peers: "none")

    static let numberSpelling = RuleDescription(
        "number-spelling", .info,
        "A number has spaces or leading zeros.",
        advice: "Write it in plain digits.",
        source: "Key URI format: decimal numbers",
        peers: "apps with a strict number parser")

    static let pinDamaged = RuleDescription(
        "pin-damaged", .error,
        "The PIN is not base32 text, or its length is not a number.",
        advice: "Export the account again.",
        source: "formats/otpauth.md: yaotp, motp",
        peers: "all that know Yandex and motp")

    static let parameterUnknown = RuleDescription(
        "parameter-unknown", .info,
        "The link has a parameter that no known app reads.",
        advice: "Check its spelling, or leave it out.",
        source: "Key URI format: parameters",
        peers: "none")

    static let parameterOfApp = RuleDescription(
        "parameter-of-app", .info,
        "The link has a parameter that only one app reads, such as an icon.",
        advice: "Leave it out for others.",
        source: "formats/otpauth.md: icon, image, serial, deviceid, data, codeDisplay, algo, lock",
        peers: "none")

    static let parameterRepeated = RuleDescription(
        "parameter-repeated", .warning,
        "A parameter is repeated; some apps use the first, some the last.",
        advice: "Remove all but one.",
        source: "formats/otpauth.md: the first occurrence wins",
        peers: "apps whose library uses the last")

    static let parameterEmpty = RuleDescription(
        "parameter-empty", .warning,
        "A parameter has no value, or the value null.",
        advice: "Leave it out.",
        source: "formats/otpauth.md: Ente writes null for “none”",
        peers: "apps that read it as a number or a name")
}
