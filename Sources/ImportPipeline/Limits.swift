import Encodings

extension Limit {
    package static let archiveEntries = 250_000
    package static let attachments = 1000
    package static let listedInputs = 1_000_000
    package static let folderDepth = 64
    package static let archiveDepth = 2
    package static let drawnImages = 2000
    package static let coveredCodes = 200
    package static let archiveMembers = 100_000
    package static let archiveTotal = 16 << 30
    package static let archiveRatio = 100
    package static let archiveHarmless = 256 << 20
    package static let memberHarmless = 64 << 20
    package static let memberName = 1024
    package static let packedIdle = 16 << 20
}
