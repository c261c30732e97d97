#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables of the command against a second reader: Python's csv, and fractions for what is exact.

    tables.py CLREDUCE

Files are drawn with everything that CSV has: quotes, line ends between them, blanks, CRLF, a byte
order mark, other delimiters; some are longer than a chunk, and longer than a piece. Prints what
differs. Exit status: 0 nothing, 1 something.
"""

import collections
import csv
import datetime
import io
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

COMMAND = sys.argv[1]
draw = random.Random(66)
failures = 0
cases = 0

CITIES = ["Oslo", "New York", 'the "Hague"', "a,b", "two\nlines", "", "Malmö", "x;y", "12", "NA"]


def number(text):
    """As a fraction, or None for a missing value."""
    return None if text in ("", "NA") else Fraction(text)


def drawn_number(kind):
    if kind == "whole":
        return str(draw.randrange(-1000, 1000))
    if kind == "large":
        return str(draw.randrange(-2**56, 2**56))
    if kind == "decimal":
        return f"{draw.uniform(-1000, 1000):.{draw.randrange(1, 5)}f}"
    return repr(draw.uniform(-1, 1) * 10.0 ** draw.randrange(-30, 30))


def drawn_rows(count, kinds, missing):
    rows = []
    for _ in range(count):
        row = [draw.choice(CITIES), str(draw.randrange(2020, 2024))]
        row += ["" if draw.random() < missing else drawn_number(kind) for kind in kinds]
        rows.append(row)
    return rows


def text_of(names, rows, delimiter=",", end="\n", mark=False, quoting=csv.QUOTE_MINIMAL):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end, quoting=quoting)
    if names:
        writer.writerow(names)
    writer.writerows(rows)
    return ("\ufeff" if mark else "") + out.getvalue()


# ---- what the results are ----------------------------------------------------------------------


def rounded(value, is_whole):
    return value if value is None or is_whole else float(value)


def reduced(op, numbers, is_whole):
    """A result as a number, or None if it has no value. float() of a fraction rounds correctly."""
    given = [x for x in numbers if x is not None]
    if op == "sum":
        return rounded(sum(given, Fraction(0)), is_whole)
    if not given:
        return None
    if op == "mean":
        return float(sum(given) / len(given))
    if op == "var":
        mean = sum(given) / len(given)
        return float(sum((x - mean) ** 2 for x in given) / len(given))
    return rounded(max(given) if op == "max" else min(given), is_whole)


def table(rows, names, by, columns, ops, takes=lambda row: True):
    """{key: (size, [results])}, by appearance."""
    groups = {}
    for row in rows:
        if takes(dict(zip(names, row))):
            key = tuple(row[names.index(name)].strip(" \t") for name in by)
            groups.setdefault(key, []).append(row)
    wholes = {}
    for column in columns:
        texts = [row[names.index(column)] for rows_of in groups.values() for row in rows_of]
        wholes[column] = all(text.lstrip("-").isdigit() for text in texts if text not in ("", "NA"))
    made = {}
    for key, members in groups.items():
        results = []
        for column in columns:
            at = names.index(column)
            # what is read is the double nearest to a decimal
            read = [number(row[at]) for row in members]
            if not wholes[column]:
                read = [None if x is None else Fraction(float(x)) for x in read]
            results += [reduced(op, read, wholes[column]) for op in ops]
        made[key] = (len(members), results)
    return made


# ---- the command -------------------------------------------------------------------------------


def run(arguments, data=None):
    done = subprocess.run([COMMAND, *arguments], input=data, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def fail(arguments, why):
    global failures
    failures += 1
    print("FAILED:", " ".join(repr(a) for a in arguments)[:500], "\n    ", why[:500])


def compare(expected, arguments, ops, columns, by, data=None):
    global cases
    cases += 1
    code, out, err = run([*arguments, "--csv", "-q"], data)
    if code != 0:
        return fail(arguments, f"exit {code}: {err}")
    rows = list(csv.reader(io.StringIO(out)))
    header = list(by) + [f"{op}({column})" for column in columns for op in ops]
    if rows[0] != header:
        return fail(arguments, f"header {rows[0]}, not {header}")
    if [tuple(row[: len(by)]) for row in rows[1:]] != list(expected):
        return fail(arguments, f"keys {[row[:len(by)] for row in rows[1:]]}, not {list(expected)}")
    for row, (key, (_, results)) in zip(rows[1:], expected.items()):
        for name, text, result in zip(header[len(by) :], row[len(by) :], results):
            is_same = text == "" if result is None else text != "" and (
                int(text) == result if isinstance(result, Fraction) else float(text) == result)
            if not is_same:
                return fail(arguments, f"{name} of {key} is {text!r}, not {result!r}")
    return None


def try_table(folder, count, kinds, missing, **form):
    names = ["city", "year"] + [f"c{i}" for i in range(len(kinds))]
    rows = drawn_rows(count, kinds, missing)
    text = text_of(names, rows, **form).encode()
    path = os.path.join(folder, "table.csv")
    with open(path, "wb") as to:
        to.write(text)
    rows = list(csv.reader(io.StringIO(text.decode("utf-8-sig"), newline=""),
                           delimiter=form.get("delimiter", ",")))[1:]
    ops = draw.choice([["sum"], ["sum", "mean", "max"], ["mean", "sum"], ["var", "min"],
                       ["sum", "var", "mean"], ["max", "sum"]])
    columns = draw.sample(names[2:], draw.randrange(1, len(kinds) + 1))
    by = draw.choice([["city"], ["city", "year"], ["year"]])
    arguments = [",".join(ops), "--by", ",".join(by), "--column", ",".join(columns)]
    if missing:
        arguments += ["--missing", "skip"]
    if form.get("delimiter", ",") not in ",;\t":
        arguments += ["--delimiter", form["delimiter"]]
    takes, where = draw.choice([
        (lambda row: True, None),
        (lambda row: row["city"] == "Oslo" or int(row["year"]) > 2021,
         'city == "Oslo" || year > 2021'),
        (lambda row: row["year"] in ("2020", "2022"), "year in (2020, 2022)"),
        (lambda row: row["city"] not in ("a,b", "Oslo"), '!(city in ("a,b", "Oslo"))'),
        (lambda row: row["city"] > "Oslo", 'city > "Oslo"'),
        (lambda row: number(row["c0"]) is not None and float(Fraction(row["c0"])) >= 0.5,
         "c0 >= 0.5"),
    ])
    if where:
        arguments += ["--where", where]
    expected = table(rows, names, by, columns, ops, takes)
    compare(expected, [*arguments, path], ops, columns, by)
    compare(expected, arguments, ops, columns, by, text)


def try_late(folder):
    """Numbers that are whole for longer than a piece, and then are not; more groups than rows of a
    chunk; a pipe of them; and indices, which count the rows of all pieces."""
    path = os.path.join(folder, "late.csv")
    count = (1 << 20) + 50000
    with open(path, "w", encoding="ascii") as to:
        to.write("key,x\n")
        for i in range(count):
            to.write(f"k{i * 7919 % 30011},{i % 1000}\n")
    sums = {}
    for i in range(count):
        key = (f"k{i * 7919 % 30011}",)
        sums[key] = sums.get(key, 0) + i % 1000
    firsts = {f"k{i * 7919 % 30011}": i for i in reversed(range(count)) if i % 1000 == 999}
    indices = [firsts[key] for (key,) in sums if key in firsts]
    code, out, err = run(["argmax", "--by", "key", "--column", "x", "--csv", path])
    found = [int(row[2]) for row in csv.reader(io.StringIO(out)) if row[1] == "999"]
    if code or found != indices:
        fail(["argmax", path], f"exit {code}: {err}, indices {found[:5]}, not {indices[:5]}")
    code, out, err = run(["size", "--by", "key", "--csv", path])
    sizes = collections.Counter(f"k{i * 7919 % 30011}" for i in range(count))
    if code or {row[0]: int(row[1]) for row in list(csv.reader(io.StringIO(out)))[1:]} != sizes:
        fail(["size", path], f"exit {code}: {err}, sizes differ")
    with open(path, "a", encoding="ascii") as to:
        to.write("k0,0.5\n")
    sums[("k0",)] += 0.5
    expected = {key: (0, [float(value)]) for key, value in sums.items()}
    compare(expected, ["sum", "--by", "key", "--column", "x", path], ["sum"], ["x"], ["key"])
    with open(path, "rb") as data:
        compare(expected, ["sum", "--by", "key", "--column", "x"], ["sum"], ["x"], ["key"], data.read())


def drawn_time():
    """A time of some offset, and what it is written as: the fraction to the microsecond."""
    zone = datetime.timezone(datetime.timedelta(minutes=15 * draw.randrange(-47, 57)))
    time = datetime.datetime(2020, 1, 1, tzinfo=zone) + datetime.timedelta(
        seconds=draw.randrange(900 * 86400), microseconds=draw.choice([0, draw.randrange(10**6)]))
    form = draw.choice(["%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y%m%dT%H%M%S"])
    text = time.strftime(form) + (f".{time.microsecond:06}" if time.microsecond else "")
    offset = "Z" if zone.utcoffset(None) == datetime.timedelta(0) else time.strftime("%z")
    return time, text + (offset if draw.random() < 0.5 or offset == "Z" else offset[:3] + ":" + offset[3:])


def instant(time):
    return time.astimezone(datetime.timezone.utc)


def try_dates(folder, count):
    """Groups by a part of dates, as they are written, and the extremes of each, in UTC."""
    part, size = draw.choice([("year", 4), ("month", 7), ("day", 10), ("hour", 13), ("minute", 16)])
    path = os.path.join(folder, "dates.csv")
    groups = {}
    with open(path, "w", encoding="ascii") as to:
        to.write("time,k\n")
        for _ in range(count):
            time, text = drawn_time()
            groups.setdefault(time.isoformat()[:size], []).append(time)
            to.write(f"{text},1\n" + (",0\n" if draw.random() < 0.1 else ""))
    expected = [[f"{part}(time)", "min(time)", "max(time)", "size"]]
    for key, times in groups.items():
        least, most = (instant(pick(times)).strftime("%Y-%m-%dT%H:%M:%S.%f").rstrip("0").rstrip(".") + "Z"
                       for pick in (min, max))
        expected.append([key, least, most, str(len(times))])
    arguments = ["min,max,size", "--by", f"{part}(time)", "--column", "time", "--date", "--missing", "skip",
                 "--csv", path]
    global cases
    cases += 1
    code, out, err = run(arguments)
    found = list(csv.reader(io.StringIO(out)))
    if code or found != expected:
        differing = [pair for pair in zip(found, expected) if pair[0] != pair[1]][:2]
        fail(arguments, f"exit {code}: {err}, {differing}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        kinds = ["whole", "large", "decimal", "any"]
        for _ in range(60):
            try_table(folder, draw.randrange(0, 40), draw.choices(kinds, k=draw.randrange(1, 4)),
                      draw.choice([0, 0, 0.2]), delimiter=draw.choice(",,;\t|"),
                      end=draw.choice(["\n", "\r\n"]), mark=draw.random() < 0.2,
                      quoting=draw.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
        for _ in range(3):
            try_table(folder, 20000, draw.choices(["whole", "decimal", "any"], k=3), draw.choice([0, 0.1]),
                      end=draw.choice(["\n", "\r\n"]))
        for count in [20] * 20 + [10000] * 5 + [300000]:
            try_dates(folder, count)
        try_late(folder)
    print(f"{cases} tables, {failures} differ")
    sys.exit(failures > 0)


main()
