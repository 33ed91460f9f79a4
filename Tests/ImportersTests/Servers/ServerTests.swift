import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

@Suite("Stores of servers")
struct ServerTests {
    private static let secret = "2O4PES6BPDODOSO52Y5QK3ZWDTCJUVJL"
    private static let hex = "d3b8f24bc178dc3749ddd63b056f361cc49a552b"
    private static let base64 = "07jyS8F43DdJ3dY7BW82HMSaVSs="

    private func lines(_ text: String) throws -> [String] { try ImportersTests.read(text).items.map(\.fieldsLine) }
    private func warnings(_ text: String) throws -> String {
        try ImportersTests.read(text).warnings.map(\.message).joined(separator: "\n")
    }
    private func refusal(_ text: String) -> String {
        do {
            _ = try ImportersTests.read(text)
            return ""
        } catch { return "\(error)" }
    }

    // MARK: - SQL

    private static let columns = "(user_id, attribute_name, attribute_value)"
    private static let guacamole = "totp Apache Guacamole|2 \(secret) SHA1 6 30"

    @Test(
        "INSERT and COPY of each kind of dump give the same account",
        arguments: [
            "INSERT INTO `guacamole_user_attribute` VALUES (2,'guac-totp-key-secret','\(secret)');",
            "-- MySQL dump\nINSERT IGNORE INTO `db`.`guacamole_user_attribute` \(columns) VALUES\n(1,'it\\'s; (x)','y'),\n"
                + "(2,'guac-totp-key-secret','\(secret)');",
            "insert into public.guacamole_user_attribute \(columns) values (2, E'guac\\-totp-key-secret', '\(secret)'::text);"
                .replacing("\\-", with: "-"),
            "BEGIN TRANSACTION;\nINSERT INTO guacamole_user_attribute VALUES(1,'it''s \\','');\n"
                + "INSERT INTO guacamole_user_attribute VALUES(2,'guac-totp-key-secret','\(secret)');\nCOMMIT;",
            "INSERT [dbo].[guacamole_user_attribute] ([user_id], [attribute_name], [attribute_value]) "
                + "VALUES (2, N'guac-totp-key-secret', N'\(secret)')",
            "--\nCOPY public.guacamole_user_attribute \(columns) FROM stdin;\n1\tx\\ty\t\\N\n2\tguac-totp-key-secret\t\(secret)\n"
                + "\\.\n",
            "CREATE TABLE guacamole_user_attribute (attribute_value text, `user_id` int, attribute_name enum('a,b',')'), "
                + "PRIMARY KEY (user_id));\n/* ; */ # '\n"
                + "REPLACE INTO guacamole_user_attribute VALUES ('\(secret)',2,'guac-totp-key-secret');",
            "CREATE FUNCTION f() AS $a$ INSERT INTO x VALUES ('; $a$;\n"
                + "INSERT INTO guacamole_user_attribute \(columns) VALUES (2,'guac-totp-key-secret','\(secret)')",
        ] as [String])
    func dialects(text: String) throws { #expect(try lines(text) == [Self.guacamole]) }

    @Test("A user's name is looked up in other tables, and its number is told where they are missing")
    func joins() throws {
        let row = "INSERT INTO guacamole_user_attribute VALUES (2,'guac-totp-key-secret','\(Self.secret)');\n"
        let users = """
            INSERT INTO guacamole_user (user_id, entity_id) VALUES (1,3),(2,4);
            INSERT INTO guacamole_entity (entity_id, name) VALUES (3,'ben'),(4,'rosa');
            """
        #expect(try lines(row + users) == ["totp Apache Guacamole|rosa \(Self.secret) SHA1 6 30"])
        #expect(try !warnings(row + users).contains("ids"))
        #expect(try warnings(row).contains("have the server's ids"))
        let other = row.replacing("(2,", with: "(3,")
        let warnings = try ImportersTests.read(row + other).warnings
        #expect(warnings.count { $0.message.contains("defaults of Apache Guacamole") } == 1)
    }

    @Test(
        "A comment, and a line that is not SQL, are named if they may be of an account",
        arguments: [
            ("-- old MFRGGZDFMZTWQ2LK", [.secret]), ("# otpauth://totp/a?secret=MFRGGZDFMZTWQ2LK", [.link]),
            ("zoe,MFRGGZDFMZTWQ2LK", [.secret]), (#""zoe","MFRGGZDFMZTWQ2LK""#, [.secret]),
            (#"{"name":"zoe","secret":"MFRGGZDFMZTWQ2LK"}"#, [.secret]),
            ("-- dump of 2026", []), ("INSERT INTO other VALUES (1,'MFRGGZDFMZTWQ2LK');", []),
        ] as [(String, [Leftover.Kind])])
    func besides(line: String, kinds: [Leftover.Kind]) throws {
        let row = "INSERT INTO guacamole_user_attribute VALUES (2,'guac-totp-key-secret','\(Self.secret)');\n"
        let document = try ImportersTests.read("\(row)\(line)\n")
        #expect(document.items.count == 1)
        #expect(document.leftovers.all.map(\.kind) == kinds)
    }

    @Test("Tables of another prefix are not joined")
    func prefixes() throws {
        let text = """
            INSERT INTO a_usermeta (user_id, meta_key, meta_value) VALUES (2,'_two_factor_totp_key','\(Self.secret)');
            INSERT INTO b_users (ID, user_login) VALUES (2,'ben');
            INSERT INTO a_users (ID, user_login) VALUES (2,'rosa');
            """
        #expect(try lines(text) == ["totp |rosa \(Self.secret) SHA1 6 30"])
    }

    @Test("Tables of very many prefixes are refused, because each is searched alone", .timeLimit(.minutes(5)))
    func manyPrefixes() {
        let rows = (0...100).map {
            "INSERT INTO a\($0)_usermeta (user_id, meta_key, meta_value) VALUES (2,'_two_factor_totp_key','\(Self.secret)');"
        }
        #expect(throws: SourceError.self) {
            try ServerFile(SourceContent(text: Array(rows.joined().utf8)), ImportLimits(), .none)
        }
        #expect(formatID(of: String(repeating: "insert [;", count: 200_000).utf8) == nil)
    }

    @Test(
        "Bytes are read as the dump writes them",
        arguments: ["0x\(hex)", "X'\(hex)'", "_binary 'abc\\0\\'\\n\\\\defghijklmnop'"])
    func bytes(value: String) throws {
        let text = "-- MySQL dump\nINSERT INTO `wp_wfls_2fa_secrets` VALUES (1,3,\(value),0xab,1,0,'authenticator');"
        let document = try ImportersTests.read(text)
        let raw = Array("abc\0'\n\\defghijklmnop".utf8)
        #expect(document.items.map(\.secret.bytes) == [value.hasPrefix("_") ? raw : Hex.decode(Self.hex)])
    }

    @Test(
        "What is no dump of a known product has no format",
        arguments: [
            "INSERT INTO users (id, secret) VALUES (1,'\(secret)');",
            "CREATE TABLE twofaccounts (id int, secret text);",
            "INSERT INTO usermeta (user_id, meta_key, meta_value) VALUES (1,'nickname','\(secret)');",
            "INSERT INTO guacamole_user_attribute VALUES (2,'guac-totp-key-secret','');",
            "INSERT INTO guacamole_user_attribute VALUES (2,'guac-totp-key-secret',",
            "INSERT INTO twofaccounts VALUES (1,2,3);", "SELECT * FROM twofaccounts;", "COPY a FROM stdin;\n1\n", "--",
            "dn: uid=rosa\nuid: rosa\n\n", "<opnsense><system/></opnsense>", #"{"rosa":{"type":"user_compile"}}"#,
        ] as [String])
    func others(text: String) { #expect(formatID(of: text.utf8) == nil) }

    // MARK: - Products

    private static func row(_ table: String, _ columns: String, _ values: String) -> String {
        "INSERT INTO \(table) (\(columns)) VALUES (\(values));"
    }
    private static let php =
        #"a:1:{s:24:"twofactor_gauthenticator";a:2:{s:6:"secret";s:32:"\#(secret)";s:8:"activate";b:1;}}"#

    @Test(
        "Each product's own encoding and names",
        arguments: [
            (
                row(
                    "twofaccounts", "service, account, otp_type, secret, digits",
                    "'Acorn','rosa','steamtotp','\(secret)',5"),
                "steam Acorn|rosa \(secret) SHA1 5 30"
            ),
            (row("rc_users", "username, preferences", "'rosa','\(php)'"), "totp |rosa \(secret) SHA1 6 30"),
            (
                row("otp_hotp_hotpdevice", "key, counter, digits, user_id", "'\(hex)',7,6,3")
                    + row("auth_user", "id, username", "3,'rosa'"), "hotp |rosa \(secret) SHA1 6 7"
            ),
            (
                row("mfa", "mfaid, hash_function, code_length", "1,3,8")
                    + row("mfa_totp_secret", "mfaid, userid, totp_secret", "1,2,'\(secret)'")
                    + row("users", "userid, username", "2,'rosa'"), "totp |rosa \(secret) SHA512 8 30"
            ),
            (
                row("radcheck", "username, attribute, op, value", "'rosa','TOTP-Secret',':=','\(secret)'"),
                "totp |rosa \(secret) SHA1 6 30"
            ),
            ("rosa TOTP-Key := 0x\(hex), TOTP-Secret := \"GEZDGNBVGY3TQOJQ\"\n", "totp |rosa \(secret) SHA1 6 30"),
            (
                "dn: a=1\nobjectclass: ipatokenHOTP\nipatokenOTPkey:: \(base64.prefix(9))\n \(base64.dropFirst(9))\n"
                    + "ipatokenHOTPcounter: 4\nipatokenOwner: uid=rosa,cn=users\n",
                "hotp |rosa \(secret) SHA1 6 4"
            ),
            (
                "dn: cn=x\nobjectClass: oathHOTPToken\noathSecret:: \(base64)\noathHOTPCounter: 4\noathOTPLength: 8\ncn: x\n"
                    + "oathHMACAlgorithm: 1.2.840.113549.2.11\n", "hotp |x \(secret) SHA512 8 5"
            ),
            (
                "<opnsense><system><hostname>gate</hostname><user><name>rosa</name><descr>Rosa</descr><otp_seed>\(secret)"
                    + "</otp_seed></user></system></opnsense>", "totp OPNsense|rosa@gate \(secret) SHA1 6 30 note=Rosa"
            ),
            (#"{"a/b":{"pvt_google_auth_secret":"\#(secret)"}}"#, "totp |a/b \(secret) SHA1 6 30"),
            (
                #"{"users":[{"email":"rosa","twoFactor":{"methods":[{"method":"authenticator","secret":"\#(base64)","#
                    + #""authenticator":{"algorithm":"HmacSHA256","codeLength":8,"timeStep":60}},{"method":"sms"}]}}]}"#,
                "totp |rosa \(secret) SHA256 8 60"
            ),
            (
                "- serial: A1\n  otpkey: \(hex)\n  type: totp\n  otplen: 8\n  owner: rosa\n  info_list:\n"
                    + "    hashlib: sha512\n    timeStep: '60'\n", "totp |rosa \(secret) SHA512 8 60 note=A1"
            ),
            ("rosa@corp, A1, \(hex), totp, 8, None\n", "totp |rosa@corp \(secret) SHA1 8 30 note=A1"),
            (
                #"{"users":{"rosa@pve":{"totp":[{"id":"1","description":"phone","entry":"otpauth://totp/pve:rosa?secret="#
                    + #"\#(secret)&issuer=pve"}]}}}"#, "totp pve|rosa \(secret) SHA1 6 30 note=phone"
            ),
            (
                "multiotp-database-format-v3\nuser=rosa\nalgorithm=HOTP\nlast_event=-1\ntoken_seed=\(hex)\n",
                "hotp multiOTP|rosa \(secret) SHA1 6 0"
            ),
        ] as [(String, String)])
    func products(text: String, line: String) throws { #expect(try lines(text) == [line]) }

    @Test(
        "No other encoding is tried than the product's",
        arguments: [
            (row("otp_totpdevice", "key, user_id", "'\(secret)',1"), .secretNotHex),
            (row("wp_mfa_totp_secret", "totp_secret, userid", "'0189\(secret)',1"), .secretNotBase32),
            ("rosa TOTP-Secret := \"{TOTP_TOKEN}\(hex)\"\n", .secretNotBase32),
            ("dn: a=1\nobjectClass: ipatokenTOTP\nipatokenOTPkey: \(secret)\n", .secretUnclear),
            (
                "dn: a=1\nobjectClass: ipatokenTOTP\nipatokenOTPkey:: \(base64)\nipatokenOTPalgorithm: sha384\n",
                .algorithmUnknown
            ),
            ("dn: a=1\nobjectClass: ipatokenTOTP\nipatokenOTPkey:< file:///key\n", .fieldDamaged),
            ("rosa, A1, 2222222222222222, totp, 6, 30\n", .secretUnclear),
            (#"{"rosa":{"pvt_google_auth_secret":"\#(secret)","pvt_google_auth_secret":"GEZDGNBV"}}"#, .fieldDamaged),
            (#"{"users":[{"twoFactor":{"methods":[{"method":"new","secret":"\#(base64)"}]}}]}"#, .typeUnknown),
            (
                "<opnsense><system><authserver><type>totp</type><otpLength>8</otpLength></authserver><authserver>"
                    + "<type>totp</type></authserver><user><otp_seed>\(secret)</otp_seed></user></system></opnsense>",
                .digitsOutOfRange
            ),
        ] as [(String, RejectionCode)])
    func rejected(text: String, code: RejectionCode) throws {
        #expect(try ImportersTests.read(text).outcomes == [.rejected(code)])
    }

    @Test(
        "Sealed secrets are named, with what to do",
        arguments: [
            (row("oc_twofactor_totp_secrets", "user_id, secret", "'rosa','ab|cd|ef'"), "Nextcloud"),
            (row("two_factor", "uid, secret, scratch_hash", "1,'v2:ab','x'"), "SECRET_KEY"),
            (row("users", "email, encrypted_otp_secret", "'rosa','ab'"), "GitLab"),
            (row("twofaccounts", "account, secret", "'rosa','eyJpdiI6IjEi'"), "APP_KEY"),
            (row("wp_usermeta", "user_id, meta_key, meta_value", "1,'wp_2fa_totp_key','lsc_ab'"), "set"),
            (row("totp_configurations", "username, secret", "'rosa',X'ab'"), "authelia storage user totp export"),
            (row("token", "serial, key_enc", "'A1','ab'"), "pi-tokenjanitor"),
            ("multiotp-database-format-v3\ntoken_seed:=c2VhbGVk\n", "multiotp -urllink"),
            ("---- BEGIN config.xml ----\nVersion: OPNsense\n", "without encryption"),
            ("dn: a=1\nobjectClass: ipatokenTOTP\nipatokenOwner: uid=rosa\n", "Directory Manager"),
            (#"{"users":[{"twoFactor":{"methods":[{"method":"authenticator"}]}}]}"#, "over its API"),
        ] as [(String, String)])
    func sealed(text: String, words: String) {
        #expect(formatID(of: text.utf8) == "server")
        #expect(refusal(text).contains(words), "\(refusal(text))")
    }

    @Test("One sealed secret among others costs its own account")
    func mixed() throws {
        let text = Self.row("twofaccounts", "account, secret", "'rosa','eyJpdiI6IjEi'),('ben','\(Self.secret)'")
        #expect(try ImportersTests.read(text).outcomes == [.rejected(.secretMissing), .totp()])
        let both = text + Self.row("oc_twofactor_totp_secrets", "user_id, secret", "'rosa','ab|cd|ef'")
        #expect(try warnings(both).contains("Nextcloud"))
    }

    @Test(
        "What the server says against an account is told, and recovery codes are counted",
        arguments: [
            (
                "INSERT INTO guacamole_user_attribute VALUES (2,'guac-totp-key-secret','\(secret)'),"
                    + "(2,'guac-totp-key-confirmed','false');", "never confirmed"
            ),
            (
                "INSERT INTO guacamole_user_attribute VALUES (2,'guac-totp-key-secret','\(secret)\(secret)');",
                "40 bytes"
            ),
            (row("a_users", "username, preferences", "'rosa','\(php.replacing("b:1", with: "b:0"))'"), "switched off"),
            (#"{"rosa":{"pvt_google_auth_secret":"\#(secret)","pvt_google_auth_secret_locked":"false"}}"#, "confirmed"),
            (
                #"{"users":{"rosa":{"totp":[{"enable":false,"entry":"otpauth://totp/a?secret=\#(secret)"}],"#
                    + #""recovery":{"entries":["a1",null]}}}}"#,
                "switched off|1 user of Proxmox also has recovery codes"
            ),
            (
                "dn: a=1\nobjectClass: oathTOTPToken\noathSecret:: \(base64)\noathTOTPParams: cn=x\n",
                "defaults of OpenLDAP"
            ),
            (
                "dn: a=1\nobjectClass: ipatokenTOTP\nipatokenOTPkey:: \(base64)\nipatokenNotAfter: 20200101000000Z\n",
                "valid"
            ),
            (
                "<opnsense><system><user><otp_seed>\(secret)</otp_seed></user></system></opnsense>",
                "defaults of OPNsense"
            ),
            (row("twofaccounts", "account, secret, shift", "'rosa','\(secret)',7"), "\"shift\" is not read"),
        ] as [(String, String)])
    func told(text: String, words: String) throws {
        let warnings = try warnings(text)
        for words in words.split(separator: "|") { #expect(warnings.contains(words), "\(warnings)") }
    }

    @Test("A value of PHP is read by its lengths, and a damaged one is none")
    func serialized() {
        #expect(PHPText.values(#"a:2:{s:1:"a";s:3:"";"";i:7;a:1:{s:1:"b";b:1;}}"#) == ["a": "\";\"", "7/b": "1"])
        for text in [
            "", "a:9:{}", #"s:9:"a";"#, "a:1:{i:0;a:1:{i:0;", "O:8:\"stdClass\":0:{}", "a:-1:{}x", "s:-1:\"\";",
        ] {
            #expect(PHPText.values(text) ?? [:] == [:], "\(text)")
        }
    }

    @Test("A database is read with its journal's tables, whatever else is in it")
    func database() throws {
        let bytes = try SQLiteFile.make(
            """
            CREATE TABLE twofactor (uuid TEXT PRIMARY KEY, user_uuid TEXT, atype INTEGER, enabled, data TEXT, last_used);
            INSERT INTO twofactor VALUES ('a', 'u', 0, 0, '\(Self.secret)', 1), ('b', 'u', 5, 1, '{}', 1);
            CREATE TABLE users (uuid TEXT, email TEXT);
            INSERT INTO users VALUES ('u', 'rosa@acorn.example');
            """)
        let document = try ImportersTests.read(bytes)
        #expect(document.items.map(\.fieldsLine) == ["totp |rosa@acorn.example \(Self.secret) SHA1 6 30"])
        #expect(document.warnings.map(\.message).contains { $0.contains("switched off") })
        let other = "CREATE TABLE users (id, username, secret); INSERT INTO users VALUES (1, 'a', '\(Self.secret)');"
        #expect(formatID(of: try SQLiteFile.make(other)) == nil)
    }
}
