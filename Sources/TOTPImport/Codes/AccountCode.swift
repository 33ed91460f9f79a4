internal import CryptoPrimitives
internal import Encodings
public import Platform
public import TOTPDomain

/// The code of one account at one time, or why it has none.
package struct AccountCode: Sendable, Equatable {
    package private(set) var text: String?
    package private(set) var secondsLeft: Int?
    package private(set) var problem: String?
    /// The text that replaces the seconds: the counter of the code.
    private let counter: Int64?
    private let isDecimal: Bool

    package init(_ account: Account, at time: Int64) {
        counter = account.parameters.counter
        isDecimal = [.totp, .hotp].contains(account.parameters.kind)
        do throws(CodeError) {
            let code = try Parts.standard.generator.code(for: account, at: time)
            (text, secondsLeft) = (code.text, code.secondsLeft)
        } catch { problem = error.description }
    }

    /// The digits in groups, `123 456` or `1234 5678`; `-` without a code.
    package var grouped: String {
        guard let text else { return "-" }
        return isDecimal ? Self.grouped(text) : text
    }

    /// The seconds left, or the counter after `#`.
    package var left: String {
        if let secondsLeft { return "\(secondsLeft) s" }
        return text == nil ? "" : "#\(counter ?? 0)"
    }

    /// Two groups, three for nine digits; five digits and fewer stay together.
    package static func grouped(_ digits: String) -> String {
        let count = digits.count
        guard count > 5 else { return digits }
        let size = count == 9 ? 3 : count / 2
        var groups: [Substring] = []
        var rest = digits[...]
        while rest.count >= size * 2 {
            groups.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        groups.append(rest)
        return groups.joined(separator: " ")
    }
}

extension Account {
    /// Returns the one-time code at a time.
    ///
    /// - Parameter time: the current time by default; ignored for counter-based codes, which depend on the counter in
    ///   ``parameters``.
    /// - Throws: ``CodeError``, for example if the account lacks the PIN that its kind needs.
    public func code(at time: Date = Date()) throws(CodeError) -> OTPCode {
        try OneTimeCodes().code(for: self, at: time.secondsSince1970)
    }
}

extension OTPParameters {
    /// `totp, SHA1, 6 digits, 30 s`; the counter of a counter-based account after `#`.
    package var summary: String {
        "\(kind.rawValue), \(algorithm.rawValue), \(counted(digits, "digit")), \(step)"
    }

    /// The period, or `#` and the counter of the next code.
    package var step: String { period.map { "\($0) s" } ?? "#\(counter ?? 0)" }
}
