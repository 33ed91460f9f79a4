import Encodings
import Platform

/// Why a source cannot be read: a code for programs, and the problem and advice for users.
///
/// Two errors are equal if programs and people are told the same.
public struct SourceError: LocalizedError, Sendable, Advised, CustomStringConvertible {
    public let code: Code
    /// The problem, without the file's name: the caller puts it in front.
    public let problem: String
    /// The advice for this problem; nil if it is the same as ``Code/advice``.
    package let advice: Advice?
    /// Whether the user skipped the input.
    package let isSkippedByUser: Bool
    /// What to ask the user, so that the source can still be read.
    package let question: ColumnQuestion?

    package init(
        _ code: Code, _ problem: String, _ advice: Advice? = nil, isSkippedByUser: Bool = false,
        question: ColumnQuestion? = nil
    ) {
        (self.code, self.problem, self.advice) = (code, problem, advice)
        (self.isSkippedByUser, self.question) = (isSkippedByUser, question)
    }

    /// A damaged file.
    ///
    /// - Parameter what: “its header is incomplete”.
    package static func damaged(_ what: String, _ advice: Advice = .exportAgain) -> SourceError {
        SourceError(.corrupt, "the file is damaged: \(what)", advice)
    }

    /// The problem and its advice.
    public var message: String { advice?.after(problem) ?? problem }

    public var description: String { message }

    public var errorDescription: String? { description }

    /// The advice for this problem, or else for its code.
    package var remedy: Advice? { advice ?? code.advice }

    /// The message, with any advice that applies.
    package var messageWithRemedy: String { remedy?.after(problem) ?? problem }

    /// Returns the same error in other words; the advice stays.
    package func saying(_ problem: String) -> SourceError {
        SourceError(code, problem, advice, isSkippedByUser: isSkippedByUser, question: question)
    }

    /// Returns the same error with the name of the file in its advice.
    package func naming(_ file: String) -> SourceError {
        SourceError(code, problem, advice?.naming(file), isSkippedByUser: isSkippedByUser, question: question)
    }

    /// Stable names; part of the report's contract.
    public enum Code: String, Sendable, Hashable {
        case notFound = "not-found"
        case permissionDenied = "permission-denied"
        case readFailed = "read-failed"
        case emptyFile = "empty-file"
        case emptyFolder = "empty-folder"
        case tooLarge = "too-large"
        case unrecognised
        case notAnImage = "not-an-image"
        case imageDamaged = "image-damaged"
        case imageTooLarge = "image-too-large"
        case unsupportedImage = "unsupported-image"
        case passphraseRequired = "password-required"
        case wrongPassphrase = "wrong-password"
        case accountRestricted = "account-restricted"
        case corrupt
        case unsupportedVersion = "unsupported-version"
        case limitExceeded = "limit-exceeded"
        case copyOfVault = "copy-of-vault"

        /// The advice for all problems of this kind.
        package var advice: Advice? {
            switch self {
            case .corrupt: .exportAgain
            case .readFailed: .checkFile
            case .limitExceeded, .tooLarge: .report
            case .unsupportedVersion: .update
            default: nil
            }
        }
    }

    /// Whether another passphrase could change the outcome.
    public var isAboutPassphrase: Bool { code == .passphraseRequired || code == .wrongPassphrase }
}

extension SourceError: Hashable {
    public static func == (a: SourceError, b: SourceError) -> Bool { a.code == b.code && a.message == b.message }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(message)
    }
}

/// Something that people should know about an input that was read.
///
/// Two warnings are equal if people read the same.
package struct Warning: Sendable, Advised {
    /// The page or the account that it is about: `entry 3 (Acorn: alice)`.
    package var place: String?
    package let problem: String
    package let advice: Advice?
    /// For code that treats some warnings in its own way.
    package private(set) var topic: Topic?

    package enum Topic {
        case codesWithoutAccount
        /// An export whose entries have no code; an attachment may have codes.
        case noCodes
        /// Links in notes, which a person may take on the page.
        case furtherLinks
        /// A secret that may lack a character: the file has no more of it than was taken.
        case secretLength
    }

    package init(_ problem: String, _ advice: Advice? = nil, on topic: Topic? = nil) {
        (self.problem, self.advice, self.topic) = (problem, advice, topic)
    }

    package var message: String { (place.map { "\($0): " } ?? "") + text }

    /// This warning and another, in one line.
    package func and(_ other: Warning) -> Warning {
        let topics = [topic, other.topic].filter { topic == other.topic || $0 != .secretLength }
        return Warning("\(text); \(other.problem)", other.advice, on: topics.compactMap(\.self).first)
    }

    package func at(_ place: String) -> Warning {
        var warning = self
        warning.place = place
        return warning
    }
}

extension Optional<Warning> {
    package mutating func add(_ warning: Warning) { self = map { $0.and(warning) } ?? warning }
}

extension Warning: Hashable {
    package static func == (a: Warning, b: Warning) -> Bool { a.message == b.message }

    package func hash(into hasher: inout Hasher) { hasher.combine(message) }
}

extension Warning: ExpressibleByStringInterpolation {
    package init(stringLiteral problem: String) { self.init(problem) }
}
