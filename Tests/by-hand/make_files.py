#!/usr/bin/env python3
"""make_files.py FOLDER: makes 70 files as people and small tools write them, each with NAME.expected.json beside it.

Written from the promises of Docs/formats alone, by somebody who had not seen the readers; so they say what a person
reads in such a file. All accounts are invented, and the secrets come from a seeded generator: the files are the same
every time.
"""
import base64
import csv
import io
import json
import os
import random
import re
import sys
import uuid
from urllib.parse import quote, urlencode

folder = ""                             # where put() writes; set by make()
R = random.Random(20240611)
B32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
LENGTHS = [10, 12, 15, 16, 20]          # 16, 20, 24, 26, 32 characters
made = []


# ---------------------------------------------------------------- secrets
def raw(n):
    return bytes(R.randrange(256) for _ in range(n))


def enc(b):
    return base64.b32encode(b).decode().rstrip("=")


def sec(n=None):
    """base32 that has a digit with a letter after it and is not hex, as nearly all are."""
    while True:
        s = enc(raw(n or R.choice(LENGTHS)))
        if re.search(r"[2-7][A-Z]", s) and re.search("[G-Z]", s):
            return s


def pick(alphabet, n):
    return "".join(R.choice(alphabet) for _ in range(n))


def pad(s):
    return s + "=" * (-len(s) % 8)


def groups(s, by=" ", n=4):
    return by.join(s[i:i + n] for i in range(0, len(s), n))


# ---------------------------------------------------------------- accounts
def acc(issuer, name, secret=None, algorithm="SHA1", digits=6, period=30, type="totp", counter=None):
    item = {"type": type, "issuer": issuer, "name": name, "secret": secret or sec(),
            "algorithm": algorithm, "digits": digits}
    item["counter" if type == "hotp" else "period"] = counter if type == "hotp" else period
    return item


def hotp(issuer, name, counter, **more):
    return acc(issuer, name, type="hotp", counter=counter, **more)


def steam(issuer, name, **more):
    return acc(issuer, name, type="steam", digits=5, **more)


def renamed(items, *names):
    """The same accounts under other names: (issuer, name) per item, None = as it is."""
    out = []
    for item, pair in zip(items, names):
        out.append(dict(item) if pair is None else dict(item, issuer=pair[0], name=pair[1]))
    assert len(out) == len(items)
    return out


def link(a, label=None, full=True, **more):
    label = label if label is not None else (quote(a["issuer"]) + ":" if a["issuer"] else "") + quote(a["name"])
    q = {"secret": a["secret"]}
    if a["issuer"]:
        q["issuer"] = a["issuer"]
    if full:
        q.update(algorithm=a["algorithm"], digits=a["digits"])
        if "period" in a:
            q["period"] = a["period"]
    if "counter" in a:
        q["counter"] = a["counter"]
    q.update(more)
    return "otpauth://%s/%s?%s" % (a["type"], label, urlencode(q))


# ---------------------------------------------------------------- writing
def put(name, data, items=(), why="", rejected=0, refused=False, alternatives=(), hidden=()):
    if isinstance(data, str):
        data = data.encode()
    with open(os.path.join(folder, name), "wb") as f:
        f.write(data)
    for item in list(items) + [i for a in alternatives for i in a]:
        assert re.fullmatch("[A-Z2-7]{16,80}", item["secret"]), item
        assert ("counter" in item) == (item["type"] == "hotp")
    expected = {"items": list(items), "rejected": rejected, "refused": refused,
                "alternatives": [list(a) for a in alternatives], "why": why}
    if hidden:
        expected["hidden"] = list(hidden)      # texts that no output may show
    assert why and bool(items) != refused, name
    with open(os.path.join(folder, name + ".expected.json"), "w", encoding="utf-8") as f:
        json.dump(expected, f, indent=2, ensure_ascii=False)
        f.write("\n")
    made.append(name)


def js(value, indent=2, ascii=False, **more):
    return json.dumps(value, indent=indent, ensure_ascii=ascii, **more) + "\n"


def table(rows, delimiter=",", eol="\r\n", quoting=csv.QUOTE_MINIMAL):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=eol, quoting=quoting).writerows(rows)
    return out.getvalue()


def hexlike(n):
    """n bytes whose hex has only characters that base32 has too (2-7, a-f)."""
    return bytes.fromhex(pick("234567abcdef", 2 * n))


def base64like(n):
    """n bytes whose base64 has only letters and 2-7, in both cases, and no padding."""
    while True:
        b = raw(n)
        t = base64.b64encode(b).decode()
        if re.fullmatch("[A-Za-z2-7]+", t) and re.search("[a-z]", t) and re.search("[A-Z]", t):
            return b


# ================================================================ JSON: accounts
def extract_records():
    a = [acc("Cobalt Git", "pi@example.com"),
         acc("Brisk Bank", "ann.lee@example.com"),
         hotp("", "hotp demo", 4),
         hotp("Fjord VPN", "bo@example.net", 0),
         acc("naïve", "¿äÄ? (demo)")]
    names = ["pi@example.com", "Brisk Bank:ann.lee@example.com", "hotp demo", "bo@example.net", "naïve: ¿äÄ? (demo)"]
    issuers = ["Cobalt Git", "Brisk Bank", "", "Fjord VPN", ""]
    recs = []
    for x, n, i in zip(a, names, issuers):
        q = {"secret": x["secret"]}
        if x["type"] == "hotp":
            q["counter"] = x["counter"]
        if i:
            q["issuer"] = i
        recs.append({"name": n, "secret": x["secret"], "issuer": i, "type": x["type"],
                     "counter": x.get("counter"), "url": "otpauth://%s/%s?%s" % (x["type"], quote(n), urlencode(q))})
    alts = [renamed(a, None, None, None, None, ("", "naïve: ¿äÄ? (demo)")),
            renamed(a, None, ("Brisk Bank", "Brisk Bank:ann.lee@example.com"), None, None, ("", "naïve: ¿äÄ? (demo)"))]
    return a, recs, alts


def j_extract():
    a, recs, alts = extract_records()
    put("j01-extract-otp-secrets.json", js(recs, 4, True), a, alternatives=alts,
        why="extract_otp_secrets' JSON: the url holds everything, the counter of hotp included.")


def j_extract_edited():
    a = [acc("Osprey DNS", "ann@example.com", algorithm="SHA256", digits=8, period=60),
         acc("Maple Shop", "bo.k"),
         hotp("Fjord VPN", "gate-3", 17, digits=8),
         acc("Lumen Cloud", "root@example.org", algorithm="SHA512", period=45)]
    recs = [{"name": x["name"], "secret": x["secret"], "issuer": x["issuer"], "type": x["type"],
             "counter": x.get("counter"), "algorithm": x["algorithm"], "digits": x["digits"],
             "period": x.get("period")} for x in a]
    put("j02-extract-otp-edited.json", js(recs, 4), a,
        why="A fork of extract_otp_secrets without url and with digits, period and algorithm; "
            "none of them may be lost.")


