import Encodings
import Platform
import TOTPDomain

/// The known products (`Docs/formats/server.md`). A new product is an entry here.
extension ServerProduct {
    static let all = databases + sealed + directories + firewalls + objects + settings

    private static let unconfirmed = "the user never confirmed it"
    private static let disabled = "it is switched off on the server"
    private static let usersOfWordPress: ServerPath = "user_id>users.id:user_login|user_id"
    private static let setUpAgain: Advice = "each user sets up the second factor again"

    // MARK: - Databases

    private static let databases = [
        ServerProduct(
            name: "Apache Guacamole", notation: .tables, table: "guacamole_user_attribute",
            secret: "guac-totp-key-secret", columns: "user_id attribute_name attribute_value",
            pivot: Pivot(owner: "user_id", name: "attribute_name", value: "attribute_value"),
            account: """
                user_id>guacamole_user.user_id:entity_id>guacamole_entity.entity_id:name\
                |user_id>guacamole_user.user_id:username|user_id
                """,
            issuer: "=Apache Guacamole", lacksSettings: { _ in true },
            doubts: [
                Doubt("guac-totp-key-confirmed", isNot: "true", says: unconfirmed),
                Doubt("guac-totp-disabled", is: "true", says: disabled),
            ],
            finish: { (_, draft) in
                // A server makes longer keys for longer hashes.
                if draft.secret.count != 20 {
                    draft.warning.add(
                        Warning(
                            "its secret has \(draft.secret.count) bytes: the server may use SHA256 or SHA512",
                            .checkCodes))
                }
            }),
        ServerProduct(
            name: "WordPress (Two-Factor)", notation: .tables, table: "usermeta", secret: "_two_factor_totp_key",
            columns: "umeta_id user_id meta_key meta_value",
            pivot: Pivot(owner: "user_id", name: "meta_key", value: "meta_value"), account: usersOfWordPress,
            issuer: blogName,
            doubts: [
                Doubt("_two_factor_enabled_providers", says: disabled) { !$0.contains("Two_Factor_Totp") }
            ],
            recovery: "_two_factor_backup_codes"),
        ServerProduct(
            name: "WordPress (WP 2FA)", notation: .tables, table: "usermeta", secret: "wp_2fa_totp_key",
            columns: "umeta_id user_id meta_key meta_value",
            pivot: Pivot(owner: "user_id", name: "meta_key", value: "meta_value"), account: usersOfWordPress,
            issuer: blogName, recovery: "wp_2fa_backup_codes",
            seal: Seal(problem: "the secret is encrypted with a key of the site", advice: setUpAgain) { row in
                !row.text("wp_2fa_totp_key").utf8.allSatisfy { Base32.values[Int($0)] < 32 }
            }),
        ServerProduct(
            name: "WordPress (Wordfence)", notation: .tables, table: "wfls_2fa_secrets", secret: "secret",
            encoding: .bytes, columns: "id user_id secret recovery ctime vtime mode",
            only: ("mode", ["authenticator"]), account: usersOfWordPress, issuer: blogName, recovery: "recovery",
            finish: { (_, draft) in
                if draft.secret.count != 20 {
                    draft.warning.add(
                        Warning(
                            "its secret has \(draft.secret.count) bytes instead of 20: the dump may have damaged it",
                            .text(
                                "dump the database with --hex-blob",
                                onPage: "dump the database again, with hexadecimal numbers for bytes")))
                }
            }),
        ServerProduct(
            name: "2FAuth", notation: .tables, table: "twofaccounts", secret: "secret",
            columns: """
                id user_id legacy_uri service account icon otp_type secret algorithm digits period counter created_at \
                updated_at group_id order_column
                """,
            account: "account", issuer: "service", kind: "otp_type",
            kinds: ["totp": .totp, "hotp": .hotp, "steamtotp": .steam], algorithm: "algorithm", digits: "digits",
            period: "period", counter: "counter",
            // `{"iv":`, as Laravel starts what it encrypts.
            seal: Seal(
                problem: "the secret is encrypted with the server's APP_KEY",
                advice:
                    "export from 2FAuth, or switch its protection of sensitive data off, and copy the database again"
            ) { $0.text("secret").hasPrefix("eyJpdiI6") }),
        ServerProduct(
            name: "Roundcube", notation: .tables, table: "users", secret: "twofactor_gauthenticator secret",
            php: "preferences", account: "username",
            doubts: [
                Doubt("twofactor_gauthenticator activate", isNot: "1", says: disabled)
            ],
            recovery: "twofactor_gauthenticator recovery_codes 0"),
        multiOTP(.tables, "users", account: "user"),
        multiOTP(.tables, "tokens", account: "attributed_users|token_serial"),
        ServerProduct(
            name: "Zabbix", notation: .tables, table: "mfa_totp_secret", secret: "totp_secret",
            columns: "mfa_totp_secretid mfaid userid totp_secret status used_codes",
            account: "userid>users.userid:username|userid", algorithm: "mfaid>mfa.mfaid:hash_function",
            algorithms: ["1": "SHA1", "2": "SHA256", "3": "SHA512"], digits: "mfaid>mfa.mfaid:code_length"),
        ServerProduct(
            name: "FreeRADIUS", notation: .tables, table: "radcheck",
            secret: "totp-key|totp.key|totp-secret|totp.secret", encoding: .bytesInKey,
            columns: "id username attribute op value",
            pivot: Pivot(owner: "username", name: "attribute", value: "value"), account: "username",
            lacksSettings: { _ in true }),
        ServerProduct(
            name: "Vaultwarden's own login", notation: .tables, table: "twofactor", secret: "data",
            columns: "uuid user_uuid atype enabled data last_used", only: ("atype", ["0"]),
            account: "user_uuid>users.uuid:email|user_uuid",
            doubts: [Doubt("enabled", is: "0", "false", "f", says: disabled)],
            recovery: "user_uuid>users.uuid:totp_recover"),
        django("totpdevice", .totp),
        django("hotpdevice", .hotp),
    ]

