#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/errands.md against a second reader: Python's csv, fractions and statistics.

    errands.py DOCUMENT

That the command prints what the document shows is tested with the other documents; here each
errand's output is made anew, from the files as the document writes them.
"""

import csv
import datetime
import io
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
from fractions import Fraction

TEXT = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")


def number(value):
    """As the command prints it: a whole number, or the shortest decimal."""
    return str(int(value)) if value == int(value) else repr(float(value))


class Table:
    """Rows of named fields, of which a number may be missing."""

    def __init__(self, rows):
        self.rows = list(rows)

    def where(self, takes):
        return Table(row for row in self.rows if takes(row))

    def groups(self, *names):
        made = {}
        for row in self.rows:
            made.setdefault(tuple(row[name] for name in names), []).append(row)
        return {key: Table(rows) for key, rows in made.items()}

    def column(self, name):
        """The doubles that the texts are read as, exactly."""
        given = [row[name] for row in self.rows if row[name] not in ("", "NA")]
        return [Fraction(float(text)) for text in given]

    def products(self):
        rows = self.where(lambda row: row["price"] and row["qty"] != "NA")
        return list(zip(rows.column("price"), rows.column("qty")))


def read(path, delimiter=",", encoding="utf-8"):
    with open(path, newline="", encoding=encoding) as data:
        return Table(csv.DictReader(data, delimiter=delimiter))


def lines(header, groups, *results):
    """A table as it goes through a pipe."""
    return [header] + ["\t".join([*key, *(result(of) for result in results)])
                       for key, of in groups.items()]


def total(name):
    return lambda table: number(sum(table.column(name), Fraction(0)))


def mean(name):
    return lambda table: number(float(statistics.mean(table.column(name))))


def size(table):
    return str(len(table.rows))


def falling(groups, value):
    return dict(sorted(groups.items(), key=lambda item: value(item[1]), reverse=True))


def most(name):
    return lambda table: number(max(table.column(name)))


def least(name):
    return lambda table: number(min(table.column(name)))


def prefixes(log, size):
    """The log's rows by so many characters of their times."""
    return Table({**row, "part": row["time"][:size]} for row in log.rows)


def written(times):
    """The first and the last as the command prints them: in UTC, a fraction without zeros behind."""
    read = sorted(datetime.datetime.fromisoformat(text.replace("Z", "000+00:00") if "." in text
                                                  else text.replace("Z", "+00:00")) for text in times)
    return [time.strftime("%Y-%m-%dT%H:%M:%S.%f").rstrip("0").rstrip(".") + "Z"
            for time in (read[0], read[-1])]


