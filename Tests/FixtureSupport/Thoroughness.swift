import Foundation

/// How many of many alike cases a test tries: a part of them in `make test`, all of them each night, and those of the
/// formats that changed in `make check`.
public enum Thoroughness {
    /// Whether the environment asks for all of them, as `make test-whole` does.
    public static let isWhole = ProcessInfo.processInfo.environment["TOTP_IMPORT_TESTS_WHOLE"] != nil

    /// The ids of the formats whose exports and cases are read; nil for all.
    public static let formats = ProcessInfo.processInfo.environment["TOTP_IMPORT_TESTS_FORMATS"]?.split(separator: ",")

    /// Whether a format's exports and cases are read.
    public static func concerns(_ format: String) -> Bool { formats?.contains(format[...]) ?? true }
}
