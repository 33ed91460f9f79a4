#!/bin/sh
# Puts WHAT onto a YubiKey. Delete this file afterwards: it has their secrets.
accounts=TOTAL
stop() {
    echo "$1" >&2
    exit 2
}
[ "$(command -v printf)" = printf ] || stop "this shell would show the secrets; run it with bash"
command -v ykman > /dev/null || stop "ykman is missing; install yubikey-manager"
version=$(ykman info | sed -n 's/^Firmware version: *//p')
case $version in
    [0-4].* | 5.[0-6] | 5.[0-6].*) room=32 ;;
    [0-9]*) room=64 ;;
    *) stop "no YubiKey is found, or several are; insert one" ;;
esac
there=$(ykman oath accounts list --show-hidden) || stop "the accounts of the key cannot be listed; try again"
room=$((room - $(printf '%s\n' "$there" | grep -c .)))
[ "$accounts" -le "$room" ] || stop "$accounts accounts do not fit: the YubiKey has room for $room; delete some"
failed=0
while IFS= read -r link; do
    if ! printf '%s\n' "$link" | ykman oath accounts uri > /dev/null; then
        label=${link%%\?*}
        echo "not added, or there already: ${label#*//*/}" >&2
        failed=$((failed + 1))
    fi
done << 'END'
LINKS
END
if [ "$failed" -gt 0 ]; then
    echo "$failed of $accounts accounts were not added; compare with: ykman oath accounts list" >&2
    exit 1
fi
echo "all $accounts accounts are on the YubiKey; compare some codes, then delete this file"
