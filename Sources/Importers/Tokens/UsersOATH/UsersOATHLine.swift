import Encodings
import FormatEngine
import TOTPDomain

/// A line of a users file: type, user, password, key, and perhaps a counter, the last code and its time.
///
/// The password is ignored.
struct UsersOATHLine: ExportedAccount {
    private let type: String
    private let user: String
    private let key: String
    private let counter: String
    private let lastCode: String
    private let fieldCount: Int

    private static let neededFields = 4
    /// The fewest digits of a code. In its place, mod_authn_otp has the number of failed logins, which is shorter.
    private static let fewestDigits = 6

    init(_ line: some Collection<UInt8>) {
        let fields = line.split(whereSeparator: ASCII.isWhitespace)
        func field(_ index: Int) -> String { index < fields.count ? TextDecoding.lenientString(fields[index]) : "" }
        (type, user, key, counter, lastCode) = (field(0), field(1), field(3), field(4), field(5))
        fieldCount = fields.count
    }

    /// nil unless the line starts with a known type and has every field that it needs.
    init?(whole line: some Collection<UInt8>) {
        let name = line.drop(while: ASCII.isWhitespace).prefix { !ASCII.isWhitespace($0) && $0 != ASCII.slash }
        guard ["HOTP", "TOTP", "MOTP"].contains(where: { name.elementsEqual($0.utf8) }) else { return nil }
        self.init(line)
        guard fieldCount >= Self.neededFields else { return nil }
    }

    var hasHOTPKey: Bool { type.hasPrefix("HOTP") && Hex.decode(key)?.isEmpty == false }

    /// Why a line is skipped: it is empty, or a comment.
    static func skipReason(_ line: some BidirectionalCollection<UInt8>) -> SkipReason? {
        switch line.firstNonSpace {
        case nil: .blank
        case ASCII.hash: .comment
        default: nil
        }
    }

    var names: (issuer: String, name: String) { ("", user) }

    func draft() throws(EntryError) -> AccountDraft {
        guard fieldCount >= Self.neededFields else {
            throw EntryError(
                .fieldDamaged, "the line has \(fieldCount) fields, and needs at least \(Self.neededFields)")
        }
        guard let parameters = Self.parameters(of: type) else {
            throw EntryError(
                .typeUnknown, "the type is not one of HOTP, HOTP/E and HOTP/T30, perhaps with /6, /7 or /8")
        }
        var draft = try AccountDraft(kind: parameters.period == nil ? .hotp : .totp, hex: key)
        try draft.take(
            digits: parameters.digits.map { .number($0) }, period: parameters.period.map { .text($0) },
            counter: parameters.period == nil ? try nextCounter() : nil)
        draft.start(at: 0)
        return draft
    }

    /// Digits, if they are given, and the period of time-based codes: `HOTP`, `HOTP/E/8`, `HOTP/T30/6`.
    private static func parameters(of type: String) -> (digits: Int64?, period: String?)? {
        var parts = type.split(separator: "/", omittingEmptySubsequences: false)[...]
        guard parts.popFirst() == "HOTP" else { return nil }
        var period: String?
        if let mode = parts.popFirst(), mode != "E" {
            guard mode.first == "T", mode.count > 1, mode.dropFirst().utf8.allSatisfy({ $0 &- 48 < 10 }) else {
                return nil
            }
            period = String(mode.dropFirst())
        }
        guard let digits = parts.popFirst() else { return (nil, period) }
        guard parts.isEmpty, let number = Int64(digits), 6...8 ~= number else { return nil }
        return (number, period)
    }

    /// If the line has the last code, the stored counter is that code's, and servers accept the next counter.
    private func nextCounter() throws(EntryError) -> LenientNumber {
        let wasUsed = lastCode.utf8.count >= Self.fewestDigits && lastCode.utf8.allSatisfy { $0 &- 48 < 10 }
        return wasUsed ? try Optional(.text(counter)).next(after: 0) : .text(counter)
    }
}