    private static let blogName: ServerPath = "=blogname>options.option_name:option_value"

    /// A device of django-otp, also in authentik: all codes have SHA1.
    private static func django(_ table: String, _ kind: OTPKind) -> ServerProduct {
        ServerProduct(
            name: "Django OTP or authentik", notation: .tables, table: table, secret: "key", encoding: .hex,
            columns: """
                id name confirmed key step t0 digits tolerance drift last_t user_id throttling_failure_timestamp \
                throttling_failure_count created_at last_used_at counter created last_updated uuid
                """,
            account: "user_id>user.id:username|user_id", kind: kind == .hotp ? "=hotp" : "=totp",
            kinds: ["hotp": .hotp, "totp": .totp], digits: "digits", period: "step", counter: "counter",
            doubts: [Doubt("confirmed", is: "0", "f", "false", says: unconfirmed)],
            finish: { (row, draft) throws(EntryError) in
                if !["", "0"].contains(row.text("t0")) {
                    throw EntryError(.periodOutOfRange, "it counts its steps from a time of its own", "set it up again")
                }
            })
    }

    // MARK: - Databases that are sealed

    private static let sealed = [
        ServerProduct(
            name: "Gitea or Forgejo", notation: .tables, table: "two_factor", secret: "secret",
            columns: """
                id uid secret scratch_salt scratch_hash last_used_passcode created_unix updated_unix
                """,
            accepts: { !$0.values("scratch_salt|scratch_hash|scratch_token").isEmpty },
            seal: Seal(problem: "its secrets are encrypted with the server's SECRET_KEY", advice: setUpAgain)),
        ServerProduct(
            name: "GitLab or another Rails server", notation: .tables, table: "users",
            secret: "encrypted_otp_secret",
            seal: Seal(problem: "its secrets are encrypted with the server's otp_key_base", advice: setUpAgain)),
        ServerProduct(
            name: "Mastodon or another Rails server", notation: .tables, table: "users", secret: "otp_secret",
            accepts: { $0.text("otp_secret").hasPrefix("{\"p\":") },
            seal: Seal(problem: "its secrets are encrypted with the server's keys", advice: setUpAgain)),
        ServerProduct(
            name: "Nextcloud", notation: .tables, table: "twofactor_totp_secrets", secret: "secret",
            columns: "id user_id secret state last_counter",
            seal: Seal(problem: "its secrets are encrypted with the secret of its config.php", advice: setUpAgain)),
        ServerProduct(
            name: "Authelia", notation: .tables, table: "totp_configurations", secret: "secret",
            columns: "id created_at last_used_at username issuer algorithm digits period secret",
            seal: Seal(
                problem: "its secrets are encrypted with the server's key",
                advice: .text(
                    "run authelia storage user totp export, and import its file",
                    onPage: "export them on the server, as the help of Authelia says, and drop that"))),
        ServerProduct(
            name: "privacyIDEA", notation: .tables, table: "token", secret: "key_enc",
            seal: Seal(
                problem: "its keys are encrypted with the server's key",
                advice: .text(
                    "run pi-tokenjanitor find export --format yaml, and import its file",
                    onPage: "export them on the server, as the help of privacyIDEA says, and drop that"))),
        ServerProduct(
            name: "LinOTP", notation: .tables, table: "token", secret: "linotpkeyenc",
            seal: Seal(problem: "its keys are encrypted with the server's key", advice: setUpAgain)),
    ]

