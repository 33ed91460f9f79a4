import Foundation
import Platform

extension Duration {
    /// The processor time of this thread for some work, which other tests do not change.
    package static func ofProcessor<Value>(_ work: () throws -> Value) rethrows -> (value: Value, time: Duration) {
        let start = threadTime
        let value = try work()
        return (value, threadTime - start)
    }

    private static var threadTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
