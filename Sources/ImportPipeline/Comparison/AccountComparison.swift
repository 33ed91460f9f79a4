import TOTPDomain

/// Whether two lists of accounts generate the same codes.
///
/// Accounts are paired by their secret. If several share a secret, the most similar accounts are paired.
package struct AccountComparison: Sendable {
    /// The differences, in the order of the first list; accounts that only the second list has come last.
    package let findings: [Finding]
    /// How many pairs generate the same codes.
    package let same: Int

    package enum Finding: Sendable, Hashable {
        /// Only in the first list: its index there.
        case missing(Int)
        /// Only in the second list: its index there.
        case extra(Int)
        /// One secret, but different codes, and the differences for users: `6 and 8 digits`.
        case different(Int, Int, what: [String])
        /// The same codes under a different issuer or name. Such accounts count as the same.
        case renamed(Int, Int)
    }

    /// Whether every account has a counterpart with the same codes in the other list.
    package var isSame: Bool { findings.allSatisfy { if case .renamed = $0 { true } else { false } } }

    /// - Parameters:
    ///   - time: an instant for which codes are compared, in seconds since 1970.
    ///   - samples: how many instants there are, up to five.
    package init(
        _ first: [Account], _ second: [Account], generator: any TOTPGenerator, time: Int64, samples count: Int = 5
    ) {
        let samples = CodeSamples(generator, time: time, count: count)
        let pairs = Pairing(first, second)
        var findings: [Finding] = []
        var same = 0
        for index in first.indices {
            guard let partner = pairs.partners[index] else {
                findings.append(.missing(index))
                continue
            }
            let (one, other) = (first[index], second[partner])
            let differences = Self.differences(one, other, samples)
            guard differences.isEmpty else {
                findings.append(.different(index, partner, what: differences))
                continue
            }
            same += 1
            if (one.issuer, one.name) != (other.issuer, other.name) { findings.append(.renamed(index, partner)) }
        }
        self.findings = findings + pairs.alone.map { .extra($0) }
        self.same = same
    }

    private static func differences(_ first: Account, _ second: Account, _ samples: CodeSamples) -> [String] {
        let differences = differences(first, second)
        guard differences.isEmpty else { return differences }
        return samples.codes(of: first) == samples.codes(of: second) ? [] : ["different codes"]
    }

    /// Returns the differences between two accounts with one secret, for users; empty if they generate the same codes.
    static func differences(_ first: Account, _ second: Account) -> [String] {
        let (one, other) = (first.parameters, second.parameters)
        var differences: [String] = []
        if one.kind != other.kind { differences.append("types \(one.kind.rawValue) and \(other.kind.rawValue)") }
        if one.algorithm != other.algorithm {
            differences.append("algorithms \(one.algorithm.rawValue) and \(other.algorithm.rawValue)")
        }
        if one.digits != other.digits { differences.append("\(one.digits) and \(other.digits) digits") }
        if let period = one.period, let otherPeriod = other.period, period != otherPeriod {
            differences.append("periods of \(period) and \(otherPeriod) seconds")
        }
        if let counter = one.counter, let otherCounter = other.counter, counter != otherCounter {
            differences.append("counters \(counter) and \(otherCounter)")
        }
        if first.pin != second.pin {
            differences.append(first.pin == nil || second.pin == nil ? "one of them has no PIN" : "different PINs")
        }
        return differences
    }

    /// The names of two accounts for a line of text; a single name if both are equal.
    package static func pair(_ one: String, _ other: String) -> String {
        one == other ? "\"\(one)\"" : "\"\(one)\" and \"\(other)\""
    }

    /// The note about two accounts under different names that generate the same codes.
    package static let sameCodes = "the same codes"
}

/// Pairs the accounts of two lists that have the same secret.
private struct Pairing {
    /// For each account of the first list, the index of its partner in the second.
    private(set) var partners: [Int?]
    private var isTaken: [Bool]
    private let first, second: [Account]

    /// The key by which accounts are paired, from strict to lax.
    private struct Key: Hashable {
        var secret: OTPSecret
        var parameters: OTPParameters?
        var pin: OTPPin?
        /// Issuer and name as they are written: the hash of a String with thousands of combining marks takes minutes.
        var names: [[UInt8]]?
    }

    init(_ first: [Account], _ second: [Account]) {
        (self.first, self.second) = (first, second)
        partners = Array(repeating: nil, count: first.count)
        isTaken = Array(repeating: false, count: second.count)
        pairInOrder()
        pair { Key(secret: $0.secret, parameters: $0.parameters, pin: $0.pin, names: Self.names($0)) }
        pair { Key(secret: $0.secret, parameters: $0.parameters, pin: $0.pin) }
        pair { Key(secret: $0.secret, names: Self.names($0)) }
        pair { Key(secret: $0.secret) }
    }

    private static func names(_ account: Account) -> [[UInt8]] {
        [Array(account.issuer.utf8), Array(account.name.utf8)]
    }

    /// Written accounts are nearly always read back in the same order: then no hash is needed.
    private mutating func pairInOrder() {
        for (index, (one, other)) in zip(first, second).enumerated()
        where one.secret == other.secret && one.parameters == other.parameters && one.pin == other.pin
            && one.issuer.utf8.elementsEqual(other.issuer.utf8) && one.name.utf8.elementsEqual(other.name.utf8)
        {
            partners[index] = index
            isTaken[index] = true
        }
    }

    /// The accounts of the second list without a partner.
    var alone: [Int] { isTaken.indices.filter { !isTaken[$0] } }

    private mutating func pair(by key: (Account) -> Key) {
        let waiting = partners.indices.filter { partners[$0] == nil }
        guard !waiting.isEmpty else { return }
        var candidates: [Key: [Int]] = [:]
        for index in alone.reversed() { candidates[key(second[index]), default: []].append(index) }
        guard !candidates.isEmpty else { return }
        for index in waiting {
            guard let partner = candidates[key(first[index])]?.popLast() else { continue }
            partners[index] = partner
            isTaken[partner] = true
        }
    }
}