    // MARK: - Directories

    private static let digest = "1.2.840.113549.2."

    private static let directories = [
        ServerProduct(
            name: "FreeIPA", notation: .directory, table: LDIFText.table, secret: "ipatokenotpkey",
            encoding: .bytesUnlessBase32,
            columns: """
                dn objectclass cn description managedby ipatokenuniqueid ipatokenowner ipatokenotpkey \
                ipatokenotpalgorithm ipatokenotpdigits ipatokentotptimestep ipatokentotpclockoffset ipatokenhotpcounter \
                ipatokentotpwatermark ipatokendisabled ipatokennotbefore ipatokennotafter ipatokenvendor ipatokenmodel \
                ipatokenserial creatorsname modifiersname createtimestamp modifytimestamp entryuuid nsuniqueid \
                ipauniqueid parentid entryid entrydn entryusn changetype
                """,
            only: ("objectclass", ["ipatokentotp", "ipatokenhotp"]), account: "ipatokenowner|ipatokenuniqueid|dn",
            issuer: "ipatokenowner>ldif.dn:krbprincipalname", note: "description|ipatokenuniqueid",
            kind: "objectclass", kinds: ["ipatokentotp": .totp, "ipatokenhotp": .hotp],
            algorithm: "ipatokenotpalgorithm", digits: "ipatokenotpdigits", period: "ipatokentotptimestep",
            counter: "ipatokenhotpcounter",
            doubts: [
                Doubt("ipatokentotpclockoffset", isNot: "0", says: "its clock differs from the server's"),
                Doubt("ipatokendisabled", is: "true", says: disabled),
                Doubt("ipatokennotafter", says: "it is no longer valid", if: isPast),
            ],
            withheld: Seal(
                problem: "the file has its tokens without their keys", advice: "export as Directory Manager")),
        ServerProduct(
            name: "OpenLDAP", notation: .directory, table: LDIFText.table, secret: "oathsecret", encoding: .bytes,
            account: """
                dn>ldif.oathtotptoken:uid|dn>ldif.oathhotptoken:uid|uid|dn>ldif.oathtotptoken:cn\
                |dn>ldif.oathhotptoken:cn|cn|dn
                """,
            kind: "objectclass", kinds: ["oathtotptoken": .totp, "oathhotptoken": .hotp],
            algorithm: """
                oathhmacalgorithm|oathtotpparams>ldif.dn:oathhmacalgorithm\
                |oathhotpparams>ldif.dn:oathhmacalgorithm
                """,
            algorithms: [digest + "7": "SHA1", digest + "9": "SHA256", digest + "11": "SHA512"],
            digits: "oathotplength|oathtotpparams>ldif.dn:oathotplength|oathhotpparams>ldif.dn:oathotplength",
            period: "oathtotptimestepperiod|oathtotpparams>ldif.dn:oathtotptimestepperiod",
            counter: "oathhotpcounter", countsLast: true,
            seal: Seal(problem: "the secret is encrypted with the key of oathEncKey", advice: setUpAgain) {
                $0.text("oathsecret").hasPrefix("{\"")
            }),
    ]

    /// Whether a date is over: `20251231235959Z`, `12/31/2025`.
    private static func isPast(_ text: String) -> Bool {
        let parts = text.split(separator: "/")
        let day = parts.count == 3 ? parts[2] + parts[0] + parts[1] : text.prefix(8)
        let today = Date().formatted(.iso8601.year().month().day().dateSeparator(.omitted))
        return day.count == 8 && day.allSatisfy(\.isNumber) && String(day) < today
    }

    // MARK: - Firewalls

    /// The servers for one-time passwords that a user of OPNsense may be checked by.
    @Sendable private static func servers(of row: ServerRow) -> [ServerRecord] {
        let inSystem = row.record.parent.flatMap { row.records.children[$0] } ?? []
        return inSystem.map { row.records.records[$0] }.filter { record in
            record.name == "authserver"
                && ["totp", "ldap-totp"].contains(record.values["type"]?.first?.string ?? "")
        }
    }

