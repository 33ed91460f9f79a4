import Dispatch

/// Lets as many pieces of work run at once as there are cores, on separate threads: the threads of the other tasks stay
/// free to answer at once, however long an image or a key derivation takes.
///
/// Requests beyond that wait, and there are never more of them than connections.
actor Workers {
    let count: Int
    private let threads = WorkerThreads()
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
        self.count = count
        free = count
    }

    private func begin() async {
        if free > 0 {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func end() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }

    nonisolated func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        await begin()
        let result: Result<Value, any Error>
        do { result = .success(try await Task(executorPreference: threads, operation: work).value) } catch {
            result = .failure(error)
        }
        await end()
        return try result.get()
    }
}

/// Threads for work that takes long.
private final class WorkerThreads: TaskExecutor {
    private let queue = DispatchQueue(label: "totp-import web", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