def j_pyotp():
    a = [acc("Saffron Pay", "ann@example.com", algorithm="SHA256", digits=8, period=60, secret=sec(20)),
         acc("Tern Labs", "ann", algorithm="SHA512", secret=sec(20)),
         acc("Pebble Chat", "ann.lee", secret=sec(20))]
    recs = [{"service": x["issuer"], "username": x["name"], "secret": x["secret"],
             "digest": x["algorithm"].lower(), "digits": x["digits"], "interval": x["period"]} for x in a]
    put("j03-pyotp-digest.json", js({"version": 2, "accounts": recs}, 4), a,
        why="pyotp calls the algorithm digest; SHA256 and SHA512 are said plainly.")


def j_speakeasy():
    a, recs = [], []
    for user, label in [("ann@example.com", "Tern Labs (ann)"), ("bo@example.com", "Tern Labs (bo)"),
                        ("cid@example.com", None)]:
        text = pick("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*()<>?/[]{},.:;", 20)
        x = acc("", label or user, secret=enc(text.encode()))
        s = {"ascii": text, "hex": text.encode().hex(), "base32": x["secret"]}
        if label:
            s["otpauth_url"] = "otpauth://totp/%s?secret=%s" % (quote(label, safe="()"), x["secret"])
        a.append(x)
        recs.append({"user": user, "created": "2023-0%d-14T09:12:44.120Z" % len(a), "secret": s})
    put("j04-speakeasy.json", js(recs), a,
        alternatives=[renamed(a, ("", "ann@example.com"), ("", "bo@example.com"), None),
                      renamed(a, ("Tern Labs (ann)", "ann@example.com"), ("Tern Labs (bo)", "bo@example.com"), None)],
        why="speakeasy's generateSecret() as it was stored: base32 by its name, not ascii and not hex.")


def j_mongo():
    a = [acc("", "ann@example.com", secret=sec(20)), acc("", "dee@example.org", secret=sec(20))]
    def doc(mail, two):
        return json.dumps({"_id": {"$oid": "%024x" % R.getrandbits(96)}, "email": mail,
                           "password": "$2b$10$" + pick(B32.lower() + B32, 53), "twofa": two,
                           "createdAt": {"$date": "2022-11-03T08:00:00Z"}}, separators=(",", ":"))
    lines = [doc("ann@example.com", {"enabled": True, "secret": a[0]["secret"]}),
             doc("bo@example.com", {"enabled": False, "secret": None}),
             doc("dee@example.org", {"enabled": True, "secret": a[1]["secret"]})]
    put("j05-mongoexport-users.json", "\n".join(lines) + "\n", a,
        why="mongoexport writes JSON Lines; the member twofa says what its secret is, the e-mail whose.")


def j_nest():
    a = [acc("", "ann@example.com", secret=sec(10)), acc("", "eve@example.net", secret=sec(10))]
    def user(i, mail, s):
        return {"id": i, "email": mail, "currentHashedRefreshToken": "$2b$10$" + pick(B32 + B32.lower(), 53),
                "isTwoFactorAuthenticationEnabled": s is not None, "twoFactorAuthenticationSecret": s}
    put("j06-nest-users.json",
        js([user(1, "ann@example.com", a[0]["secret"]), user(2, "bo@example.com", None),
            user(3, "eve@example.net", a[1]["secret"])]), a,
        why="Users of a NestJS application with otplib; the member's name says it is the secret of 2FA.")


def j_laravel():
    a = [acc("", "ann@example.com", secret=sec(10)), acc("", "cid@example.com", secret=sec(10)),
         acc("", "dee@example.com", secret=sec(20))]
    people = ["Ann Lee", "Cid Roy", "Dee Marsh"]
    data = [{"id": i + 11, "name": p, "email": x["name"], "email_verified_at": "2023-02-0%dT10:00:00.000000Z" % (i + 1),
             "google2fa_secret": x["secret"], "google2fa_enabled": 1} for i, (x, p) in enumerate(zip(a, people))]
    data.insert(1, {"id": 30, "name": "Bo King", "email": "bo@example.com", "email_verified_at": None,
                    "google2fa_secret": None, "google2fa_enabled": 0})
    page = {"data": data,
            "links": {"first": "https://api.example.com/users?page=1", "last": "https://api.example.com/users?page=1",
                      "prev": None, "next": None},
            "meta": {"current_page": 1, "from": 1, "last_page": 1,
                     "links": [{"url": None, "label": "&laquo; Previous", "active": False},
                               {"url": "https://api.example.com/users?page=1", "label": "1", "active": True}],
                     "path": "https://api.example.com/users", "per_page": 15, "to": 4, "total": 4}}
    put("j07-laravel-google2fa.json", js(page, 4).replace("https://", "https:\\/\\/"), a,
        alternatives=[renamed(a, *[(p, x["name"]) for x, p in zip(a, people)]),
                      renamed(a, *[("", p) for p in people])],
        why="A page of a Laravel API; google2fa_secret is plain base32, null for one user.")


def j_devise():
    a = [acc("", "ann@example.com", secret=sec(15)), acc("", "ola@example.org", secret=sec(15))]
    def user(i, mail, s):
        return {"id": i, "email": mail, "encrypted_password": "$2a$12$" + pick(B32 + B32.lower(), 53),
                "otp_secret": s, "consumed_timestep": 56012345 + i if s else None,
                "otp_required_for_login": bool(s),
                "otp_backup_codes": ["$2a$12$" + pick(B32.lower(), 53) for _ in range(2)] if s else [],
                "created_at": "2021-05-06T07:08:09.000Z"}
    put("j08-rails-devise.json",
        json.dumps({"users": [user(1, "ann@example.com", a[0]["secret"]), user(2, "bo@example.com", None),
                              user(3, "ola@example.org", a[1]["secret"])]}), a,
        why="User.all.to_json of devise-two-factor 5: otp_secret is the secret, otp_backup_codes are not.")


def j_go_lines():
    a = [acc("Velvet Games", "ann", algorithm="SHA256", digits=8, period=60),
         acc("Osprey DNS", "ann@example.com"),
         acc("Quarry Mail", "bo@example.com", algorithm="SHA512", period=45),
         hotp("Brisk Bank", "4471", 9, algorithm="SHA256")]
    lines = []
    for x in a:
        r = {"Issuer": x["issuer"], "AccountName": x["name"], "Secret": x["secret"], "Type": x["type"].upper(),
             "Algorithm": x["algorithm"], "Digits": x["digits"],
             "Period": x.get("period", 0), "Counter": x.get("counter", 0)}
        lines.append(json.dumps(r, separators=(",", ":")))
    put("j09-go-lines.jsonl", "\n".join(lines) + "\n", a,
        why="A Go struct per line, members in Pascal case; "
            "Counter 0 beside TOTP and Period 0 beside HOTP mean nothing.")


def j_go_numbers():
    a = [acc("Heron Admin", "ann@example.com", secret=sec(20)),
         acc("Heron Admin", "bo@example.com", algorithm="SHA256", secret=sec(20)),
         acc("Heron Admin", "cid@example.com", algorithm="SHA512", digits=8, secret=sec(20))]
    recs = [{"Issuer": x["issuer"], "AccountName": x["name"], "Secret": x["secret"], "Period": 30,
             "Digits": x["digits"], "Algorithm": n} for n, x in enumerate(a)]
    put("j10-go-pquerna-numbers.json", js(recs), refused=True, rejected=3, alternatives=[a, a[:1]],
        why="Algorithm 1 is SHA256 for pquerna/otp and SHA1 for Google: "
            "a number without a table is no algorithm, so reject.")


