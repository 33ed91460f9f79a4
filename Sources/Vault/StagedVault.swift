import CryptoPrimitives
import Encodings
import Platform
import SafeFile
import TOTPDomain

/// A vault that was written to a temporary file, or to memory, read back from there, decrypted, and compared with the
/// intended content.
struct StagedVault {
    /// As it was read back.
    let document: VaultDocument
    let envelope: VaultEnvelope
    /// The digest of the file's bytes.
    let digest: [UInt8]
    private let place: Place

    private enum Place {
        case file(StagedFile)
        case memory(VaultInMemory, [UInt8])
    }

    var content: VaultContent { document.content }

    /// The caller must hold the vault's lock until after ``commit(_:)``.
    ///
    /// - Parameters:
    ///   - envelope: the header and fields to write; its payload is replaced.
    ///   - path: the vault to replace.
    ///   - memory: the vault to replace, if it is in no file.
    /// - Throws: ``VaultError/readBackDiffers(_:)`` if the file on the disk differs from the intended content.
    init(
        _ document: VaultDocument, in envelope: VaultEnvelope, masterKey: borrowing SecureBytes, path: String,
        fileSystem: FileSystem, memory: VaultInMemory? = nil
    ) throws(VaultError) {
        var (document, header) = (document, envelope)
        var written = try header.encode(&document, masterKey: masterKey)
        if let memory {
            place = .memory(memory, written)
        } else {
            let file: StagedFile
            (file, written) = try Self.write(written, path, fileSystem)
            place = .file(file)
        }
        digest = try VaultFile.digest(written)
        do throws(VaultError) {
            (self.envelope, self.document) = try Self.open(consume written, masterKey: masterKey)
        } catch { throw .readBackDiffers(error.problem) }
        guard self.document.matches(document) else { throw .readBackDiffers("an account or a field has changed") }
    }

    /// - Returns: the file, and its bytes as they were read back.
    private static func write(
        _ bytes: [UInt8], _ path: String, _ fileSystem: FileSystem
    ) throws(VaultError) -> (StagedFile, [UInt8]) {
        let file: StagedFile
        let written: [UInt8]
        do throws(FileError) {
            file = try StagedFile(for: path, fileSystem: fileSystem)
            try file.write(bytes)
            written = try file.readBack(limit: Limit.vault)
        } catch { throw .file(error) }
        guard written == bytes else { throw .readBackDiffers("the disk has other bytes than those that were written") }
        return (file, written)
    }

    /// - Returns: the envelope without its payload, which is several times as large as the rest together.
    private static func open(
        _ bytes: consuming [UInt8], masterKey: borrowing SecureBytes
    ) throws(VaultError) -> (VaultEnvelope, VaultDocument) {
        var envelope = try VaultEnvelope(bytes)
        let plaintext = try envelope.open(masterKey: masterKey)
        envelope.dropPayload()
        return (envelope, try VaultDocument(plaintext: plaintext))
    }

    /// Puts the vault in place.
    func commit(_ policy: OverwritePolicy) throws(VaultError) {
        switch place {
        case .file(let file): do { try file.commit(policy) } catch { throw .file(error) }
        case .memory(let memory, let bytes): memory.replace(with: bytes)
        }
    }
}
