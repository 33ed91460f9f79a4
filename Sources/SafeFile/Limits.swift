import Encodings

extension Limit {
    package static let imageRecord = 16 << 20
    package static let vault = 64 << 20
    package static let versions = 100
}
