#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

import Encodings

/// A target app's format: accounts to files.
public protocol ExportFormat: Sendable {
    var description: ExportDescription { get }

    /// Writes accounts in their order.
    ///
    /// Every account is in the files, or in ``Export/leftOut`` with a reason; every detail of a written account is in
    /// the files, or in ``Export/losses``.
    ///
    /// - throws: ``ExportError`` if nothing can be written at all.
    func write(_ request: ExportRequest) throws(ExportError) -> Export

    /// What the program's own readers read in a file that was written, to check it: the file, for most formats.
    ///
    /// - Parameter bytes: a whole file, as it was read back.
    func readableParts(of bytes: [UInt8]) -> [[UInt8]]
}

extension ExportFormat {
    public func readableParts(of bytes: [UInt8]) -> [[UInt8]] { [bytes] }
}

/// A format as `totp-import formats` and the documentation describe it to people who want to write it.
///
/// A reader and a writer for one app have the same id; the reader has a ``FormatDescription``.
public struct ExportDescription: Sendable, Hashable {
    public var id: FormatID
    public var group: FormatGroup
    /// The app that imports the file, as people know it.
    public var app: String
    /// The file that is written: `JSON`, `text, one link per line`.
    public var file: String
    public var protection: Protection
    public var layout: Layout
    public var capabilities: ExportCapabilities
    /// How to import the file in the app: one sentence or a path through its menus.
    public var importSteps: String

    /// Whether the files can be encrypted. Raw values are those of ``FormatDescription/Encryption``.
    public enum Protection: String, Sendable, Hashable {
        case none = "never"
        case optional
        case required = "always"
    }

    public enum Layout: Sendable, Hashable {
        case file
        /// Several files in a folder of their own, which is written as a whole or not at all.
        case folder
    }

    public init(
        id: FormatID, group: FormatGroup = .authenticatorApp, app: String, file: String, protection: Protection,
        layout: Layout = .file, capabilities: ExportCapabilities, importSteps: String
    ) {
        self.id = id
        self.group = group
        self.app = app
        self.file = file
        self.protection = protection
        self.layout = layout
        self.capabilities = capabilities
        self.importSteps = importSteps
    }
}

/// What is to be written, and how.
public struct ExportRequest: Sendable {
    public var items: [TOTPItem]
    public var protection: Protection
    public var options: ExportOptions
    /// The time of the export, for formats that record it.
    public var now: Date
    /// The source of salts, nonces and ids, which are new for every export.
    public var random: any RandomSource

    public enum Protection: Sendable, Hashable {
        case none
        case passphrase(Passphrase)
    }

    public init(
        items: [TOTPItem], protection: Protection = .none, options: ExportOptions = ExportOptions(), now: Date,
        random: any RandomSource
    ) {
        self.items = items
        self.protection = protection
        self.options = options
        self.now = now
        self.random = random
    }
}

/// What a person can choose for a format. Formats without a choice ignore it.
public struct ExportOptions: Sendable, Hashable {
    /// `qr`: one HTML page with all QR codes instead of one image per account.
    public var isSheet: Bool

    public init(isSheet: Bool = false) { self.isSheet = isSheet }
}

/// Where random bytes come from.
public protocol RandomSource: Sendable {
    /// - throws: ``ExportError`` with `no-randomness`.
    func bytes(_ count: Int) throws(ExportError) -> [UInt8]
}

extension RandomSource {
    /// A random UUID, RFC 9562 version 4.
    public func uuid() throws(ExportError) -> UUID {
        let bytes = try bytes(16)
        guard bytes.count == 16 else { throw ExportError(.noRandomness, "16 random bytes were asked for") }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6] & 0x0F | 0x40, bytes[7],
                bytes[8] & 0x3F | 0x80, bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }

    /// A random UUID in lower case, as most apps write them.
    package func identifier() throws(ExportError) -> String {
        // Ten times as fast as UUID's own text, and some exports have one per account.
        var text: [UInt8] = []
        text.reserveCapacity(36)
        withUnsafeBytes(of: try uuid().uuid) { bytes in
            for index in bytes.indices {
                if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
                Hex.append(bytes[index], to: &text)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// The files of an export, and what they do not contain.
public struct Export: Sendable, Hashable {
    /// Exactly one for ``ExportDescription/Layout/file``.
    public var files: [File]
    /// Details of written accounts that the format cannot store.
    public var losses: [ExportLoss]
    /// Accounts that the format cannot store.
    public var leftOut: [LeftOutItem]

    public struct File: Sendable, Hashable {
        /// The usual name, without a folder; a person may choose another one for a single file.
        public var name: String
        public var bytes: [UInt8]

        public init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    public init(files: [File], losses: [ExportLoss] = [], leftOut: [LeftOutItem] = []) {
        self.files = files
        self.losses = losses
        self.leftOut = leftOut
    }
}

/// A detail of an account that a format cannot store.
public struct ExportLoss: Sendable, Hashable {
    /// The account: its index in ``ExportRequest/items``.
    public var index: Int
    public var code: Code
    /// For people, a sentence without its full stop: “2FAS cannot store the note”.
    public var what: String

    /// Stable names; part of the report's contract.
    public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public init(stringLiteral value: StaticString) { rawValue = "\(value)" }

        /// Of a note, tags, a favorite flag or a PIN.
        public static func detail(_ detail: ExportCapabilities.Detail) -> Code { Code(rawValue: detail.rawValue) }
        /// The app reads another issuer or name.
        public static let name: Code = "name"
        /// The app reads another kind of account.
        public static let kind: Code = "kind"
        /// The account is written, but nobody has checked that the app accepts its parameters.
        public static let unverified: Code = "unverified"
    }

    public init(index: Int, code: Code, what: String) {
        self.index = index
        self.code = code
        self.what = what
    }
}

/// An account that a format cannot store.
public struct LeftOutItem: Sendable, Hashable {
    /// The account: its index in ``ExportRequest/items``.
    public var index: Int
    public var code: RejectionCode
    /// For people: what the format cannot store.
    public var reason: String

    public init(index: Int, code: RejectionCode, reason: String) {
        self.index = index
        self.code = code
        self.reason = reason
    }
}

/// Why nothing can be written: a code for programs and a sentence for people.
public struct ExportError: Error, Sendable, Hashable, CustomStringConvertible {
    public let code: Code
    public let message: String

    public enum Code: String, Sendable, Hashable {
        case passphraseRequired = "password-required"
        case noRandomness = "no-randomness"
        case cryptographyFailed = "cryptography-failed"
        case tooLarge = "too-large"
    }

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
