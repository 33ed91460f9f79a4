/// The columns of the CSV of Apple Passwords, in its order.
package enum ApplePasswordsColumn: String, CaseIterable, Sendable {
    case title = "Title"
    case address = "URL"
    case username = "Username"
    case password = "Password"
    case notes = "Notes"
    case link = "OTPAuth"

    /// As readers compare them.
    package var folded: String { rawValue.lowercased() }
}
