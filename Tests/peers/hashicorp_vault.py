"""HashiCorp Vault and OpenBao: what arrives there when the script runs, with a program in the place of theirs.

A key is as their secrets engine totp makes it of a link (path_keys.go).
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from accounts import Account, decode_base32
from rules import decode, each, require

# Stores what is written and all arguments, and says of a key what the real program says. `denied` are without rights.
FAKE = """#!{python}
import json, pathlib, sys
store = pathlib.Path({store!r})
keys = json.loads((store / "keys").read_text())
arguments = sys.argv[1:]
with (store / "calls").open("a") as calls:
    calls.write(json.dumps(arguments) + "\\n")
if arguments == ["token", "lookup"]:
    sys.exit()
names = [argument for argument in arguments[1:] if argument.startswith("totp/keys")]
name = names[0] if len(names) == 1 else sys.exit("which key?")
if name in json.loads((store / "denied").read_text()):
    sys.exit("Error making API request. Code: 403. Errors: permission denied")
if arguments[0] in ("read", "list"):
    found = [key for key in keys if key == name or arguments[0] == "list" and key.startswith(name)]
    if not found:
        print("No value found at " + name, file=sys.stderr)
        sys.exit(2)
    print("\\n".join(found))
elif arguments[0] == "write":
    if [argument for argument in arguments[1:] if argument not in (name, "url=-")]:
        sys.exit("unexpected arguments")
    keys[name] = sys.stdin.read()
    (store / "keys").write_text(json.dumps(keys))
else:
    sys.exit("unexpected command")
"""


def run(script, program="vault", keys=(), denied=()):
    """Runs the script where these keys exist: what it said, the keys with their links, and all arguments."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "bin").mkdir()
        fake = folder / "bin" / program
        fake.write_text(FAKE.format(python=sys.executable, store=str(folder)))
        fake.chmod(0o755)
        (folder / "script").write_bytes(script)
        (folder / "keys").write_text(json.dumps(dict.fromkeys(keys, "as it was")))
        (folder / "denied").write_text(json.dumps(list(denied)))
        (folder / "calls").touch()
        # The tools of the system, but neither program of the two.
        done = subprocess.run(["sh", folder / "script"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              cwd=folder, env={"PATH": f"{folder}/bin:/usr/bin:/bin"})
        calls = [json.loads(line) for line in (folder / "calls").read_text().splitlines()]
        return done, json.loads((folder / "keys").read_text()), calls


def read(data, passphrase, strict):
    text = decode(data, strict)
    require(text.startswith("#!/bin/sh\n") and text.endswith("\n"), "the file must be a shell script")
    done, keys, calls = run(data)
    require(done.returncode == 0, "the script must succeed")
    require(all(re.fullmatch(r"totp/keys/\w(([\w.@-]+)?\w)?", key, re.ASCII) for key in keys),
            "the names of keys must have characters that Vault takes")
    accounts = each(keys.values(), "link", account, strict)
    arguments = " ".join(argument for call in calls for argument in call).upper()
    require("OTPAUTH" not in arguments and not any(one.members()["secret"] in arguments for one in accounts),
            "no secret may be an argument")
    return accounts


def account(link):
    require(link == link.strip(), "nothing may be around a link")
    parts = urlsplit(link)
    parameters = {name: values[0] for name, values in parse_qs(parts.query).items()}
    require(parts.scheme == "otpauth" and parts.hostname == "totp", "Vault knows totp")
    issuer, colon, name = unquote(parts.path)[1:].partition(":")
    if not colon:
        issuer, name = "", issuer
    digits, algorithm = int(parameters.get("digits", 6)), parameters.get("algorithm", "SHA1")
    require(digits in (6, 8) and algorithm in ("SHA1", "SHA256", "SHA512"), "digits must be 6 or 8")
    return Account("totp", parameters.get("issuer", issuer), name, decode_base32(parameters["secret"]), algorithm,
                   digits, period=int(parameters.get("period", 30))).trimmed()
