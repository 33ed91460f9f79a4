/// The columns of Bitwarden's CSV, in its order.
package enum BitwardenColumn: String, CaseIterable, Sendable {
    case folder, favorite, type, name, notes, fields, reprompt
    case address = "login_uri"
    case username = "login_username"
    case password = "login_password"
    case key = "login_totp"
}
