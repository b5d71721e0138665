#!/bin/sh
# Plays a match again from its hand-written orders: play.sh EXAMPLE_FOLDER OUTPUT_FOLDER
#
# The example says in `new.args` how the match was begun, and has a file of orders for each exchange and player in `orders`,
# and of a match beside a real table one for each batch that was declared after an exchange.
# Its first entry is taken from the match that lies beside it, and so is the seed, which is disclosed at its end: the dice
# follow from both, and `sealord new` would write into that entry today that the seed is for practice. The seed of a match
# that goes on is the one of `new.args`.
# Seed, salts and times are fixed, so the same bytes come out every time. In a real match the seed and the salts are
# secret and random, and the time is the time.
# Takes the program from $SEALORD, else from PATH. A match that lies in the folder is replaced. Ends 0 if every file of
# orders was played.
set -eu

# The examples show every report, not the newest alone.
export SEALORD_KEEP=all

here=$(CDPATH= cd -- "${1:?usage: play.sh EXAMPLE_FOLDER OUTPUT_FOLDER}" && pwd)
sealord=${SEALORD:-sealord}
out=${2:?usage: play.sh EXAMPLE_FOLDER OUTPUT_FOLDER}
case $sealord in
/*) ;;
*/*) sealord=$PWD/$sealord ;;
esac
case $out in
/*) ;;
*) out=$PWD/$out ;;
esac
if [ -e "$out" ] && ! [ -e "$out/journal.jsonl" ]; then
    echo "play.sh: $out is there and is no match folder" >&2
    exit 2
fi

# One exchange a day, in months of 28 days.
at() {
    printf '2026-%02d-%02dT%s:00Z' $((($1 - 1) / 28 + 1)) $((($1 - 1) % 28 + 1)) "$2"
}

# A salt that anyone can guess: the player, then the exchange.
salt() {
    case $1 in
    axis) printf 'a1%062d' "$2" ;;
    allies) printf 'a2%062d' "$2" ;;
    britain) printf 'a3%062d' "$2" ;;
    japan) printf 'a4%062d' "$2" ;;
    us) printf 'a5%062d' "$2" ;;
    germany) printf 'a6%062d' "$2" ;;
    western) printf 'a7%062d' "$2" ;;
    soviet) printf 'a8%062d' "$2" ;;
    kriegsmarine) printf 'a9%062d' "$2" ;;
    regia-marina) printf 'aa%062d' "$2" ;;
    ijn) printf 'ab%062d' "$2" ;;
    usn) printf 'ac%062d' "$2" ;;
    esac
}

first=
seed=
if [ -e "$here/match/journal.jsonl" ]; then
    first=$(head -n 1 -- "$here/match/journal.jsonl")
    seed=$(sed -n 's/.*"seed":"\([0-9a-f]*\)".*"kind":"disclosed".*/\1/p' "$here/match/journal.jsonl")
fi
rm -rf -- "$out"
if [ -z "$seed" ]; then
    # shellcheck disable=SC2046 # a list of words
    SEALORD_NOW=$(at 1 08:00) "$sealord" new "$out" $(cat "$here/new.args") >/dev/null 2>&1
    seed=$(cat "$out/secret/seed")
    first=${first:-$(head -n 1 -- "$out/journal.jsonl")}
    rm -rf -- "$out"
fi
mkdir -p -- "$out/sealed"
mkdir -m 700 -- "$out/secret"
printf '%s\n' "$first" >"$out/journal.jsonl"
printf '%s\n' "$seed" >"$out/secret/seed"
# A match that was cut off behind its first entry goes on where it stopped.
SEALORD_NOW=$(at 1 08:00) "$sealord" resolve "$out" >/dev/null

# Told by name, the messages of the program read the same wherever this folder lies.
cd -- "$here/orders"

# What was declared at the table before the next exchange: declared NUMBER EXCHANGE HH:MM
declared() {
    for facts in "$1"-table-*.yaml; do
        [ -e "$facts" ] || continue
        SEALORD_NOW=$(at "$2" "$3") "$sealord" declare "$out" "$facts" >/dev/null
    done
}
declared 000 1 09:00

exchange=1
while
    number=$(printf '%03d' "$exchange")
    ls "$number"-*.yaml >/dev/null 2>&1
do
    for side in axis allies britain japan us germany western soviet kriegsmarine regia-marina ijn usn; do
        orders=$number-$side.yaml
        [ -e "$orders" ] || continue
        sealed=$out/sealed/$number-$side.sealed
        SEALORD_NOW=$(at "$exchange" 19:00) "$sealord" seal "$orders" --packet "$out" --side "$side" \
            --salt "$(salt "$side" "$exchange")" --out "$sealed" >/dev/null
        SEALORD_NOW=$(at "$exchange" 19:00) "$sealord" receive "$out" "$sealed" --side "$side" >/dev/null
    done
    SEALORD_NOW=$(at "$exchange" 20:00) "$sealord" resolve "$out" >/dev/null
    declared "$number" "$exchange" 21:00
    exchange=$((exchange + 1))
done

# What is handed on: the journal, the sealed files, the reports; of all players, or of those that `readers` names, if it is
# there; in text for every exchange, as Markdown and as web pages for those that `pages` names, if it is there. The seed
# stands in the journal now, and the rest can be had from it.
rm -rf -- "$out/secret" "$out/packets" "$out/forms" "$out/journal.lock"
for report in "$out"/reports/*; do
    name=${report##*/}
    name=${name%.*}
    [ ! -e "$here/readers" ] || grep -qx -e "${name#*-}" -e "$name" "$here/readers" || rm -- "$report"
done
[ -e "$here/pages" ] || exit 0
for report in "$out"/reports/*.md "$out"/reports/*.html; do
    number=${report##*/}
    grep -qx -- "${number%%-*}" "$here/pages" || rm -- "$report"
done
