#!/usr/bin/env python3
"""The readers of password managers, and of Raivo, 2FAuth and the Authenticator extension."""

import json
import unittest
from pathlib import Path

import login_samples
from accounts import Account, encode_base32
from login_samples import ENCRYPTED, PASSPHRASE, PLAIN, compact
from plain_samples import HOTP, LONG, MOTP, STEAM, TOTP, link
from rules import PeerError
from reading import accounts, damage

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus-2"
SECRET = encode_base32(TOTP.secret)
PARAMETERS = ("type", "issuer", "name", "secret", "algorithm", "digits", "period", "counter")


def members(found, **values):
    return {**found.members(), **values}


def table(text):
    """CSV with a space after each comma, for people."""
    return text.replace(", ", ",").encode()


class Written(unittest.TestCase):
    def test_every_member_is_needed_typed_and_known(self):
        for format_id, build, found in [*PLAIN, ENCRYPTED[1]]:
            data = build(found)
            if data[:1] not in b"{[":
                continue
            document = json.loads(data)
            for path, damaged in damage(document):
                if self.is_allowed(format_id, path, document):
                    continue
                with self.subTest(format=format_id, build=build.__name__, path=path), self.assertRaises(PeerError):
                    accounts(format_id, compact(damaged), PASSPHRASE)

    def is_allowed(self, format_id, path, document):
        """Whether a file may lack a member: CXF leaves out empty names, the extension leaves out defaults."""
        if format_id == "cxf":
            # Without the issuer, the app reads the title.
            return path[-2:] in (("username", "missing"), ("issuer", "missing"))
        if format_id == "authenticator-extension":
            is_account = len(path) == 2 and document[path[0]].get("dataType") != "Key"
            return path[-1] == "missing" and (is_account or path[1] in (
                "issuer", "account", "digits", "period", "counter"))
        return False

    def test_types_and_algorithms_that_an_app_cannot_store_are_refused(self):
        md5 = Account("totp", "Acme", "bob", b"secret", "MD5")
        for format_id, build, refused in (
                ("raivo", login_samples.raivo, [STEAM, MOTP, md5, Account("totp", "", "", b"secret", digits=5)]),
                ("2fauth", login_samples.twofauth, [MOTP]), ("cxf", login_samples.cxf, [MOTP, md5]),
                ("apple-passwords", login_samples.apple_passwords, [HOTP, STEAM, MOTP, md5]),
                ("onepassword", login_samples.onepassword, [HOTP, STEAM, MOTP, md5]),
                ("authenticator-extension", login_samples.extension, [MOTP, md5])):
            for found in refused:
                with self.subTest(format=format_id, account=found), self.assertRaises(PeerError):
                    accounts(format_id, build([found]))

    def test_names_that_the_extension_misreads_are_refused(self):
        for name, value in ("type", "totp"), ("type", 1), ("algorithm", "SHA1"), ("algorithm", 1):
            document = json.loads(login_samples.extension([TOTP]))
            next(iter(document.values()))[name] = value
            with self.subTest(member=name, value=value), self.assertRaisesRegex(PeerError, name):
                accounts("authenticator-extension", compact(document))

    def test_other_spellings_of_tables_are_refused(self):
        for format_id, build in (("apple-passwords", login_samples.apple_passwords),
                                 ("onepassword", login_samples.onepassword)):
            text = build([LONG]).decode()
            for old, new in (("\n", "\r\n"), ("Title", "title"), ("Title", "\ufeffTitle"), ("Kestrel,,", "Other,,"),
                             (",bob,", ",alice,"), ("Kestrel,,bob", "Kestrel,https://example.com,bob"),
                             ("bob,,", "bob,password,"), ("otpauth://", "OTPAUTH://"), ("SHA512", "MD5"),
                             ("otpauth://totp/Kestrel:bob", "otpauth://totp/bob"), (",", ";")):
                damaged = text.replace(old, new)
                with self.subTest(format=format_id, old=old, new=new), self.assertRaises(PeerError):
                    self.assertNotEqual(damaged, text)
                    accounts(format_id, damaged.encode())

    def test_the_issuer_steam_is_no_steam_guard_for_apps_that_do_not_know_it(self):
        found = Account("totp", "Steam", "bob", b"secret")
        for format_id, build, _ in PLAIN:
            with self.subTest(format=format_id):
                if format_id == "2fauth":
                    with self.assertRaisesRegex(PeerError, "must be steamtotp"):
                        accounts(format_id, build([found]))
                else:
                    self.assertEqual(accounts(format_id, build([found])), [found.members()])

    def test_archives_of_raivo_have_one_encrypted_member(self):
        found = [TOTP]
        for problem, data in {
                "must have one member": login_samples.raivo_zip(found, name="export.json"),
                "WinZip's AES-256": login_samples.raivo_zip(found, encryption=None),
                "must be an array": login_samples.raivo_zip(found, content=b'{"message":"Could not retrieve OTPs"}'),
                "one line": login_samples.raivo_zip(found, content=b"[\n]")}.items():
            with self.subTest(problem), self.assertRaisesRegex(PeerError, problem):
                accounts("raivo", data, PASSPHRASE)
        data = login_samples.raivo_zip(found)
        for size in range(0, len(data), 16):
            with self.subTest(size=size), self.assertRaises(PeerError):
                accounts("raivo", data[:size], PASSPHRASE)

    def test_the_numbers_of_raivo_that_do_not_count_have_their_defaults(self):
        for found, name in (TOTP, "counter"), (HOTP, "timer"):
            entries = json.loads(login_samples.raivo([found]))
            entries[0][name] = "7"
            with self.subTest(name), self.assertRaisesRegex(PeerError, f"{name} of"):
                accounts("raivo", compact(entries))

    def test_salts_identifiers_and_positions_differ(self):
        for name, build in ("index", login_samples.extension), ("salt", login_samples.extension_protected):
            document = json.loads(build([TOTP, LONG]))
            first, second = [entry for entry in document.values() if entry.get("dataType") != "Key"]
            second["data" if name == "salt" else name] = first["data" if name == "salt" else name]
            with self.subTest(name), self.assertRaisesRegex(PeerError, f"{name} of accounts must be unique"):
                accounts("authenticator-extension", compact(document), PASSPHRASE)
        document = json.loads(login_samples.cxf([TOTP, LONG]))
        items = document["accounts"][0]["items"]
        items[1]["id"] = items[0]["id"]
        with self.assertRaisesRegex(PeerError, "must be unique"):
            accounts("cxf", compact(document))

    def test_cxf_keeps_notes_tags_and_favorites(self):
        document = json.loads(login_samples.cxf([TOTP]))
        item = document["accounts"][0]["items"][0]
        item |= {"favorite": True, "tags": ["work"]}
        item["credentials"].append({"type": "note", "content": {"fieldType": "string", "value": "a note"}})
        self.assertEqual(accounts("cxf", compact(document)),
                         [members(TOTP, note="a note", tags=["work"], favorite=True)])


