import FixtureSupport
import Foundation

/// Programs of the tests' own in a folder for the search path.
struct FakePrograms {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func install(_ name: String, _ script: String) throws {
        try folder.install(script: "#!/bin/sh\n\(script)\n", as: name)
    }

    /// Writes down how it is called, what it could know, and its limits.
    static let says =
        #"echo "$*" >> "$0.calls"; env > "$0.environment"; ls /proc/$$/fd > "$0.descriptors" 2>/dev/null; "#
        + #"cat /proc/$$/limits > "$0.limits" 2>/dev/null; "#

    /// Whether it has the standard streams, and the shell's own script.
    func hasOnlyStreams(_ name: String) throws -> Bool {
        let descriptors = try folder.text("\(name).descriptors").split(separator: "\n")
        return descriptors.filter { $0.count < 2 && $0 > "2" }.isEmpty
    }

    /// A limit of the system, as `/proc` has it: the soft and the hard one.
    func limit(_ words: String, of name: String) throws -> [String]? {
        let words = words.split(separator: " ")
        let lines = try folder.text("\(name).limits").split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true)
        }
        return lines.first { $0.starts(with: words) }.map { $0.dropFirst(words.count).prefix(2).map(String.init) }
    }

    /// Starts a program that never ends, and waits for it.
    static let hangs = #"sleep 600 & echo $! > "$0.sleeper"; cat > /dev/null; wait"#

    /// Whether the program that a hanging one started has ended.
    func hasEnded(startedBy name: String) throws -> Bool {
        guard let number = pid_t(try folder.text("\(name).sleeper").trimmingWhitespace) else { return false }
        let deadline = Date.now.addingTimeInterval(10)
        // Whoever adopts it may not have waited for it.
        while kill(number, 0) == 0, Date.now < deadline, !isZombie(number) { usleep(10_000) }
        return kill(number, 0) != 0 || isZombie(number)
    }

    private func isZombie(_ process: pid_t) -> Bool {
        (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?.contains(") Z ") == true
    }
}
