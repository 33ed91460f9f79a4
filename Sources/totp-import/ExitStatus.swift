import ArgumentParser

/// The exit codes of the contract (`Docs/cli.md`).
enum ExitStatus {
    /// Everything found was handled.
    static let done = ExitCode(0)
    /// Some entries or inputs were rejected; the rest was done.
    static let partial = ExitCode(1)
    /// Nothing could be done.
    static let nothing = ExitCode(2)
    /// A passphrase is wrong or missing.
    static let passphrase = ExitCode(3)

    /// Why a run ends with this code, if no other message explains it.
    static func explanation(of status: ExitCode) -> String {
        switch status {
        case partial: "something was rejected, incomplete or damaged; run again without --quiet to see what"
        case passphrase: "a passphrase is wrong or missing"
        default: "nothing could be read"
        }
    }
}

/// Ends a command with one line for people and an exit code.
struct CommandError: Error {
    /// With the file that it is about.
    let message: String
    let status: ExitCode
}
