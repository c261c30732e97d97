#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Texts and tables with ragged, empty, missing, mixed and quoted fields, as Python's csv reads them:
what clreduce prints of them, number by number, has to be the same, and what has no such reading has
to be refused. fields.py CLREDUCE [SEED]; 1 after lines that say what is wrong."""

import csv
import math
import os
import random
import subprocess
import sys
import tempfile

MISSING = {"", "NA", "N/A", "null", "NULL", "None", "-", ".", "?", "#N/A"}
CASES = 110


class Refused(Exception):
    """The text has no reading."""


# ---- The second reader ---------------------------------------------------------------------------


def number_of(field):
    """What a field is with --missing nan."""
    field = field.strip(" \t")
    if field in MISSING:
        return math.nan
    try:
        return float(field)
    except ValueError:
        raise Refused("no number: " + field) from None


def read_csv(text, delimiter, column):
    """The column of that name."""
    rows = list(csv.reader(text.splitlines(keepends=True), delimiter=delimiter, skipinitialspace=True))
    header = rows[0]
    numbers = []
    for row in rows[1:]:
        if "".join(row).strip() == "" and len(row) < 2:
            if len(header) > 1:
                continue
            row = [""]
        if len(row) != len(header):
            raise Refused("ragged rows")
        numbers.append(number_of(row[header.index(column)]))
    return numbers


def read_text(text, delimiter, even):
    """The numbers of lines of fields; a delimiter of None is blanks."""
    numbers, width = [], None
    for line in text.splitlines():
        line = line.split(" # ")[0]
        if not line.strip():
            continue
        fields = line.split() if delimiter is None else next(csv.reader([line], delimiter=delimiter))
        width = width or len(fields)
        if even and len(fields) != width:
            raise Refused("ragged lines")
        if delimiter is not None and set(line) & ({",", ";"} - {delimiter}):
            raise Refused("two separators")
        numbers += [number_of(field) for field in fields]
    return numbers


# ---- Texts ---------------------------------------------------------------------------------------


def draw_field(draw, empty, quotes):
    """A number, or what people write where there is none."""
    kind = draw.random()
    if kind < 0.75:
        field = draw.choice(["%d" % draw.randint(-9, 9999), "%.3f" % draw.uniform(-9, 9), "1e3", "nan"])
    elif kind < 0.985:
        field = draw.choice(sorted(MISSING - (set() if empty else {""})))
    else:
        field = draw.choice(["x", "1.2.3", "12:30", "--1"])
    blank = draw.choice(["", "", " "])
    if quotes and draw.random() < 0.2:
        return blank + '"' + field + blank + '"'
    return blank + field + draw.choice(["", "", " "])


def draw_lines(draw, width, separators, quotes):
    """Lines of fields, some of which are ragged or blank in some of the texts."""
    ragged = draw.choice([0, 0, 0.2])
    separator = draw.choice(separators)
    mixed = draw.random() < 0.1
    lines = []
    for _ in range(draw.randint(1, 6)):
        count = width + (draw.choice([-1, 1]) if draw.random() < ragged else 0)
        line = ""
        for i in range(max(count, 1)):
            if i > 0:
                line += draw.choice(separators) if mixed else separator
            line += draw_field(draw, separator != " ", quotes)
        lines.append(line)
        if draw.random() < 0.1:
            lines.append("")
    return lines, separator


def draw_case(draw):
    """A text, options that say how it is meant, and what Python makes of it."""
    end = draw.choice(["\n", "\r\n"])
    last = draw.choice(["", end])
    if draw.random() < 0.5:
        width = draw.randint(1, 4)
        delimiter = draw.choice([",", ";", "\t", "|"])
        names = ["a", "b", "c" + delimiter + " d", "e"][:width]
        column = draw.choice(names)
        header = delimiter.join('"%s"' % name if len(name) > 1 else name for name in names)
        text = end.join([header] + draw_lines(draw, width, [delimiter], True)[0]) + last
        return text, ["--delimiter", delimiter, "--column", column], lambda: read_csv(text, delimiter, column)
    # More fields than numbers with a decimal comma have, and than thousands.
    lines, separator = draw_lines(draw, draw.randint(5, 7), draw.choice([[" "], [",", ";"]]), False)
    lines = [line + draw.choice(["", "", " # 7"]) if line else line for line in lines]
    even = draw.random() < 0.5
    text = end.join(lines) + last
    delimiter = None if separator == " " else separator
    # Commas that nobody has named separate numbers only where all lines have as many.
    alike = even or delimiter == ","
    return text, ["--length", "1"] if even else [], lambda: read_text(text, delimiter, alike)


# ---- Comparing -----------------------------------------------------------------------------------


def expectation(read):
    """The numbers, and why there are none."""
    try:
        return read(), None
    except Refused as reason:
        return None, str(reason)


def run(clreduce, text, options, numbers, labels):
    """A line for each number: each has a label of its own, unless lines are counted."""
    command = [clreduce, "sum", "--missing", "nan", *options]
    if numbers is not None and "--length" not in options:
        with open(labels, "w", encoding="ascii") as file:
            file.writelines("%d\n" % label for label in range(len(numbers)))
        command += ["--labels", labels]
    return subprocess.run(command, input=text.encode(), capture_output=True, check=False)


def complaint(done, numbers, refusal):
    """What is wrong with what the command did, or None."""
    if refusal is not None:
        good = done.returncode == 2 and not done.stdout and done.stderr.count(b"\n") == 1
        return None if good else "not refused: " + refusal
    printed = [float(line.split("\t")[1]) for line in done.stdout.decode().splitlines()]
    same = len(printed) == len(numbers) and all(
        a == b or (math.isnan(a) and math.isnan(b)) for a, b in zip(printed, numbers))
    return None if done.returncode == 0 and same else "expected %s" % numbers


def main():
    clreduce = sys.argv[1]
    draw = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 40)
    wrong, refused = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(CASES):
            text, options, read = draw_case(draw)
            numbers, refusal = expectation(read)
            done = run(clreduce, text, options, numbers, os.path.join(folder, "labels.txt"))
            words = complaint(done, numbers, refusal)
            refused += refusal is not None
            if words is not None:
                wrong += 1
                print("%r %s: %s\n    %r\n    %r" % (text, options, words, done.stdout, done.stderr))
    print("%d texts, %d of them refused, %d wrong" % (CASES, refused, wrong))
    # Of either kind there must be enough.
    return 1 if wrong or not CASES / 5 < refused < CASES * 4 / 5 else 0


sys.exit(main())
