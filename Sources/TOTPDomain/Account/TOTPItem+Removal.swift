package import Platform

extension TOTPItem {
    /// What a vault keeps of the account when it is removed.
    ///
    /// - Returns: nil if the account exists only in this vault; otherwise the account, marked as deleted.
    package func removed(at time: Date) -> TOTPItem? {
        guard syncedAt != nil else { return nil }
        var item = self
        item.isDeleted = true
        item.updatedAt = time
        return item
    }
}
