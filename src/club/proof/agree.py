"""Checks that the files beside a journal are those of the journal, and that the journal holds what you kept.

python3 agree.py HASH ...    with hashes from your own reports, packets and receipts
"""
import hashlib, json, os, sys

wrong = []

def must(holds, what):
    if not holds:
        wrong.append(what)

def read(name):
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError:
        must(False, f"{name} is missing")
        return b""

def lines(name):
    return [line for line in read(name).decode().split("\n") if line and not line.startswith("#")]

entries = [json.loads(line) for line in read("journal.jsonl").splitlines()]
first, last = entries[0], entries[-1]
must(json.loads(read("head.json")) == {"hash": last["hash"], "number": len(entries)}, "head.json")
about = json.loads(read("match.json"))
must(about["genesis"] == first["hash"], "match.json: genesis")
for word in ["match", "system", "edition", "scenario", "data", "seed_commitment", "trust"]:
    must(about[word] == first["body"][word], f"match.json: {word}")

of = f'match: {first["body"]["match"]}\ngenesis: {first["hash"]}\n'
fixed = first["body"].get("signing", {}).get("keys", {})
files, sums, promises, signatures, signers, newest, witnesses = {}, [], [], [], set(), {}, []
promised = set()
signers.update(f'{side} namespaces="sealord" {key}' for side, key in fixed.items())

def signed(name, text, signature, who, purpose="sealord"):
    files[name], files[name + ".sig"] = text, signature["signature"].encode()
    signatures.append(f"{name} {who} {purpose}")
    signers.add(f'{who} namespaces="{purpose}" {signature["by"]}')
    must(fixed.get(who, signature["by"]) == signature["by"], f"{name}: not the key that the match fixes")

for number, entry in enumerate(entries, 1):
    kind, side, body = entry["header"]["kind"], entry["header"]["side"], entry["body"]
    exchange = entry["header"]["exchange"]
    name = f"{number:04}-{side}"
    if kind == "commitment":
        newest[side] = body["commitment"]
        promised.add((side, body["commitment"]))
        promises.append(f'{body["commitment"]} {number}')
    if kind in ("commitment", "withdrawal") and "signed" in body:
        text = f"sealord {kind} v1\n{of}exchange: {exchange}\nside: {side}\ncommitment: {newest[side]}\n"
        signed(f"statements/{name}-{kind}.txt", text.encode(), body["signed"], side)
    if kind == "note" and "vote" in body:
        ballot = body["ballot"]
        said = f'{"concede" if ballot["concede"] else "draw"} {"yes" if ballot["yes"] else "no"}'
        head = body["vote"]["head"]
        text = f'sealord vote v1\n{of}exchange: {body["exchange"]}\nside: {body["from"]}\nvote: {said}\nhead: {head}\n'
        signed(f'statements/{number:04}-{body["from"]}-vote.txt', text.encode(), body["vote"]["signed"], body["from"])
    if kind == "reveal":
        sealed, text = f"sealed/{name}.sealed", body["file"].encode()
        files[sealed] = text
        found = hashlib.sha256(text).hexdigest()
        must((side, found) in promised, f"{sealed}: not what the side promised")
        sums.append(f"{found}  {sealed}")
        if "signed" in body:
            signed(sealed, text, body["signed"], side)
        if "signed_orders" in body:
            orders = read(f"sealed/{name}.yaml")
            must(text.endswith(orders) and orders, f"sealed/{name}.yaml")
            signed(f"sealed/{name}.yaml", orders, body["signed_orders"], side)
    if kind == "witness":
        key = body["signed"]["by"]
        witnesses += [] if key in witnesses else [key]
        text = f'sealord head v1\n{of}entry: {body["entry"]}\nhash: {body["hash"]}\n'
        who = f"witness-{witnesses.index(key) + 1}"
        signed(f"statements/{number:04}-head.txt", text.encode(), body["signed"], who, "sealord-witness")

for name, text in files.items():
    must(read(name) == text, f"{name} is not what the journal has")
for folder in ["sealed", "statements"]:
    for name in os.listdir(folder) if os.path.isdir(folder) else []:
        must(f"{folder}/{name}" in files, f"{folder}/{name} is not in the journal")
must(lines("sealed.sha256") == sums, "sealed.sha256")
must(lines("signatures.txt") == signatures, "signatures.txt")
must(sorted(lines("allowed_signers")) == sorted(signers), "allowed_signers")
listed = [line.replace(",", "").split() for line in lines("commitments.txt")]
must(sorted(f"{it[0]} {it[2]}" for it in listed) == sorted(promises), "commitments.txt")
end = next((it for it in entries if it["header"]["kind"] == "ended"), last)
result = dict(line.split(": ", 1) for line in lines("result.txt") if ": " in line)
must(result.get("genesis") == first["hash"] and result.get("hash") == end["hash"], "result.txt")
known = {entry["hash"] for entry in entries} | {line.split()[0] for line in promises}
for kept in sys.argv[1:]:
    must(kept in known, f"{kept}: the journal has no such entry and no such promise")
print("\n".join(f"WRONG: {what}" for what in wrong) or "the files are those of the journal")
sys.exit(bool(wrong))
