/// The kinds of formats, in the order in which they are listed.
public enum FormatGroup: String, Sendable, Hashable, CaseIterable {
    case authenticatorApp = "authenticator-app"
    case passwordManager = "password-manager"
    /// Of no app, or of many.
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
