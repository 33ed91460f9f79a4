import Encodings
import TOTPDomain

/// A file that is certainly neither an export nor an image that is read, told from its content: a row of ``all``.
///
/// It has its own name, so that the program does not ask for the passphrase of a video.
package struct FileKind: Sendable {
    /// The singular name of the kind, with its article.
    package let name: String
    private let plural: String?
    private let problem: String
    private let advice: Advice
    private let code: SourceError.Code
    private let inFolder: Place
    private let sign: Sign

    /// What becomes of a file in a folder or an archive.
    enum Place {
        /// It is an error: accounts are likely in it.
        case fails
        /// It is an error if there is a link in it; otherwise it is named.
        case failsWithLink
        /// It is skipped, and its kind is named.
        case named
        /// It is skipped like all others.
        case silent
    }

    /// - Parameters:
    ///   - plural: if it is not the name with an `s` before “of”, “with” or “encrypted”, or at its end.
    ///   - problem: if it says more than the name.
    init(
        _ name: String, plural: String? = nil, problem: String? = nil, _ advice: Advice,
        code: SourceError.Code = .unrecognised, inFolder: Place = .silent, _ sign: Sign
    ) {
        (self.name, self.plural, self.problem) = (name, plural, problem ?? name)
        (self.advice, self.code, self.inFolder, self.sign) = (advice, code, inFolder, sign)
    }

    /// A file that another program encrypts, and whose content may be an export.
    static func sealed(_ name: String, _ advice: Advice, _ sign: Sign) -> FileKind {
        FileKind(name, advice, code: .unsupportedVersion, inFolder: .fails, sign)
    }

    /// Nil for everything else.
    ///
    /// - Parameter path: the file's name, for kinds without a signature.
    package init?(of content: SourceContent, named path: String = "") {
        if case .image(let image) = content.kind {
            guard let kind = image.fileKind else { return nil }
            self = kind
        } else {
            let file = Sign.File(content, named: path)
            guard content.kind != .empty, let kind = Self.all.first(where: { $0.sign.isIn(file) }) else { return nil }
            self = kind
        }
    }

    /// Whether content is of this kind, whatever else it may be.
    package func matches(_ content: SourceContent) -> Bool { sign.isIn(Sign.File(content, named: "")) }

    /// What it is, in a list: `12 videos`, `2 vaults of Enpass`.
    package func counted(_ count: Int) -> String {
        let noun = name.drop { $0 != " " }.dropFirst()
        let whole = noun.prefix(upTo: noun.firstRange(of: " (")?.lowerBound ?? noun.endIndex)
        let start = [" of ", " with", " encrypted "].compactMap { whole.firstRange(of: $0)?.lowerBound }.min()
        let end = start ?? whole.endIndex
        return Encodings.counted(count, String(noun), plural: plural ?? "\(whole[..<end])s\(whole[end...])")
    }

    /// Whether people are told of those that are skipped in a folder.
    package var isNamedInFolders: Bool { inFolder != .silent }

    /// Whether accounts are likely in it, so that it must not be skipped in a folder.
    ///
    /// - Parameter hasLink: whether there is a link in a document.
    package func isLikelyToHaveAccounts(hasLink: Bool) -> Bool {
        inFolder == .fails || inFolder == .failsWithLink && hasLink
    }

    /// Whether the bytes contain a link, as ASCII or as UTF-16.
    package static func hasLink(in bytes: [UInt8]) -> Bool {
        [bytes, bytes.filter { $0 != 0 }].contains { KeyURIScheme.isNamed(in: $0.span) }
    }

    /// Why it is not read, and the one next step.
    ///
    /// - Parameter hasLink: whether there is a link in a document.
    package func failure(hasLink: Bool = false) -> SourceError {
        let content = inFolder == .failsWithLink && hasLink ? " with an otpauth link in it" : ""
        return SourceError(code, problem + content, advice)
    }
}

extension FileKind: Hashable {
    package static func == (first: FileKind, second: FileKind) -> Bool { first.name == second.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension SourceContent.ImageKind {
    /// The kind of file where the program that draws it is missing: then it is skipped unless somebody named it.
    /// Nil for images.
    var fileKind: FileKind? { [.svg: .drawing, .video: .video][self] }
}
