#!/usr/bin/env python3
"""The readers: they read the fixtures and what the pages say, and refuse everything else."""

import base64
import functools
import json
import unittest
from pathlib import Path

import login_samples
import plain_samples
import pskc_samples
import samples
from rules import PeerError
from reading import accounts, damage

HERE = Path(__file__).parent
EXPORTS = HERE.parents[1] / "Fixtures" / "exports"
EXTRAS = {"note", "tags", "favorite"}
# Files in forms of the apps that the program does not write.
OTHER_FORMS = (".db", ".html", "legacy.stratum", "legacy-unicode.stratum", "internal.xml", "fields.xml", "android.csv",
               "bitwarden-authenticator/rejected.csv", "2fauth/api.json")


def plain(format_id):
    build, found = samples.FILES[format_id]
    return build(found)


def stated(read, found):
    """What is read, without the tokens of accounts that have none: files of tokens give each a number."""
    return [{key: value for key, value in item.items() if key != "token" or own.token}
            for item, own in zip(read, found, strict=True)]


@functools.cache
def encrypted(format_id):
    build, found = samples.FILES[format_id]
    return build(found, encrypted=True)


class Fixtures(unittest.TestCase):
    def test_every_fixture_gives_its_accounts(self):
        count = 0
        for format_id in ("2fas", "2fauth", "aegis", "andotp", "bitwarden", "bitwarden-authenticator", "ente",
                          "freeotp-plus", "json", "keepassxc", "lastpass-authenticator", "proton-authenticator",
                          "raivo", "stratum", "users-oath"):
            for name, expected in json.loads((EXPORTS / format_id / "expected.json").read_text("utf-8")).items():
                path = EXPORTS / format_id / name
                # The readers stand for apps of today: they refuse newer versions.
                if str(path).endswith((*OTHER_FORMS, ".zip")) or name.startswith("newer"):
                    continue
                reader = "bitwarden-csv" if format_id == "bitwarden" and name.endswith(".csv") else format_id
                with self.subTest(file=f"{format_id}/{name}"):
                    self.check(reader, path.read_bytes(), expected)
                    count += 1
        self.assertGreater(count, 60)

    def check(self, reader, data, expected):
        if expected.get("status") == "failed":
            with self.assertRaises(PeerError):
                accounts(reader, data, expected.get("password"), strict=False)
            return
        found = accounts(reader, data, expected.get("password"), strict=False)
        # The expectations leave notes, tags and favorites out.
        self.assertEqual([{key: value for key, value in item.items() if key not in EXTRAS} for item in found],
                         expected["items"])
        if "password" in expected:
            for passphrase in None, "wrong":
                with self.assertRaises(PeerError):
                    accounts(reader, data, passphrase, strict=False)


