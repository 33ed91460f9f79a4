import Encodings
internal import SwiftProtobuf
import TOTPDomain

/// The message in one QR code of Google Authenticator's export: some accounts, and which part of the export it is.
package struct MigrationMessage: Sendable, Hashable {
    package var accounts: [MigrationAccount]
    /// The number of QR codes in the export; 0 if the app left it out.
    package var batchSize: Int32
    /// From 0.
    package var batchIndex: Int32
    /// The same in all QR codes of one export; current versions of the app always write 0.
    package var batchID: Int32

    package init(accounts: [MigrationAccount], batchSize: Int32, batchIndex: Int32, batchID: Int32) {
        self.accounts = accounts
        self.batchSize = batchSize
        self.batchIndex = batchIndex
        self.batchID = batchID
    }

    /// - Returns: nil if the bytes are not such a message.
    package init?(decoding bytes: [UInt8]) {
        guard let message = try? MigrationPayload(serializedBytes: bytes) else { return nil }
        accounts = message.otpParameters.map(MigrationAccount.init)
        batchSize = message.batchSize
        batchIndex = message.batchIndex
        batchID = message.batchID
    }

    /// The link in the QR code.
    ///
    /// - Throws: ``ExportError`` with `too-large` for more bytes than a message can have.
    package func link() throws(ExportError) -> String {
        let message = MigrationPayload.with {
            $0.otpParameters = accounts.map(\.message)
            $0.version = 1
            $0.batchSize = batchSize
            $0.batchIndex = batchIndex
            $0.batchID = batchID
        }
        do {
            let bytes: [UInt8] = try message.serializedBytes()
            return "\(KeyURIScheme.migration.prefix)offline?data=\(PercentCoding.encode(Base64.encode(bytes)))"
        } catch { throw ExportError(.tooLarge, "the accounts are too large for a QR code") }
    }
}
