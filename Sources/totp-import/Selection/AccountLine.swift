import Encodings
import TOTPDomain

extension NumberedAccount {
    /// One line for people: `3  Acme: alice (totp, SHA1, 6 digits, 30 s)`.
    var line: String { "\(number)  \(item.label) (\(item.parameters.summary))" }
}

extension OTPParameters {
    /// `totp, SHA1, 6 digits, 30 s`; the counter of a counter-based account after `#`.
    var summary: String {
        "\(kind.rawValue), \(algorithm.rawValue), \(counted(digits, "digit")), \(step)"
    }

    /// The period, or `#` and the counter of the next code.
    var step: String { period.map { "\($0) s" } ?? "#\(counter ?? 0)" }
}

extension Reporter {
    /// Lines about accounts that a question is about: the first 50, also with `--quiet`.
    func list(_ lines: [String]) {
        let most = isVerbose ? lines.count : 50
        for line in lines.prefix(most) { always(line) }
        if lines.count > most { always("and \(lines.count - most) more (--verbose shows all)") }
    }
}
