import Encodings

/// What apps and people call the column of one-time passwords in a table of logins.
enum KeyColumnNames {
    /// Letters in lower case and digits only: case, spaces and punctuation do not matter.
    static func folded(_ name: String) -> String {
        String(decoding: name.utf8.map(ASCII.lowercased).filter { $0 &- 97 < 26 || $0 &- 48 < 10 }, as: UTF8.self)
    }

    /// Folded names that mean nothing else.
    static let strong = names(
        """
        otpauth otpauthurl otpauthuri otpurl otpuri otp otpsecret otpseed otpkey totp totpurl totpuri totpsecret totpseed
        totpkey logintotp onetimepassword onetimepasswort onetimepasscode onetimecode twofasecret 2fasecret 2fakey
        twofactorsecret twofactorkey mfasecret mfakey authenticatorkey authenticatorsecret
        """)

    /// The words of a text.
    static func names(_ text: StaticString) -> Set<String> {
        Set("\(text)".split { $0 == " " || $0 == "\n" }.map(String.init))
    }
}
