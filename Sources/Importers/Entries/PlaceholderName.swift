/// Words that programs write for no name. Other programs' accounts may have them for names.
extension String {
    /// Not what JavaScript makes of a missing text.
    var withoutUndefined: String { self == "undefined" ? "" : self }

    /// An item's name without that of an account that has none: Bitwarden Authenticator writes `GitHub:null`.
    var withoutNull: String { hasSuffix(":null") ? String(dropLast(":null".count)) : self }
}
