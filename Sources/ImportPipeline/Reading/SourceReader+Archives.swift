import Encodings
import Links
import Synchronization
import TOTPDomain

extension SourceReader {
    /// An input, as far as archives are concerned.
    enum Expansion {
        /// Not an archive; with its bytes, unpacked, if they cannot be read again.
        case input((any ByteStream)?)
        case archive(ArchiveWalk)
        case failure(SourceError)
    }

    /// Looks whether an input is an archive, itself or within a compression.
    ///
    /// - Parameter outer: the limits of the archive that the input is in.
    func expand(_ input: Input, _ outer: ArchiveBudget?) -> Expansion {
        switch input.location {
        case .unreadable, .skipped: return .input(nil)
        case .file, .standardInput, .memory: break
        }
        guard let archives else { return .input(nil) }
        var isRepeatable = true
        do throws(SourceError) {
            let source = try input.stream()
            let count = (source as? any SeekableByteStream)?.count
            isRepeatable = count != nil
            let budget = outer ?? ArchiveBudget(size: count)
            var stream: any ByteStream =
                outer == nil && count == nil ? MeteredStream(source, budget.add(packed:)) : source
            var head = try stream.bytes(upTo: archives.headByteCount)
            let compression = compression(of: head)
            if let compression {
                let packed = PeekedStream(head: head, rest: stream)
                stream = MeteredStream(try IdleStream(packed, compression), budget.add(streamed:))
                head = try stream.bytes(upTo: archives.headByteCount)
            }
            guard let kind = archives.kind(of: head), kind != .document || opensDocuments else {
                return .input(isRepeatable ? nil : PeekedStream(head: head, rest: stream))
            }
            let isFile = input.path != nil && isRepeatable && compression == nil
            let (walk, bytes) = try walk(input, kind, head, &stream, isFile: isFile, budget)
            if let walk { return .archive(walk) }
            return .input(isRepeatable ? nil : ByteArrayStream(bytes))
        } catch {
            // A repeatable input fails again, in its turn.
            return isRepeatable ? .input(nil) : .failure(error)
        }
    }

    /// The files in the same folder of an archive. Empty for an archive that can be read only once.
    func siblings(of place: MemberPlace) -> SiblingFiles {
        guard let archive = place.archive else { return .none }
        let parts = place.path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().map { "\($0)/" }.joined()
        let input = Input(name: archive, location: .file(path: archive))
        return SiblingFiles(
            name: String(parts.last ?? ""),
            folder: String(parts.dropLast().last ?? ""),
            names: { () throws(SourceError) in
                guard case .archive(let walk) = expand(input, nil) else { return [] }
                return try walk.names(in: folder)
            }
        ) { name throws(SourceError) in
            guard case .archive(let walk) = expand(input, nil) else { return nil }
            return try walk.content(at: folder + name, limit: settings.limits.sourceBytes)
        }
    }

    /// Opens an input that starts like an archive.
    ///
    /// - Parameter isFile: whether the archive is the whole of a regular file.
    /// - Returns: the archive, or nil and all bytes if it is something else: an app's export in a zip, a document.
    private func walk(
        _ input: Input, _ kind: ArchiveKind, _ head: [UInt8], _ stream: inout any ByteStream, isFile: Bool,
        _ budget: ArchiveBudget
    ) throws(SourceError) -> (walk: ArchiveWalk?, bytes: [UInt8]) {
        var input = input
        guard let archives else { return (nil, []) }
        func walk(
            as kind: ArchiveKind = kind, _ open: @escaping () throws(SourceError) -> any ByteStream
        ) throws(SourceError) -> ArchiveWalk {
            ArchiveWalk(
                input, kind, try archives.open(try open(), kind, passphrase: nil), reader: self, budget: budget
            ) { passphrase throws(SourceError) in
                try archives.open(try open(), kind, passphrase: passphrase)
            }
        }
        func document(_ bytes: [UInt8]) throws(SourceError) -> (walk: ArchiveWalk?, bytes: [UInt8]) {
            let content = SourceContent(bytes, as: settings.encoding)
            let isPage = content.kind == .text
            let document = isPage ? content.text : bytes
            input.doubt = isPage ? content.doubt : nil
            do throws(SourceError) {
                return (try walk(as: .document) { () throws(SourceError) in ByteArrayStream(document) }, bytes)
            } catch {
                // A document that is damaged, or has nothing to read, is reported by its kind.
                guard [.unrecognised, .corrupt].contains(error.code) else { throw error }
                return (nil, bytes)
            }
        }
        guard kind != .tar, kind != .mail else {
            // Their members are never encrypted, so they are opened once. In a file, unread members can be skipped.
            let members: any ByteStream =
                isFile && kind == .tar ? try input.stream() : PeekedStream(head: head, rest: stream)
            return (try walk { () throws(SourceError) in members }, [])
        }
        if kind == .document {
            let bytes = try whole(head, &stream)
            return isKnown(page: bytes) ? (nil, bytes) : try document(bytes)
        }
        let fileSize = isFile ? (stream as? any SeekableByteStream)?.count : nil
        // No format is a 7z archive, or larger than the limit.
        let isUnknown = kind == .sevenZip || fileSize ?? 0 > settings.limits.sourceBytes
        if fileSize == nil || !isUnknown {
            let bytes = try whole(head, &stream)
            switch isUnknown ? .archive : try kindOfZip(bytes, archives) {
            case .file: return (nil, bytes)
            case .document: return opensDocuments ? try document(bytes) : (nil, bytes)
            case .archive: break
            }
            if fileSize == nil { return (try walk { () throws(SourceError) in ByteArrayStream(bytes) }, []) }
        }
        // A file is read again in portions: the memory is for its members.
        return (try walk { () throws(SourceError) in try input.stream() }, [])
    }

