/// What `totp-import formats` and the documentation say about a format.
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
    /// What the app's users should know first, if the app itself exports nothing.
    package var missingExport: MissingExport?

    /// How to export in the app: a path through its menus.
    public var exportSteps: String { steps.text() }

    public enum Encryption: String, Sendable, Hashable { case never, optional, always }

    /// What has the files.
    package enum Origin: Sendable, Hashable {
        case app
        /// The app itself exports nothing.
        case rootedPhone
        /// This program.
        case vault
    }

    package init(
        id: FormatID, group: FormatGroup = .authenticatorApp, app: String, origin: Origin = .app, file: String,
        encryption: Encryption, exportSteps: Steps, missingExport: MissingExport? = nil
    ) {
        self.id = id
        self.group = group
        self.app = origin == .rootedPhone ? "\(app) (rooted)" : app
        self.origin = origin
        self.file = file
        self.encryption = encryption
        steps = exportSteps
        self.missingExport = missingExport
    }
}

/// Why an app has no export, although its files can be read.
package struct MissingExport: Sendable, Hashable {
    /// Why, and what to do: sentences.
    package var advice: String
    /// Whether each account can be set up again, with a new QR code of its service.
    package var setsUpAgain: Bool

    package init(_ advice: String, setsUpAgain: Bool = true) {
        self.advice = advice
        self.setsUpAgain = setsUpAgain
    }
}