def j_byname():
    a = [acc("Quarry Mail", "", secret=sec(20)), acc("Cobalt Git", "ann-lee", secret=sec(16)),
         acc("", "ann@example.com", secret=sec(10)), acc("Fjord VPN", "", secret=sec(16)),
         acc("Maple Shop", "", secret=sec(20))]
    put("j11-name-to-secret.json",
        js({"Quarry Mail": a[0]["secret"], "Cobalt Git: ann-lee": groups(a[1]["secret"].lower()),
            "ann@example.com": a[2]["secret"], "Fjord VPN": pad(a[3]["secret"]),
            "Maple Shop": groups(a[4]["secret"], "-")}), a,
        why="An object of names and secrets, in the spellings in which sites show them.")


def j_byname_objects():
    a = [acc("Quarry Mail", "ann@example.com", digits=8), acc("Cobalt Git", "ann-lee", algorithm="SHA512", period=60),
         hotp("Fjord VPN", "gate", 3), acc("Lumen Cloud", "")]
    put("j12-name-to-object.json",
        js({"Quarry Mail": {"secret": a[0]["secret"], "user": "ann@example.com", "digits": 8},
            "Cobalt Git": {"secret": a[1]["secret"], "user": "ann-lee", "algorithm": "SHA512", "period": 60},
            "Fjord VPN": {"secret": a[2]["secret"], "user": "gate", "type": "hotp", "counter": 3},
            "Lumen Cloud": {"secret": a[3]["secret"]}}), a,
        why="The member's name is the issuer, user the name; parameters stand in some of the objects.")


def j_single():
    a = [hotp("Quarry Mail", "bo@example.com", 41, algorithm="SHA512", digits=8)]
    put("j13-single-hotp.json",
        js({"otpType": "HOTP", "provider": "Quarry Mail", "accountName": "bo@example.com",
            "secretKey": a[0]["secret"], "algo": "SHA512", "digits": "8", "counter": "41"}), a,
        why="One object is one account; numbers are texts.")


def j_api():
    a = [acc("Saffron Pay", "ann@example.com", algorithm="SHA256", digits=8, period=60),
         acc("Pebble Chat", "ann_lee"), acc("Osprey DNS", "ops@example.net", digits=7, period=20)]
    recs = [{"id": str(i + 1), "service": x["issuer"], "username": x["name"], "otp_secret": x["secret"],
             "algo": x["algorithm"].lower(), "length": str(x["digits"]), "step": str(x["period"])}
            for i, x in enumerate(a)]
    put("j14-api-answer.json",
        json.dumps({"status": "success", "data": {"total": 3, "page": 1, "accounts": recs}, "error": None}), a,
        why="An API's answer, nested once; length, step and algo are texts and not the defaults.")


def j_nested():
    a = [acc("Lumen Cloud", "ann@example.com", algorithm="SHA256", digits=8, period=60),
         hotp("Brisk Bank", "ann", 120, digits=7), acc("Velvet Games", "annnn")]
    recs = []
    for x in a:
        o = {"secret": x["secret"], "type": x["type"], "algorithm": x["algorithm"], "digits": x["digits"]}
        o["counter" if x["type"] == "hotp" else "period"] = x.get("counter", x.get("period"))
        recs.append({"id": str(uuid.UUID(int=R.getrandbits(128), version=4)), "issuer": x["issuer"],
                     "account": x["name"], "favorite": False, "otp": o})
    put("j15-otp-inside.json", js({"app": "PocketKeys", "exportedAt": "2024-04-01T12:00:00Z", "items": recs}), a,
        why="A hobby app's export: names in the record, the rest in its member otp.")


def j_links_agree():
    a = [acc("Cobalt Git", "ann@example.com"),
         acc("Saffron Pay", "bo@example.com", algorithm="SHA256", digits=8, period=60),
         hotp("Fjord VPN", "cid@example.com", 5)]
    recs = [{"site": x["issuer"], "email": x["name"], "secret": x["secret"], "digits": x["digits"],
             "algorithm": x["algorithm"], "otpauth": link(x)} for x in a]
    put("j16-links-that-agree.json", js(recs), a, why="Members and link say the same: one account per record, not two.")


def j_links_disagree():
    a = [acc("Cobalt Git", "ann@example.com", algorithm="SHA256", digits=8, period=60),
         acc("Quarry Mail", "bo@example.com", digits=8), acc("Maple Shop", "cid@example.com", algorithm="SHA512"),
         hotp("Fjord VPN", "dee@example.com", 88)]
    recs = [{"label": x["name"], "issuer": x["issuer"], "secret": x["secret"], "type": "totp", "algorithm": "SHA1",
             "digits": 6, "period": 30, "uri": link(x)} for x in a]
    put("j17-links-that-disagree.json", js(recs), a,
        why="The tool wrote defaults beside the link that the service gave; the link wins.")


def j_links_some():
    a = [acc("Cobalt Git", "ann@example.com", digits=8), acc("Heron Admin", "ann"),
         acc("Pebble Chat", "ann.lee", algorithm="SHA256"), acc("Tern Labs", "ann@example.com", period=60)]
    recs = [{"issuer": "Cobalt Git", "account": "ann@example.com", "otp": link(a[0])},
            {"issuer": "Heron Admin", "account": "ann", "secret": a[1]["secret"]},
            {"issuer": "Pebble Chat", "account": "ann.lee", "otp": link(a[2])},
            {"issuer": "Tern Labs", "account": "ann@example.com", "secret": a[3]["secret"], "period": 60}]
    put("j18-some-links.json", js(recs), a,
        why="Two records have a link, two a secret: the two without a link may not vanish.")


def j_grouped():
    a = [acc("Brisk Bank", "ann@example.com", secret=sec(20)), acc("Cobalt Git", "ann", secret=sec(16)),
         acc("Lumen Cloud", "ann", secret=sec(10)), acc("Osprey DNS", "ann", secret=sec(15)),
         acc("Saffron Pay", "ann", secret=sec(12))]
    spelled = [groups(a[0]["secret"].lower()), pad(a[1]["secret"]), " " + groups(a[2]["secret"]) + " ",
               groups(a[3]["secret"].lower(), "-"), a[4]["secret"].lower() + "===="]
    put("j19-secret-spellings.json",
        js([{"Issuer": x["issuer"], "Account": x["name"], "Secret": s} for x, s in zip(a, spelled)], "\t"), a,
        why="Groups of four, lower case, padding, hyphens: all the same base32.")


def j_named_encodings():
    b = [hexlike(20), base64like(15), raw(20)]
    a = [acc("Heron Admin", "hex", secret=enc(b[0])), acc("Heron Admin", "b64", secret=enc(b[1])),
         acc("Heron Admin", "b32", secret=enc(b[2]))]
    put("j20-named-encodings.json",
        js([{"issuer": "Heron Admin", "account": "hex", "secret_hex": b[0].hex()},
            {"issuer": "Heron Admin", "account": "b64", "secret_base64": base64.b64encode(b[1]).decode()},
            {"issuer": "Heron Admin", "account": "b32", "secret_base32": a[2]["secret"]}]), a,
        why="The names say hex, base64 and base32, and all three values could pass for base32.")


