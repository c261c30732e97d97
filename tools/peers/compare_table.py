# SPDX-License-Identifier: Apache-2.0
"""
compare_table - puts the lines that ours and the peers have printed (see compare_common.h) together: the best of
all rounds and the median of their medians as a TSV file; tables of Markdown, one an operator, and what each
peer takes beside ours; a plot (SVG) of the sum of f32 over size. Each value is held against ours at level
exact, and marked where it is wrong.

Usage: compare_table.py FOLDER DATA TITLE FILE..., which writes compare.tsv, compare.md and compare.svg to the one
folder, and looks up elements in the other
"""
import csv
import math
import os
import statistics
import struct
import sys
from compare_common import OPERATORS
from peers_plot import draw

HEADING = ["peer", "version", "operator", "n", "enqueued", "enqueued_median", "host", "host_median", "folded",
           "value"]
TIMES = HEADING[4:8]
FLOOR, FAST, EXACT = "floor", "clreduce fast", "clreduce exact"

# How the peers are drawn, in this order; what is not here comes last, in grey.
LOOKS = {
    EXACT: ("#009e73", ""),
    FAST: ("#0072b2", ""),
    "cub": ("#d55e00", ""),
    "cub cccl": ("#d55e00", "6 3"),
    "cub cccl gpu_to_gpu": ("#d55e00", "2 3"),
    "torch cuda": ("#cc79a7", ""),
    "torch cpu": ("#cc79a7", ""),
    "cupy": ("#cc79a7", "6 3"),
    "boost.compute": ("#a6761d", ""),
    "clblast": ("#e69f00", ""),
    "pyopencl": ("#e69f00", "6 3"),
    "c": ("#56b4e9", ""),
    "numpy": ("#56b4e9", "6 3"),
    "xsum": ("#8c8c8c", ""),
    "fsum": ("#8c8c8c", "6 3"),
}
PLOTTED = "sum-f32"

# Relative error of a fold an element, and what nobody's may exceed.
UNIT = {"f32": 2.0**-24, "f64": 2.0**-53}
MOST_ERROR = 0.01


def order(peer):
    """Sorts peers as they are drawn."""
    return list(LOOKS).index(peer) if peer in LOOKS else len(LOOKS), peer


# ---- Measurements --------------------------------------------------------------------------------


def read_row(file, row):
    """A line's fields, times as numbers or None."""
    try:
        found = dict(zip(HEADING, row, strict=True))
        found.update(n=int(found["n"]), value=float(found["value"]))
        found.update({t: None if found[t] == "-" else float(found[t]) for t in TIMES})
    except ValueError:
        sys.exit(f"compare_table.py: {file}: no measurement: {' '.join(row)}")
    return found


def join(found):
    """The measurements of one thing as one; `values` has every value."""
    one = dict(found[0], values=[f["value"] for f in found])
    for time in TIMES:
        there = [f[time] for f in found if f[time] is not None]
        middle = statistics.median if time.endswith("median") else min
        one[time] = middle(there) if there else None
    return one


def read(files):
    """Each peer's, operator's and size's."""
    rows = {}
    for file in files:
        with open(file, encoding="utf-8") as lines:
            for row in csv.reader(lines, delimiter="\t"):
                found = read_row(file, row)
                rows.setdefault((found["peer"], found["operator"], found["n"]), []).append(found)
    return {key: join(found) for key, found in rows.items()}


def size_of(operator, n):
    """Bytes that are read."""
    return n * (8 if operator in ("sum-f64", "dot-f32") else 4)


def speed(one, time):
    """GB/s."""
    return size_of(one["operator"], one["n"]) / one[time] * 1e-9


# ---- What is right -------------------------------------------------------------------------------


def element(data, index):
    """One of numbers.f32; NaN if there is no such."""
    if not 0 <= index < 2**48:
        return math.nan
    with open(os.path.join(data, "numbers.f32"), "rb") as file:
        file.seek(4 * int(index))
        found = file.read(4)
    return struct.unpack("<f", found)[0] if len(found) == 4 else math.nan


def is_right(data, one, value, expected):
    """Whether a value is what its kind may be."""
    if one["operator"] == "argmax-f32":  # of equal ones any
        return value < one["n"] and element(data, value) == element(data, expected)
    if one["operator"] == "max-f32":
        return value == expected
    if one["folded"] == "exact":
        return value == expected
    # No peer folds f64 in less; data is positive, so that nothing cancels but in std.
    unit = UNIT["f64" if one["operator"] == "sum-f64" else one["folded"]]
    bound = min(one["n"] * unit * (16 if one["operator"] == "std-f32" else 1), MOST_ERROR)
    return abs(value - expected) <= bound * abs(expected)


def judge(data, best):
    """Adds `check` to all: right, wrong, or unchecked where ours has no value."""
    for (peer, operator, n), one in best.items():
        ours = best.get((EXACT, operator, n))
        if peer == FLOOR or ours is None:
            one["check"] = "unchecked"
            continue
        right = all(is_right(data, one, value, ours["value"]) for value in one["values"])
        one["check"] = "right" if right else "wrong"
        if not right:
            print(f"compare_table.py: {peer}: {operator} of {n} is wrong: {one['value']:.17g}, and not "
                  f"{ours['value']:.17g}", file=sys.stderr)


# ---- Tables --------------------------------------------------------------------------------------


def write_tsv(best, to):
    """All of them, a line each."""
    out = csv.writer(to, delimiter="\t", lineterminator="\n")
    out.writerow(HEADING + ["check"])
    for key in sorted(best, key=lambda k: (k[1], k[2], order(k[0]))):
        one = dict(best[key], value=f"{best[key]['value']:.17g}")
        one.update({t: "-" if one[t] is None else f"{one[t]:.9g}" for t in TIMES})
        out.writerow([one[name] for name in HEADING + ["check"]])


