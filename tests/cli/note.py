"""Checks a note against a journal, with nothing of sealord: RFC 6962, c2sp.org/signed-note, tlog-cosignature.

Usage: note.py JOURNAL NOTE VKEY..., with openssl for Ed25519.
"""
import base64, hashlib, json, subprocess, sys, tempfile

def root(leaves):
    if len(leaves) < 2:
        return hashlib.sha256(b"\0" + leaves[0] if leaves else b"").digest()
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return hashlib.sha256(b"\1" + root(leaves[:half]) + root(leaves[half:])).digest()

def holds(key, message, signature):
    with tempfile.TemporaryDirectory() as at:
        for name, data in [("key", bytes.fromhex("302a300506032b6570032100") + key), ("text", message), ("sig", signature)]:
            open(f"{at}/{name}", "wb").write(data)
        done = subprocess.run(["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", f"{at}/key", "-rawin",
                               "-in", f"{at}/text", "-sigfile", f"{at}/sig"], capture_output=True)
        return done.returncode == 0

journal, note, *vkeys = sys.argv[1:]
text, lines = open(note, "rb").read().decode().rsplit("\n\n", 1)
text += "\n"
origin, size, hashed = text.splitlines()[:3]
entries = [bytes.fromhex(json.loads(line)["hash"]) for line in open(journal)][: int(size)]
assert len(entries) == int(size) and base64.b64decode(hashed) == root(entries), "the root"
seen = []
for line in lines.splitlines():
    dash, name, data = line.split(" ")
    data = base64.b64decode(data)
    for vkey in vkeys:
        named, hex_id, key = vkey.split("+", 2)
        key = base64.b64decode(key)
        assert hashlib.sha256(named.encode() + b"\n" + key).hexdigest()[:8] == hex_id, "the key's ID"
        if named != name or bytes.fromhex(hex_id) != data[:4]:
            continue
        message, signature = text.encode(), data[4:]
        if key[0] == 4:
            time = int.from_bytes(signature[:8], "big")
            message, signature = f"cosignature/v1\ntime {time}\n".encode() + message, signature[8:]
        assert dash == "\u2014" and holds(key[1:], message, signature), name
        seen.append(vkey)
assert seen == vkeys, "a key has not signed"
print(f"{size} entries of {origin}")
