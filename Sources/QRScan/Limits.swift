import Encodings

extension Limit {
    package static let codes = 4096
    package static let overviewPixels = 64_000_000
}
