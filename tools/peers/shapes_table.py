# SPDX-License-Identifier: Apache-2.0
"""
shapes_table - puts the lines that ours and the peers have printed (see shapes_common.py) together: the best
of each measurement as a TSV file, as tables of Markdown, and as a plot (SVG) of speed over length.

Usage: shapes_table.py FOLDER TITLE FILE..., which writes shapes.tsv, shapes.md and shapes.svg there
"""
import csv
import html
import math
import os
import sys

HEADING = ["peer", "version", "shape", "length", "n", "seconds", "bytes"]

# What the plot shows: a peer, a shape, the curve's name, its colour and how it is dashed.
CURVES = [
    ("clreduce fast", "sum rows", "clreduce, rows", "#0072b2", ""),
    ("clreduce exact", "sum rows", "clreduce, rows, exact", "#009e73", ""),
    ("clreduce fast", "sum segments fixed", "clreduce, offsets", "#56b4e9", "6 3"),
    ("cub", "sum rows", "CUB, rows", "#d55e00", ""),
    ("cub", "sum segments fixed", "CUB, offsets", "#e69f00", "6 3"),
    ("torch", "sum rows", "torch, rows", "#cc79a7", ""),
    ("numpy", "sum rows", "NumPy, rows", "#666666", ""),
]
FLAT = ("clreduce fast", "sum flat")

WIDTH, HEIGHT = 960, 540
LEFT, RIGHT, TOP, BOTTOM = 70, 210, 60, 60


def read(files):
    """The best measurement of each peer, shape and length."""
    best = {}
    for file in files:
        with open(file, encoding="utf-8") as lines:
            for row in csv.reader(lines, delimiter="\t"):
                if len(row) != len(HEADING):
                    sys.exit(f"shapes_table.py: {file}: no measurement: {' '.join(row)}")
                found = dict(zip(HEADING, row))
                found.update(length=int(row[3]), n=int(row[4]), seconds=float(row[5]), bytes=int(row[6]))
                found["gb_per_s"] = found["bytes"] / found["seconds"] * 1e-9
                key = found["peer"], found["shape"], found["length"]
                if key not in best or best[key]["seconds"] > found["seconds"]:
                    best[key] = found
    return best


def write_tsv(best, to):
    """All of them, a line each."""
    out = csv.writer(to, delimiter="\t", lineterminator="\n")
    out.writerow(HEADING + ["gb_per_s"])
    for key in sorted(best, key=lambda k: (k[1], k[2], k[0])):
        found = best[key]
        out.writerow([found[name] for name in HEADING] + [f"{found['gb_per_s']:.5g}"])


# ---- Markdown ------------------------------------------------------------------------------------


def row_of(cells):
    """A line of a table."""
    return "| " + " | ".join(cells) + " |\n"


def flat_of(best, peer, shape):
    """The measurement of all elements at once, of the most of them that there is."""
    found = [best[key] for key in best if key[:2] == (peer, shape)]
    return max(found, key=lambda one: one["n"]) if found else None


def write_table(best, shape, to):
    """A shape's: a row a length, a column a peer, and ours over ours flat."""
    keys = [key for key in best if key[1] == shape]
    peers, lengths = sorted({key[0] for key in keys}), sorted({key[2] for key in keys})
    ours = [peer for peer in peers if peer.startswith("clreduce")]
    flats = {peer: flat_of(best, peer, shape.split()[0] + " flat") for peer in ours}
    ours = [peer for peer in ours if flats[peer]]
    is_label = "labels" in shape
    what = "labels" if is_label else "length"

    to.write(f"\n## {shape}\n\n")
    to.write(row_of([what] + [f"{p}, {'µs' if is_label else 'GB/s'}" for p in peers]
                    + [f"{p} x flat" for p in ours]))
    to.write("|" + "---:|" * (1 + len(peers) + len(ours)) + "\n")
    for length in lengths:
        cells = [f"{length:,}"]
        for peer in peers:
            found = best.get((peer, shape, length))
            number = found and (found["seconds"] * 1e6 if is_label else found["gb_per_s"])
            cells.append(f"{number:.4g}" if found else "")
        for peer in ours:
            found = best.get((peer, shape, length))
            cells.append(f"{found['gb_per_s'] / flats[peer]['gb_per_s']:.3f}" if found else "")
        to.write(row_of(cells))


def write_markdown(best, title, to):
    """Versions, and a table a shape."""
    to.write(f"# {title}\n\nThe best of several runs each; GB/s: bytes read and written, decimal.\n\n")
    for peer, version in sorted({(found["peer"], found["version"]) for found in best.values()}):
        to.write(f"- {peer}: {version}\n")
    for shape in sorted({key[1] for key in best}):
        write_table(best, shape, to)