def j_bad():
    a = [acc("Cobalt Git", "ann@example.com"), acc("Osprey DNS", "ops@example.com", digits=8), acc("Tern Labs", "ann")]
    rec = lambda i, n, s, **m: dict({"issuer": i, "name": n, "secret": s}, **m)
    put("j21-bad-among-good.json",
        js([rec("Cobalt Git", "ann@example.com", a[0]["secret"]), rec("Maple Shop", "ann", "TODO ask Bo"),
            rec("Osprey DNS", "ops@example.com", a[1]["secret"], digits=8),
            rec("Brisk Bank", "ann", "M0" + pick("189ABCDEF", 14)), rec("Pebble Chat", "ann", "493021"),
            rec("Velvet Games", "ann", None), rec("Tern Labs", "ann", a[2]["secret"])]), a, rejected=3,
        why="A note, a secret with 0, 1, 8 and 9, and a code of six digits are rejected; null is no secret at all.")


def j_algorithms():
    a = [acc("Saffron Pay", "ann", algorithm="SHA256"), acc("Tern Labs", "ann", algorithm="SHA512"),
         acc("Quarry Mail", "ann"), acc("Lumen Cloud", "ann", algorithm="SHA512", digits=8),
         acc("Heron Admin", "ann", algorithm="SHA256")]
    spelled = ["HmacSHA256", "SHA-512", "sha1", "HmacSHA512", "sha-256"]
    recs = [{"provider": x["issuer"], "login": x["name"], "totpSecret": x["secret"], "hash": h, "digits": x["digits"]}
            for x, h in zip(a, spelled)]
    recs.append({"provider": "Velvet Games", "login": "ann", "totpSecret": sec(), "hash": "RIPEMD160", "digits": 6})
    put("j22-algorithms.json", js(recs), a, rejected=1,
        why="hash in five spellings; RIPEMD160 is no algorithm of TOTP, so that record is rejected, not read as SHA1.")


def j_kinds():
    a = [steam("Velvet Games", "annnn"), hotp("Fjord VPN", "gate", 7),
         acc("Cobalt Git", "ann"), hotp("Brisk Bank", "card", 0)]
    recs = [{"issuer": x["issuer"], "label": x["name"], "secret": x["secret"], "otpType": x["type"],
             "counter": x.get("counter", 0)} for x in a]
    recs.append({"issuer": "Maple Shop", "label": "push", "secret": sec(), "otpType": "push", "counter": 0})
    put("j23-kinds.json", js({"entries": recs}), a, rejected=1,
        why="otpType says totp, hotp or steam; push is rejected rather than read as totp.")


def j_nulls():
    a = [acc("", "ann@example.com"), acc("Cobalt Git", ""), acc("Tern Labs", "ann", digits=8),
         hotp("Fjord VPN", "ann", 2)]
    put("j24-nulls.json",
        js([{"issuer": None, "user": "ann@example.com", "secret": a[0]["secret"],
             "algorithm": None, "digits": None, "period": "", "type": None, "counter": None},
            {"issuer": "Cobalt Git", "user": "", "secret": a[1]["secret"],
             "algorithm": "", "digits": None, "period": None, "type": "", "counter": None},
            {"issuer": "Tern Labs", "user": "ann", "secret": a[2]["secret"],
             "algorithm": None, "digits": 8, "period": None, "type": "totp", "counter": ""},
            {"issuer": "Fjord VPN", "user": "ann", "secret": a[3]["secret"],
             "algorithm": None, "digits": "", "period": None, "type": "hotp", "counter": 2}]), a,
        why="null and empty members are absent; the defaults hold.")


def j_powershell():
    a = [acc("Maple Shop", "ann@example.com", algorithm="SHA256", digits=8),
         acc("Größe & Co", "bo"), acc("Lumen Cloud", "cid", period=60)]
    recs = []
    for x in a:
        m = [("Issuer", x["issuer"]), ("Account", x["name"]), ("Secret", x["secret"]), ("Algorithm", x["algorithm"]),
             ("Digits", x["digits"]), ("Period", x["period"])]
        lines = ['        "%s":  %s' % (k, json.dumps(v, ensure_ascii=False).replace("&", "\\u0026")) for k, v in m]
        recs.append("    {\n" + ",\n".join(lines) + "\n    }")
    text = ("[\n" + ",\n".join(recs) + "\n]\n").replace("\n", "\r\n")
    put("j25-powershell.json", b"\xff\xfe" + text.encode("utf-16-le"), a,
        why="ConvertTo-Json | Out-File of Windows PowerShell writes UTF-16 with a BOM and CRLF.")


def j_german():
    a = [acc("Brisk Bank", "ann", algorithm="SHA256", digits=8, period=60), acc("Quarry Mail", "ann@example.com")]
    recs = [{"Aussteller": x["issuer"], "Benutzername": x["name"], "Geheimer Schlüssel": x["secret"],
             "Algorithmus": x["algorithm"], "Stellen": x["digits"], "Intervall": x["period"]} for x in a]
    put("j26-german.json", js({"Konten": recs}), a,
        why="German members: Stellen 8, Intervall 60 and Algorithmus SHA256 are said plainly; "
            "not knowing them may not give other codes.")


def j_two_arrays():
    a = [acc("Cobalt Git", "ann"), acc("Tern Labs", "ann"), hotp("Fjord VPN", "ann", 6)]
    rec = lambda x: {"issuer": x["issuer"], "account": x["name"], "secret": x["secret"]}
    put("j27-two-arrays.json", js({"totp": [rec(a[0]), rec(a[1])], "hotp": [dict(rec(a[2]), counter=6)]}), a,
        alternatives=[[]],
        why="Two arrays, named after the kind: a person reads both, the page refuses; "
            "the hotp one may not become totp.")


def j_proto_names():
    a = [acc("Cobalt Git", "ann@example.com", secret=sec(20)),
         acc("Saffron Pay", "ann", algorithm="SHA256", digits=8, secret=sec(20)),
         hotp("Brisk Bank", "ann", 11, algorithm="SHA512", secret=sec(10))]
    recs = [{"key": x["secret"], "name": x["name"], "issuer": x["issuer"], "algorithm": "ALGORITHM_" + x["algorithm"],
             "digits": {6: "DIGIT_COUNT_SIX", 8: "DIGIT_COUNT_EIGHT"}[x["digits"]],
             "type": "OTP_TYPE_" + x["type"].upper(), "counter": x.get("counter", 0)} for x in a]
    put("j28-migration-names.json",
        js({"version": 1, "batch_size": 1, "batch_index": 0, "batch_id": -1293847, "accounts": recs}, 4), a,
        why="A Google export printed by a script with the names of protobuf: "
            "DIGIT_COUNT_EIGHT is 8, OTP_TYPE_HOTP hotp.")


