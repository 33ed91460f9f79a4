"""privacyIDEA: the list of tokens that its administrators import."""

from seed_lists import privacyidea_account, tokens


def read(data, passphrase, strict):
    return tokens(data, strict, 5, privacyidea_account)
