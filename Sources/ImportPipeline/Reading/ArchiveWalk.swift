import Encodings
import SafeFile
import TOTPDomain

/// Reads an archive like a folder: each member is an input, in the archive's order.
///
/// One member is unpacked at a time, into memory.
final class ArchiveWalk {
    /// The name of the archive, as an input.
    private let archive: Input
    private let kind: ArchiveKind
    private let reader: SourceReader
    let budget: ArchiveBudget
    /// The order in which inputs ask for passphrases.
    var prompts: PromptOrder?
    /// Opens the archive again, from its start.
    private let reopen: (Passphrase) throws(SourceError) -> any ArchiveMembers
    private var members: any ArchiveMembers
    private let fileState: FileState?

    /// The number of members so far, including skipped members.
    private var position = 0
    /// Files that were read.
    private var readCount = 0
    /// Whether no member has become an input yet.
    private var isEmpty = true
    private var isAtEnd = false
    /// Names that lead out of the archive, and the first of them.
    private var outside: (count: Int, first: String) = (0, "")
    /// Earlier versions and locks of vaults.
    private var companions = ArchivedCompanions()
    /// Hidden folders and files that were counted.
    private var hidden: Set<String> = []
    /// Whether the passphrase is known.
    private var isOpened = false
    private var passphraseFailure: SourceError?
    /// Whether the archive counts as a file without accounts.
    private var isOrdinary = false
    /// Errors of the archive as a whole, which come last.
    private var failures: [SourceError] = []

    /// - Parameter members: from the start.
    init(
        _ archive: Input, _ kind: ArchiveKind, _ members: any ArchiveMembers, reader: SourceReader,
        budget: ArchiveBudget,
        reopen: @escaping (Passphrase) throws(SourceError) -> any ArchiveMembers
    ) {
        (self.archive, self.kind, self.members) = (archive, kind, members)
        fileState = archive.file.flatMap { FileState($0) }
        (self.reader, self.budget, self.reopen) = (reader, budget, reopen)
        budget.isEnforced = true
    }

    /// The next input, nil at the end. Problems of the archive are inputs as well, with its name.
    func next() async -> Input? {
        while !isAtEnd {
            do throws(SourceError) {
                guard !budget.isExhausted, let member = try members.next() else {
                    end()
                    break
                }
                position += 1
                try budget.addMember()
                if let input = try await input(for: member) {
                    isEmpty = false
                    return input
                }
            } catch { end(error) }
        }
        if let input = companions.next() { return input }
        guard isOrdinary || !failures.isEmpty else { return nil }
        let location: Input.Location = isOrdinary ? .skipped(.content) : .unreadable(failures.removeFirst())
        isOrdinary = false
        var input = Input(name: archive.name, location: location, folder: archive.folder)
        input.container = archive.file
        return input
    }

    private func end(_ failure: SourceError? = nil) {
        isAtEnd = true
        if let failure {
            let read = counted(readCount, "file before that was", plural: "files before that were")
            failures.append(failure.saying(failure.problem + (readCount > 0 ? " (\(read) read)" : "")))
        }
        if let passphraseFailure { failures.append(passphraseFailure) }
        if outside.count > 0 {
            let names = counted(outside.count, "name leads", plural: "names lead")
            failures.append(
                SourceError(
                    .limitExceeded,
                    "\(names) out of the archive, such as \"\(outside.first.printable(limit: 60))\", and these files are not read",
                    "unpack the archive into an empty folder and name that"))
        }
        if isEmpty, companions.isEmpty, failures.isEmpty, !budget.isExhausted {
            // A message without parts is an ordinary file.
            if kind == .mail, archive.folder != nil { return isOrdinary = true }
            failures.append(SourceError(.emptyFolder, "no file to read in this archive", .nameArchive))
        }
    }

    /// - Returns: nil for a folder, and for further files of a hidden folder that is already counted.
    /// - Throws: ``SourceError`` if nothing more can be read.
    private func input(for member: ArchiveMember) async throws(SourceError) -> Input? {
        let path = MemberPath(member.name)
        if member.kind == .folder { return nil }
        if path.isOutside {
            if outside.count == 0 { outside.first = path.text }
            outside.count += 1
            return input(path.text, .skipped(.refusedMember))
        }
        if let prefix = path.hidden {
            return hidden.insert(prefix).inserted ? input(prefix, .skipped(.hidden)) : nil
        }
        guard member.kind == .file else { return input(path.text, .skipped(.specialFile)) }
        do throws(SourceError) {
            let limit = min(reader.settings.limits.sourceBytes, budget.remaining(for: kind))
            let bytes: [UInt8]?
            if member.isEncrypted, !isOpened, kind == .zip {
                bytes = try await firstContent(limit: limit)
            } else {
                bytes = try members.content(limit: limit)
            }
            guard let bytes else { return input(path.text, .skipped(.refusedMember)) }
            try budget.add(unpacked: bytes.count)
            readCount += 1
            let member = input(path.text, .memory(bytes))
            return try companions.hold(member, path.text, bytes) ? nil : member
        } catch {
            if members.isBroken || budget.isExhausted { throw error }
            if error.code == .tooLarge, budget.remaining(for: kind) < reader.settings.limits.sourceBytes {
                throw budget.exceeded()
            }
            return input(path.text, .unreadable(error))
        }
    }

