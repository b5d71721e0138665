import hashlib, json, sys

def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).hexdigest()

prev = "0" * 64
for number, line in enumerate(open(sys.argv[1], "rb"), 1):
    entry = json.loads(line)
    header = entry["header"]
    assert line == canonical(entry) + b"\n", f"entry {number} is not canonical"
    assert header["number"] == number, f"entry {number} has another number"
    assert header["prev"] == prev, f"entry {number} does not follow the one before"
    assert (header["kind"] == "genesis") == (number == 1), f"entry {number} is of the wrong kind"
    found = sha256(b"sealord/journal-body/v1\0", bytes.fromhex(entry["salt"]), canonical(entry["body"]))
    assert header["body"] == found, f"entry {number} has another body"
    assert entry["hash"] == sha256(b"sealord/journal/v1\0", canonical(header)), f"entry {number} has another header"
    prev = entry["hash"]
print(prev)
