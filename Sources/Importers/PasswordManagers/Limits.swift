import Encodings

extension Limit {
    static let databaseContent = 128 << 20
    static let databaseRatio = 32
    static let databaseHarmless = 32 << 20
    static let comparedLogins = 1_000_000
}
