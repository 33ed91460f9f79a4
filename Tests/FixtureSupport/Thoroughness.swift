import Foundation

/// How many of many alike cases a test tries: a part of them in `make test`, all of them each night.
public enum Thoroughness {
    /// Whether the environment asks for all of them, as `make test-whole` does.
    public static let isWhole = ProcessInfo.processInfo.environment["TOTP_IMPORT_TESTS_WHOLE"] != nil
}
