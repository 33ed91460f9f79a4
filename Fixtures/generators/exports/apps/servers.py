"""The stores of servers: dumps, databases, directories and settings with their users' one-time passwords.

Each is made as the product's own code or documentation writes it (Docs/formats/server.md), with invented accounts.
"""

import base64
import json
import sqlite3

from ..accounts import Entry, entry
from ..catalogue import Catalogue
from ..database import made

FORMAT = "server"


def user(label: str, type: str = "totp", **fields) -> Entry:
    return entry(f"{FORMAT}/{label}", type, **({"issuer": ""} | fields))


def quoted(value: object) -> str:
    if value is None:
        return "NULL"
    return str(value) if isinstance(value, int) else "'" + str(value).replace("'", "''") + "'"


def inserted(table: str, *rows: tuple, columns: str = "") -> str:
    cells = ",".join("(" + ",".join(map(quoted, row)) + ")" for row in rows)
    return f"INSERT INTO {table}{columns} VALUES {cells};\n"


def copied(table: str, columns: str, *rows: tuple) -> str:
    lines = ["\t".join("\\N" if cell is None else str(cell) for cell in row) for row in rows]
    return f"COPY {table} ({columns}) FROM stdin;\n" + "".join(line + "\n" for line in lines) + "\\.\n\n"


def mysql(body: str) -> bytes:
    return f"-- MySQL dump 10.13  Distrib 8.0.36\n/*!40101 SET NAMES utf8mb4 */;\n{body}-- Dump completed\n".encode()


def guacamole(catalogue: Catalogue) -> None:
    users = [user(f"guacamole/{name}", issuer="Apache Guacamole", name=name) for name in ("rosa", "ben", "kim")]
    rows = []
    for number, account in enumerate(users, 2):
        rows += [(number, "guac-totp-key-confirmed", "true"), (number, "guac-totp-key-secret", account.base32)]
    body = "DROP TABLE IF EXISTS `guacamole_entity`;\nCREATE TABLE `guacamole_entity` (\n  `entity_id` int NOT NULL,\n"
    body += "  `name` varchar(128) NOT NULL,\n  `type` enum('USER','USER_GROUP') NOT NULL,\n"
    body += "  PRIMARY KEY (`entity_id`),\n"
    body += "  UNIQUE KEY `guacamole_entity_name_scope` (`type`,`name`)\n) ENGINE=InnoDB;\n"
    body += inserted("`guacamole_entity`", *[(number + 9, one.name, "USER") for number, one in enumerate(users, 2)])
    body += "CREATE TABLE `guacamole_user` "
    body += "(`user_id` int NOT NULL, `entity_id` int NOT NULL, `password_hash` binary(32));\n"
    body += inserted("`guacamole_user`", *[(number, number + 9, "it's; a (hash)") for number in range(2, 5)])
    body += "LOCK TABLES `guacamole_user_attribute` WRITE;\n"
    catalogue.add(f"{FORMAT}/guacamole.sql", mysql(body + inserted("`guacamole_user_attribute`", *rows)), users)


def wordpress(catalogue: Catalogue) -> None:
    plain, raw = user("two-factor", issuer="Acorn", name="rosa"), user("wordfence", issuer="Acorn", name="ben")
    body = "CREATE TABLE `wp_users` "
    body += "(`ID` bigint unsigned NOT NULL, `user_login` varchar(60) NOT NULL, `user_pass` text);\n"
    body += inserted("`wp_users`", (2, plain.name, "$P$x"), (3, raw.name, "$P$y"))
    body += inserted("`wp_options`", (1, "siteurl", "https://acorn.example"), (2, "blogname", "Acorn"),
                     columns=" (`option_id`, `option_name`, `option_value`)")
    body += inserted("`wp_usermeta`", (102, 2, "nickname", "rosa"),
                     (103, 2, "_two_factor_enabled_providers", 'a:1:{i:0;s:15:\\"Two_Factor_Totp\\";}'),
                     (104, 2, "_two_factor_totp_key", plain.base32),
                     (105, 2, "_two_factor_backup_codes", 'a:1:{i:0;s:4:\\"$P$z\\";}'),
                     (106, 3, "wp_2fa_totp_key", "lsc_c2VhbGVk"),
                     columns=" (`umeta_id`, `user_id`, `meta_key`, `meta_value`)")
    hexadecimal = raw.secret.hex()
    body += f"INSERT INTO `wp_wfls_2fa_secrets` VALUES (1,3,0x{hexadecimal},0x{'ab' * 40},"
    body += "1730000000,0,'authenticator');\n"
    catalogue.add(f"{FORMAT}/wordpress.sql", mysql(body), [plain, raw])


