import TOTPDomain

extension SourceError {
    /// A member that is needed to decrypt the file is missing or invalid.
    package static func incomplete(_ member: StaticString) -> SourceError {
        SourceError(.corrupt, "the file is damaged: \(member) is missing or invalid; export it again")
    }
}
