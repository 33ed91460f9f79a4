"""What several tests of the readers use."""

import contextlib
import io

from read import read


def accounts(format_id, data, passphrase=None, strict=True):
    with contextlib.redirect_stderr(io.StringIO()):
        return [account.members() for account in read(format_id, data, passphrase, strict)]
