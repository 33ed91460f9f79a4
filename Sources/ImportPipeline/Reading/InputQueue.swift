import Encodings
import TOTPDomain

/// The inputs of a run, in order, with the members of an archive in its place.
///
/// An archive in an archive is read as well, but no deeper archives.
package final class InputQueue {
    private var inputs: ArraySlice<Input>
    private let prompts = PromptOrder()
    private var started: @Sendable (Input) -> Void = { _ in }
    /// How many inputs there are, and how many of them were taken.
    private let count: Int
    private var taken = 0
    private let reader: SourceReader
    /// The archives that are being read, the innermost last.
    private var walks: [ArchiveWalk] = []

    /// - Parameter reader: decides which inputs are archives.
    package init(_ inputs: [Input], _ reader: SourceReader) {
        self.inputs = inputs[...]
        count = inputs.count
        self.reader = reader
    }

    /// Works on every input, a few at once, with results in the order of the inputs.
    ///
    /// - Parameters:
    ///   - width: how many at once, at least 1. As many members of an archive are in memory.
    ///   - waiting: how many inputs may be taken and not yet collected.
    ///   - started: called with each input before it is opened.
    ///   - finished: called with each input, on the task that worked on it.
    ///   - work: with the input's turn to ask.
    ///   - collect: called with each value, in the order of the inputs.
    /// - Throws: errors of the closures, and `CancellationError` if the task was cancelled; work in progress ends
    ///   first.
    package func forEach<Value: Sendable>(
        width: Int, waiting: Int = .max, started: @escaping @Sendable (Input) -> Void = { _ in },
        finished: @escaping @Sendable (Input) -> Void = { _ in },
        _ work: @escaping @Sendable (Input, PromptTurn) async throws -> Value,
        collect: (Value) throws -> Void
    ) async throws {
        let prompts = prompts
        self.started = started
        try await BoundedTasks.run(width: width, waiting: waiting) { () async -> (Input, PromptTurn)? in
            guard let input = await next() else { return nil }
            return (input, PromptTurn(number: prompts.take(), order: prompts))
        } work: { input, turn in
            defer { prompts.finish(turn.number) }
            let value = try await work(input, turn)
            finished(input)
            return value
        } collect: {
            try collect($0)
        }
    }

    /// Returns the next input, nil at the end. An input that can be read only once is in memory.
    func next() async -> Input? {
        guard let opened = await nextOpened() else { return nil }
        guard var stream = opened.stream else { return opened.input }
        do throws(SourceError) {
            return opened.input.moved(to: .memory(try reader.whole([], &stream)))
        } catch { return opened.input.moved(to: .unreadable(error)) }
    }

    /// The next input, nil at the end; with its bytes, if they can be read only once.
    func nextOpened() async -> (input: Input, stream: (any ByteStream)?)? {
        while true {
            guard let input = await nextInput() else { return nil }
            switch reader.expand(input, walks.last?.budget) {
            case .input(let stream): return (input, stream)
            case .failure(let failure): return (input.moved(to: .unreadable(failure)), nil)
            case .archive(let walk):
                guard walks.count < Limit.archiveDepth else { return (input.moved(to: .unreadable(Self.tooDeep)), nil) }
                walk.prompts = prompts
                walks.append(walk)
            }
        }
    }

    private func nextInput() async -> Input? {
        while let walk = walks.last {
            if var input = await walk.next() {
                input.number = InputPlace(number: taken, count: count)
                started(input)
                return input
            }
            walks.removeLast()
        }
        guard var input = inputs.popFirst() else { return nil }
        taken += 1
        input.number = InputPlace(number: taken, count: count)
        started(input)
        return input
    }

    private static let tooDeep = SourceError(
        .limitExceeded, "an archive in an archive in an archive", "unpack the outer one and name the folder")
}
