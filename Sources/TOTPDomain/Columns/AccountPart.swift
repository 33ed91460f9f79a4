import Encodings

/// What a member of a record, or a column of a table, says of an account, judged by its name.
///
/// One vocabulary for all records without a fixed shape (`Docs/formats/README.md`): JSON of no known app, tables, and
/// the search for members that a format does not read.
package enum AccountPart: Sendable, Hashable, CaseIterable {
    /// A link, or a secret, under a name that means nothing else.
    case key
    /// A secret in hexadecimal digits.
    case hexKey
    /// A secret in base64.
    case base64Key
    /// A secret, if the values look like it: passwords and keys of other kinds have such names, too.
    case possibleKey
    case issuer, title, user, account
    case kind, algorithm, digits, period, counter

    package var isKey: Bool { [.key, .hexKey, .base64Key, .possibleKey].contains(self) }

    /// Whether it changes the codes.
    package var isParameter: Bool { [.kind, .algorithm, .digits, .period, .counter].contains(self) }

    package var isName: Bool { [.issuer, .title, .user, .account].contains(self) }

    /// - Parameter name: as in the file; case, accents, spaces and punctuation do not matter.
    package init?(named name: String) { self.init(folded: Self.folded(name)) }

    /// - Parameter name: ``folded(_:)``.
    package init?(folded name: String) {
        let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
        guard let part = (isPlain ? Self.plainParts : Self.otherParts)[name] else { return nil }
        self = part
    }

    /// Whether a name says that it has another secret beside the first: `Secret 2`, `oldSecret`. None of them is read.
    ///
    /// - Parameter name: as in the file.
    package static func isFurtherKey(named name: String) -> Bool {
        let folded = folded(name)
        guard AccountPart(folded: folded) == nil else { return false }
        let unnumbered = String(folded.reversed().drop { ("0"..."9").contains($0) }.reversed())
        var cores = [unnumbered]
        for word in further {
            if unnumbered.hasPrefix(word) { cores.append(String(unnumbered.dropFirst(word.count))) }
            if unnumbered.hasSuffix(word) { cores.append(String(unnumbered.dropLast(word.count))) }
        }
        return cores.contains { core in
            core != folded && core != "key" && core != "token" && AccountPart(folded: core).map(\.isKey) == true
        }
    }

    private static let further = [
        "second", "third", "other", "another", "old", "older", "previous", "prev", "former", "new", "next", "spare",
        "alternative", "alternate", "additional", "zweites", "zweiter", "altes", "alter", "neues", "neuer",
    ]

    /// Letters and digits of any script, in lower case and without accents; "" for a name of an impossible length.
    package static func folded(_ name: String) -> String {
        guard name.utf8.count <= Limit.csvName else { return "" }
        func isFolded(_ byte: UInt8) -> Bool { byte &- 97 < 26 || byte &- 48 < 10 }
        if name.utf8.allSatisfy(isFolded) { return name }
        if name.utf8.allSatisfy({ $0 < 0x80 }) {
            let plain = name.utf8.lazy.map(ASCII.lowercased).filter(isFolded)
            return String(decoding: Array(plain), as: UTF8.self)
        }
        var plain = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            // Full-width forms, which keyboards for Chinese and Japanese write.
            let isFullWidth = 0xFF01...0xFF5E ~= scalar.value
            plain.append(isFullWidth ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar)
        }
        var folded = String.UnicodeScalarView()
        for scalar in String(plain).searchable.unicodeScalars
        where scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
            folded.append(scalar)
        }
        return String(folded)
    }

    /// The heading of a column, folded, without what may follow the name of a part: the unit of a number, a word that
    /// adds nothing, or a remark in brackets. `Period (s)` is `period`, `账户信息` is `账户`.
    package static func heading(_ name: String) -> String {
        let folded = folded(name)
        guard !folded.isEmpty, AccountPart(folded: folded) == nil else { return folded }
        for length in 1..<max(2, min(folded.count, longestEnd + 1)) {
            let end = String(folded.suffix(length)), core = String(folded.dropLast(length))
            guard let part = AccountPart(folded: core) else { continue }
            if part == .digits || part == .period, units.contains(end) { return core }
            if part.isName || part.isParameter, emptyWords.contains(end) { return core }
        }
        guard let bracket = name.firstIndex(where: { "([（［".contains($0) }) else { return folded }
        let core = Self.folded(String(name[..<bracket]))
        return AccountPart(folded: core)?.isName == true ? core : folded
    }

    /// Folded, as people and programs write them behind numbers, in the languages of authenticators.
    package static let units = Set(
        foldedNames(
            """
            s sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos secondo secondi seconden
            sekund sekundy sekunda sekunder saniye сек секунд секунды секунда 秒 秒間 초 digit digits stellen ziffern chiffre
            chiffres digito digitos cifra cifre cijfers cyfr cyfry cislic siffror hane basamak цифр цифры 位 桁 자리
            """))
    private static let longestEnd = 9

    /// "Name", "information" and "value", where they are written without a space.
    private static let emptyWords = Set(foldedNames("名 名称 名稱 信息 資訊 资讯 資料 资料 情報 数值 數值 値 值 명 이름 정보 값"))

    /// The names of a part, folded, those that count most first.
    package var names: [String] { Self.names[self] ?? [] }

    /// By names in ASCII, as nearly all are, and by other names, which take milliseconds to fold.
    private static let plainParts = parts(arePlain: true)
    private static let otherParts = parts(arePlain: false)

    private static func parts(arePlain: Bool) -> [String: AccountPart] {
        var parts: [String: AccountPart] = [:]
        for part in allCases {
            for word in part.writtenNames where word.utf8.allSatisfy({ $0 < 0x80 }) == arePlain {
                parts[folded(word)] = part
            }
        }
        return parts
    }

    private static let names = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.writtenNames.map(folded)) })

    private var writtenNames: [String] { words.utf8.split(separator: ASCII.space).map { String(Substring($0)) } }

    /// In English, and in the languages of authenticators (`Docs/formats/csv.md`). Latin letters are folded.
    private var words: String {
        switch self {
        case .key:
            """
            otpauth otpauthurl otpauthuri otpurl otpuri otp otpsecret otpseed otpkey totp totpurl totpuri totpsecret \
            totpseed totpkey logintotp onetimepassword onetimepasswort onetimepasscode onetimecode twofasecret \
            2fasecret 2fakey 2faseed twofactorsecret twofactorkey mfasecret mfakey mfaseed authenticatorkey \
            authenticatorsecret authenticatorseed base32 base32secret secretbase32 otpsecretkey totpsecretkey \
            hotpsecret hotpkey timeotpsecretbase32 hmacotpsecretbase32 otpauthlink otplink totplink 2fasecretkey \
            twofactorsecretkey mfasecretkey authenticatorsecretkey googleauthenticatorsecret googleauthenticatorkey \
            oathsecret oathkey oathseed hotpseed totpbase32 base32key keybase32 seedbase32 secretkeybase32 \
            oathsecretkey tfasecret tfakey tfaseed twofactorauthsecret googleauthsecret secretb32 b32secret
            """
        case .hexKey:
            """
            secrethex hexsecret seedhex hexseed keyhex hexkey secretkeyhex totpsecrethex timeotpsecrethex \
            hmacotpsecrethex
            """
        case .base64Key:
            """
            secretbase64 base64secret seedbase64 base64seed keybase64 base64key totpsecretbase64 secretkeybase64
            """
        case .possibleKey:
            """
            secret secretkey secretcode sharedsecret key seed token setupkey setupcode manualkey manualentrykey \
            geheimerschlussel geheimnis schlussel clesecrete clavesecreta chiavesegreta chavesecreta geheimesleutel \
            sekret klucz tajnyklic hemmelignogle hemmelignokkel hemlignyckel salainenavain titkoskulcs gizlianahtar \
            секретныиключ секретнииключ 密钥 密鑰 密匙 金钥 金鑰 种子 種子 共享密钥 共用金鑰 シークレットキー cle segreto segredo chiave chave clave \
            sleutel geheim anahtar klic tajemstvi hemlighet nyckel секрет ключ секретныйключ секретнийключ 秘密鍵 シークレット \
            秘钥 비밀키 비밀 키
            """
        case .issuer:
            """
            issuer issuername otpissuer totpissuer provider providername serviceprovider vendor company organization \
            organisation herausgeber aussteller anbieter emetteur emisor emittente emissor wystawca vydavatel udsteder \
            utfardare myontaja kibocsato emitent издатель емітент 发行方 发行者 发行商 发布者 颁发者 签发者 服务商 服务提供商 服務商 服務提供者 發行者 發行方 \
            發行商 発行者 발급처 fournisseur proveedor fornitore fornecedor provedor aanbieder uitgever dostawca poskytovatel \
            leverantor utgivare saglayici эмитент провайдер видавець 提供商 発行元 提供元 발급자 발행자 제공자 εκδοτης
            """
        case .title:
            """
            title name displayname itemname accountname passwordname secretname tokenname nickname label site sitename \
            service servicename app appname application platform beschreibung dienst titel titre titulo titolo nom \
            nombre nome naam nazwa nazev servizio servicio servico usluga tjeneste tjanst название сервис 名称 名字 服务 服務 \
            名前 サービス 서비스 dienstname dienstnaam nomduservice nombredelservicio nomedelservizio nomedoservico serwis \
            nazwauslugi nazwaserwisu sluzba nazevsluzby tjanstnamn hizmet hizmetadi servis служба услуга \
            названиесервиса сервіс послуга назва назвасервісу サービス名 服务名称 服務名稱 서비스명 서비스이름 applicazione applicatie \
            aplikacja aplikace aplicacion aplicativo uygulama anwendung приложение додаток アプリ 应用 应用程序 應用 應用程式 平台 站点 \
            项目 項目 标题 標題 名稱 앱 dienstanbieter seite webseite strona sitio sito siteadi сайт サイト 网站 網站 사이트 이름 bezeichnung \
            isim namn
            """
        case .user:
            """
            username loginusername login loginid user userid useremail loginname email emailaddress mail upn \
            nutzername benutzername nomdutilisateur usuario nomeutente gebruikersnaam логин 用户名 ユーザー名 benutzer nutzer \
            benutzerkennung anmeldename utilisateur nomutilisateur identifiant nombredeusuario nombreusuario utente \
            utilizador nomedeusuario nomedoutilizador gebruiker uzytkownik nazwauzytkownika uzivatel uzivatelskejmeno \
            anvandare anvandarnamn kullanici kullaniciadi пользователь имяпользователя користувач ім'якористувача \
            логін ユーザー ユーザ ユーザ名 用户 用戶 邮箱 電子郵件 电子邮件 电子邮箱 メール メールアドレス 이메일 使用者 使用者名稱 使用者名称 사용자 사용자명 사용자이름 nomducompte \
            utilizzatore nomutilisateurs brugernavn kayttaja kayttajanimi felhasznalo felhasznalonev 登录名 登入名稱 ログイン \
            ログイン名 아이디 имя имяпользователей
            """
        case .account:
            """
            account accountlabel otpaccount otpname otplabel totpaccount totpname totplabel konto compte cuenta conta \
            cont аккаунт 账户 账号 帐号 賬戶 賬號 帳號 アカウント 계정 tili fiok ucet hesap учётнаязапись учетнаязапись обліковийзапис \
            акаунт 帐户 帳戶 rekening
            """
        case .kind:
            """
            type otptype otpkind tokentype totptype kind typ tipo 类型 類型 種類 令牌类型 验证类型 驗證類型 种类 soort rodzaj druh tur тип \
            タイプ 유형 종류 otp-type codetype
            """
        case .algorithm:
            """
            algorithm algo digest hash hashalgorithm hashfunction otpalgorithm totpalgorithm timeotpalgorithm \
            algorithmus algorithme algoritmo algoritme algorytm алгоритм 算法 哈希算法 散列算法 演算法 雜湊演算法 哈希 ハッシュアルゴリズム 해시 \
            해시알고리즘 アルゴリズム hashfunktion hachage fonctiondehachage algoritmus algoritm algoritma 알고리즘 ハッシュ totpalgo \
            otphash
            """
        case .digits:
            """
            digits length codelength codedigits otplength otpdigits totpdigits numdigits numberofdigits timeotplength \
            stellen ziffern chiffres digitos cifre cijfers cyfry цифры 位数 位數 长度 長度 验证码位数 验证码长度 驗證碼位數 密码位数 数字位数 桁数 \
            anzahlstellen anzahlderstellen codelange nombredechiffres longueurducode longueur numerodedigitos \
            numerodicifre algarismos numerodealgarismos aantalcijfers liczbacyfr cislice pocetcislic siffror \
            antalsiffror basamak basamaksayisi hane hanesayisi количествоцифр числоцифр цифри кількістьцифр 자릿수 자리수 \
            longitud lunghezza lengte dlugosc
            """
        case .period:
            """
            period otpperiod otpinterval totpperiod totpinterval timeperiod refreshperiod interval refreshinterval \
            timestep timeinterval step timer timeintervalinseconds timeintervalseconds stepseconds stepinseconds \
            timestepseconds timestepinseconds periodseconds periodinseconds intervalseconds intervalinseconds stepsize \
            timestepsize timeotpperiod periode intervall intervalle intervalo intervallo periodo okres период 周期 週期 間隔 \
            时间周期 時間週期 刷新周期 更新周期 刷新间隔 更新间隔 更新間隔 时间步长 步长 时长 有效时间 タイムステップ zeitraum zeitintervall zeitschritt gultigkeit \
            duree durata interwal perioda casovyinterval tidsperiod sure periyot aralik интервал інтервал період 有効期間 \
            期間 时间间隔 時間間隔 주기 간격
            """
        case .counter:
            """
            counter hotpcounter otpcounter initialcounter hmacotpcounter zahler compteur contador contatore teller \
            licznik счетчик 计数器 計數器 计数 計數 初始计数器 zahlerstand citac pocitadlo raknare sayac лічильник カウンター カウンタ 카운터
            """
        }
    }
}
