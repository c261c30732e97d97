#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Labels along axes of random arrays, against fractions: what clreduce writes and prints of them has
to be what the elements of each label and each kept index come to, and sums rounded once.
axis_labels.py CLREDUCE [SEED]; 1 after lines that say what is wrong."""

import os
import random
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction

CASES = 24
FORMATS = {"<f4": "f", "<f8": "d", "<i4": "i", "<u4": "I", "<i8": "q", "<u8": "Q", "<u2": "H"}


# ---- Arrays --------------------------------------------------------------------------------------


def write_npy(path, descr, shape, numbers):
    extents = "(%s)" % "".join("%d," % extent for extent in shape)
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, extents)
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack("<%d%s" % (len(numbers), FORMATS[descr]), *numbers))


def read_npy(path):
    """The format, shape and numbers of a file."""
    with open(path, "rb") as file:
        data = file.read()
    length = struct.unpack("<H", data[8:10])[0]
    header = eval(data[10 : 10 + length])
    body = data[10 + length :]
    code = FORMATS[header["descr"]]
    count = len(body) // struct.calcsize(code)
    return code, header["shape"], struct.unpack("<%d%s" % (count, code), body)


def rounded(value, code):
    """To the nearest number of the format, ties to even."""
    if code == "d":
        return float(value)
    near = struct.unpack("<f", struct.pack("<f", float(value)))[0]
    bits = struct.unpack("<i", struct.pack("<f", near))[0]
    around = [struct.unpack("<f", struct.pack("<i", bits + step))[0] for step in (-1, 0, 1)
              if bits + step >= 0] if near else [near]
    return min(around, key=lambda x: (abs(Fraction(x) - value), struct.pack("<f", x)[0] & 1))


# ---- A case --------------------------------------------------------------------------------------


class Case:
    def __init__(self, draw):
        self.descr = draw.choice(["<f4", "<f8", "<i4", "<u2"])
        rank = draw.randint(1, 4)
        self.shape = [draw.choice([1, 2, 3, 5, 8, 17, 40]) for _ in range(rank)]
        while self.count() > 4000:
            self.shape[draw.randrange(rank)] = 1
        self.axes = sorted(draw.sample(range(rank), draw.randint(1, rank)))
        self.numbers = [self.draw_number(draw) for _ in range(self.count())]
        self.labelled = 1
        for axis in self.axes:
            self.labelled *= self.shape[axis]
        self.bins = draw.randint(1, 9)
        self.labels = [draw.randint(-1, self.bins) for _ in range(self.labelled)]

    def count(self):
        product = 1
        for extent in self.shape:
            product *= extent
        return product

    def draw_number(self, draw):
        if self.descr == "<i4":
            return draw.randint(-1000, 1000)
        if self.descr == "<u2":
            return draw.randint(0, 65535)
        number = draw.choice([draw.uniform(-1, 1), draw.uniform(-1, 1) * 2.0 ** draw.randint(-30, 30)])
        return struct.unpack("<f", struct.pack("<f", number))[0]

    def kept_shape(self):
        return [extent for axis, extent in enumerate(self.shape) if axis not in self.axes]

    def results(self):
        """Of each label and kept index its elements, with their numbers along the labelled axes."""
        kept = 1
        for extent in self.kept_shape():
            kept *= extent
        results = [[] for _ in range(self.bins * kept)]
        for at, number in enumerate(self.numbers):
            left, indices = at, []
            for extent in reversed(self.shape):
                indices.insert(0, left % extent)
                left //= extent
            along, beside = 0, 0
            for axis, index in enumerate(indices):
                if axis in self.axes:
                    along = along * self.shape[axis] + index
                else:
                    beside = beside * self.shape[axis] + index
            if 0 <= self.labels[along] < self.bins:
                results[self.labels[along] * kept + beside].append((along, number))
        return results


def expected(op, elements, code):
    numbers = [Fraction(number) for _, number in elements]
    if op == "count":
        return len(numbers)
    if op == "sum":
        total = sum(numbers, Fraction(0))
        return rounded(total, code) if code in "fd" else int(total)
    return float(max(numbers)) if code in "fd" else int(max(numbers))


def run(command, arguments):
    return subprocess.run([command] + arguments, capture_output=True, text=True)


def try_case(command, case, op, folder):
    """What is wrong, or None."""
    names = {name: os.path.join(folder, name + ".npy") for name in ("x", "labels", "out")}
    write_npy(names["x"], case.descr, case.shape, case.numbers)
    write_npy(names["labels"], "<i8", [case.labelled], case.labels)
    asked = [op, "--labels", names["labels"], "--axis", ",".join(map(str, case.axes)), "--bins",
             str(case.bins), "-q", names["x"]]
    done = run(command, asked + ["--check", "--force", "-o", names["out"]])
    results = case.results()
    if op == "max" and not all(results):
        return None if done.returncode else "a maximum of nothing is no failure"
    if done.returncode:
        return "exit code %d: %s" % (done.returncode, done.stderr)
    code, shape, numbers = read_npy(names["out"])
    if list(shape) != [case.bins] + case.kept_shape():
        return "the shape is %s" % (shape,)
    for at, (number, elements) in enumerate(zip(numbers, results)):
        if number != expected(op, elements, code):
            return "result %d is %r, not %r" % (at, number, expected(op, elements, code))
    return None


def main():
    command, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    draw, wrong = random.Random(seed), 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(CASES):
            case, op = Case(draw), ["sum", "sum", "max", "count"][number % 4]
            fault = try_case(command, case, op, folder)
            if fault:
                wrong += 1
                print("case %d of seed %d: %s of %s %s, labels of axes %s: %s"
                      % (number, seed, op, case.descr, case.shape, case.axes, fault))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
