import Encodings

extension Limit {
    static let yaml = 1 << 23
    static let settings = 1 << 20
}
