import Encodings

extension [UInt8] {
    /// The link with another parameter before its own. Of two with one name, the first counts.
    ///
    /// - Parameter value: without characters that a link would have to encode.
    func addingParameter(_ name: String, _ value: String) -> [UInt8] {
        let parameter = Array("?\(name)=\(value)".utf8)
        guard let query = firstIndex(of: ASCII.question) else { return self + parameter }
        return self[..<query] + parameter + [ASCII.ampersand] + self[(query + 1)...]
    }
}
