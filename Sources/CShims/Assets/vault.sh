#!/bin/sh
# Writes WHAT into Vault. Delete this file afterwards: it has their secrets.
keys=TOTAL
stop() {
    echo "$1" >&2
    exit 2
}
[ "$(command -v printf)" = printf ] || stop "this shell would show the secrets; run it with bash"
vault=$(command -v vault || command -v bao) || stop "neither vault nor bao is installed; install one"
"$vault" token lookup > /dev/null || stop "no access; check VAULT_ADDR, and run: ${vault##*/} login"
failed=0
while read -r key && read -r link; do
    case $("$vault" read "$key" < /dev/null 2>&1) in
        *"No value found"*) printf '%s' "$link" | "$vault" write "$key" url=- > /dev/null && continue ;;
    esac
    echo "not added, or there already: $key" >&2
    failed=$((failed + 1))
done << 'END'
LINKS
END
if [ "$failed" -gt 0 ]; then
    echo "$failed of $keys keys were not added; compare with: ${vault##*/} list totp/keys" >&2
    exit 1
fi
echo "all $keys keys are in Vault; compare some codes, then delete this file"
