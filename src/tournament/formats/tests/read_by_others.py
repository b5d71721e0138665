#!/usr/bin/env python3
"""Shows a report file to programs of others, and says what each read.

    python3 read_by_others.py [FILE.trf]

Without a file it is autumn.trf beside this script, which a unit test compares with what sealord writes. The programs are
libraries of Python: `pip install trf==1.1.1 py4swiss==0.3.1 caissify-pairings==0.5.0`. One that is missing is skipped.
Exit code 0: all that are there read the same; 1: one did not, or refused the file; 3: none is there.
"""

import pathlib
import sys
import tempfile


def by_columns(path):
    """Each player by the published columns alone: name, rating, points, rank, and (opponent, side, result) a round."""
    players = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("001"):
            games = [line[at:at + 8] for at in range(91, len(line), 10)]
            games = [(int(it[:4]), it[5], it[7]) for it in games if it.strip()]
            about = line[14:47].strip(), int(line[48:52]), float(line[80:84]), int(line[85:89])
            players[int(line[4:8])] = (*about, games)
    return players


def by_trf(path):
    import trf

    with path.open(encoding="utf-8", newline="") as file:
        read = trf.loads(file.read().replace("\r\n", "\n"))
    games = lambda it: [(game.startrank, game.color, game.result) for game in it.games if game.startrank is not None]
    return {it.startrank: (it.name, it.rating, it.points, it.rank, games(it)) for it in read.players}


def by_py4swiss(path):
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    read = TrfParser.parse(path, strict=True)
    games = lambda it: [(game.id, game.color.value, game.result.value) for game in it.results]
    # It pairs the next round too, which it does only after it has added up all points.
    pairs = DutchEngine.generate_pairings(read)
    with tempfile.TemporaryDirectory() as folder:
        paired = pathlib.Path(folder, "pairs")
        DutchEngine.write_pairings_to_file(pairs, paired)
        print(f"py4swiss pairs the next round: {paired.read_text()!r}")
    return {
        it.starting_number: (it.name, it.fide_rating, it.points_times_ten / 10, it.rank, games(it))
        for it in read.player_sections
    }


def by_caissify(path):
    from caissify_pairings.trf import parse_trf

    with path.open(encoding="utf-8", newline="") as file:
        read = parse_trf(file.read())
    games = lambda it: [
        (game["opponent"] or 0, game["color"] or "-", game["result"]) for _, game in sorted(it["results"].items())
    ]
    # It does not keep the rank.
    return {
        it["starting_number"]: (it["name"], it["rating"], it["score"], None, games(it)) for it in read["players"]
    }


def main():
    given = sys.argv[1:] or [pathlib.Path(__file__).with_name("autumn.trf")]
    path = pathlib.Path(given[0])
    expected = by_columns(path)
    seen = failed = 0
    for read in (by_trf, by_py4swiss, by_caissify):
        name = read.__name__.removeprefix("by_")
        try:
            players = read(path)
        except ImportError as missing:
            print(f"{name}: skipped, {missing}")
            continue
        except Exception as refusal:
            print(f"{name}: refused the file: {refusal!r}")
            failed = 1
            continue
        seen = 1
        wrong = [
            number
            for number in expected.keys() | players.keys()
            if not all(
                theirs is None or theirs == ours
                for theirs, ours in zip(players.get(number, ()), expected.get(number, ()), strict=True)
            )
        ]
        for number in wrong:
            print(f"{name}: player {number}: {players.get(number)}, and by the columns {expected.get(number)}")
        failed = failed or int(bool(wrong))
        print(f"{name}: {len(players)} players, {'not ' if wrong else ''}as by the columns")
    return 1 if failed else 0 if seen else 3


sys.exit(main())
