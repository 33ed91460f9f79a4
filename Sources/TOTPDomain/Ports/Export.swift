import Encodings
import Platform

/// The files of an export, with the accounts and details that they do not contain.
public struct Export: Sendable, Hashable {
    /// Exactly one file for ``ExportDescription/Layout/file``.
    public var files: [File]
    /// Details of written accounts that the format cannot store.
    public var losses: [ExportLoss]
    /// Accounts that the format cannot store.
    public var leftOut: [LeftOutAccount]

    public struct File: Sendable, Hashable {
        /// The usual name, without a folder; users may choose another name for a single file.
        public var name: String
        public var bytes: [UInt8]

        package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
    }

    package init(files: [File], losses: [ExportLoss] = [], leftOut: [LeftOutAccount] = []) {
        (self.files, self.losses, self.leftOut) = (files, losses, leftOut)
    }

    /// The accounts that are in the export.
    ///
    /// - Parameter items: the accounts that were to be written, or something else for each of them.
    package func written<Item>(_ items: [Item]) -> [Item] {
        let leftOut = Set(leftOut.map(\.index))
        return items.indices.filter { !leftOut.contains($0) }.map { items[$0] }
    }
}

/// A detail of an account that a format cannot store.
public struct ExportLoss: Sendable, Hashable {
    /// The account: its index in the list that was to be written.
    public var index: Int
    public var code: Code
    package let problem: String
    package let advice: Advice?

    /// For people, a sentence without its full stop: “2FAS cannot store the note”.
    public var what: String { advice?.after(problem) ?? problem }

    /// Stable names; part of the report's contract.
    public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public init(stringLiteral value: StaticString) { rawValue = "\(value)" }

        /// The loss of a note, tags, a favorite flag, a PIN or the details of a token.
        package static func detail(_ detail: ExportCapabilities.Detail) -> Code { Code(rawValue: detail.rawValue) }
        /// The app reads another issuer or name.
        public static let name: Code = "name"
        /// The app reads another kind of account.
        public static let kind: Code = "kind"
        /// The account is written, but it has not been verified that the app accepts its parameters.
        public static let unverified: Code = "unverified"
    }

    package init(index: Int, code: Code, _ problem: String, _ advice: Advice? = nil) {
        (self.index, self.code, self.problem, self.advice) = (index, code, problem, advice)
    }
}

/// An account that a format cannot store.
public struct LeftOutAccount: Sendable, Hashable {
    /// The account: its index in the list that was to be written.
    public var index: Int
    public var code: RejectionCode
    /// For users: the detail that the format cannot store.
    public var reason: String
    /// The reason for the web page.
    package var reasonOnPage: String

    package init(index: Int, code: RejectionCode, reason: String, onPage: String? = nil) {
        (self.index, self.code, self.reason) = (index, code, reason)
        reasonOnPage = onPage ?? reason
    }
}

/// Why nothing can be written: a code for programs and a sentence for people.
public struct ExportError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    public let code: Code
    public let problem: String
    package let advice: Advice?

    public enum Code: String, Sendable, Hashable {
        case passphraseRequired = "password-required"
        case noRandomness = "no-randomness"
        case cryptographyFailed = "cryptography-failed"
        case tooLarge = "too-large"
        case formatUnknown = "format-unknown"
        /// There is a passphrase, but the format is never encrypted.
        case notEncryptable = "not-encryptable"
    }

    package init(_ code: Code, _ problem: String, _ advice: Advice? = nil) {
        (self.code, self.problem, self.advice) = (code, problem, advice)
    }

    /// The problem and the advice.
    public var message: String { advice?.after(problem) ?? problem }

    public var description: String { message }

    public var errorDescription: String? { description }
}
