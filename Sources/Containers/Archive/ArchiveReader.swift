import Encodings
import TOTPDomain

/// Reads the members of zip, tar and 7z archives; in memory, never on disk.
///
/// After a damaged member, a zip archive is opened again and read on after it: each member can be read alone.
final class ArchiveReader: ArchiveMembers {
    private let kind: ArchiveKind
    private let stream: any ByteStream
    private let padded: PaddedStream?
    private let passphrase: Passphrase?
    private var archive: LibArchive
    private var header: LibArchive.Header?
    /// The number of members that ``next()`` returned.
    private var position = 0
    private var restartsLeft: Int
    /// Whether members may be missing because of damage.
    private var hasSkipped = false
    /// Headers that were skipped.
    private var damageCount = 0
    /// Whether the file starts with another archive, which is not read.
    private var isJoined = false
    private(set) var isBroken = false
    private(set) var leftovers = Leftovers()

    init(_ stream: any ByteStream, _ kind: ArchiveKind, passphrase: Passphrase?) throws(SourceError) {
        (self.kind, self.passphrase) = (kind, passphrase)
        var padded = kind == .tar ? PaddedStream.reading(stream) : nil
        var stream: any ByteStream = padded ?? stream
        if kind == .zip, let file = stream as? any SeekableByteStream {
            // Without its end, libarchive reads the existing part and reports no error.
            let end = try ZipEnd(of: file)
            hasSkipped = end == nil
            leftovers = end?.leftovers ?? Leftovers()
            let start = end?.start ?? 0
            isJoined = start > 0
            stream = try LaterStream(file, from: start)
            if hasSkipped {
                padded = PaddedStream.reading(stream)
                stream = padded ?? stream
            }
        }
        (self.padded, self.stream) = (padded, stream)
        // After the damage of a truncated archive, there is nothing more to find.
        restartsLeft = kind == .zip && !hasSkipped ? Self.maximumRestarts : 0
        archive = try LibArchive(self.stream, .archive(kind), passphrase: passphrase)
    }

    func next() throws(SourceError) -> ArchiveMember? {
        header = nil
        while !isBroken {
            let next: LibArchive.Next
            do throws(LibArchive.Failure) { next = try archive.next() } catch { throw broken(error) }
            switch next {
            case .damage:
                hasSkipped = true
                damageCount += 1
                guard damageCount <= Limit.archiveDamage else { throw broken(.broken("")) }
            case .end:
                isBroken = true
                guard !hasSkipped, kind != .tar || padded?.endsWithZeros == true else { throw Self.damaged }
                if isJoined { throw ZipEnd.joined }
            case .header(let header):
                position += 1
                self.header = header
                padded?.memberSize = header.size ?? 0
                return ArchiveMember(
                    name: header.name ?? "member \(position)", kind: header.kind, isEncrypted: header.isEncrypted)
            }
        }
        return nil
    }