    private func input(_ path: String, _ location: Input.Location) -> Input {
        var input = Input(name: "\(archive.name):\(path)", location: location, folder: archive.folder ?? archive.name)
        let isInDocument = kind == .document
        let isOutsideParts =
            kind == .mail && path.split(separator: "/").last?.hasPrefix(ArchiveMember.textOutsideParts) == true
        input.place = MemberPlace(
            path: path, archive: isInDocument ? nil : archive.path, isInDocument: isInDocument,
            isOfMessage: kind == .mail, isOutsideParts: isOutsideParts, fileState: fileState,
            leftovers: members.leftovers)
        input.container = archive.file
        input.doubt = archive.doubt
        return input
    }

    /// Returns the content of the file with this path; nil if the file does not exist.
    ///
    /// Encrypted files are opened with the passphrase that was used last.
    func content(at path: String, limit: Int) throws(SourceError) -> [UInt8]? {
        if let passphrase = reader.known.inOrder.first { members = try reopen(passphrase) }
        while let member = try members.next() {
            try budget.addMember()
            guard member.kind == .file, MemberPath(member.name).text == path else { continue }
            return try members.content(limit: min(limit, budget.remaining(for: kind)))
        }
        return nil
    }

    /// The names of the files in a folder.
    ///
    /// - Parameter folder: with a slash at its end; empty for the outermost folder.
    func names(in folder: String) throws(SourceError) -> [String] {
        var names: [String] = []
        while let member = try members.next() {
            try budget.addMember()
            let path = MemberPath(member.name).text
            guard member.kind == .file, path.hasPrefix(folder) else { continue }
            let name = path.dropFirst(folder.count)
            if !name.contains("/") { names.append(String(name)) }
        }
        return names
    }

    // MARK: - Passphrases

    /// The content of the first encrypted member; its passphrase is used for all later members.
    ///
    /// - Returns: nil if no passphrase opens it; the members that are not encrypted are still read.
    /// - Throws: ``SourceError`` if the member is too large to be read.
    private func firstContent(limit: Int) async throws(SourceError) -> [UInt8]? {
        guard passphraseFailure == nil else { return nil }
        var failure = SourceError(.passphraseRequired, "the archive is encrypted and needs a passphrase")
        let question = PassphraseQuestion(input: archive.name, app: "zip archive", place: archive.number)
        var attempts = PassphraseAttempts(reader.known, reader.settings.passphrases, question)
        while let candidate = await attempts.next(turn: { [prompts] in await prompts?.waitForAll() }) {
            if let content = try content(with: candidate, limit, &failure) { return content }
        }
        if attempts.isSkipped { failure = .skippedByUser }
        passphraseFailure = failure
        return nil
    }

    private func content(
        with passphrase: Passphrase, _ limit: Int, _ failure: inout SourceError
    ) throws(SourceError) -> [UInt8]? {
        do throws(SourceError) {
            let candidate = try reopen(passphrase)
            for _ in 0..<position { _ = try candidate.next() }
            let content = try candidate.content(limit: limit)
            members = candidate
            isOpened = true
            reader.known.opened(with: passphrase)
            return content
        } catch {
            if error.code == .tooLarge { throw error }
            failure = error
            return nil
        }
    }
}

/// The path of a member in its archive.
struct MemberPath {
    /// For messages and reports, without `./` at the start.
    let text: String
    /// Whether it leads out of the folder into which the archive would be unpacked.
    ///
    /// Files are never unpacked to disk, but only a malicious archive has such names.
    let isOutside: Bool
    /// The part up to the first hidden folder or file; nil if nothing is hidden.
    let hidden: String?

    init(_ name: String) {
        let parts = name.split(separator: "/").filter { $0 != "." }
        let isDrive = name.utf8.count > 2 && name.utf8.dropFirst().first == ASCII.colon
        isOutside =
            name.hasPrefix("/") || name.hasPrefix("\\") || (isDrive && "/\\".contains(name.dropFirst(2).prefix(1)))
            || name.split { $0 == "/" || $0 == "\\" }.contains("..")
        text = String((isOutside ? name : parts.joined(separator: "/")).prefix(Limit.memberName))
        hidden = parts.firstIndex { HiddenFile.isNamed($0) }
            .map { String(parts[...$0].joined(separator: "/").prefix(Limit.memberName)) }
    }
}