def twofauth(catalogue: Catalogue) -> None:
    columns = "id, user_id, legacy_uri, service, account, icon, otp_type, secret, algorithm, digits, period, counter"
    accounts = [
        user("2fauth/plain", issuer="Acorn", name="rosa"),
        user("2fauth/eight", issuer="Birch", name="ben", algorithm="SHA256", digits=8, period=60),
        user("2fauth/counted", "hotp", issuer="Cedar", name="kim", counter=7),
    ]
    rows = [
        (number, 1, "otpauth://…", one.issuer, one.name, None, one.type, one.base32, one.algorithm.lower(), one.digits,
         one.period if one.type == "totp" else None, one.counter if one.type == "hotp" else None)
        for number, one in enumerate(accounts, 1)
    ]  # fmt: skip
    dump = "--\n-- PostgreSQL database dump\n--\n\n\\restrict x\n\nSET client_encoding = 'UTF8';\n"
    dump += "CREATE FUNCTION public.f() RETURNS trigger AS "
    dump += "$$ BEGIN INSERT INTO a VALUES (1); END; $$ LANGUAGE plpgsql;\n\n"
    catalogue.add(f"{FORMAT}/2fauth.sql", (dump + copied("public.twofaccounts", columns, *rows)).encode(), accounts)

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute(f"CREATE TABLE twofaccounts ({columns})")
        marks = ",".join("?" * len(rows[0]))
        connection.executemany(f"INSERT INTO twofaccounts VALUES ({marks})", rows)
        connection.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name, email, password)")

    catalogue.add(f"{FORMAT}/2fauth.sqlite", made(fill, page_size=1024), accounts)
    sealed = "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n" + inserted(
        "twofaccounts", (1, 1, "eyJpdiI6", "eyJpdiI6", "eyJpdiI6", None, "totp", "eyJpdiI6IjEi", "sha1", 6, 30, None),
        columns=f"({columns})")  # fmt: skip
    catalogue.failure(f"{FORMAT}/hostile/2fauth-sealed.sql", (sealed + "COMMIT;\n").encode(), "unrecognised")


def databases(catalogue: Catalogue) -> None:
    one = user("zabbix", name="rosa", algorithm="SHA256", digits=8)
    zabbix = inserted("mfa", (1, 1, "TOTP", 2, 8), columns=" (mfaid, type, name, hash_function, code_length)")
    zabbix += inserted("users", (3, one.name), columns=" (userid, username)")
    zabbix += inserted("mfa_totp_secret", (1, 1, 3, one.base32, 1, ""))
    catalogue.add(f"{FORMAT}/zabbix.sql", mysql(zabbix), [one])
    preferences = 'a:1:{s:24:"twofactor_gauthenticator";a:3:{s:6:"secret";s:32:"%s";s:8:"activate";b:1;'
    preferences += 's:14:"recovery_codes";'
    preferences += 'a:1:{i:0;s:10:"0a1b2c3d4e";}}}'
    one = user("roundcube", name="rosa@acorn.example")
    body = inserted("users", (1, one.name, preferences % one.base32), (2, "ben@acorn.example", "a:0:{}"),
                    columns=" (user_id, username, preferences)")
    catalogue.add(f"{FORMAT}/roundcube.sql", b"BEGIN TRANSACTION;\n" + body.encode() + b"COMMIT;\n", [one])
    one = user("django", name="rosa")
    body = copied("public.auth_user", "id, password, username", (4, "x", one.name))
    body += copied("public.otp_totp_totpdevice",
                   "id, name, confirmed, key, step, t0, digits, tolerance, drift, last_t, user_id",
                   (1, "default", "t", one.secret.hex(), 30, 0, 6, 1, 0, -1, 4))
    catalogue.add(f"{FORMAT}/django.sql", b"--\n-- PostgreSQL database dump\n--\n" + body.encode(), [one])
    one = user("vaultwarden", name="rosa@acorn.example")

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE users (uuid TEXT PRIMARY KEY, email TEXT, akey TEXT, totp_recover TEXT)")
        connection.execute("INSERT INTO users VALUES ('u1', ?, '2.x|y|z', 'ABCD')", (one.name,))
        connection.execute(
            "CREATE TABLE twofactor (uuid TEXT, user_uuid TEXT, atype INTEGER, enabled, data TEXT, last_used)")
        connection.executemany(
            "INSERT INTO twofactor VALUES (?, 'u1', ?, 1, ?, 0)", [("a", 0, one.base32), ("b", 1, "{}")])

    catalogue.add(f"{FORMAT}/vaultwarden.sqlite3", made(fill, page_size=1024), [one])
    gitea = inserted("two_factor", (1, 2, "v2:ab12", "s", "h", "", 1, 1))
    nextcloud = inserted("oc_twofactor_totp_secrets", (1, "rosa", "ab12|cd34|ef56|3", 2, 0))
    for name, body in (("gitea", gitea), ("nextcloud", nextcloud)):
        catalogue.failure(f"{FORMAT}/hostile/{name}.sql", mysql(body), "unrecognised")


