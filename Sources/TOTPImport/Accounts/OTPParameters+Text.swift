internal import Encodings
package import TOTPDomain

extension OTPParameters {
    /// `totp, SHA1, 6 digits, 30 s`; the counter of a counter-based account after `#`.
    package var summary: String {
        "\(kind.rawValue), \(algorithm.rawValue), \(counted(digits, "digit")), \(step)"
    }

    /// The period, or `#` and the counter of the next code.
    package var step: String { period.map { "\($0) s" } ?? "#\(counter ?? 0)" }
}
