import AppFormats
import Encodings
internal import SwiftProtobuf
import TOTPDomain

/// One `otpauth-migration://offline?data=…` link: up to ten accounts, and which part of an export it is.
enum MigrationLink {
    /// Reads every account of the link, or rejects the link as one entry.
    ///
    /// The link counts as one record already; its accounts are counted in its place.
    static func read(_ link: Span<UInt8>, at position: EntryPosition, into document: inout ImportedDocument) {
        do throws(EntryError) {
            let bytes = try payload(link)
            let message = try decode(bytes)
            document.records += MigrationAccountCount.accounts(in: bytes) - 1
            for (index, account) in message.otpParameters.enumerated() {
                var position = position
                position.entry = index + 1
                document.entries.append(entry(account, at: position))
            }
            addPart(message, fingerprint: fingerprint(bytes), at: position, to: &document)
        } catch {
            document.entries.append(.rejected(EntryRejection(position: position, problem: error)))
        }
    }

    // MARK: - The link

    /// The bytes in `data`: base64 of either alphabet, percent-encoded or not.
    ///
    /// A `+` is a plus sign here, not a space as in other queries, and a space was a `+` before some program decoded it.
    private static func payload(_ link: Span<UInt8>) throws(EntryError) -> [UInt8] {
        guard link.count <= KeyURI.maximumByteCount else {
            throw damaged("the link is longer than \(KeyURI.maximumByteCount) bytes")
        }
        let text = link.withUnsafeBufferPointer { Array($0) }
        guard let query = text.firstIndex(of: ASCII.question),
            let data = text[(query + 1)...].split(separator: ASCII.ampersand)
                .first(where: { $0.starts(with: "data=".utf8) })?.dropFirst(5)
        else { throw damaged("the link has no data") }
        let decoded = PercentCoding.decodedBytes(Array(data).span, plusIsSpace: false)
        let trimmed = decoded.reversed().drop(while: ASCII.isWhitespace).reversed()
        let base64 = trimmed.map { $0 == ASCII.space ? ASCII.plus : $0 }
        guard let bytes = Base64.decode(base64), !bytes.isEmpty else { throw damaged("its data is not base64") }
        return bytes
    }

    private static func decode(_ bytes: [UInt8]) throws(EntryError) -> MigrationPayload {
        let message: MigrationPayload
        do { message = try MigrationPayload(serializedBytes: bytes) } catch {
            throw damaged("its data is not a list of accounts")
        }
        guard !message.otpParameters.isEmpty else { throw damaged("it contains no account") }
        return message
    }

    private static func damaged(_ what: String) -> EntryError {
        EntryError(.migrationDamaged, "a damaged Google Authenticator export: \(what); export it again")
    }

    // MARK: - One account

    private static func entry(_ account: MigrationPayload.OtpParameters, at position: EntryPosition) -> ImportedEntry {
        let (issuer, name) = names(account)
        do throws(EntryError) {
            let kind = try kind(account.type)
            return .item(
                TOTPItem(
                    issuer: issuer,
                    name: name,
                    secret: try OTPSecret(bytes: Array(account.secret)),
                    parameters: try OTPParameters(
                        kind: kind,
                        algorithm: algorithm(account.algorithm),
                        digits: digits(account.digits),
                        counter: kind == .hotp ? account.counter : nil
                    )
                ))
        } catch {
            let label = issuer.isEmpty && name.isEmpty ? "" : AccountLabel.text(issuer: issuer, name: name)
            return .rejected(EntryRejection(position: position, label: label, problem: error))
        }
    }

    /// The app also writes the issuer into the name; with an empty issuer that is the only place.
    private static func names(_ account: MigrationPayload.OtpParameters) -> (issuer: String, name: String) {
        if account.issuer.isBlank, let colon = account.name.utf8.firstIndex(of: ASCII.colon) {
            let afterColon = account.name.utf8.index(after: colon)
            return (
                String(account.name[..<colon]).trimmingWhitespace,
                String(account.name[afterColon...]).trimmingWhitespace
            )
        }
        return AccountLabel.normalised(issuer: account.issuer, name: account.name)
    }

    private static func kind(_ type: MigrationPayload.OtpType) throws(EntryError) -> OTPKind {
        switch type {
        case .unspecified, .totp: return .totp
        case .hotp: return .hotp
        case .UNRECOGNIZED(let value): throw unknown("type", value)
        }
    }

    private static func algorithm(_ value: MigrationPayload.Algorithm) throws(EntryError) -> OTPAlgorithm {
        switch value {
        case .unspecified, .sha1: return .sha1
        case .sha256: return .sha256
        case .sha512: return .sha512
        case .md5: return .md5
        case .UNRECOGNIZED(let value): throw unknown("algorithm", value)
        }
    }

    private static func digits(_ value: MigrationPayload.DigitCount) throws(EntryError) -> Int64 {
        switch value {
        case .unspecified, .six: return 6
        case .eight: return 8
        case .UNRECOGNIZED(let value): throw unknown("number of digits", value)
        }
    }

    private static func unknown(_ field: StaticString, _ value: Int) -> EntryError {
        EntryError(.migrationUnknownValue, "the \(field) number \(value) is unknown; add this account by hand")
    }

    // MARK: - The part

    /// An export of more parts than this would have thousands of accounts: the numbers are not trusted.
    private static let maximumParts: Int32 = 1000

    private static func addPart(
        _ message: MigrationPayload, fingerprint: UInt64, at position: EntryPosition,
        to document: inout ImportedDocument
    ) {
        let size = max(1, message.batchSize)
        guard size <= maximumParts, 0..<size ~= message.batchIndex else {
            document.warnings.append(
                "\(position): has the impossible part number \(Int(message.batchIndex) + 1) of \(size); "
                    + "its accounts were read")
            return
        }
        document.migrationParts.append(
            MigrationPart(
                batchID: message.batchID, size: Int(size), index: Int(message.batchIndex), fingerprint: fingerprint))
    }

    /// FNV-1a, 64 bits: distinguishes the parts of a run.
    private static func fingerprint(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