def folded(name: str, content: bytes) -> str:
    line = f"{name}:: {base64.b64encode(content).decode()}"
    return line[:40] + "".join("\n " + line[at : at + 39] for at in range(40, len(line), 39)) + "\n"


def directories(catalogue: Catalogue) -> None:
    one = user("freeipa", issuer="rosa@CORP.EXAMPLE", name="rosa", secret_size=35)
    counted = user("freeipa/counted", "hotp", name="ben", counter=3, digits=8)
    tail = "cn=users,cn=accounts,dc=corp,dc=example"
    ipa = f"version: 1\n\n# a user\ndn: uid=rosa,{tail}\nuid: rosa\nkrbPrincipalName: rosa@CORP.EXAMPLE\n\n"
    ipa += "dn: ipatokenuniqueid=1,cn=otp,dc=corp,dc=example\nobjectClass: top\nobjectClass: ipatokentotp\n"
    ipa += f"ipatokenOwner: uid=rosa,{tail}\n{folded('ipatokenOTPkey', one.secret)}ipatokenOTPalgorithm: sha1\n"
    ipa += "ipatokenOTPdigits: 6\nipatokenTOTPtimeStep: 30\nipatokenTOTPclockOffset: 0\n\n"
    ipa += "dn: ipatokenuniqueid=2,cn=otp,dc=corp,dc=example\nobjectClass: ipatokenhotp\n"
    ipa += f"ipatokenOwner: uid=ben,{tail}\n{folded('ipatokenOTPkey;binary', counted.secret)}ipatokenOTPdigits: 8\n"
    ipa += "ipatokenHOTPcounter: 3\n"
    catalogue.add(f"{FORMAT}/freeipa.ldif", ipa.encode(), [one, counted])
    one = user("openldap", name="kim", digits=8, period=60, algorithm="SHA256")
    ldap = "dn: uid=kim,ou=people,dc=corp,dc=example\nobjectClass: oathTOTPUser\nuid: kim\n"
    ldap += "oathTOTPToken: cn=Token 1, ou=tokens, dc=corp, dc=example\n\n"
    ldap += "dn: cn=Token 1,ou=tokens,dc=corp,dc=example\nobjectClass: oathTOTPToken\n"
    ldap += f"{folded('oathSecret', one.secret)}oathTOTPParams: cn=eight,ou=params,dc=corp,dc=example\n\n"
    ldap += "dn: cn=eight,ou=params,dc=corp,dc=example\nobjectClass: oathTOTPParams\noathOTPLength: 8\n"
    ldap += "oathTOTPTimeStepPeriod: 60\noathHMACAlgorithm: 1.2.840.113549.2.9\n"
    catalogue.add(f"{FORMAT}/openldap.ldif", ldap.encode(), [one])


