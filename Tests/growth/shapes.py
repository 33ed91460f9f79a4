"""Shapes of input that grow: each makes a file of about n units, for any n.

Every format of text, times what can grow in it: one long field, many fields, many records, nesting, marks on a letter,
repeated names.
"""

import base64
import json

SECRET = "JBSWY3DPEHPK3PXP"
LINK = f"otpauth://totp/Acme:alice?secret={SECRET}&issuer=Acme"
# A letter with marks: what counts as one character is many bytes.
MARK = "\u0301"


def compact(value):
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def deep(inner, n, opened="[", closed="]"):
    return (opened * n + inner + closed * n).encode()


# An entry of each JSON format, by what makes a file of entries.

JSON_FORMATS = {
    "aegis": (lambda entries: {"version": 1, "header": {"slots": None, "params": None},
                               "db": {"version": 3, "entries": entries}},
              {"type": "totp", "name": "alice", "issuer": "Acme",
               "info": {"secret": SECRET, "algo": "SHA1", "digits": 6}}, "name"),
    "2fas": (lambda entries: {"services": entries, "groups": [], "schemaVersion": 4},
             {"name": "Acme", "secret": SECRET, "otp": {"account": "alice", "tokenType": "TOTP"}}, "name"),
    "andotp": (lambda entries: entries,
               {"secret": SECRET, "issuer": "Acme", "label": "alice", "digits": 6, "type": "TOTP",
                "algorithm": "SHA1", "period": 30, "tags": []}, "label"),
    "bitwarden": (lambda entries: {"encrypted": False, "folders": [], "items": entries},
                  {"type": 1, "name": "Acme", "login": {"username": "alice", "totp": SECRET}}, "name"),
    "2fauth": (lambda entries: {"app": "2fauth_v5", "schema": 1, "data": entries},
               {"otp_type": "totp", "account": "alice", "service": "Acme", "secret": SECRET, "digits": 6,
                "algorithm": "sha1", "period": 30}, "account"),
    "freeotp-plus": (lambda entries: {"tokenOrder": [], "tokens": entries},
                     {"algo": "SHA1", "counter": 0, "digits": 6, "issuerExt": "Acme", "label": "alice", "period": 30,
                      "secret": [1, 2, 3, 4, 5, 6, 7, 8], "type": "TOTP"}, "label"),
    "proton-authenticator": (lambda entries: {"version": 1, "entries": entries},
                             {"id": "a", "content": {"uri": LINK, "entry_type": "Totp", "name": "alice"},
                              "note": None}, "id"),
    "json-list": (lambda entries: {"accounts": entries}, {"issuer": "Acme", "name": "alice", "secret": SECRET}, "name"),
    "raivo": (lambda entries: entries, {"issuer": "Acme", "account": "alice", "secret": SECRET, "kind": "TOTP",
                                        "algorithm": "SHA1", "digits": "6", "timer": "30", "counter": "0"}, "account"),
}


