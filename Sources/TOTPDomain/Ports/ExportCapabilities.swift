import Encodings

/// The features of accounts that a target app can store.
///
/// An account whose codes would be wrong in the app is not written. A detail that the app cannot store is lost.
package struct ExportCapabilities: Sendable, Hashable {
    /// The kinds that the app generates codes for, with the parameters that it accepts.
    package var kinds: [OTPKind: Parameters]
    /// The details that the app stores in addition to issuer, name, secret and parameters.
    package var details: Set<Detail>
    /// The longest secret that the app or the file can store, in bytes.
    package var maximumSecretCount: Int
    /// Warnings about how the app treats the file, for users to read before they import it.
    package var cautions: [Caution]

    /// The parameters that an app accepts for a kind. Parameters that the kind prescribes are not checked.
    package struct Parameters: Sendable, Hashable {
        package var algorithms: Set<OTPAlgorithm>
        package var digits: ClosedRange<Int>
        /// Numbers of digits within the range that the app does not accept.
        package var digitsBetween: Set<Int>
        /// Seconds; nil for any period. HOTP has no period.
        package var periods: Set<Int>?
        /// Seconds; nil without a limit.
        package var longestPeriod: Int?
        /// The smallest and the largest counter of HOTP; nil without a limit.
        package var smallestCounter: Int64?
        package var largestCounter: Int64?

        package init(
            algorithms: Set<OTPAlgorithm> = [.sha1, .sha256, .sha512],
            digits: ClosedRange<Int> = OTPParameters.digitsRange, except digitsBetween: Set<Int> = [],
            periods: Set<Int>? = nil, longestPeriod: Int? = nil, smallestCounter: Int64? = nil,
            largestCounter: Int64? = nil
        ) {
            (self.algorithms, self.digits, self.digitsBetween) = (algorithms, digits, digitsBetween)
            (self.periods, self.longestPeriod) = (periods, longestPeriod)
            (self.smallestCounter, self.largestCounter) = (smallestCounter, largestCounter)
        }

        /// Steam accounts as nearly every app has them: only with the usual period.
        package static let steam = Parameters(periods: [30])

        /// Every value that an account can have.
        package static let all = Parameters(algorithms: Set(OTPAlgorithm.allCases))
    }

    /// In the order in which people are told about them. Raw values are part of the contract of `formats --json`.
    package enum Detail: String, Sendable, Hashable, CaseIterable {
        case note, tags, favorite, pin, token
    }

    package init(
        kinds: [OTPKind: Parameters], details: Set<Detail> = [],
        maximumSecretCount: Int = OTPSecret.maximumByteCount, cautions: [Caution] = []
    ) {
        (self.kinds, self.details) = (kinds, details)
        (self.maximumSecretCount, self.cautions) = (maximumSecretCount, cautions)
    }

    /// Every account with every detail.
    package static let everything = ExportCapabilities(
        kinds: Dictionary(uniqueKeysWithValues: OTPKind.allCases.map { ($0, .all) }),
        details: Set(Detail.allCases))
}

extension ExportCapabilities {
    package func without(_ detail: Detail) -> ExportCapabilities {
        var copy = self
        copy.details.remove(detail)
        return copy
    }

    /// Why an app cannot generate the codes of an account; nil if it can.
    ///
    /// - Parameter app: the app's name, for the reason.
    package func problem(of account: Account, in app: String) -> EntryError? {
        let own = account.parameters
        guard let accepted = kinds[own.kind] else {
            return EntryError(.kindNotSupported, "\(app) does not support \(own.kind.appName) accounts")
        }
        guard account.secret.bytes.count <= maximumSecretCount else {
            return EntryError(
                .secretTooLong, "the secret is longer than the \(maximumSecretCount) bytes that \(app) can store")
        }
        let isFixed = own.kind.fixedParameters != nil
        guard isFixed || accepted.algorithms.contains(own.algorithm) else {
            return EntryError(
                .algorithmNotSupported,
                "\(app) does not support the algorithm \(own.algorithm.rawValue)"
                    + suffix(own.kind) { $0.algorithms.contains(own.algorithm) })
        }
        guard isFixed || accepted.accepts(digits: own.digits) else {
            return EntryError(
                .digitsNotSupported,
                "\(app) supports only codes of \(accepted.digitsText)"
                    + "\(suffix(own.kind) { $0.accepts(digits: own.digits) }), not \(own.digits)")
        }
        if own.kind.choosesPeriod, let period = own.period, !accepted.accepts(period: period) {
            return EntryError(
                .periodNotSupported,
                "\(app) supports only periods of \(accepted.periodsText ?? "")"
                    + "\(isFixed ? " for \(own.kind.appName) accounts" : ""), not \(period)")
        }
        if let counter = own.counter, let smallest = accepted.smallestCounter, counter < smallest {
            let skip = "skip \(counted(Int(clamping: smallest - counter), "code")) in the app"
            return EntryError(
                .counterNotSupported, "\(app) supports only counters from \(smallest) on, not \(counter)",
                .text(
                    "\(skip), and set the counter with totp-import vault edit --set-counter \(smallest)",
                    onPage: "\(skip), and edit the counter"))
        }
        if let counter = own.counter, let largest = accepted.largestCounter, counter > largest {
            return EntryError(.counterNotSupported, "\(app) supports only counters up to \(largest)")
        }
        return nil
    }

