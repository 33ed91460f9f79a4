import Synchronization
import TOTPImport
import Testing

/// Cancels a task from within.
private final class Canceller: Sendable {
    private let state = Mutex<(task: Task<Void, Never>?, isCancelled: Bool)>((nil, false))

    func use(_ task: Task<Void, Never>) {
        let isLate = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isLate { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}

@Suite struct CancellationTests {
    /// A reader of two encrypted files that asks for both passphrases, one after the other.
    private func reader(asking ask: @escaping @Sendable (PassphraseRequest) async -> Passphrase?) -> AccountReader {
        var reader = AccountReader()
        reader.concurrency = 1
        reader.askForPassphrase = ask
        return reader
    }

    private var encrypted: [ImportInput] {
        get throws {
            try ["first", "second"].map { .bytes(try Fixture.bytes("exports/aegis/encrypted.json"), named: $0) }
        }
    }

    @Test func noInputIsStartedAfterTheTaskWasCancelled() async throws {
        let asked = Mutex<[String]>([])
        let canceller = Canceller()
        let inputs = try encrypted
        let reader = reader { request in
            asked.withLock { $0.append(request.input) }
            canceller.cancel()
            return nil
        }
        let outcome = Mutex<String>("")
        let task = Task {
            do {
                _ = try await reader.read(inputs)
                outcome.withLock { $0 = "a result" }
            } catch is CancellationError { outcome.withLock { $0 = "cancelled" } } catch {
                outcome.withLock { $0 = "\(error)" }
            }
        }
        canceller.use(task)
        await task.value
        #expect(outcome.withLock { $0 } == "cancelled")
        #expect(asked.withLock { $0 } == ["first"])
    }

    @Test func aLoopOverStepsThrowsIfItsTaskIsCancelled() async throws {
        let canceller = Canceller()
        let inputs = try encrypted
        let reader = reader { _ in
            canceller.cancel()
            return nil
        }
        let outcome = Mutex<String>("")
        let task = Task {
            do {
                for try await case .finished in reader.steps(reading: inputs) { outcome.withLock { $0 = "a result" } }
                outcome.withLock { $0 += ", the end" }
            } catch is CancellationError { outcome.withLock { $0 = "cancelled" } } catch {
                outcome.withLock { $0 = "\(error)" }
            }
        }
        canceller.use(task)
        await task.value
        #expect(outcome.withLock { $0 } == "cancelled")
    }

    @Test func leavingALoopOverStepsCancelsReading() async throws {
        let inputs = try encrypted
        let (asked, question) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        let reader = reader { _ in
            question.finish()
            // Waits until reading is cancelled.
            let (never, hold) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            hold.finish()
            end.yield(Task.isCancelled)
            end.finish()
            return nil
        }
        for try await _ in reader.steps(reading: inputs) {
            for await _ in asked {}
            break
        }
        for await isCancelled in ended { #expect(isCancelled) }
    }

    @Test func aCancelledTaskWritesNothing() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await #expect(throws: CancellationError.self) { try await AccountWriter(format: "json").write([]) }
        }
        await task.value
    }
}