def json_shapes():
    for name, (file, entry, field) in JSON_FORMATS.items():
        yield f"{name}: many records", lambda n, f=file, e=entry: compact(f([e] * (n // 100)))
        yield f"{name}: a long field", lambda n, f=file, e=entry, k=field: compact(f([e | {k: "x" * n}]))
        yield f"{name}: marks on a letter", lambda n, f=file, e=entry, k=field: compact(
            f([e | {k: "a" + MARK * (n // 2)}]))
        yield f"{name}: many fields", lambda n, f=file, e=entry: compact(f([e | {f"x{i}": i for i in range(n // 10)}]))
        first = list(entry)[0].encode()
        yield f"{name}: one field again and again", lambda n, f=file, e=entry, k=first: compact(f([e])).replace(
            b'"' + k + b'":', b'"' + k + b'": 1, "' + b'x": 1, "x": 1, "' * (n // 20) + k + b'":', 1)
        yield f"{name}: long escapes", lambda n, f=file, e=entry, k=field: compact(f([e | {k: "@"}])).replace(
            b"@", b"\\u00e9" * (n // 6))
        # Without a link behind them.
        yield f"{name}: many escapes", lambda n, f=file, e=entry: compact(f([e | {"x": ["a\tb"] * (n // 8)}]))
        yield f"{name}: many lines with escapes", lambda n, f=file, e=entry, k=field: json.dumps(
            f([e | {"x": ["a\tb"] * (n // 10)}]), indent=0).encode()


# Tables, by their header and a row.

TABLES = {
    "csv": ("name,username,otpauth,notes", f"Acme,alice,{LINK},x"),
    "bitwarden-csv": ("folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,"
                      "login_totp", f",,login,Acme,x,,0,,alice,,{SECRET}"),
    "onepassword": ("Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes",
                    f"Acme,,alice,,{LINK},false,false,,x"),
    "apple-passwords": ("Title,URL,Username,Password,Notes,OTPAuth", f"Acme,,alice,,x,{LINK}"),
    "keepassxc": ("Group,Title,Username,Password,URL,Notes,TOTP,Icon,Last Modified,Created",
                  f"Root,Acme,alice,,,x,{LINK},0,,"),
}


def table_shapes():
    for name, (header, row) in TABLES.items():
        yield f"{name}: many rows", lambda n, h=header, r=row: f"{h}\n{(r + chr(10)) * (n // 100)}".encode()
        yield f"{name}: a long cell", lambda n, h=header, r=row: f"{h}\n{r.replace('x', 'y' * n, 1)}\n".encode()
        yield f"{name}: quotes", lambda n, h=header, r=row: (
            f"{h}\n{r.replace('x', chr(34) + chr(34) * 2 * (n // 2) + chr(34), 1)}\n").encode()
        yield f"{name}: an open quote", lambda n, h=header, r=row: f"{h}\n{r}\n\"{(r + chr(10)) * (n // 100)}".encode()
        yield f"{name}: many columns", lambda n, h=header, r=row: (
            f"{h}{''.join(f',c{i}' for i in range(n // 8))}\n{r}{',' * (n // 8)}\n").encode()
        yield f"{name}: equal columns", lambda n, h=header, r=row: (
            f"{h}{',x' * (n // 4)}\n{r}{',1' * (n // 4)}\n").encode()


# Texts


def text_shapes():
    yield "otpauth: many links", lambda n: (LINK + "\n").encode() * (n // 60)
    yield "otpauth: links on a line", lambda n: (LINK + " ").encode() * (n // 60)
    yield "otpauth: a long line", lambda n: f"{LINK} {'x' * n}\n".encode()
    yield "otpauth: spaces after a secret", lambda n: f"otpauth://totp/a?secret={SECRET}{' ' * n}x\n".encode()
    yield "otpauth: a secret in groups", lambda n: f"otpauth://totp/a?secret={'JBSW ' * (n // 5)}\n".encode()
    yield "otpauth: many parameters", lambda n: (LINK + "".join(f"&p{i}=1" for i in range(n // 8))).encode()
    yield "otpauth: one parameter again and again", lambda n: (LINK + "&issuer=Acme" * (n // 12)).encode()
    yield "otpauth: percent", lambda n: f"otpauth://totp/{'%41' * (n // 3)}?secret={SECRET}".encode()
    yield "otpauth: colons", lambda n: f"otpauth://totp/{':' * n}?secret={SECRET}".encode()
    yield "otpauth: marks on a letter", lambda n: f"otpauth://totp/a{MARK * (n // 2)}?secret={SECRET}".encode()
    yield "otpauth: half links", lambda n: b"otpauth://totp/" * (n // 15)
    yield "otpauth: brackets", lambda n: b"(" * n + LINK.encode() + b")" * n
    yield "otpauth: entities", lambda n: LINK.encode() + b"&amp;" * (n // 5)
    yield "otpauth: lines that may be secrets", lambda n: (LINK + "\n").encode() + b"JBSWY3DPEHPK3PX7 " * (n // 17)
    yield "google-migration: a long link", lambda n: b"otpauth-migration://offline?data=" + base64.b64encode(
        b"\x0a\x1e\x0a\x0a0123456789\x12\x05alice\x1a\x04Acme \x01(\x010\x02" * (n // 40))
    yield "users-oath: many lines", lambda n: b"HOTP/T30/6\talice\t-\t3132333435363738\n" * (n // 40)
    yield "users-oath: a long line", lambda n: b"HOTP/T30/6\t" + b"a" * n + b"\t-\t3132333435363738\n"
    yield "json: deep lists", lambda n: deep("", n // 2)
    yield "json: deep objects", lambda n: deep("1", n // 6, '{"a":', "}")
    yield "json: a long number", lambda n: (
        b'{"accounts":[{"secret":"' + SECRET.encode() + b'","digits":' + b"1" * n + b"}]}")
    yield "markdown: a table", lambda n: (
        f"| name | otpauth |\n|---|---|\n{f'| Acme | {LINK} |' + chr(10)}" * (n // 100)).encode()
    yield "mail: header lines", lambda n: (
        b"From: a@example.com\nSubject: x\n" + b"X-A: b\n" * (n // 7) + b"\n" + LINK.encode())
    yield "mail: folded header", lambda n: (
        b"From: a@example.com\nSubject: x\n" + b" y\n" * (n // 3) + b"\n" + LINK.encode())


KEEPASS = ("<KeePassFile><Meta><Generator>x</Generator></Meta><Root><Group><Name>Root</Name>",
           "</Group></Root></KeePassFile>")
STRING = f"<String><Key>otp</Key><Value>{SECRET}</Value></String>"


def xml_shapes():
    start, end = KEEPASS
    yield "keepass: many entries", lambda n: f"{start}{f'<Entry>{STRING}</Entry>' * (n // 70)}{end}".encode()
    yield "keepass: many strings", lambda n: (f"{start}<Entry>{STRING}" + "".join(
        f"<String><Key>k{i}</Key><Value>v</Value></String>" for i in range(n // 45)) + f"</Entry>{end}").encode()
    yield "keepass: groups in groups", lambda n: f"{start}{'<Group>' * (n // 15)}{'</Group>' * (n // 15)}{end}".encode()
    yield "keepass: a long value", lambda n: f"{start}<Entry>{STRING.replace(SECRET, 'A' * n)}</Entry>{end}".encode()
    yield "keepass: entities", lambda n: (
        f"{start}<Entry>{STRING.replace(SECRET, '&amp;' * (n // 5))}</Entry>{end}").encode()
    yield "keepass: attributes", lambda n: (
        f"{start}<Entry {' '.join(f'a{i}=' + chr(34) * 2 for i in range(n // 9))}>{STRING}</Entry>{end}").encode()
    yield "keepass: a comment", lambda n: f"{start}<!-- {'- ' * (n // 2)}-->{end}".encode()
    key = ('<KeyPackage><Key Id="1" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:totp"><Data><Secret><PlainValue>'
           "MTIzNDU2Nzg5MA==</PlainValue></Secret></Data></Key></KeyPackage>")
    yield "pskc: many keys", lambda n: (
        '<KeyContainer Version="1.0" xmlns="urn:ietf:params:xml:ns:keyprov:pskc">'
        f"{key * (n // 180)}</KeyContainer>").encode()
    yield "pskc: a long secret", lambda n: (
        '<KeyContainer Version="1.0" xmlns="urn:ietf:params:xml:ns:keyprov:pskc">'
        + key.replace("MTIzNDU2Nzg5MA==", "MTIz" * (n // 4)) + "</KeyContainer>").encode()
    yield "preferences: many settings", lambda n: (
        "<?xml version='1.0'?><map>" + "".join(f'<string name="k{i}">v</string>' for i in range(n // 30))
        + "</map>").encode()


SHAPES = dict([*json_shapes(), *table_shapes(), *text_shapes(), *xml_shapes()])
