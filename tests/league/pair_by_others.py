#!/usr/bin/env python3
"""Lets programs of others pair the next round of many events, and looks at what `sealord league import` says.

    SEALORD_CHANCE_CLUBS=CLUBS tests/run --test game clubs_of_chance      # leaves two hundred clubs in a folder
    python3 pair_by_others.py SEALORD CLUBS

Each event is exported as a report file, paired by a library of Python (`pip install py4swiss==0.3.1`), by one pair of chance, and
imported with `--pairs`. A slow check of its own, from the facts of the book, says which rules each pairing breaks and with whom;
the verdict of the program must be the same. Exit code 0: it always was; 1: it was not; 3: the library is not there.
"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile


def facts(club):
    for line in (club / "league" / "journal.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        yield entry["header"].get("exchange"), entry["body"]


class Event:
    """What has happened in the event of a club, from its facts alone."""

    def __init__(self, club):
        self.entered, self.gone, self.byes, self.met, self.seats = [], set(), set(), {}, {}
        self.confirmed, self.asked, self.forbidden, paired = {}, {}, set(), {}
        for round_, fact in facts(club):
            kind = fact.get("fact")
            if kind == "event":
                self.forbidden = {frozenset(pair) for pair in fact["settings"].get("forbid", [])}
                self.rounds = fact["settings"]["rounds"]
            elif kind == "entered":
                self.entered.append(fact["entrant"])
            elif kind in ("left", "dropped"):
                self.gone.add(fact["entrant"])
            elif kind == "confirmed":
                self.confirmed.setdefault(round_, set()).add(fact["entrant"])
                self.asked.setdefault(round_, set()).discard(fact["entrant"])
            elif kind == "bye-asked":
                self.asked.setdefault(round_, set()).add(fact["entrant"])
                self.confirmed.setdefault(round_, set()).discard(fact["entrant"])
            elif kind == "paired":
                paired[round_] = fact
        self.round = max(paired, default=0) + 1
        for round_, fact in sorted(paired.items()):
            byes = fact.get("byes") or []
            self.byes.update(byes if isinstance(byes, list) else [byes])
            for board in fact["boards"]:
                first, second = board["first"], board["second"]
                self.met[frozenset((first, second))] = round_
                self.seats.setdefault(first, []).append(1)
                self.seats.setdefault(second, []).append(2)
        self.active = self.confirmed.get(self.round, set()) - self.gone - self.asked.get(self.round, set())

    def broken(self, boards, byes):
        """Each broken rule of a pairing, with those whom it is about."""
        found, named = set(), [who for board in boards for who in board] + byes
        for who in set(named):
            if named.count(who) > 1:
                found.add((1, frozenset([who])))
            if who not in self.active:
                found.add((1, frozenset([who])))
        found |= {(1, frozenset([who])) for who in self.active - set(named)}
        found |= {(1, frozenset([who])) for who in byes[len(self.active) % 2:]}
        for first, second in boards:
            pair = frozenset((first, second))
            if pair in self.met:
                found.add((2, pair))
            if pair in self.forbidden:
                found.add((3, pair))
            if self.round < self.rounds:
                for who, seat in ((first, 1), (second, 2)):
                    had = self.seats.get(who, []) + [seat]
                    many = abs(had.count(1) - had.count(2)) > 2
                    if had[-3:] == [seat] * 3 or many and had.count(seat) > had.count(3 - seat):
                        found.add((5, frozenset([who])))
        found |= {(4, frozenset([who])) for who in byes if who in self.byes}
        return found


RULES = [
    (1, r"`(\w+)` plays this round and has neither"),
    (1, r"`(\w+)` stands there more than once"),
    (1, r"`(\w+)` does not play this round"),
    (1, r"`(\w+)` has a bye, and this field needs none"),
    (2, r"`(\w+)` and `(\w+)` met in round"),
    (3, r"`(\w+)` and `(\w+)` must never meet"),
    (4, r"`(\w+)` had a bye before"),
    (5, r"`(\w+)` had the first seat too often"),
    (5, r"`(\w+)`(?: had)? the second(?: seat too often)?"),
]


def said(text):
    """The broken rules that a refusal names."""
    text = " ".join(text.split())
    # One sentence may name both who sit at a board.
    text = re.sub(r"(`\w+`) had the first seat too often, (`\w+`) the second", r"\1 had the first seat too often; \2 the second", text)
    return {(rule, frozenset(names if isinstance(names, tuple) else [names]))
            for rule, form in RULES for names in re.findall(form, text)}


def sealord(program, *args):
    return subprocess.run([program, "--now", "2027-06-01T12:00:00Z", *map(str, args)], capture_output=True, text=True)


def paired(trf, event, folder):
    """The next round as py4swiss pairs it: boards and byes by words."""
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    read = TrfParser.parse(trf, strict=True)
    out = pathlib.Path(folder, "dutch")
    DutchEngine.write_pairings_to_file(DutchEngine.generate_pairings(read), out)
    pairs = [tuple(map(int, line.split())) for line in out.read_text().splitlines()[1:] if line.strip()]
    return pairs


def with_absent(text, event):
    """Marks in a report file who plays no more or asked for a bye, as programs that pair want it."""
    lines = []
    for line in text.replace("\r\n", "\n").splitlines():
        if line.startswith("001") and line[14:47].strip().lower() not in event.active:
            line = line.ljust(91 + 10 * (event.round - 1)) [: 91 + 10 * (event.round - 1)] + "0000 - Z  "
        lines.append(line.rstrip())
    return "\r\n".join(lines) + "\r\n"


def main():
    program, clubs = sys.argv[1], sorted(pathlib.Path(sys.argv[2]).glob("club-*"))
    try:
        import py4swiss  # noqa: F401
    except ImportError:
        print("py4swiss is not there")
        return 3
    luck, wrong, legal, refused, rules = random.Random(36), 0, 0, 0, {}
    skipped = {}
    for club in clubs:
        event = Event(club)
        with tempfile.TemporaryDirectory() as folder:
            trf, pairs = pathlib.Path(folder, "event.trf"), pathlib.Path(folder, "pairs")
            ran = sealord(program, "league", "export", club, "autumn", "--trf", "-o", trf)
            assert ran.returncode == 0, ran.stderr
            text = trf.read_bytes().decode()
            numbers = {int(line[4:8]): line[14:47].strip().lower() for line in text.splitlines() if line.startswith("001")}
            trf.write_bytes(with_absent(text, event).encode())
            choices = []
            try:
                choices.append(("py4swiss", paired(trf, event, folder)))
            except Exception as refusal:  # it finds no pairing of its own rules, or has no such field
                skipped[type(refusal).__name__] = skipped.get(type(refusal).__name__, 0) + 1
            # Chance knows no rule, so most of what it pairs is refused.
            by_word = {word: number for number, word in numbers.items()}
            here = [by_word[word] for word in sorted(event.active)]
            luck.shuffle(here)
            chance = list(zip(here[::2], here[1::2])) + ([(here[-1], 0)] if len(here) % 2 else [])
            choices.insert(0, ("chance", chance))
            for name, found in choices:
                boards = [(numbers[one], numbers[two]) for one, two in found if two]
                byes = [numbers[one] for one, two in found if not two]
                expected = event.broken(boards, byes)
                pairs.write_text("\n".join([str(len(found))] + [f"{one} {two}" for one, two in found]) + "\n")
                copy = pathlib.Path(folder, name)
                subprocess.run(["cp", "-r", str(club), str(copy)], check=True)
                ran = sealord(program, "league", "import", copy, "autumn", "--pairs", pairs)
                verdict = set() if ran.returncode == 0 else said(ran.stderr)
                legal, refused = legal + (ran.returncode == 0), refused + (ran.returncode != 0)
                for rule, _ in expected:
                    rules[name, rule] = rules.get((name, rule), 0) + 1
                if verdict != expected or (ran.returncode == 0) != (not expected):
                    wrong += 1
                    print(f"{club.name}, {name}: expected {expected}, and it said {verdict}: {ran.stderr}")
                elif ran.returncode == 0:
                    audit = sealord(program, "league", "audit", copy)
                    if audit.returncode != 0:
                        wrong += 1
                        print(f"{club.name}, {name}: imported, and its audit says {audit.stderr}")
    print(f"{len(clubs)} events: {legal} pairings taken, {refused} refused, {wrong} verdicts wrong")
    print("broken rules:", ", ".join(f"{name} {rule}: {times}" for (name, rule), times in sorted(rules.items())))
    print("not paired by py4swiss:", skipped or "none")
    return 1 if wrong else 0


sys.exit(main())
