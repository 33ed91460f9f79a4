import Encodings

extension Limit {
    package static let yaml = 1 << 23
    package static let settings = 1 << 20
}
