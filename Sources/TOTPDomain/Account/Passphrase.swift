package import SecureMemory

/// The passphrase of a vault or an encrypted export: UTF-8 bytes in locked memory, never printed.
public struct Passphrase: Sendable, Hashable {
    package let utf8: LockedBytes

    package init(utf8: LockedBytes) { self.utf8 = utf8 }

    /// - Parameter utf8: the bytes are copied; the caller wipes its own copy.
    public init(utf8: some Collection<UInt8>) { self.utf8 = LockedBytes(copying: utf8) }

    /// A text from the program itself. A passphrase that is typed must never be a String, which cannot be wiped.
    public init(_ text: String) { utf8 = LockedBytes(copying: text.utf8) }

    public var isEmpty: Bool { utf8.isEmpty }

    /// The number of Unicode scalars; nil if the bytes are not UTF-8.
    package var scalarCount: Int? {
        var count = 0
        let isText = hasOnly { _ in
            count += 1
            return true
        }
        return isText ? count : nil
    }

    /// Whether it can be typed: UTF-8 without control characters other than tabs.
    package var isTypable: Bool { hasOnly { $0 == "\t" || $0.properties.generalCategory != .control } }

    /// Whether it is UTF-8, with scalars of one kind.
    private func hasOnly(_ isOfKind: (Unicode.Scalar) -> Bool) -> Bool {
        var bytes = utf8.makeIterator()
        var decoder = UTF8()
        while true {
            switch decoder.decode(&bytes) {
            case .scalarValue(let scalar): guard isOfKind(scalar) else { return false }
            case .emptyInput: return true
            case .error: return false
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
