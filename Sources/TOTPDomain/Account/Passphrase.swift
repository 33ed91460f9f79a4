/// The passphrase of a vault or an encrypted export: UTF-8 bytes, never printed.
public struct Passphrase: Sendable, Hashable {
    public let utf8: [UInt8]

    public init(utf8: [UInt8]) { self.utf8 = utf8 }

    public init(_ text: String) { utf8 = Array(text.utf8) }

    public var isEmpty: Bool { utf8.isEmpty }

    /// The text, or nil if the bytes are not UTF-8.
    public var text: String? { String(validating: utf8, as: UTF8.self) }
}

extension Passphrase: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "‹passphrase›" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
