internal import ImportPipeline
internal import Synchronization

/// The progress of reading.
public struct ReadingProgress: Sendable, Hashable {
    /// The input, or member of an archive, that was started last.
    public var input: String
    /// The number of this input, from 1. Each file of a folder is an input.
    public var number: Int
    /// The number of inputs.
    public var count: Int
    /// The number of files that were read: inputs, and members of archives.
    public var filesRead: Int

    /// From 0 to 1; it never goes back.
    public var fraction: Double { count > 0 ? Double(number - 1) / Double(count) : 0 }
}

final class ProgressTally: Sendable {
    private let state = Mutex(ReadingProgress(input: "", number: 1, count: 0, filesRead: 0))
    private let report: @Sendable (ReadingProgress) -> Void

    init(_ report: @escaping @Sendable (ReadingProgress) -> Void) { self.report = report }

    func start(_ input: Input) {
        change { progress in
            progress.input = input.name
            progress.number = max(progress.number, input.number?.number ?? 1)
            progress.count = input.number?.count ?? progress.count
        }
    }

    func finish() { change { $0.filesRead += 1 } }

    /// Reports under the lock, so that states are reported in their order.
    private func change(_ body: (inout ReadingProgress) -> Void) {
        state.withLock { progress in
            body(&progress)
            report(progress)
        }
    }
}

/// The steps of reading inputs: the progress, and at the end the result.
///
/// A slow loop misses steps, but never the last step.
public struct ReadingSteps: AsyncSequence, Sendable {
    let reader: AccountReader
    let inputs: [ImportInput]

    public enum Step: Sendable {
        case reading(ReadingProgress)
        /// The last step.
        case finished(ImportResult)
    }

    public struct Iterator: AsyncIteratorProtocol {
        private var steps: AsyncThrowingStream<Step, any Error>.Iterator

        init(_ reader: AccountReader, _ inputs: [ImportInput]) {
            let stream = AsyncThrowingStream<Step, any Error>(bufferingPolicy: .bufferingNewest(1)) { continuation in
                let task = Task {
                    do {
                        let result = try await reader.read(inputs) { continuation.yield(.reading($0)) }
                        continuation.yield(.finished(result))
                        continuation.finish()
                    } catch { continuation.finish(throwing: error) }
                }
                continuation.onTermination = { _ in task.cancel() }
            }
            steps = stream.makeAsyncIterator()
        }

        /// - Throws: `CancellationError` if the task of the loop is cancelled, and the errors of
        ///   ``AccountReader/read(_:)``.
        public mutating func next() async throws -> Step? {
            let step = try await steps.next()
            if step == nil { try Task.checkCancellation() }
            return step
        }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(reader, inputs) }
}
