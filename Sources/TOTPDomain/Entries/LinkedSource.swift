/// A source that others of the same run can help to open, because their keys are tried on it as well.
package protocol LinkedSource: Sendable {
    /// Reads sources of this type again, now that all inputs are read.
    ///
    /// - Parameter sources: all of the run in the order of the inputs, each with the input's name.
    /// - Returns: the content of each source; nil for a source that still does not open.
    static func read(together sources: [(name: String, source: Self)]) -> [ImportedDocument?]
}
