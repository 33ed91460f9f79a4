/// The catalogue: what every rule says, and where it comes from.
extension Rule {
    public var group: RuleGroup {
        switch self {
        case .notALink, .lineTooLong, .schemeUnknown, .typeUnknown, .fieldDamaged, .textBeforeLink, .userInfo,
            .fragment, .spelling, .typeRare, .codeDense, .codeTooLarge:
            .wholeLink
        case .secretMissing, .secretEmpty, .secretNotBase32, .secretNotHex, .secretTooShort, .secretTooLong,
            .secretLength, .secretPadded, .secretBlanks, .secretLowerCase, .secretShort, .secretBelowHash,
            .secretRepeats, .secretExample:
            .secret
        case .labelMissing, .issuerMissing, .issuerDiffers, .nameColon, .notEncoded, .percentMalformed,
            .doublyEncoded, .plusForBlank, .notUTF8:
            .names
        case .algorithmUnknown, .algorithmRare, .algorithmSpelling, .digitsOutOfRange, .digitsRare,
            .digitsEight, .periodOutOfRange, .periodRare, .periodUnused, .counterOutOfRange, .counterMissing,
            .counterUnused, .numberSpelling, .pinDamaged, .parameterUnknown, .parameterOfApp,
            .parameterRepeated, .parameterEmpty:
            .parameters
        case .migrationDamaged, .migrationUnknownValue, .migrationPartOdd, .migrationPartMissing,
            .secretDuplicate, .accountDuplicate:
            .lists
        }
    }

