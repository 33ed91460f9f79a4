import TOTPDomain

/// Finds secrets and accounts that are in the input more than once, with a fixed amount of memory.
///
/// Stores the first million links; later links are only looked up. About 31 MiB for a million.
package struct DuplicateTable: Sendable {
    /// The position of a link: enough to name it.
    package struct Place: Sendable, Hashable {
        package var source: UInt32
        /// A line of a text, or a code of an image.
        package var number: UInt32

        package init(source: Int, number: Int) {
            self.source = UInt32(clamping: source)
            self.number = UInt32(clamping: number)
        }
    }

    /// How many links are kept.
    package let capacity: Int
    private var count = 0
    private var secrets: FingerprintIndex
    private var accounts: FingerprintIndex
    private var numbers: [UInt32] = []
    /// The first link of each source with links. The links of a source are taken in a row.
    private var sources: [(firstLink: Int, source: UInt32)] = []

    /// Keeps the compiler from removing the reads of ``expect(_:)``.
    private var touched: UInt64 = 0

    /// Whether some links were looked up and could not be kept.
    package private(set) var isFull = false

    /// - Parameter capacity: at most a million, the most that the slots can count.
    package init(capacity: Int = .max) {
        self.capacity = min(capacity, FingerprintIndex.maximumCount)
        secrets = FingerprintIndex(capacity: self.capacity)
        accounts = FingerprintIndex(capacity: self.capacity)
    }

    /// Looks an account up, and keeps it if there is space.
    ///
    /// - Returns: the first place of the same secret and of the same account.
    package mutating func add(_ marks: Fingerprints, at place: Place) -> (secret: Place?, account: Place?) {
        let secret = secrets.find(marks.secret)
        let account = accounts.find(marks.account)
        if (secret == nil && marks.secret != 0) || (account == nil && marks.account != 0) {
            if count < capacity { keep(marks, place) } else { isFull = true }
        }
        return (secret.map(self.place), account.map(self.place))
    }

    /// Whether a link that was kept has a secret.
    func hasSecret(_ mark: UInt64) -> Bool { secrets.find(mark) != nil }

    /// Announces accounts that are about to be added. Each lookup is a cache miss; without an announcement,
    /// lookups would take half as long as everything else.
    mutating func expect(_ next: some Sequence<Fingerprints>) {
        let isGrowing = count < capacity
        for marks in next {
            touched ^= secrets.touch(marks.secret, isGrowing: isGrowing)
            touched ^= accounts.touch(marks.account, isGrowing: isGrowing)
        }
    }

    private mutating func keep(_ marks: Fingerprints, _ place: Place) {
        if sources.last?.source != place.source { sources.append((count, place.source)) }
        numbers.append(place.number)
        secrets.append(marks.secret)
        accounts.append(marks.account)
        count += 1
    }

    private func place(of link: Int) -> Place {
        var low = 0
        var high = sources.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if sources[middle].firstLink <= link { low = middle } else { high = middle }
        }
        return Place(source: Int(sources[low].source), number: Int(numbers[link]))
    }
}

/// Which parts of Google Authenticator exports are missing, and where their last parts are.
struct BatchPlaces: Sendable {
    private var batches: MigrationBatches
    /// A report for the last part of each export, without a finding.
    private var reports: [LinkReport] = []

    /// Whether some parts could not be remembered.
    var isFull: Bool { batches.isFull }

    /// - Parameter capacity: the number of different parts to remember; the default takes a few megabytes.
    init(capacity: Int = 10_000) { batches = MigrationBatches(capacity: capacity) }

    mutating func add(_ part: MigrationPart, at place: LinkReport) {
        guard let number = batches.add(part, source: "") else { return }
        if number == reports.count { reports.append(place) } else { reports[number] = place }
    }

    /// The exports with missing parts, in the order of their first parts; the place is that of the last part.
    func missing() -> [LinkReport] {
        zip(reports, batches.all).compactMap { report, batch in
            guard !batch.missing.isEmpty else { return nil }
            let what =
                batch.isMixed
                ? "Of \(batch.exports) Google Authenticator exports that look alike, each"
                : "Of this Google Authenticator export"
            let verb =
                batch.missing.count == 1 ? "part \(batch.missingNumbers) is" : "parts \(batch.missingNumbers) are"
            var report = report
            report.findings = [
                Finding(.migrationPartMissing, message: "\(what) in \(batch.size) parts, \(verb) missing.")
            ]
            return report
        }
    }
}
