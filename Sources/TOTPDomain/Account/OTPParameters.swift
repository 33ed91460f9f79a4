/// The parameters that the codes of an account are generated with, apart from the secret.
public struct OTPParameters: Sendable, Hashable {
    public let kind: OTPKind
    public let algorithm: OTPAlgorithm
    /// Characters of a code, 1…10.
    public let digits: Int
    public let factor: MovingFactor

    /// What changes from code to code.
    public enum MovingFactor: Sendable, Hashable {
        /// A time step in seconds, 1…2147483.
        case time(period: Int)
        /// The counter of the next code, 0…2^63-1.
        case counter(Int64)
    }

    public static let digitsRange = 1...10
    public static let periodRange = 1...2_147_483

    /// Checks the ranges and adds the defaults (SHA1, six digits, 30 seconds, counter 0).
    ///
    /// Steam, motp and yandex have fixed parameters; what a file says about them is ignored.
    ///
    /// - Parameters:
    ///   - period: in seconds; ignored for ``OTPKind/hotp``.
    ///   - counter: ignored for every kind except ``OTPKind/hotp``.
    /// - Throws: ``EntryError`` with `digits-out-of-range`, `period-out-of-range` or `counter-out-of-range`.
    public init(
        kind: OTPKind,
        algorithm: OTPAlgorithm = .sha1,
        digits: Int64? = nil,
        period: Int64? = nil,
        counter: Int64? = nil
    ) throws(EntryError) {
        if let fixed = kind.fixedParameters {
            self = fixed
            return
        }
        let digits = digits ?? 6
        guard Self.digitsRange ~= Int(clamping: digits) else {
            throw EntryError(.digitsOutOfRange, "digits must be 1 to 10, not \(digits)")
        }
        let factor: MovingFactor
        if kind == .hotp {
            let counter = counter ?? 0
            guard counter >= 0 else {
                throw EntryError(.counterOutOfRange, "the counter \(counter) is negative")
            }
            factor = .counter(counter)
        } else {
            let period = period ?? 30
            guard Self.periodRange ~= Int(clamping: period) else {
                throw EntryError(.periodOutOfRange, "the period must be 1 to 2147483 seconds, not \(period)")
            }
            factor = .time(period: Int(period))
        }
        self.init(unchecked: kind, algorithm, digits: Int(digits), factor)
    }

    init(unchecked kind: OTPKind, _ algorithm: OTPAlgorithm, digits: Int, _ factor: MovingFactor) {
        self.kind = kind
        self.algorithm = algorithm
        self.digits = digits
        self.factor = factor
    }

    /// The time step in seconds; nil for counter-based codes.
    public var period: Int? { if case .time(let period) = factor { period } else { nil } }

    /// The counter of the next code; nil for time-based codes.
    public var counter: Int64? { if case .counter(let counter) = factor { counter } else { nil } }

    /// The same parameters at another counter; unchanged for time-based codes.
    public func atCounter(_ counter: Int64) -> OTPParameters {
        guard case .counter = factor else { return self }
        return OTPParameters(unchecked: kind, algorithm, digits: digits, .counter(max(0, counter)))
    }
}
