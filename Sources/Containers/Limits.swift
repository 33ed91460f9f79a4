import Encodings

extension Limit {
    package static let xmlDepth = 256
    package static let xmlAttributes = 256
    package static let archiveRestarts = 16
    package static let archiveDamage = 1 << 16
    package static let archiveZeros = 16 << 20
    package static let exportMembers = 10_000
    package static let exportMember = 64 << 20
    package static let exportRatio = 100
    package static let exportHarmless = 1 << 20
    package static let mailMessage = 256 << 20
    package static let mailSkipped = 4
    package static let mailEncoded = 256 << 20
    package static let mailParts = 10_000
    package static let mailDepth = 32
    package static let documentPictures = 1000
    package static let mailField = 16 << 10
    package static let mailParameters = 64
    package static let mailLine = 1 << 16
    package static let mailWord = 1000
    package static let databaseTable = 64 << 20
    package static let levelDBFiles = 64 << 20
    package static let levelDBEntries = 1_000_000
    package static let levelDBValue = 8 << 20
    package static let levelDBRestarts = 100_000
    package static let levelDBUnpacked = 256 << 20
}
