import ArgumentParser
import Encodings
import TOTPDomain

/// What the parser says about wrong usage, without secrets and control characters, and with suggestions.
struct UsageMessage {
    /// `Error: …`, `Usage: …` and where to read more.
    let lines: [String]

    /// - parameter error: what the parser threw for these arguments.
    init(_ error: any Error, arguments: [String]) {
        let shown = arguments.map { $0.looksLikeSecret ? Self.hidden($0) : $0.withoutLinks.sanitized }
        let text = RootCommand.fullMessage(for: Self.error(of: shown) ?? error)
        var lines = text.split(separator: "\n").map { String($0).withoutLinks.sanitized }
        for argument in arguments where argument.looksLikeSecret {
            lines = lines.map { $0.replacing(argument, with: "…") }
        }
        if let problem = UsageProblem(of: arguments) {
            lines = ["Error: \(problem.message)"] + lines.drop { !$0.hasPrefix("Usage:") }
        }
        self.lines = lines
    }

    /// The parser reads `-search` as six options, one of which is `-h`.
    ///
    /// - throws: `ValidationError` for a long option with one hyphen.
    static func checkHyphens(_ arguments: [String]) throws {
        let isSuspect = arguments.contains { $0.count > 3 && $0.hasPrefix("-") && !$0.hasPrefix("--") }
        if isSuspect, let problem = UsageProblem(of: arguments) { throw ValidationError(problem.message) }
    }

    /// The value of `--columns` looks like a part of a link. The parser must still be able to read it.
    private static func hidden(_ argument: String) -> String {
        (try? TableColumns(argument)) == nil ? "…" : "secret=1"
    }

    /// The parser's error repeats arguments, so it is made from arguments that can be shown.
    private static func error(of arguments: [String]) -> (any Error)? {
        do {
            _ = try RootCommand.parseAsRoot(arguments)
            return nil
        } catch {
            return RootCommand.exitCode(for: error) == .validationFailure ? error : nil
        }
    }
}