    func content(limit: Int) throws(SourceError) -> [UInt8] {
        guard let header else { return [] }
        if header.isEncrypted, kind == .sevenZip { throw Self.unknownEncryption }
        if header.isEncrypted, passphrase == nil { throw Self.passphraseRequired }
        if let size = header.size, size > limit { throw .tooLarge(limit) }
        // One byte more than claimed, so that the end is noticed without growing.
        var bytes = [UInt8](repeating: 0, count: min(header.size ?? 0, Self.largestReservation) + 1)
        var count = 0
        do throws(LibArchive.Failure) {
            while case let read = try archive.read(into: &bytes, from: count), read > 0 {
                count += read
                guard count <= limit else { throw LibArchive.Failure.member(Self.tooLargeText) }
                if count == bytes.count { bytes += [UInt8](repeating: 0, count: min(count, limit + 1 - count)) }
            }
        } catch { throw failure(error, header, limit) }
        // The library takes a name that ends in / for a folder, and gives no content.
        guard count > 0 || header.size ?? 0 == 0 else { throw Self.unreadableName }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Each restart reads the headers again.
    private static let maximumRestarts = Limit.archiveRestarts
    /// A larger member grows as it is read, whatever its header claims.
    private static let largestReservation = 16 << 20
    private static let tooLargeText = "too large"

    // MARK: - Failures

    private func broken(_ failure: LibArchive.Failure) -> SourceError {
        isBroken = true
        if case .stream(let error) = failure { return error }
        return archive.isEncrypted ? Self.unknownEncryption : Self.damaged
    }

    private func failure(_ failure: LibArchive.Failure, _ header: LibArchive.Header, _ limit: Int) -> SourceError {
        let text: String
        switch failure {
        case .stream(let error):
            isBroken = true
            return error
        case .broken(let message):
            text = message
            restart()
        case .member(let message):
            if message == Self.tooLargeText { return .tooLarge(limit) }
            text = message
        }
        if header.isEncrypted { return Self.wrongPassphrase }
        if isBroken { return Self.damaged }
        return text.contains("nsupported") ? Self.unknownCompression : Self.damagedMember
    }

    /// Opens the archive again and skips the members so far.
    private func restart() {
        isBroken = true
        guard restartsLeft > 0, var stream = stream as? any SeekableByteStream else { return }
        restartsLeft -= 1
        do {
            try stream.seek(to: 0)
            archive = try LibArchive(stream, .archive(kind), passphrase: passphrase)
            for _ in 0..<position {
                guard case .header = try archive.next() else { return }
            }
            isBroken = false
        } catch {
            // The archive stays broken, and the failure that led here is reported.
        }
    }

    private static let damaged = SourceError(
        .corrupt, "the archive is damaged or cut off", .copyAgain(from: "its source"))
    private static let damagedMember = SourceError(
        .corrupt, "damaged in the archive", "copy the archive again from its source")
    private static let unreadableName = SourceError(
        .corrupt, "a file whose name ends in /, as only those of folders do", "pack it again under another name")
    private static let unknownCompression = SourceError(
        .unsupportedVersion, "compressed in a way that this program cannot read",
        "unpack the archive and name the folder"
    )
    private static let unknownEncryption = SourceError(
        .unsupportedVersion, "encrypted in a way that this program cannot read",
        "unpack the archive and name the folder")
    private static let passphraseRequired = SourceError(
        .passphraseRequired, "the archive is encrypted and needs a passphrase")
    private static let wrongPassphrase = SourceError(.wrongPassphrase, "wrong passphrase (or the archive is damaged)")
}

extension SourceError {
    /// The error for content of more bytes than a limit.
    static func tooLarge(_ limit: Int) -> SourceError {
        SourceError(.tooLarge, "larger than \(limit >> 20) MiB, the most that is read")
    }
}

/// Opens archives with libarchive, e-mail files, and documents.
package struct LibArchiveOpener: ArchiveOpener {
    package let headByteCount = MailHead.byteCount
    private static let sevenZipSignature: [UInt8] = [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]

    package init() {}

    package func kind(of head: [UInt8]) -> ArchiveKind? {
        if ZipEnd.startsArchive(head) { return .zip }
        if head.starts(with: Self.sevenZipSignature) { return .sevenZip }
        if TarHeader.matches(head) { return .tar }
        if MailHead.matches(head) { return .mail }
        // Other documents are zip archives.
        return PageText.matches(head) ? .document : nil
    }

    package func open(
        _ stream: any ByteStream, _ kind: ArchiveKind, passphrase: Passphrase?
    ) throws(SourceError) -> any ArchiveMembers {
        if kind == .mail { return try MailReader(stream) }
        if kind == .document {
            var stream = stream
            return try DocumentReader(stream.bytes(upTo: Limit.input + 1))
        }
        return try ArchiveReader(stream, kind, passphrase: passphrase)
    }
}
