import Encodings

extension [UInt8] {
    /// The link with a parameter, in place of its own of that name.
    ///
    /// - Parameter value: without characters that a link would have to encode.
    package func settingParameter(_ name: String, _ value: String) -> [UInt8] {
        let start = Array("\(name)=".utf8)
        let parts = split(separator: ASCII.question, maxSplits: 1, omittingEmptySubsequences: false)
        let others = parts.count < 2 ? [] : parts[1].split(separator: ASCII.ampersand)
        let kept = others.filter { !$0.lazy.map(ASCII.lowercased).starts(with: start) }
        let query = ([ArraySlice("\(name)=\(value)".utf8)] + kept).joined(separator: [ASCII.ampersand])
        return Array(parts[0]) + [ASCII.question] + query
    }
}