class AsTheApp(unittest.TestCase):
    """Exports of the apps themselves."""

    @unittest.skipUnless(CORPUS.is_dir(), "the exports in ../shared/corpus-2 are missing")
    def test_every_file_of_the_corpus_gives_its_accounts(self):
        count = 0
        for path in sorted(CORPUS.glob("*.expected.json")):
            expected = json.loads(path.read_text("utf-8"))
            file = path.with_name(path.name.removesuffix(".expected.json"))
            if expected["format"] not in {name for name, *_ in PLAIN} or file.suffix in (".html", ".1pux", ".1pif"):
                continue
            count += 1
            with self.subTest(file=file.name):
                self.check(expected, file.read_bytes())
        self.assertGreater(count, 10)

    def check(self, expected, data):
        format_id, passphrase = expected["format"], expected["password"]
        if "error" in expected:
            with self.assertRaises(PeerError):
                accounts(format_id, data, passphrase, strict=False)
            return
        found = accounts(format_id, data, passphrase, strict=False)
        self.assertEqual([{name: item[name] for name in PARAMETERS if name in item} for item in found],
                         [{"type" if name == "kind" else name: value for name, value in item.items()}
                          for item in expected["items"]])
        if passphrase:
            for wrong in None, "wrong":
                with self.assertRaises(PeerError):
                    accounts(format_id, data, wrong, strict=False)

    def test_older_backups_of_the_extension_are_read_but_not_written(self):
        found = [TOTP, LONG, STEAM]
        for has_key in False, True:
            data = login_samples.extension_with_secrets(found, has_key)
            with self.subTest(has_key=has_key):
                self.assertEqual(accounts("authenticator-extension", data, PASSPHRASE, strict=False),
                                 [account.members() for account in found])
                for passphrase, strict in (PASSPHRASE, True), ("wrong", False), (None, False):
                    with self.assertRaises(PeerError):
                        accounts("authenticator-extension", data, passphrase, strict)

    def test_entries_of_the_extension(self):
        for entry, expected in (
                ({"secret": "abcd2345"}, {"type": "totp", "secret": "ABCD2345"}),
                ({"secret": "00ff8"}, {"secret": "AD7YA"}), ({"secret": "00FF80", "type": "hex"}, {"secret": "AD7YA"}),
                ({"secret": "00ff8", "type": 6, "counter": 9}, {"type": "hotp", "counter": 9}),
                ({"secret": "0ff80", "type": 5}, {"secret": "B74A"}),
                ({"secret": "blz-ABCD2345"}, {"digits": 8, "secret": "ABCD2345"}),
                ({"secret": "bliz-ABCD2345", "type": "totp"}, {"digits": 8}),
                ({"secret": "stm-ABCD2345", "type": 1, "digits": 9}, {"type": "steam", "digits": 5}),
                ({"secret": "ABCD2345", "type": "other"}, {"type": "totp"}),
                ({"secret": "ABCD2345", "algorithm": 3}, {"algorithm": "SHA512"}),
                ({"secret": "ABCD2345", "algorithm": "3", "type": "2", "counter": 9},
                 {"type": "hotp", "algorithm": "SHA512", "counter": 9}),
                ({"secret": "ABCD2345", "algorithm": "SHA256", "type": "hotp"},
                 {"type": "hotp", "algorithm": "SHA256"}),
                ({"secret": "stm-ABCD2345", "type": "4", "algorithm": "1"}, {"type": "steam"}),
                ({"secret": "ABCD2345", "algorithm": 4}, None), ({"secret": "not base32!"}, None),
                ({"secret": "ABCD2345", "period": 0}, {"period": 30}),
                ({"secret": "ABCD2345", "digits": "x"}, {"digits": 6}),
                ({"secret": "ABCD2345", "issuer": "GitHub::github.com"}, {"issuer": "GitHub"})):
            data = compact({"0" * 32: entry})
            with self.subTest(entry=entry):
                found = accounts("authenticator-extension", data, strict=False)
                self.assertEqual(len(found), 0 if expected is None else 1)
                if expected:
                    self.assertEqual({name: found[0].get(name) for name in expected}, expected)

    def test_entries_of_raivo_and_2fauth(self):
        for format_id, build, changes, expected in (
                ("raivo", login_samples.raivo, {"kind": "totp", "digits": 6, "counter": "x"}, {"type": "totp"}),
                ("raivo", login_samples.raivo, {"timer": "0"}, None),
                ("raivo", login_samples.raivo, {"kind": "STEAM"}, None),
                ("raivo", login_samples.raivo, {"algorithm": "MD5"}, None),
                ("2fauth", login_samples.twofauth, {"secret": "*indecipherable*"}, None),
                ("2fauth", login_samples.twofauth, {"otp_type": "sms"}, None),
                ("2fauth", login_samples.twofauth, {"service": "STEAM"}, {"type": "steam", "digits": 5}),
                ("2fauth", login_samples.twofauth, {"service": None}, {"issuer": ""}),
                ("2fauth", login_samples.twofauth, {"uri": link(HOTP)}, {"type": "hotp", "counter": HOTP.counter})):
            document = json.loads(build([TOTP]))
            entry = (document if format_id == "raivo" else document["data"])[0]
            entry |= changes
            with self.subTest(format=format_id, changes=changes):
                found = accounts(format_id, compact(document), strict=False)
                self.assertEqual(len(found), 0 if expected is None else 1)
                if expected:
                    self.assertEqual({name: found[0].get(name) for name in expected}, expected)

    def test_archives_of_raivo_that_people_have_packed_again(self):
        for name, encryption in (("Backup/raivo-otp-export.json", None), ("raivo-otp-export.json", None)):
            data = login_samples.raivo_zip([TOTP], name=name, encryption=encryption)
            self.assertEqual(accounts("raivo", data, strict=False), [TOTP.members()])
        for name in "__MACOSX/raivo-otp-export.json", "._raivo-otp-export.json":
            with self.assertRaisesRegex(PeerError, "has no raivo-otp-export.json"):
                accounts("raivo", login_samples.raivo_zip([TOTP], name=name), PASSPHRASE, strict=False)

    def test_logins_of_password_managers(self):
        apple, one = "Title,URL,Username,Password,Notes,OTPAuth\n", "Title,OTPAuth,Archived,Tags\n"
        for format_id, text, expected in (
                ("apple-passwords", apple + f"Acme (bob), , bob, x, , {SECRET}", {"issuer": "Acme", "name": "bob"}),
                ("apple-passwords", apple + f"(bob), https://www.Example.com:8443/x, bob, x, , {SECRET}",
                 {"issuer": "example.com"}),
                ("apple-passwords", apple + f"Acme, , , , , otpauth://totp?secret={SECRET}", {"issuer": "Acme"}),
                ("apple-passwords", apple + f"Acme, , bob, , , otpauth://totp/eve?secret={SECRET}",
                 {"issuer": "Acme", "name": "eve"}),
                ("apple-passwords", apple + f"Steam, , bob, , , {SECRET}", {"type": "totp"}),
                ("apple-passwords", apple + "Acme, , bob, , , https://example.com", None),
                ("apple-passwords", apple + "Acme, , bob, x, , ", None),
                ("onepassword", one + f"Acme, {SECRET}, false, a;b", {"tags": ["a", "b"]}),
                ("onepassword", one + f"Acme, {SECRET}, true, ", {"issuer": "Acme"})):
            with self.subTest(format=format_id, text=text):
                found = accounts(format_id, table(text), strict=False)
                self.assertEqual(len(found), 0 if expected is None else 1)
                if expected:
                    self.assertEqual({name: found[0].get(name) for name in expected}, expected)

    def test_items_of_cxf(self):
        user = {"type": "basic-auth", "username": {"fieldType": "string", "value": "bob"}}
        for credentials, expected in (
                ([{"type": "totp", "secret": SECRET.lower()}, user], [("Acme", "bob")]),
                ([{"type": "totp", "secret": SECRET, "issuer": "Other", "username": "eve"}, user], [("Other", "eve")]),
                ([{"type": "totp", "secret": SECRET}] * 2, [("Acme", "")] * 2),
                ([{"type": "totp", "secret": SECRET, "algorithm": "sha3-256"}], []), ([{"type": "totp"}], []),
                ([{"type": "basic-auth", "username": "bob"}, {"type": "totp", "secret": SECRET}], [("Acme", "bob")]),
                ([{"type": "passkey"}, user, {"type": "note", "content": {"value": link(TOTP)}}], []),
                ([user, {"type": "custom-fields", "fields": [
                    {"id": "VE9UUF8x", "value": SECRET}, {"id": "aGludA", "value": SECRET},
                    {"id": "eA", "value": f"otpauth://totp/eve?secret={SECRET}"}]}],
                 [("Acme", "bob"), ("Acme", "eve")])):
            account = {"id": "AA", "email": "", "collections": [
                {"id": "Ag", "title": "Work", "items": [{"item": "AQ"}], "subCollections": []}],
                "items": [{"id": "AQ", "title": "Acme", "credentials": credentials}]}
            for document in account, {"version": 0, "accounts": [account]}:
                with self.subTest(credentials=credentials):
                    found = accounts("cxf", compact(document), strict=False)
                    self.assertEqual([(item["issuer"], item["name"]) for item in found], expected)
                    self.assertTrue(all(item["tags"] == ["Work"] for item in found))

    def test_files_that_cannot_be_read(self):
        for format_id, document in (("cxf", {"version": {"major": 2, "minor": 0}, "accounts": []}),
                                    ("cxf", {"version": {}, "hpke": {}, "payload": ""}),
                                    ("2fauth", {"app": "2fauth_v5.6.0", "schema": 2, "data": []}),
                                    ("2fauth", {"app": "2fauth_v5.6.0", "schema": 1}), ("raivo", {"message": "x"}),
                                    ("authenticator-extension", [])):
            with self.subTest(format=format_id, document=document), self.assertRaises(PeerError):
                accounts(format_id, compact(document), strict=False)
        with self.assertRaisesRegex(PeerError, "no column OTPAuth"):
            accounts("apple-passwords", b"Title,Url,Username,Password\n", strict=False)


if __name__ == "__main__":
    unittest.main()
