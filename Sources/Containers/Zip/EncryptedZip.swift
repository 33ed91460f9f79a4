import CZip
import Platform
import TOTPDomain

/// Writes zip archives with one file, encrypted with WinZip's AES-256.
package enum EncryptedZip {
    /// An archive in memory. libzip makes the salt; the file is not compressed.
    ///
    /// - Throws: ``ExportError`` with `cryptography-failed`.
    package static func archive(
        of content: [UInt8], named name: String, _ passphrase: Passphrase, modified: Date
    ) throws(ExportError) -> [UInt8] {
        // libzip ends the passphrase there.
        guard !passphrase.isEmpty, !passphrase.utf8.contains(0) else {
            throw ExportError(.cryptographyFailed, "the passphrase is empty or contains NUL", "choose another one")
        }
        guard let target = zip_source_buffer_create(nil, 0, 0, nil) else { throw failure }
        defer { zip_source_free(target) }
        // The archive frees one reference when it is closed.
        zip_source_keep(target)
        guard let archive = zip_open_from_source(target, Int32(ZIP_CREATE | ZIP_TRUNCATE), nil) else {
            zip_source_free(target)
            throw failure
        }
        let isWritten = content.withUnsafeBytes { bytes in
            passphrase.utf8.withCString { passphrase in
                add(bytes, named: name, passphrase, modified: modified, to: archive) && zip_close(archive) == 0
            }
        }
        guard isWritten else {
            zip_discard(archive)
            throw failure
        }
        guard let bytes = bytes(of: target) else { throw failure }
        return bytes
    }

    private static func add(
        _ bytes: UnsafeRawBufferPointer, named name: String, _ passphrase: UnsafePointer<CChar>?, modified: Date,
        to archive: OpaquePointer
    ) -> Bool {
        guard let source = zip_source_buffer(archive, bytes.baseAddress, zip_uint64_t(bytes.count), 0) else {
            return false
        }
        let index = zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            zip_source_free(source)
            return false
        }
        let entry = zip_uint64_t(index), seconds = Int(exactly: modified.timeIntervalSince1970.rounded(.down)) ?? 0
        return zip_set_file_compression(archive, entry, Int32(ZIP_CM_STORE), 0) == 0
            && zip_file_set_mtime(archive, entry, seconds, 0) == 0
            && zip_file_set_encryption(archive, entry, zip_uint16_t(ZIP_EM_AES_256), passphrase) == 0
    }

    private static func bytes(of source: OpaquePointer) -> [UInt8]? {
        var facts = zip_stat_t()
        zip_stat_init(&facts)
        guard zip_source_open(source) == 0 else { return nil }
        defer { zip_source_close(source) }
        guard zip_source_stat(source, &facts) == 0, let count = Int(exactly: facts.size) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = zip_source_read(source, &bytes, zip_uint64_t(count))
        return Int(read) == count ? bytes : nil
    }

    private static var failure: ExportError {
        ExportError(.cryptographyFailed, "the archive cannot be written: there is not enough memory")
    }
}