    /// With `--from`, a page is a file of that format; with `--columns`, its tables are read so.
    private var opensDocuments: Bool { settings.forced == nil || settings.columns != nil }

    private enum ZipKind {
        /// An export of an app, or a program.
        case file
        case document, archive
    }

    private func kindOfZip(_ bytes: [UInt8], _ archives: any ArchiveOpener) throws(SourceError) -> ZipKind {
        let content = SourceContent(bytes)
        if settings.forced.map({ $0.recognizes(content) }) ?? !registry.candidates(for: content).isEmpty {
            return .file
        }
        let members = try archives.open(ByteArrayStream(bytes), .zip, passphrase: nil)
        for _ in 0..<Self.lookedAt {
            // A damaged archive is read as far as possible.
            guard let member = try? members.next() else { return .archive }
            if Self.namesOfDocuments.contains(member.name) { return .document }
            if Self.namesOfPrograms.contains(member.name) { return .file }
        }
        return .archive
    }

    /// Whether a page is read as a whole: as an export of an app, or as the page that this program writes.
    private func isKnown(page bytes: [UInt8]) -> Bool {
        let content = SourceContent(bytes)
        guard content.kind == .text else { return true }
        let candidates = registry.candidates(for: content)
        guard candidates.allSatisfy({ $0 is any LinkListFormat }) else { return true }
        return PaperPage.matches(bytes)
    }

    /// What a zip archive that is read as a whole contains apart from its members.
    func leftovers(zip bytes: [UInt8]) -> Leftovers {
        guard let archives else { return Leftovers() }
        // An archive that cannot be opened may have some.
        return (try? archives.open(ByteArrayStream(bytes), .zip, passphrase: nil))?.leftovers ?? Leftovers(.data)
    }

    /// Whether there is a link in the texts of an office document.
    func hasLink(inDocument content: SourceContent) -> Bool {
        guard content.kind == .zip, let archives,
            let members = try? archives.open(ByteArrayStream(content.bytes), .zip, passphrase: nil)
        else { return false }
        var remaining = settings.limits.textBytes
        for _ in 0..<Self.lookedAt {
            guard let member = try? members.next() else { return false }
            guard member.kind == .file, !member.isEncrypted, member.name.hasSuffix("ml"),
                let text = try? members.content(limit: remaining)
            else { continue }
            if FileKind.hasLink(in: text) { return true }
            remaining -= text.count
        }
        return false
    }

    /// The members that office documents, books and programs have, among their first.
    private static let namesOfDocuments: Set<String> = ["[Content_Types].xml", "mimetype"]
    private static let namesOfPrograms: Set<String> = ["META-INF/MANIFEST.MF", "AndroidManifest.xml"]
    private static let lookedAt = 100
}

/// Counts the entries of each archive: a small archive may contain many lists, each within its own limit.
final class ArchiveEntries: Sendable {
    private let limit: Int
    /// By the archive's name.
    private let counts = Mutex<[String: Int]>([:])

    init(limit: Int = Limit.archiveEntries) { self.limit = limit }

    /// - Throws: ``SourceError`` with `limit-exceeded` if an earlier member has exceeded the limit.
    func check(_ input: Input) throws(SourceError) { try add(0, of: input) }

    /// - Throws: ``SourceError`` with `limit-exceeded`; further members of the archive then fail as well.
    func add(_ count: Int, of input: Input) throws(SourceError) {
        guard let place = input.place else { return }
        let archive = String(input.name.dropLast(place.path.count + 1))
        let total = counts.withLock { counts in
            counts[archive, default: 0] += count
            return counts[archive, default: 0]
        }
        guard total <= limit else {
            throw SourceError(
                .limitExceeded, "more than \(limit) entries in the archive, the limit",
                "unpack it and import its files one by one")
        }
    }
}
