/// What the codes of an account are made with, the secret aside.
public struct OTPParameters: Sendable, Hashable {
    public let kind: OTPKind
    public let algorithm: OTPAlgorithm
    /// Characters of a code, 1…10.
    public let digits: Int
    public let factor: MovingFactor

    /// What changes from code to code.
    public enum MovingFactor: Sendable, Hashable {
        /// A step of so many seconds, 1…2147483.
        case time(period: Int)
        /// The value to be used for the NEXT code, 0…2^63-1.
        case counter(Int64)
    }

    public static let digitsRange = 1...10
    public static let periodRange = 1...2_147_483

    /// Checks the ranges and puts in the defaults (SHA1, six digits, 30 seconds, counter 0).
    ///
    /// Steam, motp and yandex have fixed parameters; what a file says of them is ignored
    /// (`formats/README.md`, rule 8).
    ///
    /// - parameters:
    ///   - period: seconds; of no effect for ``OTPKind/hotp``.
    ///   - counter: of effect for ``OTPKind/hotp`` alone.
    /// - throws: ``EntryError`` with `digits-out-of-range`, `period-out-of-range` or `counter-out-of-range`.
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
            throw EntryError(.digitsOutOfRange, "\(digits) digits: a code has 1 to 10")
        }
        let factor: MovingFactor
        if kind == .hotp {
            let counter = counter ?? 0
            guard counter >= 0 else { throw EntryError(.counterOutOfRange, "the counter \(counter) is negative") }
            factor = .counter(counter)
        } else {
            let period = period ?? 30
            guard Self.periodRange ~= Int(clamping: period) else {
                throw EntryError(.periodOutOfRange, "a period of \(period) seconds: it must be 1 to 2147483")
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

    /// Seconds of a time step, nil for counter-based codes.
    public var period: Int? { if case .time(let period) = factor { period } else { nil } }

    /// The next counter value, nil for time-based codes.
    public var counter: Int64? { if case .counter(let counter) = factor { counter } else { nil } }

    /// The same parameters at another counter; unchanged for time-based codes.
    public func atCounter(_ counter: Int64) -> OTPParameters {
        guard case .counter = factor else { return self }
        return OTPParameters(unchecked: kind, algorithm, digits: digits, .counter(max(0, counter)))
    }
}