    private static let firewalls = [
        ServerProduct(
            name: "OPNsense", notation: .xml, table: "system/user", secret: "otp_seed", account: "name",
            issuer: "=OPNsense", note: "descr",
            lacksSettings: { servers(of: $0).isEmpty },
            doubts: [
                Doubt("disabled", is: "1", says: disabled), Doubt("expires", says: "its user has expired", if: isPast),
            ],
            finish: { (row, draft) throws(EntryError) in
                let servers = servers(of: row)
                func settings(_ name: String, _ usual: String) -> Set<String> {
                    Set(servers.map { $0.values[name]?.first?.string ?? usual })
                }
                let digits = settings("otplength", "6"), periods = settings("timewindow", "30")
                guard digits.count < 2, periods.count < 2 else {
                    throw EntryError(
                        .digitsOutOfRange, "the file has two servers for one-time passwords that differ",
                        "delete the one that is not used from a copy")
                }
                try draft.take(digits: digits.first.map { .text($0) }, period: periods.first.map { .text($0) })
                let host = ["../hostname", "../domain"].map { row.text($0) }.filter { !$0.isEmpty }
                let isOPNsense = row.record.table.hasPrefix("opnsense/"), name = row.text("name")
                draft.names = (
                    isOPNsense ? "OPNsense" : "pfSense",
                    host.isEmpty ? name : "\(name)@\(host.joined(separator: "."))"
                )
                if !isOPNsense { draft.warning.add(Warning("pfSense itself has no one-time passwords", .checkCodes)) }
            }),
        ServerProduct(
            name: "FreeRADIUS of pfSense", notation: .xml, table: "freeradius/config", secret: "varusersmotpinitsecret",
            only: ("varusersmotpenable", ["on", "true", "1", "yes"]), account: "varusersusername",
            issuer: "description|=FreeRADIUS", kind: "varusersauthmethod|=motp",
            kinds: ["googleauth": .totp, "motp": .motp], pin: "varusersmotppin",
            finish: { (row, draft) in
                if draft.kind == .totp, !row.text("varusersmotppin").isEmpty {
                    draft.note = "The server also asks for a PIN, before the code."
                }
            }),
    ]

    // MARK: - JSON and YAML

    private static let objects = [
        ServerProduct(
            name: "FusionAuth", notation: .json, table: "twofactor/methods", mark: "twoFactor", secret: "secret",
            encoding: .base64,
            columns: "id method secret authenticator algorithm codelength timestep lastused name",
            account: "../../username|../../email", kind: "method", kinds: ["authenticator": .totp],
            otherKinds: ["email", "sms", "voice"], algorithm: "authenticator/algorithm",
            digits: "authenticator/codelength", period: "authenticator/timestep", recovery: "../recoverycodes",
            withheld: Seal(
                problem: "the file has no secrets: FusionAuth does not give them out over its API",
                advice: "each user sets up the second factor again")),
        ServerProduct(
            name: "FusionAuth", notation: .json, table: "*", mark: "twoFactorSecret", secret: "twofactorsecret",
            encoding: .base64, accepts: { !$0.values("twofactorenabled").isEmpty }, account: "username|email"),
        ServerProduct(
            name: "privacyIDEA", notation: .json, table: "", mark: "otpkey", secret: "otpkey", encoding: .hexOrBase32,
            columns: privacyIDEA, only: ("serial", []), account: owner, note: "description|serial", kind: "type",
            kinds: ["totp": .totp, "hotp": .hotp], otherKinds: otherTokens, algorithm: "info_list/hashlib|hashlib",
            digits: "otplen", period: "info_list/timestep|timestep", counter: "counter", doubts: janitorDoubts),
        ServerProduct(
            name: "OpenVPN Access Server", notation: .json, table: "/*", mark: "pvt_google_auth_secret",
            secret: "pvt_google_auth_secret", account: ".",
            doubts: [Doubt("pvt_google_auth_secret_locked", is: "false", says: unconfirmed)]),
        ServerProduct(
            name: "Proxmox", notation: .json, table: "users/*/totp", mark: "\"totp\"", secret: "entry", encoding: .link,
            columns: "id description created enable entry", note: "description",
            doubts: [Doubt("enable", is: "false", "0", says: disabled)], recovery: "../recovery/entries"),
        ServerProduct(
            name: "AWS IAM", notation: .json, table: "virtualmfadevice", mark: "Base32StringSeed",
            secret: "base32stringseed", encoding: .base32InBase64,
            columns: "serialnumber base32stringseed qrcodepng tags enabledate user", account: "serialnumber",
            issuer: "=Amazon Web Services",
            finish: { (row, draft) in
                // arn:aws:iam::ACCOUNT:mfa/NAME, of which the link has NAME@ACCOUNT.
                let parts = row.text("serialnumber").split(separator: ":", omittingEmptySubsequences: false)
                if parts.count == 6, let name = parts[5].split(separator: "/").last {
                    draft.names = ("Amazon Web Services", "\(name)@\(parts[4])")
                }
            }),
    ]

