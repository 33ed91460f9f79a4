import Encodings
import TOTPDomain

/// One `otpauth-migration://offline?data=…` link: up to ten accounts, and which part of an export it is.
package enum MigrationLink {
    package static let format: FormatID = "google-migration"

    /// Reads every account of the link, or rejects the link as one entry.
    ///
    /// The link counts as one record already; its accounts are counted in its place.
    package static func read(_ link: Span<UInt8>, at position: EntryPosition, into document: inout ImportedDocument) {
        do throws(EntryError) {
            let bytes = try payload(link)
            let message = try decode(bytes)
            document.records += MigrationAccountCount.accounts(in: bytes) - 1
            for (index, account) in PlantedLoss.applied(to: message.accounts).enumerated() {
                var position = position
                position.entry = index + 1
                do throws(EntryError) { document.entries.append(.item(try account.item())) } catch {
                    document.reject(at: position, label: account.names, error)
                }
            }
            addPart(message, fingerprint: fingerprint(bytes), at: position, to: &document)
            document.name(unread: message.unread)
            document.name(unread: otherParameters(of: link))
            if let version = message.newerVersion {
                document.newerVersion = version
                document.warnings.append(
                    Warning("the version \(version) of the export is not known", .compareCodes).at("\(position)"))
            }
        } catch { document.reject(at: position, error) }
    }

    /// The accounts of a link alone, and which part of an export it is.
    package static func document(of link: Span<UInt8>) -> ImportedDocument {
        var document = ImportedDocument(format: format, records: 1)
        read(link, at: EntryPosition(), into: &document)
        return document
    }

    // MARK: - The link

    /// The bytes in `data`: base64 of either alphabet, percent-encoded or not.
    ///
    /// A `+` is a plus sign here, not a space as in other queries, and a space was a `+` before some program decoded it.
    private static func payload(_ link: Span<UInt8>) throws(EntryError) -> [UInt8] {
        guard link.count <= Limit.link else { throw damaged("the link is longer than \(Limit.link) bytes") }
        guard let data = parameters(of: link).first(where: { $0.starts(with: "data=".utf8) })?.dropFirst(5) else {
            throw damaged("the link has no data")
        }
        let decoded = PercentCoding.decodedBytes(Array(data).span, plusIsSpace: false)
        let trimmed = decoded.reversed().drop(while: ASCII.isWhitespace).reversed()
        let base64 = trimmed.map { $0 == ASCII.space ? ASCII.plus : $0 }
        guard let bytes = Base64.decode(base64), !bytes.isEmpty else { throw damaged("its data is not base64") }
        return bytes
    }

    private static func parameters(of link: Span<UInt8>) -> [ArraySlice<UInt8>] {
        let text = link.withUnsafeBufferPointer { Array($0) }
        return text.drop { $0 != ASCII.question }.dropFirst().split(separator: ASCII.ampersand)
    }

    /// The names of parameters that no export has.
    private static func otherParameters(of link: Span<UInt8>) -> UnreadNames {
        var names = UnreadNames()
        for parameter in parameters(of: link) {
            let name = parameter.prefix { $0 != ASCII.equals }
            guard !name.elementsEqual("data".utf8) else { continue }
            let shown = String(decoding: name, as: UTF8.self).limitingMarks
            names.add(shown.looksLikeSecret ? "…" : shown.printable(limit: 24), entries: 0)
        }
        return names
    }

    private static func decode(_ bytes: [UInt8]) throws(EntryError) -> MigrationMessage {
        guard let message = MigrationMessage(decoding: bytes) else {
            throw damaged("its data is not a list of accounts")
        }
        guard !message.accounts.isEmpty else { throw damaged("it contains no account") }
        return message
    }

    /// The message of a link; nil if it is damaged.
    static func message(of link: Span<UInt8>) -> MigrationMessage? {
        do throws(EntryError) { return try decode(payload(link)) } catch { return nil }
    }

    private static func damaged(_ what: String) -> EntryError {
        EntryError(.migrationDamaged, "a damaged Google Authenticator export: \(what)", .exportAgain)
    }

    // MARK: - The part

    /// An export of more parts than this would have thousands of accounts: the numbers are not trusted.
    private static let maximumParts = Int32(Limit.exportParts)

    private static func addPart(
        _ message: MigrationMessage, fingerprint: UInt64, at position: EntryPosition,
        to document: inout ImportedDocument
    ) {
        let size = max(1, message.batchSize), index = message.batchIndex
        guard size <= maximumParts, 0..<size ~= index else {
            let problem = "has the impossible part number \(Int(index) + 1) of \(size); its accounts were read"
            document.warnings.append(Warning(problem).at("\(position)"))
            return
        }
        document.migrationParts.append(
            MigrationPart(batchID: message.batchID, size: Int(size), index: Int(index), fingerprint: fingerprint))
    }

    /// FNV-1a, 64 bits: distinguishes the parts of a run.
    private static func fingerprint(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
