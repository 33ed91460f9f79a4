import CWiping
import Platform
import Synchronization
import TOTPDomain
import TOTPImport

/// `codes --watch` on a terminal.
struct CodesScreen {
    private var screen: FullScreen<CodesModel>
    /// The files that the accounts were read from, and their states at that time.
    private let files: [(path: String, state: FileState?)]

    /// - Parameter files: a change of one of them is noticed.
    init(
        _ items: [Account], title: String, files: [String], isMasked: Bool, isGrouped: Bool, reporter: Reporter
    ) {
        screen = FullScreen(CodesModel(items, title: title, isMasked: isMasked, isGrouped: isGrouped), reporter)
        self.files = files.map { ($0, FileState($0)) }
    }

    /// Returns when the user leaves the screen, with the terminal as it was before.
    mutating func run() throws {
        // The process that will clear the clipboard.
        var clearing: Int32?
        let files = files
        try screen.run(orSay: "--watch needs a terminal; omit it") { model in
            if !model.isOutdated { model.isOutdated = files.contains { FileState($0.path) != $0.state } }
        } perform: { effect, model, write in
            guard case .copy(let item) = effect, let copied = try Self.copy(item, &model, write) else { return }
            // The clipboard has another code now.
            if let clearing { ClipboardClearing.stop(clearing) }
            clearing = copied.clearing
        }
    }

    /// - Returns: nil without a code.
    private static func copy(
        _ item: Account, _ model: inout CodesModel, _ write: (String) throws -> Void
    ) throws -> CodeCopy? {
        let now = Int64(Date().timeIntervalSince1970)
        var code = AccountCode(item, at: now)
        // This screen does not wait for the next code: services accept it early, and it is valid when it is pasted.
        let wait = code.secondsLeft.flatMap { $0 < CodeCopy.fewSeconds ? $0 : nil }
        if let wait { code = AccountCode(item, at: now + Int64(wait)) }
        guard var copy = CodeCopy(item, code, validIn: wait) else {
            model.show("\(item.label) has no code to copy")
            return nil
        }
        _ = try copy.copy { text in
            try write(text)
            return true
        }
        model.show(copy.message)
        return copy
    }
}

/// Enough of a file to notice that it was replaced or changed.
struct FileState: Equatable {
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil if the file does not exist.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        (inode, size) = (UInt64(status.st_ino), Int64(status.st_size))
        (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
    }
}

/// The stacks of the threads that run tasks: functions that have returned leave bytes there, also of secrets.
enum ThreadStacks {
    /// How long a thread waits for the others, which may be busy.
    private static let patience = Duration.milliseconds(100)

    /// Overwrites the unused part of each stack.
    ///
    /// Most often there are as many threads as cores; sometimes, one more that is not reached. The tasks wait for each
    /// other, so that each of them runs on another thread.
    static func wipe() async {
        let count = ProcessInfo.processInfo.activeProcessorCount
        let end = ContinuousClock.now + patience
        let arrivals = Arrivals()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    cwiping_stack()
                    arrivals.count.add(1, ordering: .relaxed)
                    while arrivals.count.load(ordering: .relaxed) < count, ContinuousClock.now < end {}
                }
            }
        }
        await MainActor.run { cwiping_stack() }
    }

    private final class Arrivals: Sendable {
        let count = Atomic(0)
    }
}
