/// The limits of the program: the most of something that it accepts.
///
/// Every limit is here once; limits that only C checks are in C headers. `Tests/limits/limits.json` has the subject of
/// each limit, the message beyond it, and its test. `Docs/make_limits.py` makes `Docs/limits.md` of both.
package enum Limit {
    // MARK: - Inputs

    package static let input = 256 << 20
    package static let text = 64 << 20
    package static let database = 128 << 20
    package static let archiveEntries = 250_000
    package static let entries = 250_000
    package static let attachments = 1000
    package static let inputList = 128 << 20
    package static let listedInputs = 1_000_000
    package static let folderDepth = 64
    package static let imageRecord = 16 << 20
    package static let archiveDepth = 2
    package static let jobs = 256
    package static let addressSpace = 384 << 20
    package static let keyFile = 64 << 20
    package static let passphraseFile = 1 << 20
    package static let typedPassphrase = 4095
    package static let comparedLogins = 1_000_000

    // MARK: - Texts

    package static let link = 1 << 16
    package static let secret = 4096
    package static let exportParts = 2000
    package static let line = 1 << 24
    package static let csvHeader = 1 << 20
    package static let csvCells = 1 << 16
    package static let csvColumns = 1024
    package static let csvName = 1 << 10
    package static let duplicates = 1_000_000
    package static let jsonDepth = 512
    package static let jsonMembers = 1 << 16
    package static let jsonValues = 4_000_000
    package static let yaml = 1 << 23
    package static let settings = 1 << 20
    package static let xmlDepth = 256
    package static let xmlAttributes = 256
    package static let combiningMarks = 64
    package static let shownName = 200
    package static let tokenText = 256
    package static let reportInputs = 3000
    package static let reportRows = 20_000
    package static let reportInputRows = 5000
    package static let reportProblems = 1000
    package static let reportPictures = 500

    // MARK: - Images

    package static let imageSide = 65_500
    package static let imagePixels = 100_000_000
    package static let imagePages = 500
    package static let pdfPageTime = 10
    package static let pdfPageWait = 60
    package static let pdfTime = 120
    package static let pdfMemory = 512 << 20
    package static let videoFrames = 600
    package static let videoPixels = 1_600_000
    package static let videoTime = 120
    package static let videoWait = 60
    package static let videoMemory = 1 << 30
    package static let imageFrames = 1000
    package static let filePixels = 1_000_000_000
    package static let codes = 4096
    package static let fastPNG = 128 << 20
    package static let colorPixels = 64_000_000
    package static let overviewPixels = 64_000_000
    package static let annotatedPixels = 8 << 20
    package static let drawnImages = 2000
    package static let coveredCodes = 200

    // MARK: - Archives and containers

    package static let archiveMembers = 100_000
    package static let archiveTotal = 16 << 30
    package static let archiveRatio = 100
    package static let archiveHarmless = 256 << 20
    package static let memberHarmless = 64 << 20
    package static let memberName = 1024
    package static let archiveRestarts = 16
    package static let archiveDamage = 1 << 16
    package static let archiveZeros = 16 << 20
    package static let packedIdle = 16 << 20
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
    package static let javaPairs = 100_000
    package static let xmlElements = 1 << 18
    package static let levelDBFiles = 64 << 20
    package static let levelDBEntries = 1_000_000
    package static let levelDBValue = 8 << 20
    package static let levelDBRestarts = 100_000
    package static let levelDBUnpacked = 256 << 20
    package static let qtKeys = 100

    // MARK: - Encryption

    package static let derivationTime = 10
    package static let derivationMemory = 1 << 30
    package static let derivationLanes = 64
    package static let scryptLanes = 64
    package static let authySalts = 10_000
    package static let openAuthenticatorSalts = 32
    package static let extensionKeys = 16
    package static let freeOTPKeys = 64
    package static let sessionKeys = 8
    package static let openPGPPackets = 256
    package static let openPGPNesting = 4
    package static let databaseContent = 128 << 20
    package static let databaseRatio = 32
    package static let databaseHarmless = 32 << 20

    // MARK: - Vaults

    package static let vault = 64 << 20
    package static let vaultSlots = 32
    package static let scryptN = 1 << 20
    package static let scryptR = 16
    package static let scryptP = 8
    package static let scryptMemory = 1 << 30
    package static let scryptWork = 1 << 25
    package static let versions = 100

    // MARK: - The page

    package static let webConnections = 32
    package static let webStrangers = 8
    package static let webArrivals = 64
    package static let webArrival = 250
    package static let webHeaders = 16 << 10
    package static let webHeaderTime = 10
    package static let webSilence = 30
    package static let webBody = 4 << 20
    package static let webArriving = 512 << 20
    package static let webLoads = 1000
    package static let webInputs = 20_000
    package static let webTogether = 100
    package static let webWaiting = 512 << 20
    package static let webCodes = 200
    package static let webCopy = 4096
    package static let webFrame = 8_847_360
    package static let webUndo = 100
    package static let webNotices = 20
}
