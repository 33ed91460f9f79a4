import TOTPDomain

extension SourceError {
    /// A member that an encrypted file cannot be opened without is missing, or is not what it should be.
    static func incomplete(_ member: StaticString) -> SourceError {
        SourceError(.corrupt, "the file is damaged: \(member) is missing or damaged; export it again")
    }
}
