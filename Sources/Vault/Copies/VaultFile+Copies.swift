import Platform
import TOTPDomain

/// Another copy of a vault, decrypted.
package struct VaultCopy: Sendable {
    let document: VaultDocument
    let header: VaultHeader
}

/// Copies of a vault that were changed on several machines.
extension VaultFile {
    /// Reads another copy of this vault with its key.
    ///
    /// - Returns: nil if the copy has another key, as after a change of the passphrase.
    /// - Throws: ``VaultError``, also if it is another vault.
    package func copy(at path: String) throws(VaultError) -> VaultCopy? { try copy(in: Self.bytes(path)) }

    /// Reads the bytes of another copy of this vault, as ``copy(at:)`` does its file.
    package func copy(in bytes: [UInt8]) throws(VaultError) -> VaultCopy? {
        let envelope = try VaultEnvelope(bytes)
        guard try envelope.header.id == current().envelope.header.id else { throw .anotherVault }
        return try Self.opening { () throws(VaultError) in
            VaultCopy(
                document: try VaultDocument(plaintext: envelope.open(masterKey: masterKey)), header: envelope.header)
        }
    }

    /// This vault, as a copy of another vault.
    package func copy() throws(VaultError) -> VaultCopy {
        let current = try current()
        return VaultCopy(document: current.document, header: current.envelope.header)
    }

    /// Whether something opens the copy that does not open this vault.
    package func lacksKeys(of copy: VaultCopy) throws(VaultError) -> Bool {
        let own = Set(try current().envelope.header.slots.map(\.id))
        return !copy.header.slots.allSatisfy { own.contains($0.id) }
    }

    /// Whether a recovery code that was written down opens the copy and not this vault.
    package func lacksRecoveryCodes(of copy: VaultCopy) throws(VaultError) -> Bool {
        let own = Set(try current().envelope.header.slots.map(\.id))
        return copy.header.slots.contains { $0.isRecovery && !own.contains($0.id) }
    }

    /// The id of a vault, which all of its copies have.
    package static func id(of path: String) throws(VaultError) -> String { try id(in: bytes(path)) }

    package static func id(in bytes: [UInt8]) throws(VaultError) -> String { try VaultEnvelope(bytes).header.id }

    /// What merging another copy would do.
    package func report(of copy: VaultCopy) throws(VaultError) -> CopyReport {
        try CopyMerge(current().document, with: copy.document).report
    }

    /// Merges another copy into this vault. Nothing is written if that changes nothing.
    ///
    /// - Parameter choose: asked about each part that both copies changed: whether the value that is not kept is the
    ///   right value. That is a change.
    /// - Throws: ``VaultError``, or the error of `choose`. The vault is then unchanged.
    package func merge(_ copy: VaultCopy, choose: (CopyChoice) throws -> Bool = { _ in false }) throws -> CopyReport {
        let lock = try lock()
        let current = try current()
        guard current.envelope.header.id == copy.header.id else { throw VaultError.anotherVault }
        let merge = try CopyMerge(current.document, with: copy.document)
        var document = merge.document
        for choice in merge.report.choices where try choose(choice) { document.content.choose(choice) }
        if document.content != merge.document.content {
            try document.record(since: merge.document, at: .wholeSecondNow)
        }
        if !document.matches(current.document) {
            try document.checkFits()
            try commit(stage(document, in: current.envelope))
        }
        _ = consume lock
        var report = merge.report
        report.items = document.content.items
        return report
    }
}

extension VaultContent {
    /// Takes the value of a part that a merge has not kept.
    fileprivate mutating func choose(_ choice: CopyChoice) {
        guard let place = items.firstIndex(where: { $0.id == choice.account }) else { return }
        switch choice.part {
        case .issuer: items[place].issuer = choice.other
        case .name: items[place].name = choice.other
        case .note: items[place].note = choice.other.isEmpty ? nil : choice.other
        case .favorite, .deleted, .member: return
        }
        items[place].updatedAt = .wholeSecondNow
    }
}
