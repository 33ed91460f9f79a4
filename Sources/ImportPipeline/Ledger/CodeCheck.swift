import Encodings
import TOTPDomain

/// Whether accounts generate the same codes after they were written as when they were read.
struct CodeCheck {
    private let samples: CodeSamples
    private var secrets: Set<OTPSecret> = []
    /// The codes of the accounts as they were read: how many accounts have them, and the label of one.
    private var expected: [[String]: (count: Int, label: String)] = [:]

    /// - parameters:
    ///   - items: the accounts as they were read.
    ///   - time: seconds since 1970.
    init(_ items: [TOTPItem], generator: any TOTPGenerator, time: Int64) {
        samples = CodeSamples(generator, time: time)
        for (item, codes) in zip(items, Self.codes(of: items, samples)) {
            secrets.insert(item.secret)
            expected[codes, default: (0, item.label)].count += 1
        }
    }

    /// - parameter stored: the accounts as they were read back.
    /// - throws: ``LedgerError/codesDiffer(label:)``.
    func check(_ stored: [TOTPItem]) throws(LedgerError) {
        var missing = expected
        let candidates = stored.filter { !$0.isDeleted && secrets.contains($0.secret) }
        for codes in Self.codes(of: candidates, samples) { missing[codes]?.count -= 1 }
        if let label = missing.values.filter({ $0.count > 0 }).map(\.label).min() {
            throw .codesDiffer(label: label)
        }
    }

    /// A counter may be higher after the merge, so it does not count.
    private static func codes(of items: [TOTPItem], _ samples: CodeSamples) -> [[String]] {
        items.concurrentMap { item in
            var item = item
            item.parameters = item.parameters.atCounter(0)
            return samples.codes(of: item)
        }
    }
}