def j_otpauth_js():
    a = [acc("Pebble Chat", "ann@example.com", secret=sec(20), algorithm="SHA256", digits=8, period=60),
         acc("Pebble Chat", "bo@example.com", secret=sec(20))]
    recs = [{"issuer": x["issuer"], "label": x["name"], "issuerInLabel": True,
             "secret": {"bytes": {str(i): b for i, b in enumerate(base64.b32decode(pad(x["secret"])))}},
             "algorithm": x["algorithm"], "digits": x["digits"], "period": x["period"]} for x in a]
    put("j29-otpauth-js.json", json.dumps(recs), a, alternatives=[[]],
        why="JSON.stringify of the npm package otpauth: the secret is an object of numbered bytes; "
            "refusing is right too.")


# ================================================================ JSON: to be refused
def j_proto_numbers():
    a = [acc("Cobalt Git", "ann@example.com", secret=sec(20)),
         acc("Saffron Pay", "ann", algorithm="SHA256", digits=8, secret=sec(20)),
         hotp("Brisk Bank", "ann", 11, digits=8, secret=sec(10))]
    recs = [{"secret": x["secret"], "name": x["name"], "issuer": x["issuer"],
             "algorithm": {"SHA1": 1, "SHA256": 2}[x["algorithm"]], "digits": {6: 1, 8: 2}[x["digits"]],
             "type": {"hotp": 1, "totp": 2}[x["type"]], "counter": x.get("counter", 0)} for x in a]
    put("j30-migration-numbers.json", js(recs), refused=True, rejected=3, alternatives=[a],
        why="Numbers of protobuf (digits 1 is six, type 1 is hotp): read by Google's table or not at all, "
            "never as defaults.")


def j_fortify():
    def box():
        sealed = {"iv": base64.b64encode(raw(16)).decode(), "value": base64.b64encode(raw(48)).decode(),
                  "mac": raw(32).hex(), "tag": ""}
        return base64.b64encode(json.dumps(sealed).encode()).decode()
    put("j31-laravel-fortify.json",
        js([{"id": i, "name": n, "email": m, "two_factor_secret": box(), "two_factor_recovery_codes": box(),
             "two_factor_confirmed_at": "2023-01-0%d 10:11:12" % i} for i, (n, m) in
            enumerate([("Ann Lee", "ann@example.com"), ("Bo King", "bo@example.com")], 1)]),
        refused=True, rejected=2, why="Laravel Fortify encrypts two_factor_secret with the application's key.")


def j_django():
    b = [hexlike(20), raw(20), hexlike(20)]
    rows = [("", 4, 30, 6), ("", 7, 60, 8), ("", 9, 30, 6)]
    a = [acc("", "default", secret=enc(x), digits=d, period=s) for x, (_, _, s, d) in zip(b, rows)]
    put("j32-django-otp-dumpdata.json",
        json.dumps([{"model": "otp_totp.totpdevice", "pk": i + 1,
                     "fields": {"user": u, "name": "default", "confirmed": True, "key": x.hex(), "step": s, "t0": 0,
                                "digits": d, "tolerance": 1, "drift": 0, "last_t": 56001234}}
                    for i, (x, (_, u, s, d)) in enumerate(zip(b, rows))], indent=1), refused=True, alternatives=[a],
        why="django-otp keeps its key in hex and the name does not say so; two of the three could pass for base32.")


def j_hex():
    b = [hexlike(20), hexlike(20), raw(20)]
    names = ["ann@example.com", "bo@example.com", "cid@example.com"]
    a = [acc("Heron Admin", n, secret=enc(x), digits=8) for n, x in zip(names, b)]
    put("j33-hex-unnamed.json",
        js([{"issuer": x["issuer"], "account": x["name"], "secret": y.hex(), "type": "totp", "digits": 8}
            for x, y in zip(a, b)]),
        refused=True, rejected=3, alternatives=[a],
        why="40 characters of hex under secret: as base32 they would give wrong codes.")


def j_base64():
    b = [base64like(15), base64like(12), base64like(15)]
    a = [acc("Osprey DNS", "ann@example.com", secret=enc(b[0])), acc("Tern Labs", "ann", secret=enc(b[1])),
         acc("Maple Shop", "ann", secret=enc(b[2]))]
    put("j34-base64-unnamed.json",
        js({"otpParameters": [{"secret": base64.b64encode(y).decode(), "name": x["name"], "issuer": x["issuer"],
                               "algorithm": "ALGORITHM_SHA1", "digits": "DIGIT_COUNT_SIX", "type": "OTP_TYPE_TOTP"}
                              for x, y in zip(a, b)], "version": 1, "batchSize": 1, "batchId": 2071144}),
        refused=True, rejected=3, alternatives=[a],
        why="protoc's JSON of a Google export: secret is base64 (mixed case), "
            "which folded to upper case passes for base32.")


def j_oauth():
    put("j35-oauth-clients.json",
        js({"clients": [{"client_id": pick("0123456789", 12) + "." + "apps.example.com", "name": n,
                         "client_secret": sec(20), "issuer": "https://login.example.com",
                         "token_endpoint_auth_method": "client_secret_post",
                         "redirect_uris": ["https://%s.example.com/cb" % n]} for n in ("grafana", "wiki", "chat")]}),
        refused=True, why="OAuth clients: client_secret is no secret of one-time codes, though it is base32 here.")


def j_aws():
    put("j36-aws-keys.json",
        js([{"service": "aws-" + n, "account": pick("0123456789", 12), "key": "AKIA" + pick(B32, 16),
             "secret": pick(B32 + B32.lower()[:26], 40)} for n in ("prod", "staging", "backup")]),
        refused=True,
        why="AWS access keys, home-made: ids that begin with AKIA and secrets of 40 characters in mixed case.")


def j_jwks():
    put("j37-jwks.json",
        js({"keys": [{"kty": "oct", "kid": sec(10), "use": "sig", "alg": "HS256", "k": sec(20),
                      "issuer": "https://id.example.com"},
                     {"kty": "oct", "kid": sec(10), "use": "enc", "alg": "A256KW", "k": sec(20),
                      "issuer": "https://id.example.com"}]}),
        refused=True, why="A set of JSON web keys.")


def j_recovery():
    put("j38-recovery-codes.json",
        js([{"issuer": i, "account": "ann@example.com", "generated": "2024-02-03",
             "recovery_codes": [sec(10) for _ in range(4)]}
            for i in ("Cobalt Git", "Tern Labs")]),
        refused=True, why="Recovery codes are used once each; nothing here makes codes.")


def j_terraform():
    put("j39-terraform-output.json",
        js({"admin_token": {"sensitive": True, "type": "string", "value": sec(20)},
            "db_password": {"sensitive": True, "type": "string", "value": pick(B32, 24)},
            "jwt_secret": {"sensitive": True, "type": "string", "value": sec(20)},
            "region": {"sensitive": False, "type": "string", "value": "eu-north-1"}}),
        refused=True, why="terraform output -json: tokens and passwords of an installation.")


def j_docker():
    put("j40-docker-env.json",
        js([{"Name": "/web",
             "Config": {"Hostname": "web",
                        "Env": ["PORT=8080", "SESSION_SECRET=" + sec(20), "PATH=/usr/bin:/bin"]},
             "Env": {"NODE_ENV": "production", "PORT": "8080",
                     "SESSION_SECRET": sec(20), "JWT_SECRET": sec(20), "API_TOKEN": sec(20)}}]),
        refused=True, why="The environment of a container: secrets of a server, base32 by chance.")


