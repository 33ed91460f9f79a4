/// The group of each rule, and its words.
extension Rule {
    public var group: RuleGroup {
        switch self {
        case .notALink, .lineTooLong, .linksRunTogether, .schemeUnknown, .typeUnknown, .fieldDamaged, .textBeforeLink,
            .userInfo,
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

    /// Its words and its source.
    public var description: RuleDescription {
        switch self {
        case .notALink: .notALink
        case .lineTooLong: .lineTooLong
        case .linksRunTogether: .linksRunTogether
        case .schemeUnknown: .schemeUnknown
        case .typeUnknown: .typeUnknown
        case .fieldDamaged: .fieldDamaged
        case .textBeforeLink: .textBeforeLink
        case .userInfo: .userInfo
        case .fragment: .fragment
        case .spelling: .spelling
        case .typeRare: .typeRare
        case .codeDense: .codeDense
        case .codeTooLarge: .codeTooLarge
        case .secretMissing: .secretMissing
        case .secretEmpty: .secretEmpty
        case .secretNotBase32: .secretNotBase32
        case .secretNotHex: .secretNotHex
        case .secretTooShort: .secretTooShort
        case .secretTooLong: .secretTooLong
        case .secretLength: .secretLength
        case .secretPadded: .secretPadded
        case .secretBlanks: .secretBlanks
        case .secretLowerCase: .secretLowerCase
        case .secretShort: .secretShort
        case .secretBelowHash: .secretBelowHash
        case .secretRepeats: .secretRepeats
        case .secretExample: .secretExample
        case .labelMissing: .labelMissing
        case .issuerMissing: .issuerMissing
        case .issuerDiffers: .issuerDiffers
        case .nameColon: .nameColon
        case .notEncoded: .notEncoded
        case .percentMalformed: .percentMalformed
        case .doublyEncoded: .doublyEncoded
        case .plusForBlank: .plusForBlank
        case .notUTF8: .notUTF8
        case .algorithmUnknown: .algorithmUnknown
        case .algorithmRare: .algorithmRare
        case .algorithmSpelling: .algorithmSpelling
        case .digitsOutOfRange: .digitsOutOfRange
        case .digitsRare: .digitsRare
        case .digitsEight: .digitsEight
        case .periodOutOfRange: .periodOutOfRange
        case .periodRare: .periodRare
        case .periodUnused: .periodUnused
        case .counterOutOfRange: .counterOutOfRange
        case .counterMissing: .counterMissing
        case .counterUnused: .counterUnused
        case .numberSpelling: .numberSpelling
        case .pinDamaged: .pinDamaged
        case .parameterUnknown: .parameterUnknown
        case .parameterOfApp: .parameterOfApp
        case .parameterRepeated: .parameterRepeated
        case .parameterEmpty: .parameterEmpty
        case .migrationDamaged: .migrationDamaged
        case .migrationUnknownValue: .migrationUnknownValue
        case .migrationPartOdd: .migrationPartOdd
        case .migrationPartMissing: .migrationPartMissing
        case .secretDuplicate: .secretDuplicate
        case .accountDuplicate: .accountDuplicate
        }
    }
}
