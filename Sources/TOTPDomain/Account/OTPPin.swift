/// The PIN that motp and yandex codes also need. Like ``OTPSecret``, it is never printed.
public struct OTPPin: Sendable, Hashable {
    public let text: String

    /// - Returns: nil for an empty text: no PIN.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }
}

extension OTPPin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "‹PIN›" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
