#!/usr/bin/env python3
"""Recomputes the dice vectors of docs/dice.md with the standard library alone.

Prints the rows of the table in docs/dice.md. ChaCha20 follows RFC 8439, section 2.3, with one
difference: the block counter is 64 bits wide and the nonce 64 bits of zero (the original layout).
The two agree until the counter passes 2**32, which no roll comes near.
"""

import hashlib
import hmac
import struct
from itertools import count


def rotate(value, bits):
    return (value << bits | value >> (32 - bits)) & 0xFFFFFFFF


def quarter_round(s, a, b, c, d):
    for x, y, z, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        s[x] = (s[x] + s[y]) & 0xFFFFFFFF
        s[z] = rotate(s[z] ^ s[x], bits)


def chacha20_block(key, counter, nonce=bytes(8)):
    start = list(struct.unpack("<4I8I", b"expand 32-byte k" + key))
    start += [counter & 0xFFFFFFFF, counter >> 32, *struct.unpack("<2I", nonce)]
    s = list(start)
    for _ in range(10):
        for column in range(4):
            quarter_round(s, column, column + 4, column + 8, column + 12)
        for column in range(4):
            quarter_round(s, column, (column + 1) % 4 + 4, (column + 2) % 4 + 8, (column + 3) % 4 + 12)
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(s, start)))


def seed_from_number(number):
    return hashlib.sha256(b"sealord/seed/v1\0" + number.to_bytes(8, "big")).digest()


def seed_commitment(seed):
    return hashlib.sha256(b"sealord/seed-commitment/v1\0" + seed).hexdigest()


def exchange_key(seed, genesis, exchange, salts):
    """`salts` is a list of (side, salt) in side order: axis, then allies."""
    message = b"sealord/exchange-key/v1\0" + genesis + exchange.to_bytes(4, "big") + bytes([len(salts)])
    for side, salt in salts:
        message += bytes([len(side)]) + side.encode() + salt
    return hmac.digest(seed, message, "sha256")


def roll_bytes(key, label):
    roll_key = hmac.digest(key, b"sealord/roll/v1\0" + label.encode(), "sha256")
    for counter in count():
        yield from chacha20_block(roll_key, counter)


def faces(stream, how_many):
    kept = (byte % 6 + 1 for byte in stream if byte < 252)
    return [next(kept) for _ in range(how_many)]


def below(stream, limit):
    while True:
        drawn = int.from_bytes(bytes(next(stream) for _ in range(4)), "little")
        if drawn < 2**32 // limit * limit:
            return drawn % limit


def shuffle(stream, how_many):
    order = list(range(how_many))
    for place in range(how_many - 1, 0, -1):
        other = below(stream, place + 1)
        order[place], order[other] = order[other], order[place]
    return order


GENESIS = hashlib.sha256(b"sealord dice vectors: genesis").digest()
AXIS = ("axis", hashlib.sha256(b"sealord dice vectors: axis").digest())
ALLIES = ("allies", hashlib.sha256(b"sealord dice vectors: allies").digest())

# number of the seed, exchange, salts, label, what is drawn
VECTORS = [
    (1, 0, [], "setup", "faces 12"),
    (1, 1, [AXIS], "t1/zone-12/search", "faces 12"),
    (1, 1, [AXIS, ALLIES], "t1/zone-12/search", "faces 12"),
    (7, 300, [AXIS, ALLIES], "t3/zone-95/air-strike/bon-homme-richard/nagato", "faces 12"),
    (7, 300, [ALLIES], "t3/convoi/Émile-Bertin", "faces 300"),
    (7, 2, [ALLIES], "t3/port/who-escapes", "below 3000000000"),
    (7, 2, [ALLIES], "t3/port/order", "shuffle 10"),
    (7, 2, [ALLIES], "t3/port/mixed", "d6, below 10, d6"),
]


def draw(stream, what):
    word, _, number = what.partition(" ")
    if word == "faces":
        drawn = "".join(map(str, faces(stream, int(number))))
        if len(drawn) > 24:
            return "SHA-256 of the digits " + hashlib.sha256(drawn.encode()).hexdigest()[:16] + "…"
        return drawn
    if word == "below":
        return " ".join(str(below(stream, int(number))) for _ in range(4))
    if word == "shuffle":
        return " ".join(map(str, shuffle(stream, int(number))))
    return "{} {} {}".format(*faces(stream, 1), below(stream, 10), *faces(stream, 1))


def main():
    # RFC 8439, appendix A.1, test vector 1: the zero key, block 0.
    assert chacha20_block(bytes(32), 0).hex().startswith("76b8e0ada0f13d90405d6ae55386bd28")
    for number, exchange, salts, label, what in VECTORS:
        key = exchange_key(seed_from_number(number), GENESIS, exchange, salts)
        sides = ", ".join(side for side, _ in salts) or "none"
        print(f"| {number} | {exchange} | {sides} | `{label}` | {what} | {draw(roll_bytes(key, label), what)} |")
    for number in (1, 7):
        print(f"| {number} | `{seed_from_number(number).hex()}` | `{seed_commitment(seed_from_number(number))}` |")


if __name__ == "__main__":
    main()
