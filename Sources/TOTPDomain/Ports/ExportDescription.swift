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
    package var capabilities: ExportCapabilities
    /// `json`; of a folder's files, that of most.
    package var fileExtension: String
    package var steps: Steps

    /// How to import the file in the app: one sentence or a path through its menus.
    public var importSteps: String { steps.text() }

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

    package init(
        id: FormatID, group: FormatGroup = .authenticatorApp, app: String, file: String,
        fileExtension: String = "json", protection: Protection, layout: Layout = .file,
        capabilities: ExportCapabilities, importSteps: Steps
    ) {
        self.id = id
        self.group = group
        self.app = app
        self.file = file
        self.fileExtension = fileExtension
        self.protection = protection
        self.layout = layout
        self.capabilities = capabilities
        steps = importSteps
    }
}
