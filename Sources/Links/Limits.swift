import Encodings

extension Limit {
    package static let exportParts = 2000
    package static let line = 1 << 24
    package static let csvHeader = 1 << 20
    package static let duplicates = 1_000_000
}