    /// Names the kind, if the app accepts the same of another kind.
    private func suffix(_ kind: OTPKind, _ isAccepted: (Parameters) -> Bool) -> String {
        let isOthers = kinds.contains { $0.key != kind && $0.key.fixedParameters == nil && isAccepted($0.value) }
        return isOthers ? " for \(kind.appName) accounts" : ""
    }

    /// The details of an account that get lost.
    package func lostDetails(of account: Account) -> [Detail] {
        Detail.allCases.filter { detail in
            guard !details.contains(detail) else { return false }
            return switch detail {
            case .note: account.note != nil
            case .tags: !account.tags.isEmpty
            case .favorite: account.isFavorite
            case .pin: account.pin != nil
            case .token: account.token != nil
            }
        }
    }
}

extension ExportCapabilities.Parameters {
    package func accepts(digits count: Int) -> Bool { digits.contains(count) && !digitsBetween.contains(count) }

    package func accepts(period: Int) -> Bool {
        periods?.contains(period) ?? true && period <= longestPeriod ?? .max
    }

    /// For people: `6 to 8 digits`, `6 or 8 digits`, `6 digits`.
    package var digitsText: String {
        let accepted = digits.filter { accepts(digits: $0) }
        if accepted.count > 2, digitsBetween.isEmpty { return "\(digits.lowerBound) to \(digits.upperBound) digits" }
        return Self.list(accepted, unit: "digit")
    }

    /// For people: `30 seconds`, `30 or 60 seconds`, `up to 60 seconds`; nil if every period is accepted.
    package var periodsText: String? {
        periods.map { Self.list($0.sorted(), unit: "second") } ?? longestPeriod.map { "up to \($0) seconds" }
    }

    private static func list(_ numbers: [Int], unit: String) -> String {
        let unit = numbers == [1] ? unit : unit + "s"
        guard let last = numbers.last, numbers.count > 1 else { return "\(numbers.first ?? 0) \(unit)" }
        return numbers.dropLast().map(String.init).joined(separator: ", ") + " or \(last) \(unit)"
    }
}

extension ExportCapabilities.Detail {
    /// For people: “the note”.
    package var name: String {
        switch self {
        case .note: "the note"
        case .tags: "the tags"
        case .favorite: "the favorite flag"
        case .pin: "the PIN"
        case .token: "the details of the token"
        }
    }
}

extension OTPKind {
    /// How people and apps write it: `HOTP`, `Steam`.
    package var appName: String {
        switch self {
        case .totp: "TOTP"
        case .hotp: "HOTP"
        case .steam: "Steam"
        case .motp: "Mobile-OTP"
        case .yandex: "Yandex"
        }
    }
}

extension ExportCapabilities {
    /// A warning about how an app treats a file, for users to read before they import it.
    package struct Caution: Sendable, Hashable {
        /// For users: sentences, with advice.
        package var text: String
        /// The accounts that it is about; empty for all.
        package var concerns: [Concern]

        package enum Concern: Sendable, Hashable {
            case kind(OTPKind)
            case algorithm(OTPAlgorithm)
            /// Neither issuer nor name.
            case nameless
            /// A colon in the issuer or the name.
            case colon
            /// `%3A` in the issuer or the name, which some apps take for a colon.
            case escapedColon
            /// A line break in the issuer or the name.
            case lineBreak
            case digits(outside: ClosedRange<Int>)
            case period(above: Int)
            case counter(above: Int64)
        }

        package init(_ text: String, concerns: [Concern] = []) {
            (self.text, self.concerns) = (text, concerns)
        }
    }

    package func adding(_ more: [Caution]) -> ExportCapabilities {
        var copy = self
        copy.cautions += more
        return copy
    }

    /// Returns the cautions that apply to some of these accounts.
    package func cautions(for items: [Account]) -> [Caution] {
        cautions.filter { caution in
            caution.concerns.isEmpty
                ? !items.isEmpty : items.contains { account in caution.concerns.contains { $0.matches(account) } }
        }
    }
}

extension ExportCapabilities.Caution.Concern {
    package func matches(_ account: Account) -> Bool {
        let parameters = account.parameters
        return switch self {
        case .kind(let kind): parameters.kind == kind
        case .algorithm(let algorithm): parameters.algorithm == algorithm
        case .nameless: account.issuer.isEmpty && account.name.isEmpty
        case .colon: (account.issuer + account.name).contains(":")
        case .escapedColon: [account.issuer, account.name].contains { $0.contains("%3A") || $0.contains("%3a") }
        case .lineBreak: (account.issuer + account.name).contains(where: \.isNewline)
        case .digits(let range): parameters.kind.fixedParameters == nil && !range.contains(parameters.digits)
        case .period(let longest): parameters.period.map { $0 > longest } ?? false
        case .counter(let largest): parameters.counter.map { $0 > largest } ?? false
        }
    }
}
