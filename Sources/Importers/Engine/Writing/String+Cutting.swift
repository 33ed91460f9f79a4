extension String {
    /// Cuts between characters; within a character only if it is the first and longer than the limit.
    ///
    /// - Parameter limit: in code units of the encoding.
    package func cut<Encoding: Unicode.Encoding>(to limit: Int, _ encoding: Encoding.Type) -> String {
        var rest = limit
        func fits(_ scalars: some Sequence<Unicode.Scalar>) -> Bool {
            rest -= scalars.reduce(0) { $0 + (Encoding.encode($1)?.count ?? 0) }
            return rest >= 0
        }
        if fits(unicodeScalars) { return self }
        rest = limit
        let characters = prefix { fits($0.unicodeScalars) }
        guard characters.isEmpty else { return String(characters) }
        rest = limit
        return String(String.UnicodeScalarView(unicodeScalars.prefix { fits(CollectionOfOne($0)) }))
    }
}
