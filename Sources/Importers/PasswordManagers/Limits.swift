import Encodings

extension Limit {
    package static let databaseContent = 128 << 20
    package static let databaseRatio = 32
    package static let databaseHarmless = 32 << 20
    package static let comparedLogins = 1_000_000
}
