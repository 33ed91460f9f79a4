import Encodings

/// Accounts of a list that may be one account: an import adds both, because something differs.
package struct DuplicateGroup: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// One secret, with several names or parameters.
        case sameSecret
        /// One issuer and name, ignoring case and spaces, with several secrets: often an old and a new setup.
        case sameName
    }

    package let reason: Reason
    /// The places of the accounts in the list, at least two, in its order.
    package let places: [Int]

    /// The groups of a list without its deleted accounts, in the list's order. An account may be in two groups; those
    /// without any name have only their secret.
    package static func groups(of items: [TOTPItem]) -> [DuplicateGroup] {
        let identities = items.concurrentMap(AccountIdentity.init)
        var bySecret: [AccountIdentity.Secret: [Int]] = [:]
        var byNames: [AccountIdentity.Names: [Int]] = [:]
        for (place, identity) in identities.enumerated() where !items[place].isDeleted {
            bySecret[identity.secret, default: []].append(place)
            if !identity.names.isEmpty { byNames[identity.names, default: []].append(place) }
        }
        let groups =
            bySecret.values.filter { $0.count > 1 }.map { DuplicateGroup(reason: .sameSecret, places: $0) }
            + byNames.values.filter { places in Set(places.map { identities[$0].secret }).count > 1 }
            .map { DuplicateGroup(reason: .sameName, places: $0) }
        return groups.sorted { $0.places.lexicographicallyPrecedes($1.places) }
    }

    /// What is left of the group without some places.
    ///
    /// - returns: nil if the rest has nothing to choose from: a single account, or accounts of one name that all have
    ///   one secret. These are in a group for their secret as well.
    package func without(_ removed: Set<Int>, of items: [TOTPItem]) -> DuplicateGroup? {
        let rest = places.filter { !removed.contains($0) }
        guard rest.count > 1, reason == .sameSecret || Set(rest.map { items[$0].secret }).count > 1 else { return nil }
        return DuplicateGroup(reason: reason, places: rest)
    }
}
