/// The stable name of a format, as in `--from`, `--to` and reports: `aegis`, `google-migration`.
public struct FormatID: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: StaticString) { rawValue = "\(value)" }

    public var description: String { rawValue }
}
