#!/bin/sh
# Plays the season of this folder anew, in the folder that is named. Draws come out the same, since the club's seed is made
# from a number; the dice of the matches do not, so their proofs and the hashes in the book are others each time.
# usage: season.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
sealord=${SEALORD:-sealord}
mkdir -p "$1"
cd "$1"
unset SEALORD_GAMES SEALORD_TEMPLATES

# Uma signs what she decides. The key stays here; its public half stands in league.yaml and in the book.
[ -f uma ] || ssh-keygen -q -t ed25519 -N '' -C uma -f uma
mkdir -p club
sed "s|ssh-ed25519 .*}|$(cut -d' ' -f1,2 uma.pub)}|" "$here/club/league.yaml" >club/league.yaml

# at TIME: what follows happens then
at() { SEALORD_NOW=$1; export SEALORD_NOW; }
league() { verb=$1; shift; "$sealord" league "$verb" club autumn "$@"; }
# board ROUND WORD: the board at which an entrant sits; seat ROUND WORD: his side; other ROUND WORD: whom he meets there;
# members: who sits on the newest panel; all as the book has it
board() { look board "$@"; }
seat() { look seat "$@"; }
other() { look other "$@"; }
members() { look members 0 nobody; }
look() {
    python3 - "$@" <<'PY'
import json, sys
what, round, who = sys.argv[1], int(sys.argv[2]), sys.argv[3]
for line in open("club/league/journal.jsonl"):
    entry = json.loads(line)
    body = entry["body"]
    if entry["header"]["exchange"] == round:
        for it in body.get("boards", []):
            if who in (it["first"], it["second"]):
                board = it["board"]
                other = it["second"] if it["first"] == who else it["first"]
        if body.get("fact") == "seats" and who in body["seats"].values():
            side = [side for side, it in body["seats"].items() if it == who][0]
    if body.get("fact") == "panel":
        members = " ".join(body["members"])
print({"board": lambda: board, "seat": lambda: side, "other": lambda: other, "members": lambda: members}[what]())
PY
}
# exchange MATCH: each side that is asked sends the form as it is; says who was
exchange() {
    newest=$(ls "$1/packets" | cut -c1-3 | sort | tail -n 1)
    for side in axis allies; do
        if "$sealord" receive "$1" "$1/forms/$newest-$side.yaml" --side "$side" >/dev/null 2>&1; then
            echo "$side"
        fi
    done
    "$sealord" resolve "$1" >/dev/null
}
# fight MATCH: exchanges until each side has been asked
fight() {
    sent=
    while ! { echo "$sent" | grep -q axis && echo "$sent" | grep -q allies; }; do
        sent="$sent $(exchange "$1")"
    done
}
# result ROUND/BOARD MATCH: proves a match that is over, and hands it in
result() {
    "$sealord" prove "$2" -o "$2.zip" >/dev/null
    league result "$1" --pack "$2.zip" --sign uma
}
# gives_up ROUND WORD REASON: a match is fought, and an entrant gives it up
gives_up() {
    board=$(board "$1" "$2")
    match=club/matches/autumn-$1-$board
    fight "$match"
    "$sealord" end "$match" --concede "$(seat "$1" "$2")" --reason "$3" >/dev/null
    result "$1/$board" "$match"
}
# judged ROUND WORD: the match of an entrant is not over in time, and a panel finds that he lost
judged() {
    board=$(board "$1" "$2")
    match=club/matches/autumn-$1-$board
    echo 'The convoys of the last month are through, and the raiders have no fuel.' >statement.txt
    league statement "$1/$board" "$(other "$1" "$2")" statement.txt >/dev/null
    league panel "$1/$board"
    won=$(seat "$1" "$(other "$1" "$2")")
    echo 'Nothing that is left at sea can stop the next convoy.' >reasons.txt
    for member in $(members); do
        league vote "$1/$board" "$member" "$won" --reasons reasons.txt >/dev/null
    done
    league verdict "$1/$board" --json >verdict.json
    verdict=$(python3 -c 'import json; it = json.load(open("verdict.json")); print("%d:%s" % (it["entry"], it["hash"]))')
    "$sealord" end "$match" --award "$won" --panel "$verdict" --reason 'the verdict of a panel' >/dev/null
    result "$1/$board" "$match"
}
# bids ROUND WHO SIDE POINTS, and so on
bids() {
    round=$1
    shift
    while [ $# -gt 0 ]; do
        league bid "$round/$(board "$round" "$1")" "$1" "$2" "$3" >/dev/null
        shift 3
    done
}

at 2027-02-01T18:00:00Z
"$sealord" league new club --seed 1
league open
league enter anna bert carl dora emil fritz gerd hanna
league confirm --all
at 2027-03-01T08:00:00Z
league pair
bids 1 anna allies 2 dora allies 1.5 bert axis 0 fritz allies 1 emil allies 1 hanna allies 1 carl axis 3
league seats
league begin
at 2027-03-25T20:00:00Z
gives_up 1 fritz 'Graf Spee is interned, and no cruiser is left in the Atlantic'
gives_up 1 emil 'the convoys do not get through'
gives_up 1 gerd 'the Home Fleet was at Gibraltar'
league result "1/$(board 1 dora)" --forfeit "$(seat 1 dora)" --reason 'no letter since the middle of March' --sign uma
league close

at 2027-05-10T18:00:00Z
league leave dora --reason 'moved house, and lost the board'
league confirm anna bert carl emil fritz gerd hanna
at 2027-06-01T08:00:00Z
league pair
bids 2 anna allies 0.5 bert allies 0 carl axis 1 hanna axis 1.5
league seats
league begin
at 2027-06-28T20:00:00Z
gives_up 2 carl 'Bismarck went down off Brest'
gives_up 2 bert 'the Mediterranean is closed'
slow=club/matches/autumn-2-$(board 2 emil)
fight "$slow"
at 2027-07-25T20:00:00Z
exchange "$slow" >/dev/null

at 2027-08-20T18:00:00Z
exchange "$slow" >/dev/null
league confirm anna bert carl fritz gerd hanna
league bye emil
at 2027-09-01T06:00:00Z
judged 2 emil
league close
at 2027-09-01T08:00:00Z
league pair
bids 3 bert allies 2 anna allies 1
league seats
league begin
at 2027-09-29T20:00:00Z
gives_up 3 anna 'the raiders are home, and the convoys sunk'
gives_up 3 gerd 'a convoy battle too many'
gives_up 3 bert 'the flag of the Home Fleet is hauled down'
league close
"$sealord" league standings club autumn >table.txt
"$sealord" league ratings club --as-of 2027-12-31 >ratings.txt
"$sealord" league audit club --proofs