# ================================================================ tables: accounts
def t_extract():
    a, recs, alts = extract_records()
    cols = ["name", "secret", "issuer", "type", "counter", "url"]
    put("t01-extract-otp-secrets.csv",
        table([cols] + [["" if r[c] is None else r[c] for c in cols] for r in recs], eol="\n"), a, alternatives=alts,
        why="extract_otp_secrets' CSV.")


def t_excel_de():
    a = [acc("Brisk Bank", "ann.lee", algorithm="SHA256", digits=8, period=60), acc("Möbel Maple", "jörg@example.com"),
         acc("Fjord VPN", "jörg", period=45)]
    rows = [["Dienst", "Benutzername", "Geheimer Schlüssel", "Stellen", "Intervall", "Algorithmus"]]
    rows += [[x["issuer"], x["name"], groups(x["secret"]), x["digits"], x["period"], x["algorithm"]] for x in a]
    put("t02-excel-german.csv", table(rows, ";").encode("cp1252"), a,
        why="Excel's CSV in German: semicolons, Windows-1252, CRLF; Stellen, Intervall and Algorithmus are said.")


def t_unicode():
    a = [acc("Cobalt Git", "ann@example.com"), acc("Café Tern", "zoë", digits=8),
         acc("Quarry Mail", "日本 太郎", period=60)]
    rows = [["Service", "Account", "Secret Key", "Digits", "Period"]]
    rows += [[x["issuer"], x["name"], x["secret"].lower(), x["digits"], x["period"]] for x in a]
    put("t03-excel-unicode-text.txt", b"\xff\xfe" + table(rows, "\t").encode("utf-16-le"), a,
        why="Excel's Unicode text: UTF-16 with BOM, tabs, CRLF.")


def t_sep_title():
    a = [acc("Cobalt Git", "ann", digits=8, period=60), acc("Osprey DNS", "ops@example.com"),
         acc("Lumen Cloud", "ann", algorithm="SHA512")]
    rows = [["My authenticator backup", "", "", "", "", ""], [""] * 6,
            ["Provider", "Login", "Setup key", "Code length", "Time step", "Algorithm"]]
    rows += [[x["issuer"], x["name"], x["secret"], "%d,0" % x["digits"], "%d,0" % x["period"], x["algorithm"]]
             for x in a]
    rows += [[""] * 6, [""] * 6]
    put("t04-sep-and-title.csv", "\ufeff" + "sep=;\r\n" + table(rows, ";"), a,
        why="sep=; and a title above the header, blank rows, numbers with a decimal comma.")


def t_shell():
    a = [acc("Cobalt Git", "ann@example.com", secret=sec(20)), acc("Fjord VPN", "gate", secret=sec(16)),
         acc("Osprey DNS", "ops", secret=sec(20)), acc("Tern Labs", "ann", secret=sec(10))]
    put("t05-shell-no-header.tsv", "".join("%s\t%s\t%s\n" % (x["issuer"], x["name"], x["secret"]) for x in a), a,
        why="printf '%s\\t%s\\t%s\\n' in a loop: issuer, name, secret without a header.")


def t_markdown():
    a = [acc("Cobalt Git", "ann@example.com"), acc("Brisk | Bank", "ann", digits=8),
         acc("Velvet Games", "annnn", algorithm="SHA256", period=60)]
    lines = ["# 2FA", "", "Moved from the old phone on 3 May. Do not share!", "",
             "| Service | User | Secret | Digits | Period | Algorithm |", "|:--|---|---|--:|--:|---|"]
    for x in a:
        cells = (x["issuer"].replace("|", "\\|"), x["name"], x["secret"], x["digits"], x["period"], x["algorithm"])
        lines.append("| **%s** | %s | `%s` | %d | %d | %s |" % cells)
    lines += ["", "## Shopping", "", "- bread", "- batteries", ""]
    put("t06-note.md", "\n".join(lines), a, why="A table in a note, with the text around it.")


def t_pandas():
    a = [acc("Cobalt Git", "ann@example.com", digits=8, period=60, algorithm="SHA256"),
         acc("Maple Shop", "bo"), acc("Tern Labs", "cid", digits=8)]
    rows = [["", "issuer", "account", "secret", "digits", "period", "algorithm"],
            [0, "Cobalt Git", "ann@example.com", a[0]["secret"], "8.0", "60.0", "SHA256"],
            [1, "Maple Shop", "bo", a[1]["secret"], "", "", ""],
            [2, "Tern Labs", "cid", a[2]["secret"], "8.0", "30.0", "SHA1"]]
    put("t07-pandas.csv", table(rows, eol="\n"), a,
        why="DataFrame.to_csv with its index and 8.0 where a cell was empty.")


def t_names():
    a = [acc("Cobalt Git", "", secret=sec(20)), acc("Brisk Bank", "", secret=sec(16)),
         acc("", "ann@example.com", secret=sec(10)), acc("Fjord VPN", "", secret=sec(20))]
    put("t08-names-and-secrets.txt",
        "# 2fa keys, keep safe\n\nCobalt Git: %s\nBrisk Bank: %s\nann@example.com: %s\n\n# work\nFjord VPN: %s\n" %
        (a[0]["secret"], groups(a[1]["secret"].lower()), a[2]["secret"], pad(a[3]["secret"])), a,
        why="NAME: SECRET lines with comments; an address is a name, other names are issuers.")


def t_blocks():
    a = [acc("Saffron Pay", "ann@example.com", algorithm="SHA256", digits=8, period=60),
         hotp("Brisk Bank", "ann", 31), acc("Tern Labs", "bo")]
    out = []
    for x in a:
        out += ["Name: " + x["name"], "Issuer: " + x["issuer"], "Secret: " + groups(x["secret"]),
                "Type: " + x["type"].upper(), "Algorithm: " + x["algorithm"], "Digits: %d" % x["digits"]]
        out += ["Counter: %d" % x["counter"]] if x["type"] == "hotp" else ["Period: %d" % x["period"]]
        out += [""]
    put("t09-blocks.txt", "\r\n".join(out), a, why="Blocks of members in a text file with CRLF.")


def t_rsc():
    a = [acc("cobalt", "", secret=sec(20)), acc("brisk-bank", "", digits=8, secret=sec(16)),
         hotp("fjord", "", 43, secret=sec(20)), acc("osprey", "", digits=7, secret=sec(10))]
    put("t10-rsc-2fa",
        "cobalt 6 %s\nbrisk-bank 8 %s\nfjord 6 %s 00000000000000000042\nosprey 7 %s\n" %
        (a[0]["secret"], pad(a[1]["secret"]), a[2]["secret"], a[3]["secret"]), a,
        alternatives=[renamed(a, *[("", x["issuer"]) for x in a])],
        why="~/.2fa of rsc/2fa: the counter there is that of the last code, so the next is one more.")


