"""otpauth, motp and steam links: reading any of them, and checking one that a program has written."""

import re
from urllib.parse import quote, unquote, unquote_plus

from accounts import Account, BASE32, FIXED, algorithm_of, decode_base32, decode_hex, number_of
from rules import require

KINDS = {"totp": "totp", "hotp": "hotp", "steam": "steam", "yaotp": "yandex"}
NUMBER = re.compile("0|[1-9][0-9]*")


def parse(link, guesses_steam=True):
    """The account of a link in any spelling; one of the issuer Steam is Steam Guard, if that is to be guessed."""
    if link[:8].lower() == "steam://":
        return Account("steam", "", "", decode_base32(unquote(re.split("[/?#]", link[8:])[0])))
    found = re.match(r"(otpauth://|motp:/{1,2})([^?]*)\??([^#]*)", link, re.IGNORECASE | re.DOTALL)
    require(found, "the text is not a link")
    is_motp = found[1][:4].lower() == "motp"
    kind, _, label = ("motp", "", found[2]) if is_motp else found[2].partition("/")
    values = parameters(found[3])
    issuer, name = names(unquote(label), values.get("issuer", ""))
    require("secret" in values, "secret is missing")
    pin = decode_base32(values.get("pin", "")).decode("utf-8", "replace")
    if is_motp:
        return Account("motp", issuer, name, decode_hex(values["secret"]), pin=pin)
    require(kind.lower() in KINDS, "the type is unknown")
    kind = KINDS[kind.lower()]
    denied = (values.get("steam", "").lower() in ("0", "false", "no")
              or re.search("[?&]steam=([&#]|$)", link, re.IGNORECASE))
    says_steam = values.get("encoder", "").lower() == "steam" or "steam" in values and not denied
    usual = (algorithm_of(values.get("algorithm")), number_of(values.get("digits"), 5, "digits"),
             number_of(values.get("period"), 30, "period")) == FIXED["steam"]
    if kind == "totp" and (says_steam or guesses_steam and (issuer or name) == "Steam" and usual):
        kind = "steam"
    if kind == "yandex":
        issuer = issuer or "Yandex"
    return Account(
        kind, issuer, name, decode_base32(values["secret"]), algorithm_of(values.get("algorithm")),
        number_of(values.get("digits"), 6, "digits"), number_of(values.get("period"), 30, "period"),
        number_of(values.get("counter"), 0, "counter"), pin)


def parameters(query):
    """The parameters by lower-case name; the first of a name counts, and `null` is no value."""
    values = {}
    for pair in query.split("&"):
        name, _, value = pair.partition("=")
        value = unquote_plus(value)
        if value != "null":
            values.setdefault(name.lower(), value)
    return values


def names(label, issuer):
    """Issuer and name, of a decoded label and the issuer parameter."""
    issuer, label = issuer.strip(), label.strip()
    if issuer and label.startswith(issuer + ":"):
        return issuer, label[len(issuer) + 1:].strip()
    prefix, colon, name = label.partition(":")
    if not colon:
        return issuer, label
    prefix = prefix.strip()
    return issuer if prefix.replace("+", " ") in ("", issuer) else prefix, name.strip()


def encode(text):
    return quote(text, safe="-._~")


def parse_written(link, types=(*KINDS, "motp"), prefixed=True, encoder=False, extra=(), knows_steam=True):
    """The account of a link that a program has written, in the one spelling that the page gives.

    - types: the types of links that the app reads.
    - prefixed: whether the label starts with the issuer; otherwise it is the name, and the parameter the issuer.
    - encoder: whether steam is a totp link with encoder=steam.
    - extra: other parameters that the app reads.
    - knows_steam: whether the app takes the issuer Steam for Steam Guard.
    """
    motp = re.fullmatch(r"motp://([^?#]*)\?([^#]*)", link)
    found = motp or re.fullmatch(r"otpauth://([a-z]+)/([^?#]*)\?([^#]*)", link)
    require(found, "the link must be otpauth://TYPE/LABEL?PARAMETERS")
    kind, label, query = ("motp", *found.groups()) if motp else found.groups()
    require(kind in types, f"the type of the link must be {' or '.join(types)}")
    pairs = [pair.partition("=")[::2] for pair in query.split("&")]
    values = {name: unquote(value) for name, value in pairs}
    for name, value in pairs:
        require(value == encode(unquote(value)), f"{name} must be percent-encoded, all but A-Z a-z 0-9 - . _ ~")
    prefix, colon, name = label.rpartition(":")
    require(prefix == encode(unquote(prefix)) and name == encode(unquote(name)),
            "the label must be percent-encoded, all but A-Z a-z 0-9 - . _ ~ and one colon")
    issuer = values.get("issuer", "")
    require(issuer or "issuer" not in values, "issuer must not be empty")
    # As a parameter, null is not an issuer.
    if issuer == "null":
        prefixed = True
    require(unquote(prefix) == (issuer if prefixed else ""), "the label must start with the issuer" if prefixed
            else "the label must not start with the issuer")
    check_parameters(kind, [name for name, _ in pairs], values, encoder, extra)
    account = parse(link, guesses_steam=prefixed and knows_steam)
    if not prefixed:
        account.issuer, account.name = issuer, unquote(label)
    return account


def check_parameters(kind, order, values, encoder, extra):
    """Checks that the parameters are those of the type, in the page's order, with valid values."""
    issuer = ["issuer"] if "issuer" in values else []
    require("pin" not in values or BASE32.test(values["pin"]), f"pin must be {BASE32.text}")
    if kind == "motp":
        pin = ["pin"] if "pin" in values else []
        require(order == ["secret", *issuer, *pin], "the parameters must be secret, issuer and pin, in this order")
        require(re.fullmatch("([0-9a-f]{2})+", values["secret"]), "secret must be lower-case hex")
        return
    is_steam = kind == "steam" or encoder and "encoder" in values
    expected = ["secret", *issuer, "algorithm", "digits", "counter" if kind == "hotp" else "period"]
    # KeePassXC fixes what it does not find.
    expected = [name for name in expected
                if name in order or not (encoder and is_steam and name in ("algorithm", "period"))]
    optional = [*extra, *(["pin"] if kind == "yaotp" else []), *(["encoder"] if encoder else [])]
    expected += [name for name in order if name in optional]
    require(order == expected, f"the parameters must be {', '.join(expected)}, in this order, each once")
    require(BASE32.test(values["secret"]), f"secret must be {BASE32.text}")
    for name in {"digits", "period", "counter"} & values.keys():
        require(NUMBER.fullmatch(values[name]), f"{name} must be a decimal number")
    require(values.get("encoder", "steam") == "steam", "encoder must be steam")
    fixed = FIXED["steam"] if is_steam else FIXED.get(KINDS[kind])
    if fixed:
        for name, value in zip(("algorithm", "digits", "period"), fixed):
            if is_steam and name == "period":
                continue
            require(values.get(name, str(value)) == str(value), f"{name} of {kind} must be {value}")
    else:
        require(values["algorithm"] in ("SHA1", "SHA256", "SHA512", "MD5"), "algorithm is unknown or not upper case")
