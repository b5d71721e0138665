"""A name server that knows one name: python3 name_server.py ADDRESS NAME ANSWER"""

import socket
import struct
import sys

address, name, answer = sys.argv[1:]
asked = b"".join(bytes([len(part)]) + part.encode() for part in name.split(".")) + b"\0"
server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
server.bind((address, 53))
while True:
    query, client = server.recvfrom(1500)
    question = query[12:]
    length = question.index(0) + 5
    kind = struct.unpack(">H", question[length - 4:length - 2])[0]
    known = question[:length - 4].lower() == asked
    answers = known and kind == 1
    # Of another kind there is nothing; another name does not exist.
    flags = 0x8580 | (0 if known else 3)
    head = query[:2] + struct.pack(">HHHHH", flags, 1, int(answers), 0, 0)
    record = b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 60, 4) + socket.inet_aton(answer)
    server.sendto(head + question[:length] + (record if answers else b""), client)
