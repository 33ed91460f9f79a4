"""Key URIs as the apps write them."""

from images.accounts import base32, percent_encoded

from .accounts import Entry


def key_uri(account: Entry, *, label: str | None = None, all_parameters: bool = True, **extra: str) -> str:
    """`otpauth://`, or `motp://` for mOTP. Further parameters are at the end, percent-encoded."""
    if account.type == "motp":
        return f"motp://{names(account)}?secret={account.secret.hex()}"
    host = {"yandex": "yaotp"}.get(account.type, account.type)
    parameters = {"secret": account.secret_in_file.replace(" ", "").rstrip("=")}
    if account.issuer:
        parameters["issuer"] = account.issuer
    if all_parameters or account.algorithm != "SHA1":
        parameters["algorithm"] = account.algorithm
    if all_parameters or account.digits != 6:
        parameters["digits"] = str(account.digits)
    if account.counter is not None:
        parameters["counter"] = str(account.counter)
    elif all_parameters or account.period != 30:
        parameters["period"] = str(account.period)
    if account.type == "yandex" and account.pin is not None:
        parameters["pin"] = base32(account.pin.encode())
    query = "&".join(f"{key}={percent_encoded(value)}" for key, value in (parameters | extra).items())
    return f"otpauth://{host}/{names(account) if label is None else label}?{query}"


def names(account: Entry) -> str:
    """The label: issuer and name."""
    prefix = f"{percent_encoded(account.issuer)}:" if account.issuer else ""
    return prefix + percent_encoded(account.name)


def bad_links(secret: str) -> list[tuple[str, str]]:
    """Links that no reader may take for an account, each with the reason. The secret is a good one."""
    return [
        ("otpauth://totp/Bad:none?issuer=Bad", "no secret"),
        ("otpauth://totp/Bad:empty?secret=&issuer=Bad", "empty secret"),
        ("otpauth://totp/Bad:letters?secret=AB1CD8EF&issuer=Bad", "1 and 8 are not base32"),
        (f"otpauth://push/Bad:kind?secret={secret}", "unknown kind push"),
        (f"otpauth://totp/Bad:algorithm?secret={secret}&algorithm=SHA384", "algorithm SHA384"),
        (f"otpauth://totp/Bad:zero-digits?secret={secret}&digits=0", "digits 0"),
        (f"otpauth://totp/Bad:eleven-digits?secret={secret}&digits=11", "digits 11"),
        (f"otpauth://totp/Bad:no-period?secret={secret}&period=0", "period 0"),
        (f"otpauth://totp/Bad:period?secret={secret}&period=2147484", "period over 2147483 s"),
    ]
