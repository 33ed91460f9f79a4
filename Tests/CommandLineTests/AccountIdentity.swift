import FixtureSupport

/// The identity of an account in the merge: without its counter, ignoring case and spaces in names.
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
