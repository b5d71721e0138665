"""Drives a match through `sealord --json`, as a program that embeds sealord would: python3 drive.py FOLDER

It begins a match of Seas of Thunder, sends each side's form with the defaults as they stand, resolves a few exchanges,
and audits what came of it. SEALORD names the program, if it is not on the path.
"""

import json
import os
import pathlib
import subprocess
import sys

SEALORD = os.environ.get("SEALORD", "sealord")
CONTRACT = 1
WAITING = 4


class Refused(Exception):
    """What a command said when it did not do what it was asked, with its exit code."""

    def __init__(self, answer):
        super().__init__(answer["error"])
        self.exit, self.mend, self.problems = answer["exit"], answer["mend"], answer["problems"]


def sealord(*words):
    """Runs a command, and gives what it answers."""
    said = subprocess.run([SEALORD, "--json", *map(str, words)], stdout=subprocess.PIPE, check=False)
    answer = json.loads(said.stdout)
    if said.returncode:
        raise Refused(answer)
    return answer


def play(folder, exchanges):
    """Plays so many exchanges, and gives the findings of the audit."""
    begun = sealord("new", folder, "--scenario", "raider-warfare", "--match", "driven")
    print("begun:", begun["genesis"])
    for _ in range(exchanges):
        where = sealord("status", folder)
        if where["over"]:
            break
        for side in (it["side"] for it in where["orders"] if it["asked"] and not it["has_orders"]):
            # What a player is sent, and what he would fill in: one is JSON, the other the form itself.
            packet = sealord("view", folder, "--side", side)
            form = folder / f"{packet['exchange']}-{side}.yaml"
            subprocess.run([SEALORD, "form", folder, "--side", side, "-o", form], check=True)
            checked = sealord("check", form, "-p", folder / "packets" / f"{packet['exchange']:03}-{side}.json")
            receipt = sealord("receive", folder, form, "--side", side)
            print(f"exchange {packet['exchange']}: {side} answers {len(checked['answered'])}, {receipt['commitment']}")
        done = sealord("resolve", folder, "--exchange", where["exchange"])
        print("resolved:", done["standing"])
    return sealord("audit", folder)


def main():
    if sealord("schema", "--of", "all")["contract"] != CONTRACT:
        sys.exit("this script was written for another contract")
    folder = pathlib.Path(sys.argv[1])
    try:
        found = play(folder, 4)
        # Nobody has answered the next exchange: a refusal is an answer like any other.
        sealord("resolve", folder)
    except Refused as refused:
        if refused.exit != WAITING:
            sys.exit(f"{refused}\n{refused.mend}")
        print("waiting:", refused)
        print(f"audited: {found['entries']} entries, {found['exchanges']} exchanges, head {found['head']}")


if __name__ == "__main__":
    main()
