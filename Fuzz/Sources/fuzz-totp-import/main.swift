import CFuzzer

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// fuzz-totp-import TARGET [libFuzzer's arguments]
guard CommandLine.argc > 1, let target = FuzzTarget(rawValue: CommandLine.arguments[1]) else {
    print("name a target: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    exit(64)
}
FuzzRun.start(target)
