#if Web
    import CWiping
    import Platform
    import Synchronization

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
            let arrivals = Atomic(0)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<count {
                    group.addTask { @Sendable in
                        cwiping_stack()
                        arrivals.add(1, ordering: .relaxed)
                        while arrivals.load(ordering: .relaxed) < count, ContinuousClock.now < end {}
                    }
                }
            }
            await MainActor.run { cwiping_stack() }
        }
    }
#endif