# ---- Plot ----------------------------------------------------------------------------------------


def step_of(most):
    """A round distance of marks, some five of them up to the most."""
    power = 10 ** math.floor(math.log10(most / 5))
    return next(power * n for n in (1, 2, 5, 10) if power * n * 6 >= most)


class Plot:
    """Places on the picture, and its parts."""

    def __init__(self, lengths, most):
        self.least, self.most = math.log2(lengths[0]), math.log2(lengths[-1])
        self.step = step_of(most)
        self.top = self.step * math.ceil(most / self.step)
        self.parts = []

    def x_at(self, length):
        """Where a length is."""
        span = max(self.most - self.least, 1e-9)
        return LEFT + (math.log2(length) - self.least) / span * (WIDTH - LEFT - RIGHT)

    def y_at(self, speed):
        """Where a speed is."""
        return HEIGHT - BOTTOM - speed / self.top * (HEIGHT - TOP - BOTTOM)

    def line(self, points, colour, dashes="", width=2):
        """A line through points."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        more = f' stroke-dasharray="{dashes}"' if dashes else ""
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}"'
                          f' stroke-width="{width}"{more}/>')

    def text(self, x, y, words, anchor="start", more=""):
        """Words at a place."""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {more}>'
                          f"{html.escape(words)}</text>")

    def axes(self, title):
        """Frame, marks and words."""
        right = WIDTH - RIGHT
        self.text(LEFT, 28, title, more='font-size="17" font-weight="bold"')
        self.text(LEFT, 48, "GB/s read and written, by elements a result", more='fill="#444"')
        for i in range(round(self.top / self.step) + 1):
            y = self.y_at(i * self.step)
            self.line([(LEFT, y), (right, y)], "#dddddd", width=1)
            self.text(LEFT - 8, y + 4, f"{i * self.step:g}", "end")
        for power in range(math.ceil(self.least), math.floor(self.most) + 1, 2):
            x = self.x_at(2**power)
            self.line([(x, HEIGHT - BOTTOM), (x, HEIGHT - BOTTOM + 5)], "#444444", width=1)
            self.text(x, HEIGHT - BOTTOM + 22, f"{2**power:,}" if power < 14 else f"2^{power}", "middle")
        self.line([(LEFT, HEIGHT - BOTTOM), (right, HEIGHT - BOTTOM)], "#444444", width=1)

    def curve(self, points, place, name, colour, dashes):
        """A curve with its marks, and its line in the legend."""
        at = [(self.x_at(length), self.y_at(speed)) for length, speed in points]
        y = TOP + 16 + 24 * place
        x = WIDTH - RIGHT + 16
        self.line(at, colour, dashes)
        for mark in at:
            self.parts.append(f'<circle cx="{mark[0]:.1f}" cy="{mark[1]:.1f}" r="2.6" fill="{colour}"/>')
        self.line([(x, y - 4), (x + 26, y - 4)], colour, dashes)
        self.text(x + 34, y, name)

    def write(self, to):
        """The picture."""
        to.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
                 f' height="{HEIGHT}" font-family="sans-serif" font-size="13">\n'
                 f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n')
        to.write("\n".join(self.parts) + "\n</svg>\n")


def write_plot(best, title, to):
    """Speed over length."""
    curves = []
    for peer, shape, *look in CURVES:
        points = sorted((k[2], best[k]["gb_per_s"]) for k in best if k[:2] == (peer, shape))
        if points:
            curves.append((points, *look))
    if not curves:
        return
    lengths = sorted({length for curve in curves for length, _ in curve[0]})
    found = flat_of(best, *FLAT)
    flat = found["gb_per_s"] if found else None
    speeds = [speed for curve in curves for _, speed in curve[0]] + ([flat] if flat else [])
    plot = Plot(lengths, max(speeds))
    plot.axes(title)
    if flat:
        curves.insert(0, ([(lengths[0], flat), (lengths[-1], flat)], "clreduce, flat", "#000000", "2 3"))
    for place, (points, name, colour, dashes) in enumerate(curves):
        plot.curve(points, place, name, colour, dashes)
    plot.write(to)


def main():
    """Reads, and writes the three files."""
    if len(sys.argv) < 4:
        sys.exit("usage: shapes_table.py FOLDER TITLE FILE...")
    folder, title, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    best = read(files)
    if not best:
        sys.exit("shapes_table.py: nothing was measured.")
    for name, write in (("tsv", lambda to: write_tsv(best, to)),
                        ("md", lambda to: write_markdown(best, title, to)),
                        ("svg", lambda to: write_plot(best, title, to))):
        with open(os.path.join(folder, "shapes." + name), "w", encoding="utf-8") as to:
            write(to)


main()
