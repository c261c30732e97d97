# SPDX-License-Identifier: Apache-2.0
"""
shapes_ours - this project's reductions with many results, by clreduce bench, as lines like those of the
peers, see shapes_common.py. Times are the fastest, as the peers' are.

Usage: shapes_ours.py ELEMENTS LENGTHS LABELLED LABELS, with the program's name in CLREDUCE, and the
device in CLREDUCE_DEVICE if it is not to be the library's choice
"""
import json
import os
import subprocess
import sys
from shapes_common import arguments, report

CLREDUCE = os.environ.get("CLREDUCE", "clreduce")

# Runs of each plan, of which the fastest counts: the 0.2 s and more that bench takes unless told add up to minutes.
RUNS = "50"

# Axes take a run of the program each: of all lengths these, or all if they are few.
COLUMNS_MOST = 6


def version():
    """Of the program."""
    text = subprocess.run([CLREDUCE, "--version"], capture_output=True, text=True, check=True).stdout
    return text.split()[1] if len(text.split()) > 1 else "?"


def measure(number, name, *options):
    """Runs the program, and prints its measurements, also those of flat plans; says why there are
    none."""
    ran = subprocess.run([CLREDUCE, "bench", *options, "--repeat", RUNS, "--json", "-q"], capture_output=True, text=True,
                         check=False)
    if ran.returncode != 0:
        last = (ran.stderr.strip().splitlines() or ["it said nothing"])[-1]
        print(f"shapes_ours.py: {' '.join(options)}: left out: {last}", file=sys.stderr)
        return
    for part in json.loads(ran.stdout):
        shape, peer = part["shape"], f"clreduce {part['accuracy']}"
        name_of = f"{part['op']} {name or shape['kind']} {shape['drawn']}".strip()
        count, length = part["input"]["count"], shape["length"]
        if shape["kind"] == "labels":
            length = shape["results"]
        if shape["kind"] == "axes":
            length = count // shape["results"]
        where = f"{number} {part['device']['name']}"
        report(peer, where, name_of, length, count, part["shaped"]["seconds"]["fastest"], part["bytes"])
        if shape["kind"] == "axes":  # of other numbers of elements each
            continue
        report(peer, where, f"{part['op']} flat", count, count, part["flat"]["seconds"]["fastest"],
               part["input"]["bytes"])


def columns(number, count, lengths, level):
    """The sum over axis 0, of a few lengths."""
    step = max(1, (len(lengths) + COLUMNS_MOST - 1) // COLUMNS_MOST)
    for length in lengths[::step]:
        measure(number, "columns", "sum", *level, "--axis", "0", "--extents",
                f"{length}x{count // length}")


def main():
    """Measures."""
    count, lengths, labelled, labels = arguments()
    number, listed, all_of = version(), ",".join(map(str, lengths)), ["--count", str(count)]

    for accuracy in "fast", "exact":
        level = ["-r", "f32", "-a", accuracy]
        measure(number, None, "sum", *level, *all_of, "--lengths", listed)
        for kind in "fixed", "uniform":
            measure(number, None, "sum", *level, *all_of, "--lengths", listed, "--segments", kind)
        measure(number, None, "sum", *level, *all_of, "--length", "32", "--segments", "zipf")
        measure(number, None, "sum", *level, *all_of, "--segments", "giant")
        measure(number, None, "sum", *level, *all_of, "--lengths", listed, "--segments", "keys")
        columns(number, count, lengths, level)
    measure(number, None, "argmax", *all_of, "--lengths", listed)
    measure(number, None, "argmax", *all_of, "--lengths", listed, "--segments", "fixed")
    for most in labels:
        for spread in "uniform", "zipf", "sorted", "one":
            measure(number, None, "sum", "-r", "f32", "--count", str(labelled), "--bins", str(most),
                    "--spread", spread)


main()
