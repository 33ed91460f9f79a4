import CArchive
import Encodings
import Platform
import TOTPDomain

/// A reader of libarchive, on a stream. Only this type calls the library.
///
/// It reads only the stream: no files, and no programs for content that it cannot unpack itself.
final class LibArchive {
    private let handle: OpaquePointer
    private let source: Source
    private var entry: OpaquePointer?
    private let locale = UTF8Locale()
    private let isZip: Bool

    /// The type of the content.
    enum Content {
        case archive(ArchiveKind)
        /// Any bytes, after unpacking.
        case packed(PackedStream.Compression)
    }

    /// The facts from a header.
    struct Header {
        /// Nil if the name cannot be read.
        var name: String?
        var kind: ArchiveMember.Kind
        var isEncrypted: Bool
        /// In bytes, as claimed by the archive.
        var size: Int?
    }

    /// The result of asking for the next header.
    enum Next {
        case header(Header)
        case end
        /// A damaged header was skipped.
        case damage
    }

    /// Why a call failed.
    enum Failure: Error {
        /// The stream's own error.
        case stream(SourceError)
        /// Only this member cannot be read.
        case member(String)
        /// The rest cannot be read.
        case broken(String)
    }

    /// - Throws: ``SourceError`` with `limit-exceeded` if out of memory, or `unsupported-version` if the library lacks
    ///   the compression.
    init(_ stream: any ByteStream, _ content: Content, passphrase: Passphrase? = nil) throws(SourceError) {
        guard let handle = archive_read_new() else { throw Self.outOfMemory }
        self.handle = handle
        source = Source(stream)
        isZip = if case .archive(.zip) = content { true } else { false }
        if let passphrase, !passphrase.isEmpty {
            passphrase.utf8.withCString { _ = archive_read_add_passphrase(handle, $0) }
        }
        // Anything but OK means that the library would start a program instead.
        guard Self.choose(content, handle) == ARCHIVE_OK else {
            throw SourceError(
                .unsupportedVersion, "compressed in a way that this program cannot read",
                "unpack it and name the result")
        }
        let pointer = Unmanaged.passUnretained(source).toOpaque()
        archive_read_set_callback_data(handle, pointer)
        archive_read_set_read_callback(handle) { _, source, start in
            guard let source, let start else { return Int(ARCHIVE_FATAL) }
            return Unmanaged<Source>.fromOpaque(source).takeUnretainedValue().read(start)
        }
        if source.isSeekable {
            archive_read_set_seek_callback(handle) { _, source, offset, origin in
                guard let source else { return Int64(ARCHIVE_FATAL) }
                return Unmanaged<Source>.fromOpaque(source).takeUnretainedValue().seek(offset, origin)
            }
        }
        // An error here is reported again with the first header.
        archive_read_open1(handle)
    }

    deinit { archive_read_free(handle) }

    private static let outOfMemory = SourceError(.limitExceeded, "not enough memory to unpack")

    private static func choose(_ content: Content, _ handle: OpaquePointer) -> Int32 {
        switch content {
        case .archive(.zip): return archive_read_support_format_zip(handle)
        case .archive(.sevenZip): return archive_read_support_format_7zip(handle)
        case .archive(.mail), .archive(.document): return ARCHIVE_FATAL
        case .archive(.tar):
            // As from `cat a.tar b.tar`: data after the first end must not be lost.
            let status = archive_read_support_format_tar(handle)
            guard status == ARCHIVE_OK else { return status }
            return archive_read_set_format_option(handle, "tar", "read_concatenated_archives", "1")
        case .packed(let packing):
            let filter =
                switch packing {
                case .zstd: archive_read_support_filter_zstd(handle)
                case .xz: archive_read_support_filter_xz(handle)
                case .bzip2: archive_read_support_filter_bzip2(handle)
                }
            return filter == ARCHIVE_OK ? archive_read_support_format_raw(handle) : filter
        }
    }

    func next() throws(Failure) -> Next {
        let previous = locale.use()
        defer { locale.end(previous) }
        switch archive_read_next_header(handle, &entry) {
        case ARCHIVE_EOF:
            if let failure = source.failure { throw .stream(failure) }
            return .end
        case ARCHIVE_RETRY: return .damage
        // With a warning, a name may be in an encoding that the library does not know.
        case ARCHIVE_OK, ARCHIVE_WARN:
            guard let entry else { throw failure(isBroken: false) }
            return .header(header(entry))
        case ARCHIVE_FAILED: throw failure(isBroken: false)
        default: throw failure(isBroken: true)
        }
    }