    // MARK: - Settings

    private static let settings = [
        multiOTP(.settings, "multiotp", account: "user|attributed_users|token_serial|file"),
        ServerProduct(
            name: "FreeRADIUS", notation: .settings, table: "radius", secret: "totp-key|totp-secret",
            encoding: .bytesInKey, account: "user", lacksSettings: { _ in true }),
        ServerProduct(
            name: "privacyIDEA", notation: .settings, table: "janitor", secret: "otpkey", encoding: .hexOrBase32,
            account: owner, note: "serial", kind: "type", kinds: ["totp": .totp, "hotp": .hotp], digits: "otplen",
            period: "timestep",
            finish: { (_, draft) in
                draft.warning.add(
                    Warning(
                        draft.kind == .hotp
                            ? "the list has neither its counter nor its hash: 0 and SHA1 are assumed"
                            : "the list does not have its hash: SHA1 is assumed", "export as YAML"))
            }),
    ]

    private static let owner: ServerPath = "owner|serial"
    private static let privacyIDEA: StaticString =
        """
        serial type otpkey description otplen counter active revoked locked rollout_state owner info_list hashlib \
        timestep timewindow timeshift tokenkind _hashed_pin _user_pin _so_pin _so_pin_iv _user_pin_iv pin_seed pin_hash \
        failcount maxfail sync_window count_window count_auth count_auth_max count_auth_success last_auth \
        creation_date tokengroup realms id genkey tokeninfo
        """
    private static let otherTokens: Set<String> = [
        "daypassword", "motp", "sms", "push", "webauthn", "passkey", "email", "spass", "pw", "registration", "remote",
        "radius", "yubikey", "yubico", "u2f", "certificate", "sshkey", "paper", "tan", "question", "4eyes",
        "indexedsecret",
        "tiqr", "ocra", "vasco", "applspec",
    ]
    private static let janitorDoubts = [
        Doubt("active", is: "false", "0", says: disabled), Doubt("revoked", is: "true", "1", says: "it is revoked"),
        Doubt("locked", is: "true", "1", says: "it is locked"),
        Doubt("rollout_state", is: "clientwait", "verify", says: unconfirmed),
    ]

    /// A user or a token of multiOTP; the same names are those of files and of columns.
    private static func multiOTP(_ notation: Notation, _ table: String, account: ServerPath) -> ServerProduct {
        ServerProduct(
            name: "multiOTP", notation: notation, table: table, secret: "token_seed|token_seed:", encoding: .hex,
            account: account, issuer: "issuer|=multiOTP", kind: "algorithm",
            kinds: ["totp": .totp, "hotp": .hotp, "motp": .motp], otherKinds: ["yubicootp", "without2fa"],
            algorithm: "token_algo_suite", digits: "number_of_digits", period: "time_interval",
            periods: ["0": "30"], counter: "last_event", countsLast: true, pin: "user_pin",
            doubts: [
                Doubt("desactivated", is: "1", says: disabled), Doubt("locked", is: "1", says: "it is locked"),
                Doubt("request_prefix_pin", is: "1", says: "the server also asks for a PIN"),
                Doubt(
                    "token_seed", is: "3132333435363738393031323334353637383930",
                    says: "it has the test seed of RFC 6238"),
            ],
            seal: Seal(
                problem: "the seed is encrypted by the server", advice: "multiotp -urllink USER prints each link"
            ) {
                !$0.values("token_seed:").isEmpty
            },
            withheld: notation == .settings
                ? Seal(problem: "it has no seed, and the server takes a seed for tests", advice: setUpAgain) : nil)
    }
}
