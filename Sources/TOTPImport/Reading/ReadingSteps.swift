/// The steps of reading inputs: how far it is, and at the end the result.
///
/// A slow loop misses steps, never the last one.
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
