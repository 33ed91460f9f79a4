package import Encodings

extension Limit {
    package static let keyFile = 64 << 20
    package static let typedPassphrase = 4095
}