def t_hotp():
    a = [hotp("Fjord VPN", "ann", 12), hotp("Brisk Bank", "ann", 0, digits=8), acc("Cobalt Git", "ann"),
         steam("Velvet Games", "annnn"), hotp("Osprey DNS", "ann", 1000, algorithm="SHA256")]
    rows = [["Issuer", "Account", "Type", "Secret", "Algorithm", "Digits", "Counter"]]
    kinds = {"totp": "TOTP", "hotp": "HOTP", "steam": "Steam"}
    rows += [[x["issuer"], x["name"], kinds[x["type"]], x["secret"], x["algorithm"], x["digits"],
              x.get("counter", "")] for x in a]
    put("t11-kinds.csv", table(rows), a, why="Type says HOTP, TOTP and Steam; counters 12, 0 and 1000.")


def t_algorithms():
    a = [acc("Saffron Pay", "ann", algorithm="SHA256", digits=8),
         acc("Tern Labs", "ann", algorithm="SHA512", period=60),
         acc("Quarry Mail", "ann"), acc("Heron Admin", "ann", algorithm="SHA256")]
    spelled = ["HmacSHA256", "SHA-512", "", "sha256"]
    rows = [["service", "email", "secretKey", "hash", "length", "step"]]
    rows += [[x["issuer"], x["name"] + "@example.com", x["secret"], h, x["digits"], x["period"]]
             for x, h in zip(a, spelled)]
    a = [dict(x, name=x["name"] + "@example.com") for x in a]
    put("t12-algorithms.csv", table(rows, quoting=csv.QUOTE_ALL, eol="\n"), a,
        why="hash, length and step as columns, in the spellings of Java and OpenSSL.")


def t_bad():
    a = [acc("Cobalt Git", "ann"), acc("Osprey DNS", "ann", digits=8), acc("Tern Labs", "ann")]
    rows = [["Issuer", "User", "TOTP Secret", "Digits"],
            ["Cobalt Git", "ann", a[0]["secret"], 6], ["Maple Shop", "ann", "ask Bo", 6],
            ["Osprey DNS", "ann", a[1]["secret"], 8], ["Brisk Bank", "ann", "M0" + pick("189ABC", 14), 6],
            ["Pebble Chat", "ann", "", ""], ["Quarry Mail", "ann", sec(), "six"],
            ["Tern Labs", "ann", a[2]["secret"], ""]]
    put("t13-bad-among-good.csv", table(rows), a, rejected=3,
        why="A note, digits that base32 has not, and digits 'six' are rejected; "
            "the row without a secret has no account.")


def t_hex_header():
    b = [hexlike(20), raw(20), raw(16)]
    a = [acc("Fjord VPN", "token %d" % i, secret=enc(x), period=60, algorithm="SHA256") for i, x in enumerate(b, 1)]
    rows = [["Issuer", "Name", "Secret (hex)", "Algorithm", "Period"]]
    rows += [[x["issuer"], x["name"], y.hex().upper(), x["algorithm"], x["period"]] for x, y in zip(a, b)]
    put("t14-hex-header.csv", table(rows), a, why="The header says that the secrets are hex.")


def t_quoted():
    a = [acc('The "Real" Shop, Inc.', "ann@example.com"), acc("Tern Labs", "ann; lab"),
         acc("Brisk\nBank", "bo", digits=8)]
    rows = [["issuer", "username", "secret", "digits", "notes"],
            [a[0]["issuer"], a[0]["name"], a[0]["secret"], 6, "old phone,\nsecond line"],
            [a[1]["issuer"], a[1]["name"], a[1]["secret"], 6, 'he said "no"'],
            [a[2]["issuer"], a[2]["name"], a[2]["secret"], 8, ""]]
    put("t15-quoted.csv", table(rows), a, alternatives=[renamed(a, None, None, ("Brisk Bank", "bo"))],
        why="Commas, quotes and line breaks inside of quoted cells.")


def t_link_column():
    a = [acc("Cobalt Git", "ann@example.com", digits=8, period=60),
         acc("Saffron Pay", "bo@example.com", algorithm="SHA256"),
         hotp("Fjord VPN", "cid@example.com", 77)]
    rows = [["site", "login", "secret", "digits", "period", "algorithm", "otpauth"]]
    rows += [[x["issuer"].lower().replace(" ", "") + ".example.com", x["name"].split("@")[0],
              x["secret"], 6, 30, "SHA1", link(x)] for x in a]
    put("t16-link-column.csv", table(rows), a,
        why="The columns repeat the defaults, the link says more: the link wins, its names too.")


def t_vault():
    a = [acc("Cobalt Git", "ann"), acc("Saffron Pay", "ann@example.com", digits=8, algorithm="SHA256"),
         acc("Maple Shop", "ann@example.com")]
    rows = [["title", "url", "username", "password", "totp", "notes"],
            ["Cobalt Git", "https://cobalt.example.com", "ann", pick(B32, 20), groups(a[0]["secret"].lower()), ""],
            ["Saffron Pay", "https://saffron.example.com", "ann@example.com", "hunter-2-" + pick(B32.lower(), 8),
             link(a[1]), "joint account"],
            ["Library", "https://library.example.org", "ann", pick(B32, 16), "", ""],
            ["Maple Shop", "https://maple.example.com", "ann@example.com", "correct horse", a[2]["secret"], ""]]
    put("t17-passwords-with-totp.csv", table(rows), a,
        why="A password list with a totp column: bare secrets and a link; "
            "the passwords that look like base32 are none.")


def t_gdpr():
    typed = "s3same-" + pick(B32.lower(), 6)
    a = [acc("Cobalt Git", "ann@example.com"), acc("Fjord VPN", ""), acc("", "bo@example.com")]
    rows = [("[ OK ]", "Cobalt Git: ann@example.com", a[0]["secret"]),
            ("[FAIL]", "Brisk Bank", "Invalid padding bytes."),
            ("[ OK ]", "Fjord VPN", a[1]["secret"]), ("[ OK ]", "bo@example.com", a[2]["secret"])]
    w = max(len(r[1]) for r in rows) + 2
    text = "\n--- Authy GDPR Export Decryptor v1.0 ---\n\nBackup Password: %s\nCSV File Path: tokens.csv\n\n" % typed
    text += "%-8s | %-*s | TOTP SECRET\n" % ("STATUS", w, "ACCOUNT") + "-" * (w + 45) + "\n"
    text += "".join("%-8s | %-*s | %s\n" % (r[0], w, r[1], r[2]) for r in rows)
    text += "-" * (w + 45) + "\nDecrypted: 3 / 4\n\nPress Enter to exit...\n"
    put("t18-authy-gdpr-output.txt", text, a, rejected=1, hidden=[typed],
        why="The output of Authy-GDPR-Export-Decryption: one row failed; the typed password stands above.")


def t_rails():
    a = [acc("", "ann@example.com", secret=sec(15)), acc("", "ola@example.org", secret=sec(20))]
    rows = [["id", "email", "encrypted_password", "otp_secret", "otp_required_for_login", "sign_in_count"],
            [1, "ann@example.com", "$2a$12$" + pick(B32.lower(), 53), a[0]["secret"], "true", 14],
            [2, "bo@example.com", "$2a$12$" + pick(B32.lower(), 53), "", "false", 3],
            [3, "ola@example.org", "$2a$12$" + pick(B32.lower(), 53), a[1]["secret"], "true", 220]]
    put("t19-rails-users.csv", table(rows, eol="\n"), a,
        why="A CSV of users with devise-two-factor; one has no secret.")


