import Encodings

extension Limit {
    package static let input = 256 << 20
    package static let text = 64 << 20
    package static let database = 128 << 20
    package static let entries = 250_000
    package static let link = 1 << 16
    package static let secret = 4096
    package static let csvColumns = 1024
    package static let csvName = 1 << 10
    package static let shownName = 200
    package static let tokenText = 256
    package static let filePixels = 1_000_000_000
    package static let colorPixels = 64_000_000
    package static let derivationTime = 10
    package static let derivationMemory = 1 << 30
}