def trees(catalogue: Catalogue) -> None:
    users = [user(f"opnsense/{name}", issuer="OPNsense", name=f"{name}@gate.corp.example", digits=8)
             for name in ("root", "rosa")]  # fmt: skip
    xml = "<?xml version=\"1.0\"?>\n<opnsense><system><hostname>gate</hostname><domain>corp.example</domain>\n"
    xml += "<authserver><type>totp</type><name>VPN</name><otpLength>8</otpLength><timeWindow/></authserver>\n"
    for one in users:
        name = one.name.split("@")[0]
        xml += f"<user uuid=\"1\"><name>{name}</name><password>$2y$10$x</password>"
        xml += f"<otp_seed>{one.base32}</otp_seed></user>\n"
    xml += "<user><name>guest</name><otp_seed/></user></system></opnsense>\n"
    catalogue.add(f"{FORMAT}/opnsense.xml", xml.encode(), users)
    one = user("pfsense", issuer="FreeRADIUS", name="rosa")
    xml = f"<pfsense><installedpackages><freeradius><config><varusersusername>{one.name}</varusersusername>"
    xml += "<varusersmotpenable>on</varusersmotpenable><varusersauthmethod>googleauth</varusersauthmethod>"
    xml += f"<varusersmotpinitsecret>{one.base32}</varusersmotpinitsecret>"
    xml += "</config></freeradius></installedpackages></pfsense>"
    catalogue.add(f"{FORMAT}/pfsense.xml", xml.encode(), [one])
    users = [user(f"openvpn/{name}", name=name, secret_size=10) for name in ("rosa", "ben")]
    tree: dict = {"__DEFAULT__": {"type": "user_default"}, "admins": {"type": "group"}}
    tree |= {one.name: {"pvt_google_auth_secret": one.base32, "type": "user_compile"} for one in users}
    catalogue.add(f"{FORMAT}/openvpn.json", json.dumps(tree, indent=2).encode(), users)
    users = [user("fusionauth/rosa", name="rosa@corp.example"),
             user("fusionauth/ben", name="ben@corp.example", algorithm="SHA256", digits=8, period=60)]  # fmt: skip
    tree = {"users": [
        {"email": one.name, "twoFactor": {"methods": [{"method": "authenticator", "id": "35VW",
         "secret": base64.b64encode(one.secret).decode(),
         "authenticator": {"algorithm": f"Hmac{one.algorithm}", "codeLength": one.digits, "timeStep": one.period}}],
         "recoveryCodes": ["ABCDE-FGHIJ"]}}
        for one in users
    ]}  # fmt: skip
    catalogue.add(f"{FORMAT}/fusionauth.json", json.dumps(tree).encode(), users)
    one = user("proxmox", issuer="pve1", name="rosa@pve")
    link = f"otpauth://totp/pve1:rosa%40pve?secret={one.base32}&digits=6&algorithm=SHA1&period=30&issuer=pve1"
    tree = {"webauthn": {"rp": "pve"}, "users": {"rosa@pve": {
        "totp": [{"id": "totp:1", "description": "phone", "created": 1730000000, "entry": link}],
        "recovery": {"secret": "9f86", "entries": ["a1b2c3", None], "created": 1730000002}}}}  # fmt: skip
    catalogue.add(f"{FORMAT}/tfa.cfg", json.dumps(tree).encode(), [one])
    one = user("aws", issuer="Amazon Web Services", name="ann@424242424242", secret_size=40)
    tree = {"VirtualMFADevice": {"SerialNumber": "arn:aws:iam::424242424242:mfa/ann",
            "Base32StringSeed": base64.b64encode(one.base32.encode()).decode(), "QRCodePNG": "iVBORw0="}}  # fmt: skip
    catalogue.add(f"{FORMAT}/aws.json", json.dumps(tree).encode(), [one])


def settings(catalogue: Catalogue) -> None:
    one, counted = user("janitor", name="rosa@corp", algorithm="SHA256", digits=8, period=60), user(
        "janitor/counted", "hotp", name="ben@corp", counter=12)  # fmt: skip
    yaml = "".join(
        f"- counter: {account.counter or 0}\n  description: ''\n"
        f"  info_list:\n    hashlib: {account.algorithm.lower()}\n"
        f"    timeStep: '{account.period}'\n    tokenkind: software\n  otpkey: {account.secret.hex()}\n"
        f"  otplen: {account.digits}\n  owner: {account.name}\n  serial: OATH{number}\n  type: {account.type}\n"
        for number, account in enumerate((one, counted), 1)
    )
    catalogue.add(f"{FORMAT}/privacyidea.yaml", yaml.encode(), [one, counted])
    one = user("janitor/list", name="rosa@corp")
    line = f"{one.name}, TOTP0001A2B3, {one.secret.hex()}, totp, 6, 30\n"
    catalogue.add(f"{FORMAT}/privacyidea.csv", line.encode(), [one])
    users = [user(f"radius/{name}", name=name) for name in ("rosa", "ben")]
    text = "# users\nDEFAULT Auth-Type := Reject\n"
    text += f'rosa Cleartext-Password := "x, y", TOTP-Secret := "{users[0].base32}"\n\tReply-Message = "Hello"\n'
    text += f'ben\tTOTP-Key := 0x{users[1].secret.hex()}, TOTP-Secret := "GEZDGNBVGY3TQOJQ"\n'
    catalogue.add(f"{FORMAT}/users", text.encode(), users)
    one = user("multiotp", "hotp", issuer="multiOTP", name="rosa", counter=5)
    text = "multiotp-database-format-v3\nalgorithm=HOTP\nnumber_of_digits=6\ntime_interval=0\nlast_event=4\n"
    text += f"token_algo_suite=HMAC-SHA1\ntoken_seed={one.secret.hex()}\n"
    catalogue.add(f"{FORMAT}/rosa.db", text.encode(), [one])
    sealed = "multiotp-database-format-v3\nalgorithm=TOTP\ntoken_seed:=c2VhbGVk\n"
    catalogue.failure(f"{FORMAT}/hostile/multiotp.db", sealed.encode(), "unrecognised")


def add(catalogue: Catalogue) -> None:
    for part in (guacamole, wordpress, twofauth, databases, directories, trees, settings):
        part(catalogue)
