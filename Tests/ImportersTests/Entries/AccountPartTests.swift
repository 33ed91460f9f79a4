import Encodings
import TOTPDomain
import Testing

@Suite("Meanings of the names of members and columns")
struct AccountPartTests {
    @Test(
        "Case, accents, spaces and punctuation do not matter, in any script",
        arguments: [
            ("issuer", .issuer), ("Service-Provider", .issuer), ("Émetteur", .issuer), ("发行方", .issuer),
            ("ИЗДАТЕЛЬ", .issuer), ("Title", .title), ("Site Name", .title), ("サービス", .title), ("User Name", .user),
            ("E-Mail", .user), ("Nom d'utilisateur", .user), ("ユーザー名", .user), ("Account", .account),
            ("Konto", .account), ("TOTP Secret", .key), ("ｔｏｔｐ", .key), ("One-Time Password", .key),
            ("TimeOtp-Secret-Base32", .key), ("Secret (hex)", .hexKey), ("Secret Key", .possibleKey),
            ("Geheimer Schlüssel", .possibleKey), ("Hemmelig nøgle", .possibleKey), ("Секретный ключ", .possibleKey),
            ("シークレットキー", .possibleKey), ("密钥", .possibleKey), ("Gizli Anahtar", .possibleKey), ("Type", .kind),
            ("OTP type", .kind), ("Algorithm", .algorithm), ("Digits", .digits), ("位数", .digits),
            ("code length", .digits), ("Period", .period), ("Time Step", .period), ("HmacOtp-Counter", .counter),
            ("timeIntervalInSeconds", .period), ("stepSeconds", .period), ("Benutzer", .user), ("Utilisateur", .user),
            ("Nazwa użytkownika", .user), ("Kullanıcı adı", .user), ("Имя пользователя", .user), ("用户", .user),
            ("사용자 이름", .user), ("Dienst", .title), ("Usługa", .title), ("Služba", .title), ("Wystawca", .issuer),
            ("Leverantör", .issuer), ("発行元", .issuer),
        ] as [(String, AccountPart)])
    func known(name: String, part: AccountPart) { #expect(AccountPart(named: name) == part) }

    @Test(
        "A unit, a word that adds nothing and a remark in brackets may follow the name of a column",
        arguments: [
            ("Period (s)", .period), ("周期(秒)", .period), ("Période (secondes)", .period), ("Interval [sec.]", .period),
            ("Digits (digits)", .digits), ("位数（位）", .digits), ("账户信息", .account), ("帐号名称", .account),
            ("アカウント情報", .account), ("계정 이름", .account), ("服务商名称", .issuer), ("Username (e-mail)", .user),
            ("平台", .title), ("刷新周期(秒)", .period), ("计数器值", .counter), ("金鑰", .possibleKey),
        ] as [(String, AccountPart)])
    func headings(name: String, part: AccountPart) {
        #expect(AccountPart(folded: AccountPart.heading(name)) == part)
    }

    @Test(
        "A remark makes no secret or parameter of another name, and no second one of the same",
        arguments: [
            ("Secret (old)", "secretold"), ("Secret (hex)", "secrethex"), ("Period (days)", "perioddays"),
            ("Key info", "keyinfo"), ("密钥信息", "密钥信息"), ("Issued (s)", "issueds"), ("s", "s"), ("(x)", "x"), ("", ""),
        ])
    func otherHeadings(name: String, folded: String) { #expect(AccountPart.heading(name) == folded) }

    @Test(
        "A part of a name is not the name",
        arguments: [
            "", "-", "client secret", "api key", "TOTP Backup Codes", "2FA enabled", "issuer id", "password", "codes",
            "recovery code", "secret question",
        ])
    func unknown(name: String) { #expect(AccountPart(named: name) == nil) }

    @Test("Each name is that of one part, and is found as it is listed")
    func names() {
        for part in AccountPart.allCases {
            #expect(!part.names.isEmpty)
            for name in part.names {
                #expect(AccountPart(named: name) == part)
                #expect(AccountPart(named: "\(name.uppercased()) -") == part)
            }
        }
    }

    @Test(
        "A name with a number, or with a word such as old, is that of another secret",
        arguments: ["Secret 2", "secret2", "Old secret", "OTP secret (old)", "totp 2", "second seed", "newSecret"])
    func furtherKeys(name: String) {
        #expect(AccountPart.isFurtherKey(named: name) && AccountPart(named: name) == nil)
    }

    @Test(
        "Other names are not those of another secret",
        arguments: ["secret", "base32", "2FA", "old password", "key 2", "access token 2", "secret question 2", "", "2"])
    func otherNames(name: String) { #expect(!AccountPart.isFurtherKey(named: name)) }

    @Test("A name beyond the length limit is ignored")
    func longNames() {
        let longest = String(repeating: "-", count: Limit.csvName - 6) + "issuer"
        #expect(AccountPart(named: longest) == .issuer)
        #expect(AccountPart(named: "-\(longest)") == nil)
    }
}
