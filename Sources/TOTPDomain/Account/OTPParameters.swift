import Encodings

/// The parameters that the codes of an account are generated with, apart from the secret.
public struct OTPParameters: Sendable, Hashable {
    public let kind: OTPKind
    public let algorithm: OTPAlgorithm
    /// Characters of a code, 1…10.
    public let digits: Int
    public let factor: MovingFactor

    /// The value that changes from code to code.
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
    /// Steam, motp and yandex have fixed parameters; values from a file are ignored, except the period of Steam:
    /// 0 is its default.
    ///
    /// - Parameters:
    ///   - period: in seconds; ignored for ``OTPKind/hotp``.
    ///   - counter: ignored for every kind except ``OTPKind/hotp``.
    /// - Throws: ``EntryError`` with `digits-out-of-range`, `period-out-of-range` or `counter-out-of-range`.
    public init(
        kind: OTPKind, algorithm: OTPAlgorithm = .sha1, digits: Int? = nil, period: Int? = nil, counter: Int64? = nil
    ) throws(EntryError) {
        try self.init(
            kind: kind, algorithm: algorithm, digits: digits.map { Int64($0) }, period: period.map { Int64($0) },
            counter: counter)
    }

    /// The same from the numbers of files, which may not fit an `Int`.
    @_disfavoredOverload
    package init(
        kind: OTPKind, algorithm: OTPAlgorithm = .sha1, digits: Int64? = nil, period: Int64? = nil,
        counter: Int64? = nil
    ) throws(EntryError) {
        let fixed = kind.fixedParameters
        if let fixed, !kind.choosesPeriod {
            self = fixed
            return
        }
        let digits = fixed.map { Int64($0.digits) } ?? digits ?? 6
        guard Self.digitsRange ~= Int(clamping: digits) else {
            throw EntryError(.digitsOutOfRange, "digits must be 1 to 10, not \(digits)")
        }
        let factor: MovingFactor
        if kind == .hotp {
            let counter = counter ?? 0
            guard counter >= 0 else { throw EntryError(.counterOutOfRange, "the counter \(counter) is negative") }
            factor = .counter(counter)
        } else {
            // A period of Steam that nobody set is 0 in some files.
            let period = kind == .steam && period == 0 ? 30 : period ?? 30
            guard Self.periodRange ~= Int(clamping: period) else {
                throw EntryError(.periodOutOfRange, "the period must be 1 to 2147483 seconds, not \(period)")
            }
            factor = .time(period: Int(period))
        }
        self.init(unchecked: kind, fixed?.algorithm ?? algorithm, digits: Int(digits), factor)
    }

    init(unchecked kind: OTPKind, _ algorithm: OTPAlgorithm, digits: Int, _ factor: MovingFactor) {
        (self.kind, self.algorithm, self.digits, self.factor) = (kind, algorithm, digits, factor)
    }

    /// The time step in seconds; nil for counter-based codes.
    public var period: Int? { if case .time(let period) = factor { period } else { nil } }

    /// The counter of the next code; nil for time-based codes.
    public var counter: Int64? { if case .counter(let counter) = factor { counter } else { nil } }

    /// Returns the same parameters at another counter; unchanged for time-based codes.
    public func atCounter(_ counter: Int64) -> OTPParameters {
        guard case .counter = factor else { return self }
        return OTPParameters(unchecked: kind, algorithm, digits: digits, .counter(max(0, counter)))
    }
}

/// How an account generates its codes.
public enum OTPKind: String, Sendable, Hashable, CaseIterable {
    /// Time-based codes, RFC 6238.
    case totp
    /// Counter-based codes, RFC 4226.
    case hotp
    /// Steam Guard: TOTP with an alphabet of its own, five characters.
    case steam
    /// Mobile-OTP: MD5 over time, secret and PIN, six hexadecimal digits.
    case motp
    /// Yandex Key: HMAC-SHA256 with a PIN, eight letters.
    case yandex

    /// Whether codes are generated from a PIN as well.
    package var hasPIN: Bool { self == .motp || self == .yandex }

    /// Whether an account of the kind may have any period.
    package var choosesPeriod: Bool { self == .totp || self == .steam }

    /// The parameters that the kind prescribes, whatever a file says; nil if the file decides. If the kind
    /// ``choosesPeriod``, the period is only the usual period.
    package var fixedParameters: OTPParameters? {
        switch self {
        case .totp, .hotp: nil
        case .steam: OTPParameters(unchecked: .steam, .sha1, digits: 5, .time(period: 30))
        case .motp: OTPParameters(unchecked: .motp, .md5, digits: 6, .time(period: 10))
        case .yandex: OTPParameters(unchecked: .yandex, .sha256, digits: 8, .time(period: 30))
        }
    }
}

/// The hash that codes are generated with. Raw values are the names of the Key URI format.
public enum OTPAlgorithm: String, Sendable, Hashable, CaseIterable {
    case sha1 = "SHA1"
    case sha256 = "SHA256"
    case sha512 = "SHA512"
    case md5 = "MD5"

    /// Reads a name as apps write it: case, spaces, `-`, `_` and a leading `HMAC` do not matter, and neither does
    /// `Algorithm.` or `ALGORITHM_` before them, as in the names of enumerations.
    ///
    /// A blank name or `null` is ``sha1``, the default everywhere.
    ///
    /// - Throws: ``EntryError`` with `algorithm-unknown` for every other name (SHA224, SHA384, `HMAC`, `-`, …).
    package init(named name: String) throws(EntryError) {
        var letters: [UInt8] = []
        for byte in name.utf8 where !ASCII.isWhitespace(byte) && byte != ASCII.hyphen && byte != ASCII.underscore {
            letters.append(ASCII.uppercased(byte))
        }
        for word in ["ALGORITHM.", "ALGORITHM"] where letters.starts(with: word.utf8) && letters.count > word.utf8.count
        {
            letters.removeFirst(word.utf8.count)
        }
        if letters.starts(with: "HMAC".utf8) { letters.removeFirst(4) }
        // Now that separators are removed, any number of combining marks may follow each other.
        switch String(decoding: letters, as: UTF8.self).limitingMarks {
        case "" where name.isBlank, "NULL", "SHA1": self = .sha1
        case "SHA256": self = .sha256
        case "SHA512": self = .sha512
        case "MD5": self = .md5
        default:
            // `Algorithm.sha384` is no longer than a name, and no secret.
            let shown = letters.count <= 12 ? "\"\(name.printable(limit: 32))\"" : name.quoted
            throw EntryError(.algorithmUnknown, "the algorithm \(shown) is not one of SHA1, SHA256, SHA512, MD5")
        }
    }
}
