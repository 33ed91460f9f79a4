/// A task that a run leaves to the user, with the files concerned.
package struct Decision: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Parts of a Google Authenticator export are missing.
        case missingPart
        /// A QR code may be missing from an image.
        case image
        /// An input could not be read, or an entry was rejected.
        case problem
        /// Accounts resemble each other.
        case twins
        /// Details are missing from the written file.
        case loss
        /// Files may have more, have other content, or are not needed any more.
        case keep, review, delete
    }

    package let kind: Kind
    /// The task. The files follow, if there are any.
    package let text: String
    /// Names of files or inputs.
    package var files: [String] = []
    /// The accounts that it is about, one per line.
    package var details: [String] = []

    /// Whether an account is missing until it is done, and a whole image brings it.
    package var isAboutMissing: Bool { kind == .missingPart || kind == .image }

    package init(kind: Kind, text: String, files: [String] = [], details: [String] = []) {
        (self.kind, self.text, self.files, self.details) = (kind, text, files, details)
    }
}