    public var description: RuleDescription {
        switch self {
        case .notALink:
            RuleDescription(
                "not-a-link", .error,
                "Nothing in the line begins like an otpauth link.",
                advice: "Remove the line, or put # before it.",
                source: "Key URI format: otpauth://TYPE/LABEL?PARAMETERS",
                peers: "all")
        case .lineTooLong:
            RuleDescription(
                "line-too-long", .error,
                "The line is longer than 65,536 bytes and was not looked into.",
                advice: "Put each link on a line of its own.",
                source: "a limit of this program; no QR code holds more than 2,953 bytes",
                peers: "all")
        case .schemeUnknown:
            RuleDescription(
                "scheme-unknown", .error,
                "The link has another scheme than otpauth://, otpauth-migration://, motp: or steam://.",
                advice: "Write otpauth:// with two slashes.",
                source: "Key URI format: the scheme is otpauth",
                peers: "all")
        case .typeUnknown:
            RuleDescription(
                "type-unknown", .error,
                "The type is none of totp, hotp, steam and yaotp.",
                advice: "Write totp for codes by time, hotp for codes by counter.",
                source: "Key URI format: “Valid types are hotp and totp”",
                peers: "all")
        case .fieldDamaged:
            RuleDescription(
                "field-damaged", .error,
                "The record cannot be read: no JSON object, or the field is no text.",
                advice: "Correct the record; --json-field and --csv-field name the field that holds the link.",
                source: "RFC 4180 (CSV), RFC 8259 (JSON)",
                peers: "none reads lists of records")
        case .textBeforeLink:
            RuleDescription(
                "text-before-link", .info,
                "There is text before the link.",
                advice: "Remove what stands before otpauth://.",
                source: "formats/otpauth.md: zbarimg prints “QR-Code:” before each link",
                peers: "apps that read a line as one address refuse it")
        case .userInfo:
            RuleDescription(
                "user-info", .error,
                "There is an @ where the type belongs, as if the link held a user or a password.",
                advice: "Write the account's name behind the type: otpauth://totp/NAME?….",
                source: "RFC 3986, 3.2.1; Key URI format: behind :// stands the type alone",
                peers: "all")
        case .fragment:
            RuleDescription(
                "fragment", .warning,
                "A # ends the link; what stands behind it is lost.",
                advice: "Write %23 for a # that belongs to a value.",
                source: "RFC 3986, 3.5",
                peers: "all of them drop what stands behind it")
        case .spelling:
            RuleDescription(
                "spelling-case", .warning,
                "Scheme, type or a parameter's name is not in lower case.",
                advice: "Write them in lower case.",
                source: "Key URI format: names are in lower case; RFC 3986, 3.1 lets only the scheme vary",
                peers: "apps that compare names exactly miss the parameter")
        case .typeRare:
            RuleDescription(
                "type-rare", .warning,
                "Few apps know this kind of account (steam, motp, Yandex).",
                advice: "Make sure that the app that reads it does.",
                source: "formats/otpauth.md: steam by Aegis, Ente and 2FAS, yaotp and motp by Aegis and Stratum",
                peers: "Google Authenticator, and most others")
        case .codeDense:
            RuleDescription(
                "code-dense", .info,
                "The link needs a dense QR code, which cameras find hard to read.",
                advice: "Shorten issuer and name, and leave out parameters that have their default.",
                source: "ISO/IEC 18004: capacity of each version, byte mode, level L",
                peers: "none")
        case .codeTooLarge:
            RuleDescription(
                "code-too-large", .warning,
                "The link is longer than 2,953 bytes and fits no QR code.",
                advice: "Shorten issuer and name, and leave out icons.",
                source: "ISO/IEC 18004: version 40-L holds 2,953 bytes",
                peers: "all that read it from a QR code")
        case .secretMissing:
            RuleDescription(
                "secret-missing", .error,
                "The link holds no secret.",
                advice: "Write the secret as secret=…, in base32.",
                source: "Key URI format: “REQUIRED: The secret parameter”",
                peers: "all")
        case .secretEmpty:
            RuleDescription(
                "secret-empty", .error,
                "The secret is empty or shorter than one byte.",
                advice: "Write the whole secret, in base32.",
                source: "Key URI format: secret; RFC 4226, R6",
                peers: "all")
        case .secretNotBase32:
            RuleDescription(
                "secret-not-base32", .error,
                "The secret holds a character outside A-Z and 2-7.",
                advice: "Encode the secret's bytes as base32; 0, 1, 8 and 9 are often misread O, I, B and g.",
                source: "Key URI format: secret; RFC 4648, 6",
                peers: "all")
        case .secretNotHex:
            RuleDescription(
                "secret-not-hex", .error,
                "The secret of a motp link is not hexadecimal.",
                advice: "Write the secret in hexadecimal digits, two for each byte.",
                source: "formats/otpauth.md: motp",
                peers: "all that know motp")
        case .secretTooShort:
            RuleDescription(
                "secret-too-short", .error,
                "A Yandex secret has 16 bytes, this one has fewer.",
                advice: "Export the account again.",
                source: "formats/otpauth.md: yaotp",
                peers: "all that know Yandex")
        case .secretTooLong:
            RuleDescription(
                "secret-too-long", .error,
                "The secret is longer than 4,096 bytes.",
                advice: "Check what stands in the secret; 20 to 64 bytes are usual.",
                source: "a limit of this program; RFC 2104 hashes keys longer than a block",
                peers: "most")
        case .secretLength:
            RuleDescription(
                "secret-length", .warning,
                "The secret has a length that no whole number of bytes has in base32.",
                advice: "Check that no character is missing; else encode the secret anew.",
                source: "RFC 4648, 6: 1, 3 and 6 characters beyond a multiple of eight cannot be",
                peers: "apps with a strict base32 decoder")
        case .secretPadded:
            RuleDescription(
                "secret-padded", .warning,
                "The secret is padded with =.",
                advice: "Leave the padding out.",
                source: "Key URI format: padding “is not required and should be omitted”",
                peers: "apps that split the query at every =, or decode without padding")
        case .secretBlanks:
            RuleDescription(
                "secret-blanks", .warning,
                "There are blanks or hyphens in the secret.",
                advice: "Leave them out: they are for people who type it.",
                source: "Key URI format: secret; RFC 4648, 3.3",
                peers: "apps with a strict base32 decoder")
        case .secretLowerCase:
            RuleDescription(
                "secret-lower-case", .warning,
                "The secret is in lower case.",
                advice: "Write it in upper case.",
                source: "RFC 4648, 6: the alphabet is A-Z and 2-7",
                peers: "apps with a strict base32 decoder")
        case .secretShort:
            RuleDescription(
                "secret-short", .warning,
                "The secret is shorter than 128 bits.",
                advice: "Have the service make a new secret of 160 bits.",
                source: "RFC 4226, R6: “The length of the shared secret MUST be at least 128 bits”",
                peers: "a few")
        case .secretBelowHash:
            RuleDescription(
                "secret-below-hash", .info,
                "The secret is shorter than the hash's output.",
                advice: "Make secrets of 20 bytes for SHA1, 32 for SHA256, 64 for SHA512.",
                source: "RFC 4226, R6 (160 bits recommended); RFC 6238, 5.1: keys of the length of the HMAC output",
                peers: "none")
        case .secretRepeats:
            RuleDescription(
                "secret-repeats", .warning,
                "The secret is one byte, over and over.",
                advice: "Make the secret with a random generator.",
                source: "RFC 4226, R6 and 7.5: secrets are random",
                peers: "none")
        case .secretExample:
            RuleDescription(
                "secret-example", .warning,
                "The secret is a published example that everybody knows.",
                advice: "Make a secret of its own for each account.",
                source: "RFC 4226, appendix D; RFC 6238, appendix B; the examples of the Key URI format",
                peers: "none")
        case .labelMissing:
            RuleDescription(
                "label-missing", .warning,
                "The link names no account.",
                advice: "Write the account behind the type: otpauth://totp/ISSUER:NAME?….",
                source: "Key URI format: “The label is used to identify which account a key is associated with”",
                peers: "some refuse it; Stratum takes the label for the issuer")
        case .issuerMissing:
            RuleDescription(
                "issuer-missing", .info,
                "The link names no issuer.",
                advice: "Add issuer=… and put it before the name: ISSUER:NAME.",
                source: "Key URI format: issuer is “STRONGLY RECOMMENDED”",
                peers: "none")
        case .issuerDiffers:
            RuleDescription(
                "issuer-differs", .warning,
                "The issuer before the name differs from the parameter issuer.",
                advice: "Write the same in both places.",
                source: "Key URI format: both “should be equal”",
                peers: "they differ: OTPClient shows the parameter, others the prefix")
        case .nameColon:
            RuleDescription(
                "name-colon", .warning,
                "There is a colon in the issuer or the name.",
                advice: "Choose names without a colon.",
                source: "Key URI format: “Neither issuer nor account name may themselves contain a colon”",
                peers: "Aegis puts all of it into the name")
        case .notEncoded:
            RuleDescription(
                "not-percent-encoded", .warning,
                "Label or value hold a character that is not percent-encoded, such as a blank or an umlaut.",
                advice: "Write %20 for a blank, and %XX for each byte of the UTF-8 form.",
                source: "RFC 3986, 2; Key URI format: label and issuer are URL-encoded",
                peers: "apps that use a strict URL parser")
        case .percentMalformed:
            RuleDescription(
                "percent-malformed", .warning,
                "A % is not followed by two hexadecimal digits.",
                advice: "Write %25 for a percent sign.",
                source: "RFC 3986, 2.1",
                peers: "apps that use a strict URL parser")
        case .doublyEncoded:
            RuleDescription(
                "doubly-encoded", .warning,
                "Label or issuer are percent-encoded twice: %25 stands before two hexadecimal digits.",
                advice: "Encode once; a library may do it already.",
                source: "RFC 3986, 2.4: not to encode the same string more than once",
                peers: "all of them show the %XX")
        case .plusForBlank:
            RuleDescription(
                "plus-for-blank", .warning,
                "A + stands for a blank, or for itself: apps differ.",
                advice: "Write %20 for a blank and %2B for a plus sign.",
                source: "RFC 3986 (a plus sign) against HTML forms (a blank); formats/otpauth.md",
                peers: "apps that take it for a plus sign show it; WinAuth writes it for a blank")
        case .notUTF8:
            RuleDescription(
                "not-utf-8", .warning,
                "Label or issuer are no UTF-8.",
                advice: "Encode the UTF-8 form of the names.",
                source: "RFC 3986, 2.5; Key URI format: URL-encoded per RFC 3986",
                peers: "some; others show replacement characters")
        case .algorithmUnknown:
            RuleDescription(
                "algorithm-unknown", .error,
                "The algorithm is none of SHA1, SHA256, SHA512 and MD5.",
                advice: "Use SHA1, which every app knows.",
                source: "Key URI format: algorithm; RFC 6238, 1.2",
                peers: "all")
        case .algorithmRare:
            RuleDescription(
                "algorithm-rare", .warning,
                "Some apps ignore the algorithm and make SHA1 codes.",
                advice: "Use SHA1 where the service can.",
                source: "Key URI format: “ignored by the Google Authenticator implementations”",
                peers: "old Google Authenticator and others make wrong codes; MD5 is known to hardly any")
        case .algorithmSpelling:
            RuleDescription(
                "algorithm-spelling", .warning,
                "The algorithm is not spelled SHA1, SHA256, SHA512 or MD5.",
                advice: "Spell it without hyphens, in upper case.",
                source: "Key URI format: algorithm",
                peers: "apps that compare it exactly")
        case .digitsOutOfRange:
            RuleDescription(
                "digits-out-of-range", .error,
                "The number of digits is not 1 to 10.",
                advice: "Write digits=6, or leave it out.",
                source: "Key URI format: 6 or 8; RFC 4226, 5.3: at least 6",
                peers: "all")
        case .digitsRare:
            RuleDescription(
                "digits-rare", .warning,
                "The number of digits is neither 6 nor 8.",
                advice: "Use 6 where the service can.",
                source: "Key URI format: digits “may have the values 6 or 8”; RFC 4226, R4",
                peers: "most")
        case .digitsEight:
            RuleDescription(
                "digits-eight", .info,
                "A few apps ignore the number of digits and show six.",
                advice: "Use 6 where the service can.",
                source: "Key URI format: “ignored by the Google Authenticator implementation”",
                peers: "old Google Authenticator")
        case .periodOutOfRange:
            RuleDescription(
                "period-out-of-range", .error,
                "The period is not 1 to 2147483 seconds.",
                advice: "Write period=30, or leave it out.",
                source: "Key URI format: period; RFC 6238, 4.1",
                peers: "all")
        case .periodRare:
            RuleDescription(
                "period-rare", .warning,
                "Some apps ignore the period and take 30 seconds.",
                advice: "Use 30 where the service can.",
                source:
                    "Key URI format: “ignored by the Google Authenticator implementations”; RFC 6238, 5.2: 30 "
                    + "is recommended",
                peers: "Google Authenticator and others make wrong codes")
        case .periodUnused:
            RuleDescription(
                "period-unused", .info,
                "Codes by counter have no period.",
                advice: "Leave it out.",
                source: "Key URI format: “only if type is totp”",
                peers: "none")
        case .counterOutOfRange:
            RuleDescription(
                "counter-out-of-range", .error,
                "The counter is no whole number from 0 to 2^63-1.",
                advice: "Write the counter of the next code.",
                source: "Key URI format: counter; RFC 4226, 5.1: eight bytes",
                peers: "all")
        case .counterMissing:
            RuleDescription(
                "counter-missing", .warning,
                "A hotp link must name its counter.",
                advice: "Add counter=0 for a new account.",
                source: "Key URI format: “REQUIRED if type is hotp”",
                peers: "some refuse it, others start at 0 or 1")
        case .counterUnused:
            RuleDescription(
                "counter-unused", .info,
                "Codes by time have no counter.",
                advice: "Leave it out, or write hotp for the type.",
                source: "Key URI format: counter is for hotp",
                peers: "none")
        case .numberSpelling:
            RuleDescription(
                "number-spelling", .info,
                "A number is written with blanks or leading zeros.",
                advice: "Write it in plain digits.",
                source: "Key URI format: decimal numbers",
                peers: "apps with a strict number parser")
        case .pinDamaged:
            RuleDescription(
                "pin-damaged", .error,
                "The PIN is not base32 of a text, or its length is no number.",
                advice: "Export the account again.",
                source: "formats/otpauth.md: yaotp, motp",
                peers: "all that know Yandex and motp")
        case .parameterUnknown:
            RuleDescription(
                "parameter-unknown", .info,
                "The link holds a parameter that no app is known to read.",
                advice: "Check its spelling, or leave it out.",
                source: "Key URI format: parameters",
                peers: "none")
        case .parameterOfApp:
            RuleDescription(
                "parameter-of-app", .info,
                "The link holds a parameter that only one app reads, such as an icon.",
                advice: "Leave it out for others.",
                source: "formats/otpauth.md: icon, image, serial, deviceid, data, codeDisplay, algo, lock",
                peers: "none")
        case .parameterRepeated:
            RuleDescription(
                "parameter-repeated", .warning,
                "A parameter stands in the link twice; some apps take the first, some the last.",
                advice: "Leave one of them.",
                source: "formats/otpauth.md: the first occurrence wins",
                peers: "apps whose library takes the last")
        case .parameterEmpty:
            RuleDescription(
                "parameter-empty", .warning,
                "A parameter has no value, or the value null.",
                advice: "Leave it out.",
                source: "formats/otpauth.md: Ente writes null for “none”",
                peers: "apps that take it for a number or a name")
        case .migrationDamaged:
            RuleDescription(
                "migration-damaged", .error,
                "The Google Authenticator export is damaged: not base64, or no list of accounts.",
                advice: "Export it again.",
                source: "formats/google-migration.md",
                peers: "all")
        case .migrationUnknownValue:
            RuleDescription(
                "migration-unknown-value", .error,
                "The Google Authenticator export holds a type, an algorithm or a number of digits that is unknown.",
                advice: "Add this account by hand.",
                source: "formats/google-migration.md",
                peers: "all")
        case .migrationPartOdd:
            RuleDescription(
                "migration-part-odd", .warning,
                "The Google Authenticator export claims to be a part that cannot be.",
                advice: "Export it again if an account is missing.",
                source: "formats/google-migration.md: batch_size, batch_index",
                peers: "a few")
        case .migrationPartMissing:
            RuleDescription(
                "migration-part-missing", .warning,
                "Parts of this Google Authenticator export are not in the input.",
                advice: "Add the QR codes that are missing.",
                source: "formats/google-migration.md: batches",
                peers: "all of them read what is there")
        case .secretDuplicate:
            RuleDescription(
                "secret-duplicate", .warning,
                "The same secret stands in the input twice.",
                advice: "Make a secret of its own for each account, or remove the copy.",
                source: "RFC 4226, R6 and 7.5: one secret for each account",
                peers: "none")
        case .accountDuplicate:
            RuleDescription(
                "account-duplicate", .warning,
                "The same issuer and name stand in the input twice.",
                advice: "Remove the one that is out of date, or tell them apart by name.",
                source: "Key URI format: the label identifies the account",
                peers: "apps that keep one account of a name")
        }
    }
}
