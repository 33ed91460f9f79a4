import CFuzzer

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// fuzz-totp-import TARGET [libFuzzer's arguments]; without a target it prints the names of all.
guard CommandLine.argc > 1, let target = FuzzTarget.all.first(where: { $0.name == CommandLine.arguments[1] }) else {
    FuzzTarget.all.forEach { print($0.name) }
    exit(CommandLine.argc > 1 ? 64 : 0)
}
FuzzRun.start(target)
