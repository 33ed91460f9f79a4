import CZip
import CryptoPrimitives
import Encodings
import TOTPDomain

/// A zip archive, plain or encrypted (ZipCrypto or WinZip AES), read from memory.
package struct ZipArchive: ~Copyable {
    /// A file in an archive.
    package struct Entry: Sendable, Hashable {
        package let index: Int
        package let name: String
        /// The unpacked size in bytes, as claimed by the archive.
        package let size: Int
        /// The size in the archive in bytes, as claimed by it.
        package let packedSize: Int
        package let encryption: Encryption

        package var isEncrypted: Bool { encryption != .none }

        package enum Encryption: Sendable, Hashable {
            case none
            /// The traditional encryption, which is not authenticated.
            case zipCrypto
            /// WinZip's AES, with keys of `keyCount` bytes.
            case aes(keyCount: Int)
            case unknown
        }

        /// The name without its folders.
        package var baseName: String { name.split(separator: "/").last.map(String.init) ?? "" }
    }

    package let entries: [Entry]
    private let archive: OpaquePointer
    private let bytes: UnsafeMutableRawBufferPointer

    private static let maximumEntries = Limit.exportMembers
    /// The most bytes of one unpacked entry: a thousand times the largest real export.
    private static let maximumSize = Limit.exportMember
    /// The highest compression; lists of links shrink to a tenth at best. Entries up to the first size may shrink more.
    private static let harmlessSize = Limit.exportHarmless, maximumRatio = Limit.exportRatio

    /// - Throws: ``SourceError`` with `corrupt`, also if another archive is before this archive, or `limit-exceeded`.
    package init(_ file: [UInt8]) throws(SourceError) {
        if let end = try ZipEnd(of: ByteArrayStream(file)), end.start > 0 { throw ZipEnd.joined }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, file.count), alignment: 16)
        bytes.copyBytes(from: file)
        guard let archive = Self.open(bytes, count: file.count) else {
            bytes.deallocate()
            throw SourceError(.corrupt, "the zip archive is damaged", .exportAgain)
        }
        do throws(SourceError) {
            entries = try Self.entries(of: archive, fileSize: file.count)
        } catch {
            zip_discard(archive)
            bytes.deallocate()
            throw error
        }
        (self.archive, self.bytes) = (archive, bytes)
    }

    deinit {
        zip_discard(archive)
        bytes.deallocate()
    }

    /// Unpacks an entry.
    ///
    /// - Throws: ``SourceError`` with `password-required`, `wrong-password`, `corrupt` or `limit-exceeded`.
    package func read(_ entry: Entry, passphrase: Passphrase?) throws(SourceError) -> [UInt8] {
        guard entry.size <= Self.maximumSize else {
            throw SourceError(
                .limitExceeded,
                "\"\(entry.name.printable(limit: 60))\" in the archive is larger than \(Self.maximumSize >> 20) MiB")
        }
        guard entry.size <= max(Self.harmlessSize, entry.packedSize * Self.maximumRatio) else {
            throw SourceError(
                .limitExceeded,
                "\"\(entry.name.printable(limit: 60))\" in the archive unpacks to more than \(Self.maximumRatio) times "
                    + "its size, as no list of accounts does")
        }
        // libzip also refuses it, but leaks memory.
        guard entry.encryption != .unknown else { throw Self.failure(Int32(ZIP_ER_ENCRNOTSUPP), entry) }
        if entry.isEncrypted, passphrase == nil {
            throw SourceError(.passphraseRequired, "the archive is encrypted and needs a passphrase")
        }
        if case .aes(let keyCount) = entry.encryption, let passphrase {
            try authenticate(entry, keyCount: keyCount, passphrase)
        }
        let file: OpaquePointer?
        if entry.isEncrypted, let passphrase {
            file = passphrase.utf8.withCString {
                zip_fopen_index_encrypted(archive, zip_uint64_t(entry.index), 0, $0)
            }
        } else {
            file = zip_fopen_index(archive, zip_uint64_t(entry.index), 0)
        }
        guard let file else {
            let code = zip_error_code_zip(zip_get_error(archive))
            throw Self.failure(code, entry)
        }
        defer { zip_fclose(file) }
        // One byte more than claimed: a longer entry is damaged.
        var content = [UInt8](repeating: 0, count: entry.size + 1)
        var count = 0
        while count < content.count {
            let read = content.withUnsafeMutableBytes {
                zip_fread(file, $0.baseAddress.map { $0 + count }, zip_uint64_t($0.count - count))
            }
            if read < 0 {
                let code = zip_error_code_zip(zip_file_get_error(file))
                // Authenticated entries have no CRC; some versions of libzip still compare it.
                if case .aes = entry.encryption, code == Int32(ZIP_ER_CRC), count == entry.size { break }
                throw Self.failure(code, entry)
            }
            if read == 0 { break }
            count += Int(read)
        }
        guard count == entry.size else { throw Self.failure(Int32(ZIP_ER_INCONS), entry) }
        content.removeLast()
        return content
    }

    /// Checks an AES entry's MAC over the ciphertext (WinZip's AE-1 and AE-2), before any of it is used.
    private func authenticate(_ entry: Entry, keyCount: Int, _ passphrase: Passphrase) throws(SourceError) {
        let raw = try rawBytes(of: entry)
        let saltCount = keyCount / 2, checkCount = 2, macCount = 10
        guard raw.count >= saltCount + checkCount + macCount else { throw Self.failure(Int32(ZIP_ER_INCONS), entry) }
        let ciphertext = Array(raw[(saltCount + checkCount)..<(raw.count - macCount)])
        let check: [UInt8], mac: [UInt8]
        do throws(CryptoError) {
            let keys = try KeyDerivation.pbkdf2(
                .sha1, passphrase: passphrase.utf8, salt: Array(raw[..<saltCount]), iterations: 1000,
                count: 2 * keyCount + checkCount)
            check = keys.withBytes { Array($0.suffix(checkCount)) }
            mac = Array(
                try Digest.sha1.hmac(key: keys.withBytes { Array($0[keyCount..<(2 * keyCount)]) }, ciphertext)
                    .prefix(macCount))
        } catch { throw SourceError(.limitExceeded, "\(error)") }
        guard ConstantTime.areEqual(check, Array(raw[saltCount..<(saltCount + checkCount)])),
            ConstantTime.areEqual(mac, Array(raw.suffix(macCount)))
        else { throw Self.failure(Int32(ZIP_ER_WRONGPASSWD), entry) }
    }

    /// The entry's bytes in the archive, encrypted and compressed.
    private func rawBytes(of entry: Entry) throws(SourceError) -> [UInt8] {
        guard let file = zip_fopen_index(archive, zip_uint64_t(entry.index), zip_flags_t(ZIP_FL_ENCRYPTED))
        else { throw Self.failure(Int32(ZIP_ER_INCONS), entry) }
        defer { zip_fclose(file) }
        var raw = [UInt8](repeating: 0, count: entry.packedSize)
        let count = zip_fread(file, &raw, zip_uint64_t(raw.count))
        guard count == raw.count else { throw Self.failure(Int32(ZIP_ER_INCONS), entry) }
        return raw
    }

    private static func encryption(_ method: UInt16) -> Entry.Encryption {
        switch Int32(method) {
        case Int32(ZIP_EM_NONE): .none
        case Int32(ZIP_EM_TRAD_PKWARE): .zipCrypto
        case Int32(ZIP_EM_AES_128): .aes(keyCount: 16)
        case Int32(ZIP_EM_AES_192): .aes(keyCount: 24)
        case Int32(ZIP_EM_AES_256): .aes(keyCount: 32)
        default: .unknown
        }
    }

    /// ZipCrypto checks a passphrase by one byte: one wrong passphrase in 256 passes, and then the CRC is wrong.
    private static func failure(_ code: Int32, _ entry: Entry) -> SourceError {
        switch code {
        case Int32(ZIP_ER_COMPNOTSUPP), Int32(ZIP_ER_ENCRNOTSUPP):
            SourceError(.unsupportedVersion, "the archive is compressed or encrypted in an unknown way")
        case Int32(ZIP_ER_MEMORY): SourceError(.limitExceeded, "not enough memory for the archive")
        case _ where entry.isEncrypted: SourceError(.wrongPassphrase, "wrong passphrase (or the archive is damaged)")
        default: SourceError(.corrupt, "the zip archive is damaged", .exportAgain)
        }
    }

    private static func open(_ bytes: UnsafeMutableRawBufferPointer, count: Int) -> OpaquePointer? {
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        guard let source = zip_source_buffer_create(bytes.baseAddress, zip_uint64_t(count), 0, &error) else {
            return nil
        }
        if let archive = zip_open_from_source(source, Int32(ZIP_RDONLY), &error) { return archive }
        zip_source_free(source)
        return nil
    }

    private static func entries(of archive: OpaquePointer, fileSize: Int) throws(SourceError) -> [Entry] {
        let count = zip_get_num_entries(archive, 0)
        guard count <= maximumEntries else {
            throw SourceError(.limitExceeded, "the archive contains \(count) files, the limit is \(maximumEntries)")
        }
        var entries: [Entry] = []
        for index in 0..<max(0, Int(count)) {
            var facts = zip_stat_t()
            guard zip_stat_index(archive, zip_uint64_t(index), 0, &facts) == 0, let name = facts.name,
                let size = Int(exactly: facts.size), let packedSize = Int(exactly: facts.comp_size),
                packedSize <= fileSize
            else { throw SourceError(.corrupt, "the zip archive is damaged", .exportAgain) }
            entries.append(
                Entry(
                    index: index, name: String(cString: name).limitingMarks, size: size, packedSize: packedSize,
                    encryption: encryption(facts.encryption_method)))
        }
        return entries
    }
}
