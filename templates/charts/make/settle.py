#!/usr/bin/env python3
"""Moves counters and names of charts apart, so that none hides another where all is as full as it ever was.

    python3 settle.py --crowds ../../../src/club/report/chart/crowds.yaml CHART.json ...

needs shapely and pyyaml. What is drawn how wide follows src/club/report/chart/counters.rs; the test beside that file,
overlap.rs, measures what the program itself draws."""
import argparse
import json
import math
import pathlib
import re

import shapely
import yaml
from shapely.geometry import Point, Polygon, box

SLACK = 4.0  # the test allows a little more
STEP = 8  # how far apart places are that are tried


def rings(d):
    out = []
    for part in d.split("M")[1:]:
        numbers = [int(it) for it in re.findall(r"-?\d+", part)]
        x = y = 0
        ring = []
        for dx, dy in zip(numbers[::2], numbers[1::2]):
            x, y = x + dx, y + dy
            ring.append((x, y))
        if len(ring) > 2:
            out.append(Polygon(ring).buffer(0))
    return out


def area_of(d):
    shape = Polygon()
    for ring in rings(d):
        shape = shape.symmetric_difference(ring)
    return shape


def stack(own, enemy, convoys, room, x, y):
    """The rectangles of what stands in a zone, as counters.rs places it."""
    both = own > 0 and enemy > 0
    small = room < (34 if both else 18)
    fits = max(1, min(4, 2 * room // 54))
    rows = [(n, half) for n, half in ((own, 25), (enemy, 30)) if n > 0]
    counts = [1 if small else min(n, fits) for n, _ in rows]
    widths = [54 * n for n in counts]
    many, beside = len(rows), small or not rows
    left = x - ((sum(widths) + 36 * convoys) // 2 if beside else max(widths) // 2)
    down = max(0, min(35 // 2, room - 35)) if many > 1 else 0
    at, line = left, y + down - (many - 1) * 35 // 2
    out = []
    for (n, half), width, shown in zip(rows, widths, counts):
        middle, level = (at + width // 2, y) if beside else (x, line)
        first = middle - (width - 54) // 2
        high = 12 if small else 16
        wide = half - (2 if half == 25 else 3) if small else half
        out.append((first - wide, level - high, first + 54 * (shown - 1) + wide, level + high))
        if not small and n > fits:
            out.append((first + width - 54 + 5, level - 21, first + width - 54 + 35, level - 3))
        at, line = at + width, line + 35
    right = left + (sum(widths) if beside else max(widths))
    for n in range(convoys):
        cx = right + 18 + 36 * n
        out.append((cx - 16, y - 11, cx + 16, y + 11))
    return out


def text(words, size, letter, x, y, anchor="middle", more=0.0):
    wide = len(words) * size * letter + more
    left = x - {"start": 0, "middle": wide / 2, "end": wide}[anchor]
    return (left, y - 0.74 * size, left + wide, y + 0.16 * size)


def block(cell, x, y, worth, held):
    """The rectangles of a cell's number and name."""
    numbered = not isinstance(cell["zone"], str)
    lines = cell.get("lines", [])
    said = ""
    if not cell.get("drawn_in") and not cell.get("mostly_outside"):
        said = (f" {worth[0]}/{worth[1]}" if any(worth) else "") + (" A" if held else "")
    more = len(said) * 18 * 0.56
    tall = (28 if numbered else 0) + 22 * len(lines)
    top, out = y - tall // 2, []
    name = str(cell["zone"]) if numbered else cell["name"]
    if cell.get("mostly_outside") or (not numbered and not lines):
        out.append(text(f"({name})", 20, 0.54, x, y + 7))
    elif numbered:
        out.append(text(name, 26, 0.64, x, top + 22, more=more))
        top += 28
    for k, line in enumerate(lines):
        last = not numbered and k == len(lines) - 1
        out.append(text(line, 20, 0.54, x, top + 16 + 22 * k, more=more if last else 0))
    return out


def depth(one, other):
    worst = 0.0
    for a in one:
        for b in other:
            worst = max(worst, min(min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])))
    return worst if worst > SLACK else 0.0


def outside(sea, rects):
    """How many corners of rectangles lie outside of a cell, as a part of all."""
    corners = [(x, y) for a in rects for x in (a[0], a[2]) for y in (a[1], a[3])]
    if not corners:
        return 0.0
    xs, ys = zip(*corners)
    return 1 - float(shapely.contains_xy(sea, xs, ys).mean())


class Chart:
    def __init__(self, doc, crowd):
        self.doc, self.crowd = doc, crowd
        self.land = shapely.unary_union(rings(doc["land"]) or [Polygon()])
        self.cells = {}
        self.things = {}  # name -> (rectangles)
        self.movable = {}
        self.zones = crowd.get("zones", {})
        self.berths = crowd.get("ports", {})
        for n, cell in enumerate(doc["cells"]):
            self.cell(n, cell)
        for n, port in enumerate(doc["ports"] + doc.get("landmarks", [])):
            self.port(n, port)
        for n, it in enumerate(doc["exits"]):
            x, y = it["at"]
            name = next((c["name"] for c in doc["cells"] if c["zone"] == it["to"] and isinstance(it["to"], str)), str(it["to"]))
            anchor = "start" if x < 60 else "end" if x > doc["width"] - 60 else "middle"
            self.things["exit", n] = [text("→" + name, 20, 0.54, x, min(max(y, 16), doc["height"] - 12) + 6, anchor)]
        for n, it in enumerate(doc["boxes"]):
            x, y = it["at"]
            self.things["box", n] = [text(it["name"], 17, 0.55, x, y + 26)]

    def crowd_of(self, cell):
        return self.zones.get(str(cell["zone"]), [0, 0, 0, 0, 0])

    def homes(self, cell):
        return cell.get("stack") and not cell.get("drawn_in") and not cell.get("mostly_outside")

    def cell(self, n, cell):
        crowd = self.crowd_of(cell)
        if cell.get("label"):
            self.things["label", n] = block(cell, *cell["label"], crowd[3:], True)
        if self.homes(cell):
            self.things["stack", n] = stack(*crowd[:3], cell.get("room", 0), *cell["stack"])
        if cell.get("again_label"):
            x, y = cell["again_label"]
            name = cell["name"] if isinstance(cell["zone"], str) else str(cell["zone"])
            self.things["again", n] = [text(name, 20, 0.54, x, y + 7)]

    def port(self, n, port):
        own, enemy = self.berths.get(port.get("port"), [0, 0])
        self.things["berth", n] = self.berth(port, own, enemy)
        if port.get("label") or "port" in port:
            self.things["name", n] = self.name(port, port.get("label"))

    def berth(self, port, own, enemy):
        x, y = port["at"]
        if "port" not in port:  # a landmark is its mark
            return [(x - 6, y - 6, x + 6, y + 6)]
        apart = 15 if own and enemy else 0
        out = [(x - apart - 13, y - 11, x - apart + 13, y + 11)] if own else []
        return out + ([(x + apart - 17, y - 11, x + apart + 17, y + 11)] if enemy else [])

    def name(self, port, label):
        if not label:  # a letter stands for it
            return [text("aa", 17, 0.55, port["at"][0] + 9, port["at"][1] + 5, "start")] if "port" in port else []
        x, y, anchor = label
        own, enemy = self.berths.get(port.get("port"), [0, 0])
        x += {"start": 8, "middle": 0, "end": -8}[anchor] if own or enemy else 0
        return [text(port["name"], 17, 0.55, x, y + 6, anchor)]

    # -------- what lies over what

    def trouble(self, key, rects):
        total = 0.0
        for other, there in self.things.items():
            if other != key and not self.same(key, other):
                total += depth(rects, there)
        w, h = self.doc["width"], self.doc["height"]
        for a in rects:
            total += max(0, 2 - a[0]) + max(0, 2 - a[1]) + max(0, a[2] - w + 2) + max(0, a[3] - h + 2)
        return total

    def same(self, a, b):
        return {a[0], b[0]} == {"berth", "name"} and a[1] == b[1]

    def hidden(self):
        keys = list(self.things)
        return [(depth(self.things[a], self.things[b]), a, b) for i, a in enumerate(keys) for b in keys[:i]
                if not self.same(a, b) and depth(self.things[a], self.things[b]) > 0]

    def places(self, n):
        """Where counters or names of a cell can stand, each with its room."""
        if n not in self.cells:
            cell = self.doc["cells"][n]
            sea = area_of(cell["d"]).difference(self.land).intersection(box(0, 0, self.doc["width"], self.doc["height"]))
            edge = sea.boundary
            shapely.prepare(sea)
            x0, y0, x1, y1 = (int(it) for it in sea.bounds)
            spots = []
            step = STEP if (x1 - x0) * (y1 - y0) < 400 * 400 else 2 * STEP
            for x in range(x0, x1, step):
                for y in range(y0, y1, step):
                    p = Point(x + 0.5, y + 0.5)
                    if sea.contains(p):
                        spots.append((x, y, int(edge.distance(p))))
            self.cells[n] = (sea, spots)
        return self.cells[n]

    def options(self, key):
        """(how unwelcome, rectangles, what to write) of each way to move a thing."""
        kind, n = key
        if kind in ("stack", "label"):
            cell = self.doc["cells"][n]
            if kind == "label" and not self.homes(cell) and not cell.get("drawn_in"):
                return
            crowd = self.crowd_of(cell)
            sea, spots = self.places(n)
            x0, y0 = cell[kind]
            other = cell.get("label" if kind == "stack" else "stack") or [x0, y0]
            for x, y, room in spots:
                far = math.hypot(x - x0, y - y0) * 0.07 + math.hypot(x - other[0], y - other[1]) * 0.02
                if kind == "stack":
                    # With less room than there is, counters are small, or stand in one row.
                    for less in sorted({room, min(room, 33), min(room, 17)}, reverse=True):
                        rects = stack(*crowd[:3], less, x, y)
                        yield far + (less < room) + 8 * outside(sea, rects), rects, {"stack": [x, y], "room": less}
                else:
                    rects = block(cell, x, y, crowd[3:], True)
                    yield far + 5 * outside(sea, rects), rects, {"label": [x, y]}
            if kind == "label" and cell.get("lines") and not isinstance(cell["zone"], str):
                bare = {**cell, "lines": []}
                for x, y, room in spots:
                    far = math.hypot(x - x0, y - y0) * 0.02
                    yield 10 + far, block(bare, x, y, crowd[3:], True), {"label": [x, y], "lines": []}
        elif kind == "name":
            port = (self.doc["ports"] + self.doc.get("landmarks", []))[n]
            x, y = port["at"]
            for wide in (11, 18, 26):
                for dx, dy, anchor in ((1, 0, "start"), (-1, 0, "end"), (0, -1, "middle"), (0, 1, "middle"), (1, -1, "start"),
                                       (1, 1, "start"), (-1, -1, "end"), (-1, 1, "end")):
                    label = [x + dx * (wide if not dy else 9), y + dy * (wide + 6 if not dx else 14), anchor]
                    yield (wide - 11) * 0.1 + (0.3 if dx and dy else 0), self.name(port, label), {"label": label}
            yield 8, self.name(port, None), {"label": None}
        elif kind == "berth":
            yield from self.shifts(n)

    def shifts(self, n):
        """A port a little along its shore, with its name."""
        port = (self.doc["ports"] + self.doc.get("landmarks", []))[n]
        crowd = self.berths.get(port.get("port"), [0, 0])
        x, y = port["at"]
        for far in (5, 8, 11, 14, 18):
            for turn in range(16):
                dx, dy = round(far * math.cos(turn * math.pi / 8)), round(far * math.sin(turn * math.pi / 8))
                label = port.get("label")
                moved = {**port, "at": [x + dx, y + dy], "label": label and [label[0] + dx, label[1] + dy, label[2]]}
                yield far * 0.2, self.berth(moved, *crowd), {"at": moved["at"], "label": moved["label"]}

    def settle(self):
        for turn in range(40):
            hidden = sorted(self.hidden(), key=lambda it: -it[0])
            if not hidden:
                break
            moved = False
            for _, a, b in hidden:
                if not depth(self.things.get(a, []), self.things.get(b, [])):
                    continue
                best = None
                for key in (a, b):
                    now = self.trouble(key, self.things[key])
                    for unwelcome, rects, change in self.options(key):
                        if best and unwelcome - 2 * now >= best[0]:
                            continue
                        cost = unwelcome + 2 * self.trouble(key, rects) - 2 * now
                        if cost < -0.5 and (best is None or cost < best[0]):
                            best = (cost, key, rects, change)
                if best:
                    _, key, rects, change = best
                    self.write(key, rects, change)
                    moved = True
            if not moved:
                break
        return self.hidden()

    def write(self, key, rects, change):
        kind, n = key
        if rects:
            self.things[key] = rects
        else:
            self.things.pop(key, None)
        of = self.doc["cells"][n] if kind in ("stack", "label") else (self.doc["ports"] + self.doc.get("landmarks", []))[n]
        of.update(change)
        if kind == "berth":
            self.things["name", n] = self.name(of, of.get("label"))


def dumped(doc):
    out = json.dumps(doc, ensure_ascii=False, separators=(",", ":"))
    parts = ("land", "shut", "cells", "borders", "links", "exits", "ports", "landmarks", "insets", "boxes", "mismatch")
    for part in parts:
        out = out.replace(f',"{part}":', f',\n"{part}":', 1)
    return out.replace('},{"zone', '},\n{"zone').replace('},{"port"', '},\n{"port"') + "\n"


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--crowds", required=True, type=pathlib.Path)
    ask.add_argument("charts", nargs="+", type=pathlib.Path)
    args = ask.parse_args()
    crowds = yaml.safe_load(open(args.crowds))
    for path in args.charts:
        doc = json.loads(path.read_text())
        name = doc["chart"]
        crowd = crowds.get("war-at-sea/" + name[4:] if name.startswith("was-") else doc["game"], {})
        chart = Chart(doc, crowd)
        before = len(chart.hidden())
        left = chart.settle()
        path.write_text(dumped(doc))
        print(f"{name}: {before} hid each other, {len(left)} do now {[(round(d), a, b) for d, a, b in left]}", flush=True)


if __name__ == "__main__":
    main()
