import TOTPDomain

extension SourceError {
    /// A KDBX database is cut off or changed.
    package static let databaseDamaged = SourceError(.corrupt, "the database is damaged or cut off", .copyAgain)
}
