/// What `totp-import formats` and the documentation say about a format.
public struct FormatDescription: Sendable, Hashable {
    public var id: FormatID
    public var group: FormatGroup
    /// The app's name, as users know it.
    public var app: String
    /// The file that it reads: `JSON`, `text, one link per line`.
    public var file: String
    public var encryption: Encryption
    /// How to export in the app: a path through its menus.
    public var exportSteps: String

    public enum Encryption: String, Sendable, Hashable { case never, optional, always }

    package init(
        id: FormatID, group: FormatGroup = .authenticatorApp, app: String, file: String, encryption: Encryption,
        exportSteps: String
    ) {
        self.id = id
        self.group = group
        self.app = app
        self.file = file
        self.encryption = encryption
        self.exportSteps = exportSteps
    }
}
