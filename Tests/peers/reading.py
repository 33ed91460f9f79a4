"""What several tests of the readers use."""

import contextlib
import copy
import io

from read import read


def accounts(format_id, data, passphrase=None, strict=True):
    with contextlib.redirect_stderr(io.StringIO()):
        return [account.members() for account in read(format_id, data, passphrase, strict)]


def damage(document):
    """Copies of a JSON document, each with one member missing, of a wrong type, or one that is unknown."""
    for path in paths(document):
        parent, last = document, path[-1]
        for name in path[:-1]:
            parent = parent[name]
        if type(last) is str:
            yield (*path, "missing"), changed(document, path, None, remove=True)
        # None of the formats has a number beyond 2^70, or such a string in place of a number or an object.
        yield (*path, "type"), changed(document, path, 1 << 70 if type(parent[last]) is not int else "text")
        if type(parent[last]) is dict:
            yield (*path, "unknown"), changed(document, path, parent[last] | {"unknown": 1})
    if type(document) is dict:
        yield ("unknown",), document | {"unknown": 1}


def paths(value, path=()):
    members = value.items() if type(value) is dict else enumerate(value) if type(value) is list else ()
    for name, member in members:
        yield (*path, name)
        yield from paths(member, (*path, name))


def changed(document, path, value, remove=False):
    document = copy.deepcopy(document)
    parent = document
    for name in path[:-1]:
        parent = parent[name]
    if remove:
        del parent[path[-1]]
    else:
        parent[path[-1]] = value
    return document
