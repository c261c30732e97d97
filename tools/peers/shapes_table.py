# SPDX-License-Identifier: Apache-2.0
"""
shapes_table - puts the lines that ours and the peers have printed (see shapes_common.py) together: the best
of each measurement as a TSV file, as tables of Markdown, and as a plot (SVG) of speed over length.

Usage: shapes_table.py FOLDER TITLE FILE..., which writes shapes.tsv, shapes.md and shapes.svg there
"""
import csv
import os
import sys
from peers_plot import draw

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


def write_plot(best, title, to):
    """Speed over length."""
    curves = []
    for peer, shape, *look in CURVES:
        points = sorted((k[2], best[k]["gb_per_s"]) for k in best if k[:2] == (peer, shape))
        if points:
            curves.append((points, *look))
    if not curves:
        return
    flat = flat_of(best, *FLAT)
    draw(to, title, "GB/s read and written, by elements a result", curves,
         (flat["gb_per_s"], "clreduce, flat") if flat else None)


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
