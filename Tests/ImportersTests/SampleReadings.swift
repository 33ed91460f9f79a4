import FixtureSupport
import Foundation
import Synchronization
import TOTPDomain

/// What the program reads from each sample. Several suites look at the same readings, each of which may cost a key
/// derivation, so a file is read once.
enum SampleReadings {
    private static let known = Mutex<[URL: Result<ImportedDocument, any Error>]>([:])

    /// Reads a file with its passphrase, its key file and the files beside it.
    static func reading(of url: URL, _ expected: ExpectedAccounts) -> Result<ImportedDocument, any Error> {
        if let found = known.withLock({ $0[url] }) { return found }
        // Without the lock: other files are read meanwhile.
        let result = Result {
            let keyFile = try expected.keyFile.map {
                try FixtureFolder.bytes(url.deletingLastPathComponent().appending(path: $0))
            }
            return try read(
                FixtureFolder.bytes(url), passphrase: expected.password, keyFile: keyFile,
                siblings: SiblingFiles(of: url))
        }
        known.withLock { $0[url] = result }
        return result
    }
}

extension ExportSample {
    var reading: Result<ImportedDocument, any Error> { SampleReadings.reading(of: url, expected) }
}
