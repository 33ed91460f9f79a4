/// Names of secrets that are not for one-time codes.
extension AccountPart {
    /// Whether a name means a password.
    ///
    /// - Parameter name: as in the file.
    package static func isPassword(named name: String) -> Bool { passwordNames.contains(folded(name)) }

    /// Whether a name means a key of another kind.
    ///
    /// - Parameter name: as in the file.
    package static func isForeignKey(named name: String) -> Bool { foreignKeyNames.contains(folded(name)) }

    package static let passwordNames = foldedNames(
        """
        password loginpassword passwort pass passwd pwd passphrase kennwort motdepasse contrasena senha wachtwoord haslo
        пароль 密码 パスワード
        """)

    package static let foreignKeyNames = Set(
        foldedNames(
            """
            clientid clientsecret apikey apisecret apitoken accesstoken refreshtoken idtoken accesskey accesskeyid
            secretaccesskey awssecretaccesskey awsaccesskeyid arn secretarn kid kty privatekey publickey
            """))

    /// The names of a text that separates them by white space, each ``folded(_:)``.
    package static func foldedNames(_ text: StaticString) -> [String] {
        "\(text)".split { $0 == " " || $0 == "\n" }.map { folded(String($0)) }
    }
}
