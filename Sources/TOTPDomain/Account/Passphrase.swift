package import SecureMemory

/// The passphrase of a vault or an encrypted export: UTF-8 bytes in locked memory, never printed.
public struct Passphrase: Sendable, Hashable {
    package let utf8: LockedBytes

    package init(utf8: LockedBytes) { self.utf8 = utf8 }

    /// - Parameter utf8: copied; the caller wipes its own.
    public init(utf8: some Collection<UInt8>) { self.utf8 = LockedBytes(copying: utf8) }

    /// A text from the program itself. A passphrase that is typed must never be a String, which cannot be wiped.
    public init(_ text: String) { utf8 = LockedBytes(copying: text.utf8) }

    public var isEmpty: Bool { utf8.isEmpty }

    /// The number of Unicode scalars; nil if the bytes are not UTF-8.
    package var scalarCount: Int? {
        var bytes = utf8.makeIterator()
        var decoder = UTF8()
        var count = 0
        while true {
            switch decoder.decode(&bytes) {
            case .scalarValue: count += 1
            case .emptyInput: return count
            case .error: return nil
            }
        }
    }

    /// A text with the same characters, which is not wiped; nil if the bytes are not UTF-8.
    package var text: String? { String(validating: utf8, as: UTF8.self) }
}

extension Passphrase: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "‹passphrase›" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
