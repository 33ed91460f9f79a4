import CWiping
import Platform
import Synchronization
import TOTPDomain
import TOTPImport

/// `codes --watch` on a terminal.
struct CodesScreen {
    private var screen: FullScreen<CodesModel>

    init(_ items: [TOTPItem], title: String, isMasked: Bool, reporter: Reporter) {
        screen = FullScreen(CodesModel(items, title: title, isMasked: isMasked), reporter)
    }

    /// Returns when somebody leaves, with the terminal as it was before.
    mutating func run() throws {
        // The process that will clear the clipboard.
        var clearing: Int32?
        try screen.run(orSay: "--watch needs a terminal; omit it") { item, model, write in
            let code = AccountCode(item, at: Int64(Date().timeIntervalSince1970))
            guard var copy = CodeCopy(item, code) else { return model.show("\(item.label) has no code to copy") }
            _ = try copy.copy { text in
                try write(text)
                return true
            }
            // The clipboard has another code now.
            if let clearing { ClipboardClearing.stop(clearing) }
            clearing = copy.clearing
            model.show(copy.message)
        }
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