class Written(unittest.TestCase):
    def test_every_plain_file_gives_its_accounts(self):
        files = [(name, *file) for name, file in samples.FILES.items()] + plain_samples.FILES
        files += login_samples.PLAIN + pskc_samples.PLAIN
        for format_id, build, found in files:
            with self.subTest(format=format_id, build=build.__name__):
                expected = [account.members() for account in found]
                self.assertEqual(stated(accounts(format_id, build(found)), found), expected)

    def test_every_encrypted_file_opens_with_its_passphrase_only(self):
        files = [(name, encrypted(name), found) for name, (_, found) in samples.FILES.items()]
        files += [(name, build(found), found)
                  for name, build, found in login_samples.ENCRYPTED + pskc_samples.ENCRYPTED]
        for format_id, data, found in files:
            with self.subTest(format=format_id):
                self.assertEqual(stated(accounts(format_id, data, samples.PASSPHRASE), found),
                                 [item.members() for item in found])
                for passphrase, problem in ("wrong", "wrong passphrase"), (None, "needs a passphrase"):
                    with self.assertRaisesRegex(PeerError, problem):
                        accounts(format_id, data, passphrase)

    def test_files_of_older_apps_are_refused(self):
        for file in ("2fas/schema-2.2fas", "aegis/content-version-1.json", "andotp/old-labels.json", "ente/habits.txt",
                     "stratum/old.json", "keepassxc/older.csv", "lastpass-authenticator/ios.json"):
            with self.subTest(file=file), self.assertRaises(PeerError):
                accounts(file.split("/")[0], (EXPORTS / file).read_bytes())

    def test_every_member_is_needed_typed_and_known(self):
        documents = [(name, plain(name), False) for name in samples.FILES if name != "ente"]
        documents += [(name, build(found), False) for name, build, found in plain_samples.FILES
                      if build(found).startswith(b"{")]
        for format_id, data, _ in documents:
            accounts(format_id, self.text(format_id, json.loads(data)))
        documents += [(name, encrypted(name), True) for name in samples.FILES if name not in ("andotp", "stratum")]
        for format_id, data, is_encrypted in documents:
            for path, damaged in damage(json.loads(data)):
                # Optional members.
                if (format_id, *path[-2:]) in (("json", "pin", "missing"), ("keycloak", "userLabel", "missing")):
                    continue
                with self.subTest(format=format_id, encrypted=is_encrypted, path=path):
                    with self.assertRaises(PeerError):
                        accounts(format_id, self.text(format_id, damaged), samples.PASSPHRASE)

    def text(self, format_id, document):
        if format_id == "aegis":
            return json.dumps(document, indent=4).encode()
        if format_id == "json" and type(document.get("items")) is list:
            lines = ",\n".join(plain_samples.compact(item).decode() for item in document["items"])
            return plain_samples.compact(document | {"items": []}).replace(b"[]", f"[\n{lines}\n]".encode()) + b"\n"
        return plain_samples.compact(document)

    def test_sizes_of_salts_and_nonces_are_checked(self):
        for format_id, path in (
                ("aegis", "header.params.nonce"), ("aegis", "header.slots.0.salt"), ("aegis", "header.slots.0.key"),
                ("aegis", "header.slots.0.key_params.tag"), ("ente", "encryptionNonce"), ("ente", "kdfParams.salt"),
                ("proton-authenticator", "salt"), ("bitwarden", "salt")):
            document = json.loads(encrypted(format_id))
            *parents, last = path.split(".")
            parent = document
            for name in parents:
                parent = parent[int(name)] if name.isdigit() else parent[name]
            is_hex = format_id == "aegis"
            shorter = (bytes.fromhex if is_hex else base64.b64decode)(parent[last])[:-1]
            parent[last] = shorter.hex() if is_hex else plain_samples.b64(shorter)
            problem = f"{last} must be .*bytes"
            with self.subTest(format=format_id, path=path), self.assertRaisesRegex(PeerError, problem):
                accounts(format_id, self.text(format_id, document), samples.PASSPHRASE)

    def test_hex_is_lower_case_and_aegis_is_indented(self):
        data = encrypted("aegis")
        nonce = json.loads(data)["header"]["params"]["nonce"]
        if nonce != nonce.upper():
            with self.assertRaisesRegex(PeerError, "nonce must be 12 bytes in lower-case hex"):
                accounts("aegis", data.replace(nonce.encode(), nonce.upper().encode()), samples.PASSPHRASE)
        with self.assertRaisesRegex(PeerError, "indented by 4"):
            accounts("aegis", plain_samples.compact(json.loads(plain("aegis"))))

    def test_a_changed_ciphertext_is_refused(self):
        for format_id in "andotp", "stratum":
            data = bytearray(encrypted(format_id))
            data[-1] ^= 1
            with self.subTest(format=format_id), self.assertRaisesRegex(PeerError, "wrong passphrase"):
                accounts(format_id, bytes(data), samples.PASSPHRASE)

    def test_a_database_with_other_costs_or_a_changed_byte_is_refused(self):
        data = login_samples.kdbx(plain_samples.KEEPASS)
        costs, end = b"I\x08\0\0\0\3", data[:-36]
        for what, changed, problem in (
                ("4.1", data.replace(b"\0\0\4\0", b"\1\0\4\0", 1), "KDBX 4.0"),
                ("2 passes", data.replace(costs, costs[:-1] + b"\2"), "3 or more passes"),
                ("no last block", end, "cut off"), ("more", data + b"\0", "nothing must follow"),
                ("block", end[:-1] + bytes([end[-1] ^ 1]) + data[-36:], "damaged")):
            with self.subTest(what), self.assertRaisesRegex(PeerError, problem):
                accounts("keepass", changed, samples.PASSPHRASE)

    def test_lines_that_are_not_written_are_refused(self):
        good = plain_samples.users_oath(plain_samples.GATEWAY)
        for old, new in ((b"T30/6", b"T30"), (b"T30/6", b"T45/6"), (b"T60/8", b"T60/9"), (b"\t-\t", b"\t+\t"),
                         (b"\t-\t", b" - "), (b"ff", b"FF"), (b"0001", b"001"), (b"\t41", b""), (b"\t41", b"\t041"),
                         (b"al/ice\t", b"\t"), (b"al/ice\t", b"#x\t"), (b"\t41\n", b"\t41"), (b"\n", b"\n\n")):
            with self.subTest(old=old, new=new), self.assertRaises(PeerError):
                accounts("users-oath", good.replace(old, new, 1))

    def test_rows_that_the_servers_would_refuse_are_refused(self):
        for format_id, good, changes in (
                ("oath-token-csv", plain_samples.entra(plain_samples.TENANT), (
                    (b"upn,", b"UPN,"), (b"TI-000002", b"TI-000001"), (b"TI-000002", b" "), (b",60,", b",45,"),
                    (b"software", b""), (b"=1+1", b""), (b"=1+1", b"a\nb"), (b"\r\n", b"\n"),
                    (b"alice@", b"alice"), (b",30,", b",")),),
                ("privacyidea", plain_samples.privacyidea(plain_samples.TOKENS), (
                    (b"TOTP", b"totp"), (b"HOTP,8,0", b"HOTP,8,"), (b",45", b",45,sha1"), (b"00ff", b"00FF"),
                    (b"TI000002", b"TI000001"), (b"ff" * 32, b"ff" * 28), (b"ff" * 32, b"ff" * 48),
                    (b"TI000001", b"#1"), (b",6,45", b",7,45"), (b"\n", b"\r\n"))),
                ("linotp", plain_samples.linotp(plain_samples.TOKENS), (
                    (b"totp", b"TOTP"), (b",sha1", b""), (b"sha512", b"md5"), (b"hotp,8,,", b"hotp,8,5,"),
                    (b",45,", b",,"), (b"TI000001", b""), (b"00ff", b"0ff")))):
            for old, new in changes:
                with self.subTest(format=format_id, old=old, new=new), self.assertRaises(PeerError):
                    self.assertIn(old, good)
                    accounts(format_id, good.replace(old, new, 1) if new != b"\n" else good.replace(old, new))

    def test_a_seed_file_with_other_elements_or_a_changed_value_is_refused(self):
        text = pskc_samples.container(pskc_samples.ACCOUNTS).decode()
        for old, new in (('Version="1.0"', 'Version="2.0"'), ("<SerialNo>2", "<SerialNo>7"), ("pskc:hotp", "pskc:ocra"),
                         ('Encoding="DECIMAL"', 'Encoding="HEXADECIMAL"'), ("<UserId>", "<UserId>x"),
                         ("<Data>", "<Data><Time/>"), ("totp-import", ""), ("<PlainValue>", "<PlainValue>*"),
                         ("<KeyPackage>", "<!-- --><KeyPackage>")):
            with self.subTest(old=old), self.assertRaises(PeerError):
                self.assertIn(old, text)
                accounts("pskc", text.replace(old, new, 1).encode())
        for format_id, build, found in pskc_samples.ENCRYPTED:
            text = build(found).decode()
            for old, new in (("<IterationCount>", "<IterationCount>1"), ("-cbc", "-gcm"),
                             ("<ValueMAC>", "<ValueMAC>AAAA"), ("<KeyLength>", "<KeyLength>1"),
                             ("pbkdf2", "scrypt")):
                with self.subTest(old=old), self.assertRaises(PeerError):
                    self.assertIn(old, text)
                    accounts(format_id, text.replace(old, new, 1).encode(), samples.PASSPHRASE)


    def test_fields_that_differ_from_the_link_are_refused(self):
        text = plain_samples.keepassxc_xml(plain_samples.KEEPASS).decode()
        for old, new in (("Length</Key><Value>8", "Length</Key><Value>7"), ("HMAC-SHA-512", "HMAC-SHA-1"),
                         ("<Key>HmacOtp-Counter", "<Key>HmacOtp-Count"), ("<Key>TimeOtp-Period", "<Key>Period"),
                         ('Base32</Key><Value ProtectInMemory="True"', "Base32</Key><Value")):
            with self.subTest(old=old), self.assertRaises(PeerError):
                accounts("keepassxc", text.replace(old, new, 1).encode())


if __name__ == "__main__":
    unittest.main()
