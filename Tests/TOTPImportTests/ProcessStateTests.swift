import FixtureSupport
import Platform
import TOTPImport
import Testing

/// An app has its own signal handlers, locale and folder: the library must leave them alone.
@Suite struct ProcessStateTests {
    private struct State: Equatable {
        var handlers: [[UInt8]]
        var locale: String
        var folder: String

        init() {
            handlers = [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGSEGV].map { signal in
                var action = sigaction()
                sigaction(signal, nil, &action)
                // The handler is the first member; the others have padding.
                return withUnsafeBytes(of: &action) { Array($0.prefix(MemoryLayout<UInt>.size)) }
            }
            locale = setlocale(LC_ALL, nil).map { String(cString: $0) } ?? ""
            var path = [CChar](repeating: 0, count: Int(PATH_MAX))
            folder = getcwd(&path, path.count).map { String(cString: $0) } ?? ""
        }
    }

    @Test func nothingOfTheProcessIsChanged() async throws {
        // The tests of the page are in this process, and swift-nio does the same when its first server starts.
        signal(SIGPIPE, SIG_IGN)
        let before = State()
        var reader = AccountReader()
        reader.passphrases = [Passphrase("not the passphrase of any of them")]
        let result = try await reader.read(
            ["images/google-parts", "images/damaged", "exports/aegis", "exports/enpass"].map {
                .path(Fixture.path($0))
            })
        _ = try await AccountWriter(format: "qr").write(result.accounts)
        _ = try await LinkValidator().check([.path(Fixture.path("images/text"))])
        #expect(State() == before)
    }
}
