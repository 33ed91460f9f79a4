import Encodings

extension Limit {
    package static let comparedLogins = 1_000_000
}
