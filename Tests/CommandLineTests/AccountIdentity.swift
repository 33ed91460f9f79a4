import FixtureSupport

/// An account as the merge tells it from others: the counter is its state, case and blanks of names do not matter.
struct AccountIdentity: Hashable {
    let item: ExpectedAccounts.Item

    init(_ item: ExpectedAccounts.Item) {
        func folded(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }
        var item = item
        item.issuer = folded(item.issuer)
        item.name = folded(item.name)
        item.counter = item.counter.map { _ in 0 }
        self.item = item
    }
}
