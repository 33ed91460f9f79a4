/// The secret.
extension RuleDescription {
    static let secret = [
        RuleDescription(
            .secretMissing, "secret-missing", .error, .secret, at: .link,
            "The link contains no secret.",
            advice: "Write the secret as secret=…, in base32.",
            source: "Key URI format: \"REQUIRED: The secret parameter\""),
        RuleDescription(
            .secretEmpty, "secret-empty", .error, .secret, at: .secret,
            "The secret is empty or shorter than one byte.",
            advice: "Write the whole secret, in base32.",
            source: "Key URI format: secret; RFC 4226, R6"),
        RuleDescription(
            .secretNotBase32, "secret-not-base32", .error, .secret, at: .secret,
            "The secret contains a character outside A-Z and 2-7.",
            advice: "Ask the site for the key again; 0, 1, 8 and 9 are often misreadings of O, I, B and g.",
            source: "Key URI format: secret; RFC 4648, 6"),
        RuleDescription(
            .secretNotHex, "secret-not-hex", .error, .secret, at: .secret,
            "The secret of a motp link is not hexadecimal.",
            advice: "Write the secret in hexadecimal digits, two per byte.",
            source: "formats/otpauth.md: motp",
            peers: "all that know motp"),
        RuleDescription(
            .secretTooShort, "secret-too-short", .error, .secret, at: .secret,
            "A Yandex secret has 16 bytes; this one has fewer.",
            advice: "Export the account again.",
            source: "formats/otpauth.md: yaotp",
            peers: "all that know Yandex"),
        RuleDescription(
            .secretTooLong, "secret-too-long", .error, .secret, at: .secret,
            "The secret is longer than 4,096 bytes.",
            advice: "Check the secret; 20 to 64 bytes are usual.",
            source: "a limit of this program; RFC 2104 hashes keys longer than a block",
            peers: "most"),
        RuleDescription(
            .secretIncomplete, "secret-incomplete", .error, .secret, at: .secret,
            "The secret is only the server's half of the key; the phone made the other.",
            advice: "Enroll again without the two steps, or keep the app that has the other half.",
            source: "privacyIDEA, two-step enrollment: 2step_salt, 2step_output, 2step_difficulty",
            peers: "all but privacyIDEA's own app show wrong codes"),
        RuleDescription(
            .secretUnclear, "secret-unclear", .error, .secret, at: .secret,
            "It is not certain where the secret ends.",
            advice: "Write the secret alone, in one word or in groups of one length.",
            source: "formats/otpauth.md: where a secret ends",
            peers: "all add what follows to the secret, or refuse it"),
        RuleDescription(
            .secretLength, "secret-length", .warning, .secret, at: .secret,
            "The secret has a length impossible in base32.",
            advice: "Check that no character is missing, or encode the secret again.",
            source: "RFC 4648, 6: 1, 3 and 6 characters beyond a multiple of eight are impossible",
            peers: "apps with a strict base32 decoder"),
        RuleDescription(
            .secretPadded, "secret-padded", .warning, .secret, at: .secret,
            "The secret is padded with =.",
            advice: "Leave the padding out.",
            source: "Key URI format: padding \"is not required and should be omitted\"",
            peers: "apps that split the query at every =, or decode without padding"),
        RuleDescription(
            .secretBlanks, "secret-blanks", .warning, .secret, at: .secret,
            "The secret contains spaces or hyphens.",
            advice: "Remove them: they only help people who type it.",
            source: "Key URI format: secret; RFC 4648, 3.3",
            peers: "apps with a strict base32 decoder"),
        RuleDescription(
            .secretLowerCase, "secret-lower-case", .warning, .secret, at: .secret,
            "The secret is in lower case.",
            advice: "Write it in upper case.",
            source: "RFC 4648, 6: the alphabet is A-Z and 2-7",
            peers: "apps with a strict base32 decoder"),
        RuleDescription(
            .secretShort, "secret-short", .warning, .secret, at: .secret,
            "The secret is shorter than 128 bits.",
            advice: "Have the service create a new secret of 160 bits.",
            source: "RFC 4226, R6: \"The length of the shared secret MUST be at least 128 bits\"",
            peers: "a few"),
        RuleDescription(
            .secretBelowHash, "secret-below-hash", .info, .secret, at: .secret,
            "The secret is shorter than the hash's output.",
            advice: "Create secrets of 20 bytes for SHA1, 32 for SHA256, 64 for SHA512.",
            source: "RFC 4226, R6 (160 bits recommended); RFC 6238, 5.1: keys of the length of the HMAC output"),
        RuleDescription(
            .secretRepeats, "secret-repeats", .warning, .secret, at: .secret,
            "The secret is one byte repeated.",
            advice: "Create the secret with a random generator.",
            source: "RFC 4226, R6 and 7.5: secrets are random"),
        RuleDescription(
            .secretExample, "secret-example", .warning, .secret, at: .secret,
            "The secret is a published example.",
            advice: "Create a new secret for each account.",
            source: "RFC 4226, appendix D; RFC 6238, appendix B; the examples of the Key URI format"),
    ]
}
