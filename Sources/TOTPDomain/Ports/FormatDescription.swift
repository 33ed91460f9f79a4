/// The description of a format in `totp-import formats` and the documentation.
public struct FormatDescription: Sendable, Hashable {
    public var id: FormatID
    public var group: FormatGroup
    /// The app's name, as users know it.
    public var app: String
    /// The file that it reads: `JSON`, `text, one link per line`.
    public var file: String
    public var encryption: Encryption
    package var steps: Steps
    package var origin: Origin
    /// The first advice for the app's users, if the app itself exports nothing.
    package var missingExport: MissingExport?
    /// A notice for users although the app has an export, such as that the app is discontinued: sentences.
    package var notice: String?
    /// The reason to keep the files, beside being a copy of accounts; nil for files that are made only for moving
    /// accounts.
    package var keepsake: Keepsake?

    /// How to export in the app: a path through its menus.
    public var exportSteps: String { steps.text() }

    /// In a sentence: `an export of Aegis`, `JSON of another program`.
    package var named: String {
        guard group == .file else { return "an export of \(app)" }
        // `text with otpauth links; QR codes` is two things.
        let first = String(file.prefix { $0 != ";" })
        return first.hasPrefix("text") ? "a \(first)" : first
    }

    public enum Encryption: String, Sendable, Hashable { case never, optional, always }

    /// The place that the files come from.
    package enum Origin: Sendable, Hashable {
        case app
        /// The app itself exports nothing.
        case rootedPhone
        /// This program.
        case vault
    }

    package init(
        id: FormatID, group: FormatGroup = .authenticatorApp, app: String, origin: Origin = .app, file: String,
        encryption: Encryption = .never, exportSteps: Steps, missingExport: MissingExport? = nil, notice: String? = nil,
        keepsake: Keepsake? = nil
    ) {
        (self.id, self.group) = (id, group)
        self.app = origin == .rootedPhone ? "\(app) (rooted)" : app
        (self.origin, self.file, self.encryption) = (origin, file, encryption)
        steps = exportSteps
        (self.missingExport, self.notice) = (missingExport, notice)
        self.keepsake = keepsake ?? Self.keepsake(of: origin, group)
    }

    private static func keepsake(of origin: Origin, _ group: FormatGroup) -> Keepsake? {
        switch origin {
        case .rootedPhone: .appData
        case .vault: .ownData("a vault")
        case .app: group == .passwordManager ? .passwordManager : nil
        }
    }
}

/// Why an app has no export, although its files can be read.
package struct MissingExport: Sendable, Hashable {
    /// The reason and the advice: sentences.
    package var advice: String
    /// Whether each account can be set up again, with a new QR code of its service.
    package var setsUpAgain: Bool

    package init(_ advice: String, setsUpAgain: Bool = true) { (self.advice, self.setsUpAgain) = (advice, setsUpAgain) }
}

/// The kinds of formats, in the order in which they are listed.
public enum FormatGroup: String, Sendable, Hashable, CaseIterable {
    case authenticatorApp = "authenticator-app"
    case passwordManager = "password-manager"
    /// Not for a single app: for no app, or for many.
    case file

    /// For people, as a heading.
    public var title: String {
        switch self {
        case .authenticatorApp: "Authenticator apps"
        case .passwordManager: "Password managers"
        case .file: "Files and links"
        }
    }
}

/// How people get a file out of an app, or into it.
package struct Steps: Sendable, Hashable {
    private enum Kind { case menu, text, command }

    private let kind: Kind
    private let start: String
    /// The text after the name of the file; nil if the steps do not name it.
    private let end: String?

    private init(_ kind: Kind, _ start: String, _ end: String? = nil) {
        (self.kind, self.start, self.end) = (kind, start, end)
    }

    /// A path through the app's menus: `Settings › Export`.
    package static func menu(_ path: String) -> Steps { Steps(.menu, path) }

    package static func text(_ start: String, thenFile end: String? = nil) -> Steps { Steps(.text, start, end) }

    package static func command(_ start: String, thenFile end: String) -> Steps { Steps(.command, start, end) }

    package func text(file: String = "FILE") -> String { end.map { start + file + $0 } ?? start }

    /// With a capital and a full stop; a command stays as it is.
    package var sentence: String { sentence(file: "FILE") }

    private func sentence(file: String) -> String {
        let text = text(file: file)
        if kind == .command { return text }
        return (text.first.map { $0.uppercased() } ?? "") + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
    }

    /// The sentence, with the app whose menus it is about.
    ///
    /// - Parameters:
    ///   - app: nil if the file is of no app.
    ///   - file: its name in those steps that have it.
    package func sentence(in app: String?, file: String = "FILE") -> String {
        let sentence = sentence(file: file)
        return if kind == .menu, let app { "In \(app): \(sentence)" } else { sentence }
    }
}

extension Steps: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(.text, text) }
}