    /// Reads the bytes of the current member.
    ///
    /// - Returns: how many; 0 only at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        let count = archive_read_data(handle, buffer.baseAddress, buffer.count)
        if count >= 0 { return count }
        try check(Int32(truncatingIfNeeded: count))
        return 0
    }

    /// Reads the bytes of the current member into an array, from an index to its end.
    ///
    /// - Returns: how many; 0 only at the end.
    func read(into bytes: inout [UInt8], from start: Int) throws(Failure) -> Int {
        try bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(Failure) in try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...])) }
        }.get()
    }

    /// Whether a compression was detected.
    var isUnpacking: Bool { archive_filter_count(handle) > 1 }

    /// Whether the stream continues after the compressed data. The library looks at the next bytes without taking them.
    var hasRest: Bool { archive_filter_bytes(handle, -1) < source.position }

    /// Whether names or contents are encrypted, as far as the library knows.
    var isEncrypted: Bool {
        // If the library has found no format, it follows a pointer to the end of its list of formats: it would call
        // whatever is there.
        archive_format(handle) != 0 && archive_read_has_encrypted_entries(handle) > 0
    }

    private func check(_ status: Int32) throws(Failure) {
        switch status {
        case ARCHIVE_OK: return
        // A warning about content says that a sum is wrong.
        case ARCHIVE_WARN, ARCHIVE_FAILED, ARCHIVE_RETRY: throw failure(isBroken: false)
        default: throw failure(isBroken: true)
        }
    }

    private func failure(isBroken: Bool) -> Failure {
        if let failure = source.failure { return .stream(failure) }
        let text = archive_error_string(handle).map { String(cString: $0) } ?? ""
        return isBroken ? .broken(text) : .member(text)
    }

    private func header(_ entry: OpaquePointer) -> Header {
        let isLinked = archive_entry_hardlink(entry) != nil
        let name = Self.name(entry)
        let size = archive_entry_size_is_set(entry) != 0 ? Int(clamping: archive_entry_size(entry)) : nil
        let kind: ArchiveMember.Kind =
            switch archive_entry_filetype(entry) {
            case 0o100000 where !isLinked: .file
            // In zip archives the name alone decides, so a file whose name ends in / looks like a folder.
            case 0o040000: isZip && size ?? 0 > 0 ? .file : .folder
            // Some programs write no type into zip and 7z.
            case 0 where !isLinked: name?.hasSuffix("/") == true && size ?? 0 == 0 ? .folder : .file
            default: .other
            }
        return Header(name: name, kind: kind, isEncrypted: archive_entry_is_encrypted(entry) != 0, size: size)
    }

    /// Names are UTF-8, whatever the locale is; the bytes of other encodings are repaired.
    private static func name(_ entry: OpaquePointer) -> String? {
        if let name = archive_entry_pathname_utf8(entry) { return String(cString: name).limitingMarks }
        if let name = archive_entry_pathname(entry) { return String(cString: name).limitingMarks }
        guard var character = archive_entry_pathname_w(entry) else { return nil }
        var scalars = String.UnicodeScalarView()
        while character.pointee != 0 {
            scalars.append(Unicode.Scalar(UInt32(bitPattern: character.pointee)) ?? "\u{FFFD}")
            character += 1
        }
        return String(scalars).limitingMarks
    }

    /// The names in zip and 7z archives are lost unless the locale has their letters. It is set for this thread only,
    /// and only while a header is read.
    private struct UTF8Locale: ~Copyable {
        private let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) ?? newlocale(LC_CTYPE_MASK, "UTF-8", nil)

        deinit { if let locale { freelocale(locale) } }

        /// - Returns: the previous locale.
        func use() -> locale_t? { locale.flatMap { uselocale($0) } }

        func end(_ previous: locale_t?) { if let previous { _ = uselocale(previous) } }
    }

    /// The stream, as libarchive's callbacks use it.
    private final class Source {
        private var stream: any ByteStream
        private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        private(set) var position = 0
        private let count: Int?
        private(set) var failure: SourceError?

        init(_ stream: any ByteStream) {
            self.stream = stream
            count = (stream as? any SeekableByteStream)?.count
        }

        deinit {
            // It may contain secrets.
            _ = buffer.initializeMemory(as: UInt8.self, repeating: 0)
            buffer.deallocate()
        }

        var isSeekable: Bool { count != nil }

        func read(_ start: UnsafeMutablePointer<UnsafeRawPointer?>) -> Int {
            do throws(SourceError) {
                let read = try stream.read(into: buffer)
                position += read
                start.pointee = UnsafeRawPointer(buffer.baseAddress)
                return read
            } catch { return fail(error) }
        }

        func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
            guard let count, var seekable = stream as? any SeekableByteStream else { return Int64(ARCHIVE_FATAL) }
            // SEEK_SET, SEEK_CUR, SEEK_END
            let base = [0, position, count][min(2, max(0, Int(origin)))]
            let (target, isTooLarge) = base.addingReportingOverflow(Int(offset))
            guard !isTooLarge, 0...count ~= target else { return Int64(ARCHIVE_FATAL) }
            do throws(SourceError) {
                try seekable.seek(to: target)
                stream = seekable
                position = target
                return Int64(target)
            } catch { return Int64(fail(error)) }
        }

        private func fail(_ error: SourceError) -> Int {
            failure = failure ?? error
            return Int(ARCHIVE_FATAL)
        }
    }
}
