import CryptoPrimitives
import Encodings
import TOTPDomain

/// The master key of a backup.
final class FreeOTPKey: Sendable {
    let bytes: SecureBytes

    init(_ bytes: consuming SecureBytes) { self.bytes = bytes }

    func equals(_ other: FreeOTPKey) -> Bool {
        bytes.withBytes { bytes in other.bytes.withBytes { bytes.elementsEqual($0) } }
    }
}

/// Several backups of one phone (`Docs/formats/freeotp.md`, Lost keys).
///
/// After restoring a backup, FreeOTP 2.0.2 to 2.0.4 write the wrong master key into new backups: another key encrypts
/// their secrets. Backups from before the restore have the right key.
extension FreeOTPBackup: LinkedSource {
    static func read(together sources: [(name: String, source: FreeOTPBackup)]) -> [ImportedDocument?] {
        var keys: [(name: String, key: FreeOTPKey)] = []
        for (name, source) in sources {
            guard let key = source.key, !keys.contains(where: { $0.key.equals(key) }) else { continue }
            guard keys.count < Limit.freeOTPKeys else { break }
            keys.append((name, key))
        }
        var readings = sources.map { source in try? Reading(source.source, keys) }
        // Where each account is read, for accounts that cannot be read in another file.
        var places: [Identity: String] = [:]
        for (source, reading) in zip(sources, readings) {
            for account in reading?.read ?? [] where places[account] == nil { places[account] = source.name }
        }
        for index in readings.indices { readings[index]?.note(places) }
        return readings.map { $0?.document }
    }

    /// Returns the content of the backup without the help of others; others can help to open more.
    func document() throws(SourceError) -> ImportedDocument {
        var reading = try Reading(self, [])
        reading.note([:])
        reading.document.linked = self
        return reading.document
    }

    /// The features that identify an account of one phone.
    private struct Identity: Hashable {
        let id: String
        let type: String

        init(_ token: Token) {
            id = token.id
            type = (try? token.content.get().kind).orEmpty.uppercased()
        }
    }

    private struct Reading {
        private let tokens: [Token]
        var document: ImportedDocument

        /// - Parameter others: further keys, each with the name of its file.
        /// - Throws: ``SourceError`` also if the backup's own key is unknown and the others do not open every secret.
        init(_ backup: FreeOTPBackup, _ others: [(name: String, key: FreeOTPKey)]) throws(SourceError) {
            let own = backup.key.map { key in [(name: "", key: key)] + others.filter { !$0.key.equals(key) } }
            let keys = own ?? others
            tokens = backup.tokens(trying: keys.map(\.key))
            var opened = Array(repeating: 0, count: keys.count)
            for case .opened(_, let key) in tokens.map(\.secret) { opened[key] += 1 }
            guard own != nil || (!tokens.isEmpty && opened.reduce(0, +) == tokens.count) else {
                throw .wrongPassphrase
            }
            document = try backup.document(of: tokens.map(\.account))
            for (key, count) in zip(keys, opened) where count > 0 && !key.name.isEmpty {
                document.warnings.append(
                    "the key of \(key.name) opens \(count) of \(counted(tokens.count, "account")); without that file they cannot be read"
                )
            }
        }

        var read: [Identity] {
            zip(tokens, document.entries).compactMap { token, entry in
                if case .item = entry { Identity(token) } else { nil }
            }
        }

        /// Notes, for each account that does not open, where else it was read, or the advice.
        mutating func note(_ places: [Identity: String]) {
            var lost = 0
            for (index, token) in tokens.enumerated() {
                guard case .locked = token.secret else { continue }
                guard let place = places[Identity(token)] else {
                    lost += 1
                    continue
                }
                guard case .rejected(var rejection) = document.entries[index] else { continue }
                rejection.problem += "; the same account was read from \(place)"
                document.entries[index] = .rejected(rejection)
            }
            guard lost > 0 else { return }
            document.warnings.append(
                Warning(
                    "the key of the backup does not open \(lost) of \(counted(tokens.count, "account")): FreeOTP 2.0.2 to 2.0.4 "
                        + "lost the right one when they restored a backup",
                    "also name an older backup of the same phone, or set up these accounts again"))
        }
    }
}
