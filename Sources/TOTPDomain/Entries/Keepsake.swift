/// A reason to keep a file although all of its accounts were taken: its other content, or its other use.
package enum Keepsake: Sendable, Hashable {
    /// An app or a server works with this file: `the database of KeePass`.
    case ownData(String)
    /// The file of a seller or a user, which may be the only copy: `the seed file of hardware tokens`.
    case original(String)
    /// An export of a password manager.
    case passwordManager
    case passwords, recoveryCodes, revocationCode

    /// The same value for every app.
    package static let appData = Keepsake.ownData("the app's own data")

    /// The file or its content, in a list: `the database of KeePass`, `passwords`.
    package var phrase: String {
        switch self {
        case .ownData(let what), .original(let what): what
        case .passwordManager: "exports of a password manager"
        case .passwords: "passwords"
        case .recoveryCodes: "recovery codes"
        case .revocationCode: "a revocation code"
        }
    }

    /// Why the file must stay.
    package var reason: String {
        switch self {
        case .ownData(let what), .original(let what): "it is \(what), not a copy made for moving accounts"
        case .passwordManager:
            "it is an export of a password manager: passwords, notes and attachments in it were not taken"
        case .passwords, .recoveryCodes, .revocationCode: "it also has \(phrase), not taken"
        }
    }
}
