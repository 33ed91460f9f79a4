import Synchronization
@testable import TOTPImport
import Testing

@Suite struct ProgressTests {
    @Test func theStepsOfReadingNeverGoBackAndEndWithTheResult() async throws {
        var reader = AccountReader()
        reader.concurrency = 3
        let inputs = [ImportInput.path(Fixture.path("images/google-parts"))]
        var progress: [ReadingProgress] = []
        var results: [ImportResult] = []
        for try await step in reader.steps(reading: inputs) {
            switch step {
            case .reading(let step):
                #expect(results.isEmpty)
                progress.append(step)
            case .finished(let result): results.append(result)
            }
        }
        #expect(results.count == 1)
        #expect(results.first?.accounts.isEmpty == false)
        for (earlier, later) in zip(progress, progress.dropFirst()) {
            #expect(earlier.fraction <= later.fraction)
            #expect(earlier.filesRead <= later.filesRead)
            #expect(earlier.count == later.count)
        }
        #expect(progress.allSatisfy { 0...1 ~= $0.fraction && 1...$0.count ~= $0.number })
    }

    @Test func everyStepIsReportedInOrder() async throws {
        let log = Mutex<[ReadingProgress]>([])
        var reader = AccountReader()
        reader.concurrency = 1
        let inputs = try ["complete-1", "complete-2", "complete-3"].map { name in
            try Fixture.input("images/google-parts/\(name).png")
        }
        let result = try await reader.read(inputs) { step in log.withLock { $0.append(step) } }
        let steps = log.withLock { $0 }
        #expect(steps.map(\.number) == [1, 1, 2, 2, 3, 3])
        #expect(steps.map(\.filesRead) == [0, 1, 1, 2, 2, 3])
        #expect(steps.map(\.count) == [3, 3, 3, 3, 3, 3])
        #expect(steps.last?.input == "images/google-parts/complete-3.png")
        #expect(result.ledger.isComplete)
    }

    @Test func eachIterationReadsAgain() async throws {
        let steps = AccountReader().steps(reading: [try Fixture.input("exports/aegis/plain.json")])
        for _ in 0..<2 {
            var count = 0
            for try await case .finished(let result) in steps { count = result.accounts.count }
            #expect(count > 0)
        }
    }
}
