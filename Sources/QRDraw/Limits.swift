import Encodings

extension Limit {
    package static let annotatedPixels = 8 << 20
}
