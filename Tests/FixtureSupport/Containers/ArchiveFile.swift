import CArchive
import Foundation

/// An archive as libarchive writes it.
package struct ArchiveFile: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case zip
        case tar, tarGzip = "tar.gz", tarZstd = "tar.zst", tarXZ = "tar.xz", tarBzip2 = "tar.bz2"
        case sevenZip = "7z"
    }

    /// A compression around other data than an archive.
    package enum Filter: Sendable, CaseIterable { case zstd, xz, bzip2 }

    package struct Entry: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case file, folder, pipe
            case link(to: String)
            case hardLink(to: String)
        }

        package var name: String
        package var bytes: [UInt8]
        package var kind = Kind.file

        package init(_ name: String, _ bytes: [UInt8] = [], kind: Kind = .file) {
            (self.name, self.bytes, self.kind) = (name, bytes, kind)
        }

        package init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
    }

    package struct Failed: Error {}

    package var entries: [Entry]

    package init(_ entries: [Entry]) { self.entries = entries }

    package func bytes(_ kind: Kind) throws -> [UInt8] {
        try Self.write(entries) { archive in
            switch kind {
            case .zip: archive_write_set_format_zip(archive)
            case .sevenZip: archive_write_set_format_7zip(archive)
            default: archive_write_set_format_pax_restricted(archive)
            }
            switch kind {
            case .tarGzip: archive_write_add_filter_gzip(archive)
            case .tarZstd: archive_write_add_filter_zstd(archive)
            case .tarXZ: archive_write_add_filter_xz(archive)
            case .tarBzip2: archive_write_add_filter_bzip2(archive)
            case .zip, .tar, .sevenZip: break
            }
            archive_write_set_options(archive, "hdrcharset=UTF-8")
        }
    }

    /// Compresses bytes.
    package static func pack(_ bytes: [UInt8], _ filter: Filter) throws -> [UInt8] {
        try write([Entry("data", bytes)]) { archive in
            archive_write_set_format_raw(archive)
            switch filter {
            case .zstd: archive_write_add_filter_zstd(archive)
            case .xz: archive_write_add_filter_xz(archive)
            case .bzip2: archive_write_add_filter_bzip2(archive)
            }
        }
    }

    private static func write(_ entries: [Entry], _ choose: (OpaquePointer) -> Void) throws -> [UInt8] {
        // libarchive converts names by way of the locale's encoding.
        let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) ?? newlocale(LC_CTYPE_MASK, "UTF-8", nil)
        let previous = uselocale(locale)
        defer {
            uselocale(previous)
            if let locale { freelocale(locale) }
        }
        guard let archive = archive_write_new() else { throw Failed() }
        defer { archive_write_free(archive) }
        choose(archive)
        archive_write_set_bytes_in_last_block(archive, 1)
        var output = [UInt8](
            repeating: 0, count: entries.reduce(1 << 16) { $0 + $1.bytes.count + $1.bytes.count / 8 + 4096 })
        let capacity = output.count
        var used = 0
        try output.withUnsafeMutableBytes { buffer in
            guard archive_write_open_memory(archive, buffer.baseAddress, capacity, &used) == ARCHIVE_OK else {
                throw Failed()
            }
            for entry in entries { try write(entry, archive) }
            guard archive_write_close(archive) == ARCHIVE_OK else { throw Failed() }
        }
        return Array(output[..<used])
    }

    private static func write(_ entry: Entry, _ archive: OpaquePointer) throws {
        guard let header = archive_entry_new() else { throw Failed() }
        defer { archive_entry_free(header) }
        archive_entry_update_pathname_utf8(header, entry.name)
        archive_entry_set_mtime(header, 1_700_000_000, 0)
        archive_entry_set_perm(header, 0o600)
        archive_entry_set_size(header, Int64(entry.bytes.count))
        switch entry.kind {
        case .file: archive_entry_set_filetype(header, 0o100000)
        case .folder: archive_entry_set_filetype(header, 0o040000)
        case .pipe: archive_entry_set_filetype(header, 0o010000)
        case .link(let target):
            archive_entry_set_filetype(header, 0o120000)
            archive_entry_set_symlink(header, target)
        case .hardLink(let target):
            archive_entry_set_filetype(header, 0o100000)
            archive_entry_set_hardlink(header, target)
        }
        guard archive_write_header(archive, header) >= ARCHIVE_WARN else { throw Failed() }
        guard entry.kind == .file, !entry.bytes.isEmpty else { return }
        guard archive_write_data(archive, entry.bytes, entry.bytes.count) == entry.bytes.count else { throw Failed() }
    }
}
