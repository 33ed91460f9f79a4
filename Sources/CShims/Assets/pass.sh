#!/bin/sh
# Inserts the accounts of this folder into a password store. Delete the folder afterwards: it has their secrets.
#
#     sh insert.sh [pass|gopass|passage] [FOLDER]
#
# FOLDER is a folder of the store, for the new entries.
tool=${1:-pass}
folder=${2:+${2%/}/}
stop() {
    echo "$1" >&2
    exit 2
}
case $0 in
    */*) here=${0%/*} ;;
    *) here=. ;;
esac
case $tool in
    pass) store=${PASSWORD_STORE_DIR:-$HOME/.password-store} ending=gpg ;;
    passage) store=${PASSAGE_DIR:-$HOME/.passage/store} ending=age ;;
    gopass) ;;
    *) stop "usage: sh insert.sh [pass|gopass|passage] [FOLDER]" ;;
esac
command -v "$tool" > /dev/null || stop "$tool is missing; install it"
entries=
if [ "$tool" = gopass ]; then
    entries=$(gopass ls --flat) || stop "the entries of gopass cannot be listed; try again"
elif [ ! -d "$store" ]; then
    stop "$store is missing; create the store first"
fi
is_there() {
    if [ "$tool" = gopass ]; then
        printf '%s\n' "$entries" | grep -Fixq -e "$1"
    else
        [ -e "$store/$1.$ending" ]
    fi
}
insert() {
    if [ "$tool" = gopass ]; then
        gopass insert "$1"
    else
        "$tool" insert --multiline "$1"
    fi
}
files=$(cd -- "$here" && find . -type f -name '*.txt' | LC_ALL=C sort)
[ -n "$files" ] || stop "there are no accounts in $here"
count=0
failed=0
while IFS= read -r file; do
    file=${file#./}
    name=$folder${file%.txt}
    count=$((count + 1))
    if is_there "$name"; then
        echo "not inserted, since it is there already: $name" >&2
    elif ! insert "$name" < "$here/$file" > /dev/null; then
        echo "not inserted: $name" >&2
    else
        continue
    fi
    failed=$((failed + 1))
done << END
$files
END
if [ "$failed" -gt 0 ]; then
    echo "$failed of $count accounts were not inserted; name another folder of the store, or add the links by hand" >&2
    exit 1
fi
echo "all $count accounts are in the store; compare some codes, then delete $here"
