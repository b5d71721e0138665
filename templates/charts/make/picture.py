#!/usr/bin/env python3
"""Writes a chart of an HTML report as a picture of its own, such as docs/chart.svg.

    sealord report PACKET --format html | python3 picture.py sot-world > chart.svg"""
import pathlib
import re
import sys

page = sys.stdin.read()
html = pathlib.Path(__file__).parents[2] / "common/html"
style = "".join((html / name).read_text() for name in ("style.css", "chart.css"))
wanted = page.index(f'id="chart-{sys.argv[1]}"')
svg = re.search(r"<svg class=\"chart\".*?</svg>", page[wanted:], re.S)[0]
first = re.search(r"<svg class=\"chart\".*?</svg>", page, re.S)[0]
symbols = "" if svg == first else re.search(r"<defs>.*?</defs>", first, re.S)[0]
head, rest = svg.split(">", 1)
rest = re.sub(r"<a( class=\"[^\"]*\")?[^>]*>", r"<g\1>", rest).replace("</a>", "</g>")
rest = re.sub(r"<title>[^<]*</title>", "", rest)
print(head.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"') + f"><style>\n{style}</style>{symbols}{rest}")
