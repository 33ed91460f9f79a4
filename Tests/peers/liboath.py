#!/usr/bin/env python3
"""Asks liboath, the library of the PAM module, to accept codes, and prints 1 or 0 for each.

Usage: liboath.py USERS_FILE < lines of a user, a space and a code
"""

import ctypes
import sys

library = ctypes.CDLL("liboath.so.0")
last = ctypes.c_longlong()
for line in sys.stdin:
    user, code = line.split()
    status = library.oath_authenticate_usersfile(
        sys.argv[1].encode(), user.encode(), code.encode(), ctypes.c_size_t(0), None, ctypes.byref(last))
    print(int(status == 0))
