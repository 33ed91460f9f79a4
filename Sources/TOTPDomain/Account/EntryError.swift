import Encodings
import Platform

/// Why an entry cannot become an account: a code for programs, and a reason for people.
///
/// The reason never contains a secret, a PIN or a whole link. Equality compares only the codes.
public struct EntryError: LocalizedError, Sendable, Advised, CustomStringConvertible {
    public let code: RejectionCode
    /// The problem, without the position: “the secret is not base32: character 5 is not A-Z or 2-7”.
    public let problem: String
    package let advice: Advice?

    package init(_ code: RejectionCode, _ problem: String, _ advice: Advice? = nil) {
        (self.code, self.problem, self.advice) = (code, problem, advice)
    }

    /// The problem and the advice.
    public var reason: String { advice?.after(problem) ?? problem }

    public var description: String { reason }

    public var errorDescription: String? { description }
}

extension EntryError: Equatable {
    public static func == (a: EntryError, b: EntryError) -> Bool { a.code == b.code }
}

/// The stable name of a reason to reject an entry; part of the report's contract.
public struct RejectionCode: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: StaticString) { rawValue = "\(value)" }

    public static let secretMissing: RejectionCode = "secret-missing"
    public static let secretNotBase32: RejectionCode = "secret-not-base32"
    public static let secretNotHex: RejectionCode = "secret-not-hex"
    public static let secretTooShort: RejectionCode = "secret-too-short"
    public static let secretTooLong: RejectionCode = "secret-too-long"
    /// A part of the secret is only on the phone.
    public static let secretIncomplete: RejectionCode = "secret-incomplete"
    /// The secret may end in two places.
    public static let secretUnclear: RejectionCode = "secret-unclear"
    public static let algorithmUnknown: RejectionCode = "algorithm-unknown"
    public static let digitsOutOfRange: RejectionCode = "digits-out-of-range"
    public static let periodOutOfRange: RejectionCode = "period-out-of-range"
    public static let counterOutOfRange: RejectionCode = "counter-out-of-range"
    public static let pinDamaged: RejectionCode = "pin-damaged"
    public static let typeUnknown: RejectionCode = "type-unknown"
    public static let notALink: RejectionCode = "not-a-link"
    /// A value of a link contains another link.
    public static let linksRunTogether: RejectionCode = "links-run-together"
    /// A link may go on in the next line, but how is not certain; or its end is missing.
    public static let linkWrapped: RejectionCode = "link-wrapped"
    /// A link has a second value of a parameter in a place where no app reads it.
    public static let parameterMisplaced: RejectionCode = "parameter-misplaced"
    /// A text outside of links could be a secret.
    public static let secretWithoutLink: RejectionCode = "secret-without-link"
    public static let migrationDamaged: RejectionCode = "migration-damaged"
    public static let migrationUnknownValue: RejectionCode = "migration-unknown-value"
    /// A target keeps one token per serial number, and an earlier account has the number.
    public static let serialNotUnique: RejectionCode = "serial-not-unique"
    /// A target app does not support the account, so that its codes would be wrong.
    public static let kindNotSupported: RejectionCode = "type-not-supported"
    public static let algorithmNotSupported: RejectionCode = "algorithm-not-supported"
    public static let digitsNotSupported: RejectionCode = "digits-not-supported"
    public static let periodNotSupported: RejectionCode = "period-not-supported"
    public static let counterNotSupported: RejectionCode = "counter-not-supported"
    /// A target cannot store the name.
    public static let nameNotSupported: RejectionCode = "name-not-supported"
    /// No app can read a link of the account.
    public static let noLink: RejectionCode = "no-link"
    /// A target app keeps one account per secret.
    public static let secretNotUnique: RejectionCode = "secret-not-unique"
    /// A target stores only some number of accounts.
    public static let tooManyAccounts: RejectionCode = "too-many-accounts"
    /// No QR code has room for the link.
    public static let tooLongForQRCode: RejectionCode = "too-long-for-qr-code"
    /// A field of an export is missing or has the wrong type.
    public static let fieldDamaged: RejectionCode = "field-damaged"
}

extension EntryError {
    /// Some programs drop what is not base32 from what people paste as a secret.
    static let secretIsLink = EntryError(
        .linksRunTogether, "the secret is a whole link without its punctuation", "copy the secret alone")

    package static let secretIsSpreadsheetNumber = EntryError(
        .secretNotBase32, "a spreadsheet, such as Excel, replaced the secret by a number",
        "export again, and import the file without opening it in a spreadsheet")
}