def t_django():
    a = [acc("Heron Admin", "ann", secret=sec(20)),
         acc("Heron Admin", "bo", digits=8, period=60, secret=sec(20)),
         hotp("Heron Admin", "cid", 15, secret=sec(20))]
    rows = [["user", "device_name", "confirmed", "config_url"]]
    rows += [[x["name"], "default", "True", link(x, quote("Heron Admin: " + x["name"]))] for x in a]
    put("t20-django-config-url.csv", table(rows), a, why="django-otp's config_url of each device.")


def t_sqlite():
    a = [acc("Cobalt Git", "ann@example.com"), hotp("Fjord VPN", "gate", 8),
         acc("Saffron Pay", "ann", digits=8, algorithm="SHA256")]
    rows = [["_id", "issuer", "account", "secret", "type", "counter", "digits", "algorithm"]]
    rows += [[i, x["issuer"], x["name"], x["secret"], x["type"], x.get("counter", 0), x["digits"], x["algorithm"]]
             for i, x in enumerate(a, 1)]
    put("t21-sqlite-pipes.txt", table(rows, "|", "\n"), a,
        why="sqlite3 -header 'select * from accounts': bars without blanks.")


def t_psql():
    a = [acc("Cobalt Git", "ann@example.com"), acc("Saffron Pay", "bo", digits=8, period=60),
         acc("Tern Labs", "cid", algorithm="SHA512")]
    head = ["issuer", "account", "secret", "digits", "period", "algorithm"]
    rows = [[x["issuer"], x["name"], x["secret"], str(x["digits"]), str(x["period"]), x["algorithm"]] for x in a]
    w = [max(len(r[i]) for r in rows + [head]) for i in range(6)]
    text = " " + " | ".join(h.center(n) for h, n in zip(head, w)) + " \n" + "+".join("-" * (n + 2) for n in w) + "\n"
    text += "".join(" " + " | ".join(c.ljust(n) for c, n in zip(r, w)).rstrip() + "\n" for r in rows) + "(3 rows)\n\n"
    put("t22-psql.txt", text, a, why="The output of psql: a rule of - and + below the header, (3 rows) at the end.")


def t_french():
    a = [acc("Banque Brisk", "zoé", algorithm="SHA256", digits=8, period=60), acc("Courrier Quarry", "zoe@example.com")]
    rows = [["Émetteur", "Nom d'utilisateur", "Clé secrète", "Algorithme", "Chiffres", "Période"]]
    rows += [[x["issuer"], x["name"], x["secret"], x["algorithm"], x["digits"], x["period"]] for x in a]
    put("t23-french.csv", "\ufeff" + table(rows, ";"), a,
        why="A French sheet with BOM: Algorithme SHA256, Chiffres 8 and Période 60 are said plainly.")


def t_grouped():
    a = [acc("cobalt.example.com", "ann@example.com", secret=sec(20)),
         acc("tern.example.org", "ann@example.net", secret=sec(16)),
         acc("osprey.example.net", "bo@example.com", secret=sec(20))]
    rows = [["Site", "Email", "Key"]] + [[x["issuer"], x["name"], groups(x["secret"].lower())] for x in a]
    put("t24-grouped.tsv", table(rows, "\t", "\n"), a,
        why="Key is a weak name; the values are base32 in groups of four.")


# ================================================================ tables: to be refused
def t_passwords():
    rows = [["title", "url", "username", "password"]]
    rows += [[n, "https://%s.example.com" % n.lower(), "ann@example.com", sec(10)]
             for n in ("Cobalt", "Tern", "Osprey", "Maple")]
    put("t25-passwords.csv", table(rows), refused=True,
        why="Passwords in capitals and digits 2-7: a password list, no accounts.")


def t_aws():
    put("t26-aws-credentials.csv",
        "\ufeff" + table([["User name", "Access key ID", "Secret access key"]] +
                         [["deploy-%d" % i, "AKIA" + pick(B32, 16), pick(B32 + B32.lower(), 40)] for i in (1, 2)]),
        refused=True, why="credentials.csv of the AWS console.")


def t_licences():
    put("t27-licences.csv",
        table([["product", "licensed to", "key", "seats"]] +
              [[p, "ann@example.com", groups(pick(B32, 25), "-", 5), n]
               for p, n in (("PhotoBox 4", 1), ("DiskWiz", 3), ("TypeSet Pro", 2))]),
        refused=True, why="Licence keys of five groups of five.")


def t_seeds():
    b = [hexlike(20), raw(20), hexlike(20)]
    a = [acc("", "2602%06d" % (700 + i), secret=enc(x), period=60) for i, x in enumerate(b)]
    rows = [["serial", "seed", "interval"]] + [[x["name"], y.hex().upper(), 60] for x, y in zip(a, b)]
    put("t28-token-seeds.csv", table(rows),
        refused=True, alternatives=[a],
        why="Seeds of hardware tokens in hex; no header says hex, so ask, and never base32.")


def t_env():
    put("t29-app.env",
        "# head -c 20 /dev/urandom | base32\nSESSION_SECRET=%s\nJWT_SECRET=%s\nCOOKIE_KEY=%s\nDEPLOY_TOKEN=%s\n" %
        (sec(20), sec(20), sec(20), sec(20)),
        refused=True, why="A server's .env: names of variables, not of accounts, though every value is base32.")


def t_recovery():
    put("t30-recovery-keys.csv",
        table([["Service", "Account", "Recovery key", "Printed"]] +
              [[s, "ann@example.com", groups(sec(15)), "2024-01-0%d" % i]
               for i, s in enumerate(("Cobalt Git", "Lumen Cloud", "Quarry Mail"), 1)]),
        refused=True, why="Recovery keys: to get in without codes, not to make them.")


FILES = [j_extract, j_extract_edited, j_pyotp, j_speakeasy, j_mongo, j_nest, j_laravel, j_devise, j_go_lines,
         j_go_numbers, j_byname, j_byname_objects, j_single, j_api, j_nested, j_links_agree, j_links_disagree,
         j_links_some, j_grouped, j_named_encodings, j_bad, j_algorithms, j_kinds, j_nulls, j_powershell, j_german,
         j_two_arrays, j_proto_names, j_otpauth_js, j_proto_numbers, j_fortify, j_django, j_hex, j_base64, j_oauth,
         j_aws, j_jwks, j_recovery, j_terraform, j_docker, t_extract, t_excel_de, t_unicode, t_sep_title, t_shell,
         t_markdown, t_pandas, t_names, t_blocks, t_rsc, t_hotp, t_algorithms, t_bad, t_hex_header, t_quoted,
         t_link_column, t_vault, t_gdpr, t_rails, t_django, t_sqlite, t_psql, t_french, t_grouped, t_passwords, t_aws,
         t_licences, t_seeds, t_env, t_recovery]


def make(into):
    """Writes all files into a folder; returns their names."""
    global folder
    folder = into
    R.seed(20240611)
    made.clear()
    for file in FILES:
        file()
    return list(made)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print("%d files" % len(make(sys.argv[1])))
