/// The columns of the table of logins that this program writes (`csv`), in its order.
package enum LoginColumn: String, CaseIterable, Sendable {
    case title, username, otpauth, notes, tags, favorite
}
