/// The columns of 1Password's CSV, in its order.
package enum OnePasswordColumn: String, CaseIterable, Sendable {
    case title = "Title"
    case address = "Url"
    case username = "Username"
    case password = "Password"
    case link = "OTPAuth"
    case favorite = "Favorite"
    case archived = "Archived"
    case tags = "Tags"
    case notes = "Notes"

    /// As readers compare them.
    package var folded: String { rawValue.lowercased() }
}
