import CFuzzer
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Hands the engine's inputs to one target.
enum FuzzRun {
    private static let target = Mutex<FuzzTarget?>(nil)

    static func start(_ chosen: FuzzTarget) {
        target.withLock { $0 = chosen }
        if chosen.name == "validate" {
            // The engine counts its own calls, each of them a thousand links and more.
            atexit { print("\(LinkFuzz.count.load(ordering: .relaxed)) links checked") }
        }
        // The engine must not take the target's name for a folder of inputs.
        var count = CommandLine.argc - 1
        let all = CommandLine.unsafeArgv
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = all + 1
        all[1] = all[0]
        _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
            let bytes = Array(UnsafeBufferPointer(start: data, count: size))
            FuzzRun.target.withLock { $0 }?.run(bytes)
            return 0
        }
    }
}