def write_rows(to, heading, rows):
    """A table: the first column and numbers."""
    to.write(f"\n| {' | '.join(heading)} |\n|---|{'---:|' * (len(heading) - 1)}\n")
    for row in rows:
        to.write(f"| {' | '.join(row)} |\n")


def micro(seconds):
    """In microseconds."""
    return "" if seconds is None else f"{seconds * 1e6:.3g}" if seconds < 1e-3 else f"{seconds * 1e6:.0f}"


def cell_of(one):
    """µs of both kinds, and a mark of what is wrong."""
    if one is None:
        return ""
    mark = " **wrong**" if one["check"] == "wrong" else ""
    return (f"{micro(one['enqueued'])} / " if one["enqueued"] else "") + micro(one["host"]) + mark


def write_floors(best, to):
    """What nothing can be faster than."""
    rows = []
    for (peer, what, n), one in best.items():
        if peer != FLOOR:
            continue
        if what == "read":
            rows.append([f"read {4 * n:,} bytes", f"{4e-9 * n / one['enqueued']:.4g} GB/s"])
        else:
            rows.append([what.replace("-", " "), f"{cell_of(one)} µs"])
    if rows:
        to.write("\n## Floors\n")
        write_rows(to, ["what", "best"], rows)


def peers_of(best, operator):
    """Who has the operator."""
    return sorted({key[0] for key in best if key[1] == operator}, key=order)


def sizes_of(best, operator):
    """Of which sizes it was measured."""
    return sorted({key[2] for key in best if key[1] == operator})


def write_operator(best, operator, to):
    """A row a size, a column a peer."""
    peers = peers_of(best, operator)
    to.write(f"\n## {operator}\n")
    write_rows(to, ["elements"] + peers,
               [[f"{n:,}"] + [cell_of(best.get((peer, operator, n))) for peer in peers]
                for n in sizes_of(best, operator)])


def ratio_row(best, peer, operator, time, sizes):
    """A peer's times over ours of its kind; its wins are bold. Empty if there are none."""
    cells = []
    for n in sizes:
        one = best.get((peer, operator, n))
        ours = one and best.get((EXACT if one["folded"] == "exact" else FAST, operator, n))
        ratio = ours and one[time] and ours[time] and one[time] / ours[time]
        cells.append("" if not ratio else f"{ratio:.2f}" if ratio >= 1 else f"**{ratio:.2f}**")
    name = peer if time == "host" else f"{peer}, enqueued"
    return [[name] + cells] if any(cells) else []


def write_ratios(best, operators, to):
    """What each peer takes beside ours."""
    for operator in operators:
        sizes = sizes_of(best, operator)
        rows = []
        for peer in peers_of(best, operator):
            if peer not in (FAST, EXACT):
                rows += ratio_row(best, peer, operator, "host", sizes)
                rows += ratio_row(best, peer, operator, "enqueued", sizes)
        if rows:
            to.write(f"\n### {operator}\n")
            write_rows(to, ["time over ours"] + [f"{n:,}" for n in sizes], rows)


def write_markdown(best, title, to):
    """Versions, floors, a table an operator, and ratios."""
    operators = [o for o in OPERATORS if sizes_of(best, o)]
    to.write(f"# {title}\n\nµs: of a call among many that are enqueued at once / until a call's value is in the"
             " host's memory, where arrays lie with the peer beforehand. One number is the latter: of a peer whose"
             " calls work at once. The best of all rounds. **wrong**: off by more than n roundings of its kind, or by"
             f" more than {MOST_ERROR:.0%} in any case; of max, argmax and exact sums: not what it has to be.\n\n")
    for peer, version in sorted({(k[0], one["version"]) for k, one in best.items()}):
        to.write(f"- {peer}: {version}\n")
    write_floors(best, to)
    for operator in operators:
        write_operator(best, operator, to)
    to.write("\n## Beside ours\n\nA peer's time over that of level fast, an exact one's over that of level exact;"
             " bold: the peer is faster.\n")
    write_ratios(best, operators, to)


# ---- Plot ----------------------------------------------------------------------------------------


def write_plot(best, title, to):
    """Speed over size, until the value is here: of that all peers have a time."""
    curves = []
    for peer in peers_of(best, PLOTTED):
        points = [(n, speed(best[peer, PLOTTED, n], "host")) for n in sizes_of(best, PLOTTED)
                  if (peer, PLOTTED, n) in best]
        curves.append((points, peer, *LOOKS.get(peer, ("#8c8c8c", "2 3"))))
    if not curves:
        return
    peak = [4e-9 * key[2] / one["enqueued"] for key, one in best.items() if key[:2] == (FLOOR, "read")]
    draw(to, title, "GB/s until the sum of f32 is in the host's memory, by elements", curves,
         (max(peak), "memory, only read") if peak else None, by_powers=True)


def main():
    """Reads, and writes the three files."""
    if len(sys.argv) < 5:
        sys.exit("usage: compare_table.py FOLDER DATA TITLE FILE...")
    folder, data, title, files = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    best = read(files)
    if not best:
        sys.exit("compare_table.py: nothing was measured.")
    judge(data, best)
    for name, write in (("tsv", lambda to: write_tsv(best, to)),
                        ("md", lambda to: write_markdown(best, title, to)),
                        ("svg", lambda to: write_plot(best, title, to))):
        with open(os.path.join(folder, "compare." + name), "w", encoding="utf-8") as to:
            write(to)


main()
