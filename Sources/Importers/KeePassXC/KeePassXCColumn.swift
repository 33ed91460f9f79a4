/// The columns of KeePassXC's CSV, in its order.
package enum KeePassXCColumn: String, CaseIterable, Sendable {
    case group = "Group"
    case title = "Title"
    case username = "Username"
    case password = "Password"
    case address = "URL"
    case notes = "Notes"
    case link = "TOTP"
    case icon = "Icon"
    case modified = "Last Modified"
    case created = "Created"

    /// The name of the outermost group, which is the database.
    package static let root = "Root"
}