def answers(trades, preise, calls, log):
    """What each errand prints, in their order."""
    prices = trades.column("price")
    taken = [float(x) * float(y) for x, y in trades.products()]
    pens = trades.where(lambda row: row["item"] == "pen" and row["qty"] != "NA"
                        and float(row["qty"]) >= 8)
    pen_sales = [Fraction(float(x) * float(y)) for x, y in pens.products()]
    cities = trades.groups("city")
    items = trades.groups("item")
    years = trades.groups("year")
    named = {key: of for key, of in cities.items() if key[0] in ("Oslo", "Rome")}
    in_2024 = trades.where(lambda row: row["year"] == "2024")
    given = [row for row in trades.rows if row["price"]]
    best = {key: max(of.where(lambda row: row["price"]).rows, key=lambda row: float(row["price"]))
            for key, of in years.items()}
    numeric = ("year", "price", "qty")
    first = Table(trades.rows[:3])
    for row in preise.rows:
        row["x"] = row["Preis je kg"].replace(".", "").replace(",", ".")
    orte = preise.groups("Ort")
    yield [total("qty")(trades)]
    yield lines("year\tsize", years, size)
    yield [f"mean {mean('price')(trades)}", f"minmax {number(min(prices))} {number(max(prices))}"]
    yield [number(float(sum(x * y for x, y in trades.products())))]
    yield [number(max(taken))]
    yield lines("city\tsize", cities, size)
    yield lines("city\tyear\tsum(qty)", trades.groups("city", "year"), total("qty"))
    yield lines("item\tmean(price)", falling(items, lambda of: statistics.mean(of.column("price"))),
                mean("price"))
    yield lines("city\tsum(qty)", falling(cities, lambda of: sum(of.column("qty"))),
                total("qty"))[:3]
    yield [total("qty")(cities["New York",])]
    yield [f"sum {number(float(sum(pen_sales)))}", f"size {size(pens)}"]
    yield lines("city\tsum(qty)", named, total("qty"))
    yield lines("item\tmax(price)", in_2024.groups("item"), most("price"))
    yield [str(len(trades.rows) - len(given))]
    yield ["year\targmax(price)\targmax(price).index"] + [
        f"{key[0]}\t{number(float(row['price']))}\t{trades.rows.index(row)}"
        for key, row in best.items()]
    yield lines("item\tmin(qty)\tmax(qty)", items, least("qty"), most("qty"))
    yield [str(len(items))]
    yield ["column\tmean\tstd"] + [
        f"{name}\t{mean(name)(trades)}\t{number(statistics.pstdev(trades.column(name)))}"
        for name in numeric]
    yield lines("year\tvar(price)", years,
                lambda of: number(float(statistics.variance(of.column("price")))))
    yield lines("item\tsum(qty)", dict(sorted(items.items())),
                lambda of: number(2 * sum(of.column("qty"))))
    yield ["file\tsum(qty)\tsize", f"trades.csv\t{total('qty')(trades)}\t{size(trades)}",
           f"first.csv\t{total('qty')(first)}\t{size(first)}"]
    yield lines("Ort\tmax(Preis je kg)\tsize", orte, most("x"), size)
    yield [str(sum(x > 2 for x in preise.column("x")))]
    yield lines("1\tsum(5)", cities, total("qty"))
    yield lines("Ort\tsum(Preis je kg)", orte, lambda of: number(float(sum(of.column("x")))))
    yield [number(sum(x >= 10 for x in trades.column("qty")) / len(trades.rows))]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["item", "sum(qty)"])
    writer.writerows([*key, total("qty")(of)] for key, of in items.items())
    yield out.getvalue().splitlines()
    yield [f'{{"year":"{key[0]}","sum(qty)":{total("qty")(of)}}}' for key, of in years.items()]
    yield lines("year\tcity\tsize", dict(sorted(
        trades.groups("year", "city").items(), key=lambda item: (-int(item[0][0]), item[0][1]))), size)
    yield lines("city\tsum(qty)", cities, total("qty"))
    yield [mean("price")(trades)]
    threes = [f'{{"item":"{key[0]}","mean(price)":{float(statistics.mean(of.column("price"))):.3g}}}'
              for key, of in items.items()]
    pairs = [1 + 2, 3 + 4, 5 + 6]
    yield [f"{min(pairs)} {max(pairs)}"]
    yield threes
    waits = {}
    for call in calls:
        waits.setdefault(call["user"]["name"], []).append(call["ms"])
    yield ["user.name\tmean(ms)\tsize"] + [
        f"{name}\t{number(statistics.mean(x for x in of if x is not None))}\t{len(of)}"
        for name, of in waits.items()]
    yield lines("item\tmedian(price)", items,
                lambda of: number(statistics.median(of.column("price"))))
    mixed = [i * 617 % 1009 for i in range(1000)]
    places = sorted(range(1000), key=lambda i: mixed[i], reverse=True)
    yield [f"{mixed[i]} {i}" for i in places[:10]]
    columns = zip((1, 20, 5, 8), (4, 10, 5, 7), (3, 30, 6, 1), (2, 40, 9, 2))
    yield ["\t".join([f"[{i // 2},{i % 2}]", *map(number, statistics.quantiles(column, method="inclusive"))])
           for i, column in enumerate(columns)]
    yield lines("day(time)\tsize", prefixes(log, 10).groups("part"), size)
    december = log.where(lambda row: "2026-12-01" <= row["time"] < "2026-12-02")
    yield lines("hour(time)\tmean(ms)\tsize", prefixes(december, 13).groups("part"), mean("ms"), size)
    yield lines("month(time)\tpath\tsum(ms)", prefixes(log, 7).groups("part", "path"), total("ms"))
    yield ["path\tmin(time)\tmax(time)"] + [
        "\t".join([*key, *written(row["time"] for row in of.rows)])
        for key, of in log.groups("path").items()]


def main():
    blocks = [re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
              for block in re.findall(r"^```console\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)]
    differing = 0
    with tempfile.TemporaryDirectory() as folder:
        for line in blocks[0]:
            subprocess.run(["sh", "-c", line], cwd=folder, check=True)
        trades = read(folder + "/trades.csv")
        preise = read(folder + "/preise.csv", ";")
        log = read(folder + "/log.csv")
        calls = [json.loads(line) for line in open(folder + "/calls.jsonl", encoding="utf-8")]
    expected = list(answers(trades, preise, calls, log))
    if len(expected) != len(blocks) - 1:
        sys.exit(f"{len(blocks) - 1} errands, {len(expected)} answers")
    for place, (block, answer) in enumerate(zip(blocks[1:], expected), 1):
        shown = block[-1].splitlines()[1:]
        if shown != answer:
            differing += 1
            print(f"errand {place}: {block[-1].splitlines()[0]}\n  shows {shown}\n  but it is {answer}")
    print(f"{len(expected)} errands, {differing} differ")
    sys.exit(differing > 0)


main()
