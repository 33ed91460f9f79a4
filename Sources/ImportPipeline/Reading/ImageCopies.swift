import Synchronization
import TOTPDomain

/// Scans images with the same bytes once, whichever task is first.
final class ImageCopies: Sendable {
    typealias Outcome = Result<ImageScan, SourceError>

    /// A value for the bytes of an image, nil if it cannot be computed. Different bytes must have different values.
    private let fingerprint: @Sendable ([UInt8]) -> UInt128?
    private let state = Mutex(State())

    fileprivate struct State {
        /// Images that are being scanned, each with the tasks that wait for the result.
        var running: [UInt128: [CheckedContinuation<Outcome?, Never>]] = [:]
        var done: [UInt128: Kept] = [:]
        /// The result of images without anything to remember, by the kind of the image.
        var nothing: [SourceContent.ImageKind: Kept] = [:]
        /// How many images have a result of their own.
        var ownCount = 0
    }

    fileprivate final class Kept: Sendable {
        let outcome: Outcome

        init(_ outcome: Outcome) { self.outcome = outcome }
    }

    /// Memory must not grow with the number of images. Most images have no code and need a few bytes. Only the first
    /// images with codes are remembered; copies of later images are scanned again.
    fileprivate static let (mostImages, mostOwn) = (1 << 17, 256)

    init(fingerprint: @escaping @Sendable ([UInt8]) -> UInt128?) { self.fingerprint = fingerprint }

    /// - Parameter scan: called unless an image with the same bytes was scanned.
    /// - Returns: its result, and the fingerprint of the bytes.
    func scan(
        _ bytes: [UInt8], _ scan: () throws(SourceError) -> ImageScan
    ) async -> (outcome: Outcome, fingerprint: UInt128?) {
        guard let fingerprint = fingerprint(bytes) else { return (Self.outcome(scan), nil) }
        let isFirst = state.withLock { state in
            if state.done[fingerprint] != nil || state.running[fingerprint] != nil { return false }
            state.running[fingerprint] = []
            return true
        }
        guard isFirst else { return (await outcome(of: fingerprint) ?? Self.outcome(scan), fingerprint) }
        let outcome = Self.outcome(scan)
        let waiting = state.withLock { state in
            state.keep(outcome, of: fingerprint)
            return state.running.removeValue(forKey: fingerprint) ?? []
        }
        for task in waiting { task.resume(returning: outcome) }
        return (outcome, fingerprint)
    }

    /// The result of an image that was scanned or is being scanned; nil if it was not kept.
    private func outcome(of fingerprint: UInt128) async -> Outcome? {
        await withCheckedContinuation { continuation in
            let isWaiting = state.withLock { state in
                guard state.running[fingerprint] != nil else { return false }
                state.running[fingerprint]?.append(continuation)
                return true
            }
            if !isWaiting { continuation.resume(returning: state.withLock { $0.done[fingerprint]?.outcome }) }
        }
    }

    private static func outcome(_ scan: () throws(SourceError) -> ImageScan) -> Outcome {
        Result { () throws(SourceError) in try scan() }
    }
}

extension ImageCopies.State {
    fileprivate mutating func keep(_ outcome: ImageCopies.Outcome, of fingerprint: UInt128) {
        guard done.count < ImageCopies.mostImages else { return }
        if case .success(let scan) = outcome, scan.isNothing {
            let kept = nothing[scan.kind] ?? ImageCopies.Kept(outcome)
            nothing[scan.kind] = kept
            done[fingerprint] = kept
        } else if ownCount < ImageCopies.mostOwn {
            ownCount += 1
            done[fingerprint] = ImageCopies.Kept(outcome)
        }
    }
}

extension ImageScan {
    /// Whether it only says which kind of image was read.
    fileprivate var isNothing: Bool {
        codes.isEmpty && unread == 0 && !isPartial && doubts.isEmpty && warnings.isEmpty && pictures.isEmpty
            && pages.count < 2 && pages.allSatisfy { $0.background == .white }
    }
}

/// Finds the images that have the same bytes as an earlier image.
package struct CopyTally {
    /// The name of the first image with a fingerprint.
    private var names: [UInt128: String] = [:]

    package init() {}

    /// Notes the first image with the same bytes in the result of each later image. To be called in input order.
    package mutating func note(_ result: inout SourceResult) {
        guard let fingerprint = result.fingerprint else { return }
        if let name = names[fingerprint] {
            result.copyOf = name
        } else {
            names[fingerprint] = result.name
        }
    }
}

/// Finds the folders and archives in which nothing at all could be read: they were most likely named by mistake.
package struct FolderTally {
    /// Whether everything in a folder was skipped, by its name.
    private var folders: [String: Bool] = [:]
    /// In the order of the inputs.
    private var names: [String] = []
    /// Folders whose error is known already.
    private var failed: Set<String> = []
    private var archives: Set<String> = []
    private var documents: Set<String> = []
    /// Documents with a drawing that was not looked into.
    private var drawings: Set<String> = []
    /// Why the first table of a document is not read.
    private var refusals: [String: SourceError] = [:]

    package init() {}

    package mutating func add(_ result: SourceResult) {
        guard let folder = result.folder else {
            if result.status == .failed { failed.insert(result.name) }
            return
        }
        add(folder, isSkipped: result.status == .skipped)
        guard result.isMember, result.name.hasPrefix("\(folder):") else { return }
        archives.insert(folder)
        if result.isInDocument, !result.name.dropFirst(folder.count + 1).contains(":") { documents.insert(folder) }
        if result.skippedInput?.kind == .drawing { drawings.insert(folder) }
        if documents.contains(folder), refusals[folder] == nil { refusals[folder] = result.refusal }
    }

    mutating func add(_ folder: String, isSkipped: Bool) {
        if folders[folder] == nil { names.append(folder) }
        folders[folder] = isSkipped && folders[folder] ?? true
    }

    /// A failure for each such folder.
    package var failures: [SourceResult] {
        names.filter { folders[$0] == true && !failed.contains($0) }.map { name in
            let failure = refusals[name] ?? failure(of: name)
            return SourceResult(Input(name: name, location: .unreadable(failure)), failure: failure)
        }
    }

    private func failure(of name: String) -> SourceError {
        if documents.contains(name), drawings.contains(name) {
            return SourceError(
                .emptyFolder, "a drawing (SVG) in this document was not drawn, and nothing else was found",
                .text(
                    "take a screenshot of the QR code in it, or install librsvg2-bin (brew: librsvg)",
                    onPage: "take a screenshot of the QR code in it, and drop that"))
        }
        if documents.contains(name) {
            return SourceError(
                .emptyFolder, "no link, QR code or table of accounts in this document",
                "take a screenshot of each QR code in it, or write each link on a line of a text file")
        }
        return archives.contains(name)
            ? SourceError(.emptyFolder, "no image or known export in this archive", .nameArchive)
            : SourceError(.emptyFolder, "no image or known export in this folder", .nameFolder)
    }
}
