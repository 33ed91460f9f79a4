"""LinOTP: the list of tokens that its administrators import."""

from seed_lists import linotp_account, tokens


def read(data, passphrase, strict):
    return tokens(data, strict, 6, linotp_account)
