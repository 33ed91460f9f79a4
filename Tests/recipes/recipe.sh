# The parts of tests of recipes: marked blocks of a page, run in new folders, and what their vaults then contain.
#
#     page=… work=… failed=0; . recipe.sh

# The code block after the mark of a recipe.
recipe() {
    awk -v mark="<!-- recipe: $1 -->" '$0 == mark { found = 1 } /^```$/ { inside = 0; if (found == 2) exit }
        inside { print } found == 1 && /^```sh$/ { inside = 1; found = 2 }' "$page"
}

# Runs a recipe with sh: NAME, then the issuers and names that its vault must have, in any order.
check() {
    local name=$1 text expected found
    shift
    text=$(recipe "$name")
    [ -n "$text" ] || { echo "failed $name: the page has no such recipe"; failed=1; return; }
    cd "$(mktemp -d "$work/run.XXXXXX")"
    sh -c "$text" > run.log 2>&1 || true
    expected=$(printf '%s\n' "$@" | sort)
    found=$(totp-import list accounts.json --json 2> /dev/null |
        python3 -c 'import json, sys
for account in json.load(sys.stdin)["items"]:
    print(account["issuer"] + ":" + account["name"])' 2> /dev/null | sort) || true
    report "$name" "$expected" "$found" run.log
}

report() {
    if [ "$2" = "$3" ]; then echo "ok $1"; return; fi
    failed=1
    echo "failed $1: expected:"
    printf '%s\n' "$2" "found:" "$3"
    cat "$4"
}

has() { command -v "$1" > /dev/null; }
