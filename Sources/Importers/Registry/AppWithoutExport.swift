import Encodings
import TOTPDomain

/// An app, a token or a backup whose secrets cannot be exported, with advice for its users.
///
/// As a format, it reads nothing: its error is the help. So `--from` with its id also helps.
package struct AppWithoutExport: FormatWithoutExport, Hashable {
    package let id: FormatID
    /// Its name, as users know it.
    package let app: String
    /// Why nothing can be read, in lower case and without a full stop.
    package let reason: String
    package let advice: Advice
    /// The first line that users read: that the app has no export, or the actual point.
    package let headline: String
    /// Whether each account can be set up again, with a new QR code of its service.
    package let setsUpAgain: Bool
    let evidence: [Evidence]

    /// A sign that an input belongs to the app.
    package enum Evidence: Sendable, Hashable {
        /// The text is a link that starts like this, ignoring case: `oktaverify:`.
        case link(String)
        /// The text is XML with an element of this name near its start.
        case element(String)
        /// The text is this number of digits, with or without spaces and hyphens.
        case digits(Int)
        /// The file has this name.
        case file(String)
        /// A folder in the file's path has this name, or this extension, ignoring case.
        case folder(String)
    }

    package init(
        id: FormatID, app: String, reason: String, advice: Advice, title: String? = nil, setsUpAgain: Bool = true,
        evidence: [Evidence] = []
    ) {
        (self.id, self.app, self.reason, self.advice) = (id, app, reason, advice)
        headline = title ?? Self.headline(of: app)
        (self.setsUpAgain, self.evidence) = (setsUpAgain, evidence)
    }

    /// Returns a headline that one or more apps have no export.
    package static func headline(of app: String) -> String {
        "\(app) \(app.contains(",") || app.contains(" and ") ? "have" : "has") no export"
    }

    /// The page of the documentation with all of them.
    package static let page = "Docs/formats/no-export.md"

    package var failure: SourceError {
        SourceError(.unrecognised, "\(app): \(reason)", "\(advice) (see \(Self.page))")
    }

    /// The reason, and the advice.
    package var help: String { advice.after(reason) }

    package var description: FormatDescription {
        FormatDescription(id: id, app: app, file: "none", encryption: .never, exportSteps: .text(help))
    }

    package func recognizes(_ content: SourceContent) -> Bool { recognizes(content, path: nil) }

    package func recognizes(_ content: SourceContent, path: String?) -> Bool {
        evidence.contains { $0.isFound(in: content, path: path) }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument { throw failure }
}

extension AppWithoutExport.Evidence {
    /// The number of bytes that are looked at.
    private static let startCount = 4096

    func isFound(in content: SourceContent, path: String?) -> Bool {
        switch self {
        case .link(let prefix):
            guard content.kind == .text else { return false }
            let start = content.text.drop(while: ASCII.isWhitespace).prefix(prefix.utf8.count)
            return String(decoding: start, as: UTF8.self).lowercased() == prefix
        case .element(let name):
            guard content.isMarkup else { return false }
            return content.text.prefix(Self.startCount).firstRange(of: Array("<\(name)".utf8)) != nil
        case .digits(let count):
            guard content.kind == .text, content.text.count <= Self.startCount else { return false }
            let digits = content.text.filter { !ASCII.isWhitespace($0) && $0 != ASCII.hyphen }
            return digits.count == count && digits.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
        case .file(let name): return path?.split(separator: "/").last.map(String.init) == name
        case .folder(let name):
            let folders = path?.lowercased().split(separator: "/").dropLast() ?? []
            return folders.contains { $0 == name || $0.hasSuffix(".\(name)") }
        }
    }
}
