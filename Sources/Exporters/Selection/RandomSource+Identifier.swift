package import TOTPDomain

extension RandomSource {
    /// A random UUID in lower case, as most apps write them.
    package func identifier() throws(ExportError) -> String { try uuid().uuidString.lowercased() }
}
