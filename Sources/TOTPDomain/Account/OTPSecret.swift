import Encodings
package import SecureMemory

/// The shared secret of an account: raw bytes, never text, and never printed.
///
/// However it is printed, dumped or interpolated, it shows as `‹20 bytes›`. The bytes are only available as ``bytes``
/// and ``base32``, so that a search for these two finds every place where a secret can escape.
public struct OTPSecret: Sendable, Hashable {
    private let storage: SecretStorage

    public var bytes: [UInt8] { storage.bytes }

    /// - Throws: ``EntryError`` with `secret-missing` if `bytes` is empty, and with `secret-too-long` for more than
    ///   ``maximumByteCount``.
    public init(bytes: [UInt8]) throws(EntryError) { try self.init(.ordinary(bytes), bytes.count) }

    /// A secret that stays in locked memory, for long-term use.
    package init(locked bytes: LockedBytes) throws(EntryError) { try self.init(.locked(bytes), bytes.count) }

    private init(_ storage: SecretStorage, _ count: Int) throws(EntryError) {
        guard count > 0 else { throw EntryError(.secretMissing, "the secret is empty") }
        guard count <= Self.maximumByteCount else {
            throw EntryError(.secretTooLong, "the secret is longer than \(Self.maximumByteCount) bytes")
        }
        self.storage = storage
    }

    /// Reads the bytes. `body` must not keep them: from locked memory, it gets a copy that is wiped afterwards.
    func withBytes<Value, Failure: Error>(_ body: ([UInt8]) throws(Failure) -> Value) throws(Failure) -> Value {
        try storage.withBytes(body)
    }

    /// Reads base32. Case, spaces, hyphens and padding do not matter; left-over bits are dropped.
    ///
    /// - Throws: ``EntryError`` with `secret-missing`, `secret-too-long` or `secret-not-base32`. No character of the
    ///   secret is in the message.
    public init(base32 text: String) throws(EntryError) { try self.init(base32: Array(text.utf8).span) }

    /// Reads base32 by the rules of ``bytes(base32:)``.
    package init(base32 text: Span<UInt8>) throws(EntryError) { try self.init(bytes: Self.bytes(base32: text)) }

    /// The bytes of a base32 text. Case, spaces, hyphens, padding and characters that nobody sees do not matter;
    /// left-over bits are dropped.
    ///
    /// - Returns: empty if no characters are left.
    /// - Throws: ``EntryError`` with `secret-too-long`, or with `secret-not-base32` and the place of the first other
    ///   character. The character itself is not in the message: it is part of a secret.
    package static func bytes(base32 text: Span<UInt8>) throws(EntryError) -> [UInt8] {
        guard text.count <= maximumByteCount * 2 else {
            throw EntryError(.secretTooLong, "the secret is longer than \(maximumByteCount) bytes")
        }
        // Letters and digits of base32, too.
        if text.hasPrefix("otpauth", at: 0), text.count > 7, Base32.values[Int(text[7])] < Base32.skipped {
            throw .secretIsLink
        }
        do throws(Base32Error) { return try Base32.decode(text) } catch {
            let bytes = text.withUnsafeBufferPointer { Array($0) }
            if let visible = InvisibleCharacters.removed(from: bytes) { return try Self.bytes(base32: visible.span) }
            let isNumber = SpreadsheetNumber.matches(String(decoding: bytes, as: UTF8.self).limitingMarks)
            if isNumber { throw .secretIsSpreadsheetNumber }
            guard case .character(let index) = error else {
                throw EntryError(.secretNotBase32, "the secret is not base32")
            }
            if let other = InvisibleCharacters.firstOther(in: bytes), bytes[index] >= 0x80 {
                let value = other.scalar.value
                // Four digits at least.
                let digits = String(value | 0x100_0000, radix: 16, uppercase: true).dropFirst()
                let code = value > 0xFFFF ? digits : digits.dropFirst(2)
                throw EntryError(
                    .secretNotBase32,
                    "the secret is not base32: character \(other.number) is U+\(code), not A-Z or 2-7")
            }
            throw EntryError(.secretNotBase32, "the secret is not base32: character \(index + 1) is not A-Z or 2-7")
        }
    }

    /// The secret of a Yandex account: the first 16 bytes; a check value follows.
    ///
    /// - Throws: ``EntryError`` with `secret-too-short` for fewer.
    package func forYandex() throws(EntryError) -> OTPSecret {
        guard bytes.count >= 16 else {
            throw EntryError(.secretTooShort, "a Yandex secret has 16 bytes, this one \(bytes.count)")
        }
        return try OTPSecret(bytes: Array(bytes.prefix(16)))
    }

    /// Far more than any real secret has (64 bytes are recommended for SHA-512): a limit for hostile files.
    public static let maximumByteCount = Limit.secret

    /// RFC 4648 base32, upper case, no padding.
    public var base32: String { Base32.encode(bytes) }
}

extension OTPSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "‹\(bytes.count) bytes›" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The PIN that motp and yandex codes also need. Like ``OTPSecret``, it is never printed.
public struct OTPPin: Sendable, Hashable {
    private let storage: SecretStorage

    /// The PIN as people type it.
    public var text: String { String(decoding: storage.bytes, as: UTF8.self) }

    /// - Returns: nil for an empty text: no PIN.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        storage = .ordinary(Array(text.utf8))
    }

    /// A PIN that stays in locked memory, for long-term use.
    ///
    /// - Parameter utf8: the text of the PIN; empty text gives nil.
    package init?(locked utf8: LockedBytes) {
        guard !utf8.isEmpty else { return nil }
        storage = .locked(utf8)
    }

    /// Reads the text in UTF-8, as ``OTPSecret/withBytes(_:)`` does.
    func withUTF8<Value, Failure: Error>(_ body: ([UInt8]) throws(Failure) -> Value) throws(Failure) -> Value {
        try storage.withBytes(body)
    }
}

extension OTPPin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "‹PIN›" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The bytes of a secret or a PIN. Equal if the bytes are, wherever they are.
private enum SecretStorage: Sendable, Hashable {
    case ordinary([UInt8])
    case locked(LockedBytes)

    var bytes: [UInt8] {
        switch self {
        case .ordinary(let bytes): bytes
        case .locked(let bytes): Array(bytes)
        }
    }

    func withBytes<Value, Failure: Error>(_ body: ([UInt8]) throws(Failure) -> Value) throws(Failure) -> Value {
        guard case .locked(let locked) = self else { return try body(bytes) }
        var copy = Array(locked)
        defer { copy.wipe() }
        return try body(copy)
    }

    static func == (one: SecretStorage, other: SecretStorage) -> Bool { one.bytes == other.bytes }

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

/// How a text contains the bytes of a secret.
package enum SecretEncoding: String, Sendable, Hashable, CaseIterable {
    case base32, hex, base64
    /// The bytes of the text itself.
    case text
}
