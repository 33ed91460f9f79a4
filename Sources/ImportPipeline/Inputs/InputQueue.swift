import Encodings
import TOTPDomain

/// The inputs of a run, one after the other, with the members of an archive in its place.
///
/// An archive in an archive is read as well, but no deeper ones.
public final class InputQueue {
    private var inputs: ArraySlice<Input>
    private let reader: SourceReader
    /// The archives that are being read, the innermost last.
    private var walks: [ArchiveWalk] = []

    private static let maximumDepth = 2

    /// - parameter reader: decides what is an archive.
    public init(_ inputs: [Input], _ reader: SourceReader) {
        self.inputs = inputs[...]
        self.reader = reader
    }

    /// Works on every input, a few at once, with results in the order of the inputs.
    ///
    /// - parameters:
    ///   - width: how many at once, at least 1. As many members of an archive are in memory.
    ///   - waiting: how many inputs may be taken and not yet collected.
    ///   - finished: called with each input, on the task that worked on it.
    ///   - collect: called with each value, in the order of the inputs; may make it smaller.
    /// - throws: what the closures throw, and `CancellationError` if the task was cancelled; work in progress ends
    ///   first.
    public func map<Value: Sendable>(
        width: Int,
        waiting: Int = .max,
        finished: @escaping @Sendable (Input) -> Void = { _ in },
        _ work: @escaping @Sendable (Input) async throws -> Value,
        collect: (inout Value) throws -> Void = { _ in }
    ) async throws -> [Value] {
        var values: [Value] = []
        try await BoundedTasks.run(width: width, waiting: waiting) {
            await next()
        } work: { input in
            let value = try await work(input)
            finished(input)
            return value
        } collect: { value in
            var value = value
            try collect(&value)
            values.append(value)
        }
        return values
    }

    /// The next input, nil at the end. What can be read only once is in memory.
    func next() async -> Input? {
        guard let opened = await nextOpened() else { return nil }
        guard var stream = opened.stream else { return opened.input }
        var input = opened.input
        do throws(SourceError) {
            input.location = .memory(try reader.whole([], &stream))
        } catch {
            input.location = .unreadable(error)
        }
        return input
    }

    /// The next input, nil at the end; with its bytes, if they can be read only once.
    func nextOpened() async -> (input: Input, stream: (any ByteStream)?)? {
        while true {
            guard let input = await nextInput() else { return nil }
            switch reader.expand(input, walks.last?.budget) {
            case .input(let stream): return (input, stream)
            case .failure(let failure):
                var input = input
                input.location = .unreadable(failure)
                return (input, nil)
            case .archive(let walk):
                guard walks.count < Self.maximumDepth else {
                    var input = input
                    input.location = .unreadable(Self.tooDeep)
                    return (input, nil)
                }
                walks.append(walk)
            }
        }
    }

    private func nextInput() async -> Input? {
        while let walk = walks.last {
            if let input = await walk.next() { return input }
            walks.removeLast()
        }
        return inputs.popFirst()
    }

    private static let tooDeep = SourceError(
        .limitExceeded, "an archive in an archive in an archive; unpack the outer one and name the folder")
}
