# SPDX-License-Identifier: Apache-2.0
"""
shapes_common - what the peers in Python share: the command line, how lengths and labels are drawn (as
clreduce bench draws them), the best time of several, and the line that each measurement is: peer,
version, shape, length or labels, elements, seconds, bytes, separated by tabs.
"""
import sys
import time

SHORTEST_SECONDS = 0.2
FEWEST_RUNS = 3


def arguments():
    """ELEMENTS, LENGTHS, LABELLED and LABELS of the command line."""
    if len(sys.argv) != 5:
        sys.exit(f"usage: {sys.argv[0]} ELEMENTS LENGTHS LABELLED LABELS")
    count, lengths, labelled, labels = ([int(word) for word in text.split(",")] for text in sys.argv[1:])
    return count[0], [n for n in lengths if n <= count[0]], labelled[0], labels


def random_bits(numpy, count):
    """SplitMix64 of 0 .. count - 1."""
    with numpy.errstate(over="ignore"):
        z = numpy.arange(1, count + 1, dtype=numpy.uint64)
        z *= numpy.uint64(0x9E3779B97F4A7C15)
        z ^= z >> numpy.uint64(30)
        z *= numpy.uint64(0xBF58476D1CE4E5B9)
        z ^= z >> numpy.uint64(27)
        z *= numpy.uint64(0x94D049BB133111EB)
        z ^= z >> numpy.uint64(31)
    return z


def uniform_offsets(numpy, count, length):
    """Where segments of 0 to 2 * length elements begin and, at last, end."""
    segments = (count + length - 1) // length
    ends = numpy.cumsum(random_bits(numpy, segments) % numpy.uint64(2 * length + 1))
    offsets = numpy.zeros(segments + 1, numpy.int64)
    offsets[1:] = numpy.minimum(ends, numpy.uint64(count))
    return offsets


def best_of(run):
    """The least of the times that run() returns, in seconds; the first one only warms up."""
    run()
    times = []
    while len(times) < FEWEST_RUNS or sum(times) < SHORTEST_SECONDS:
        times.append(run())
    return min(times)


def by_clock(call):
    """Calls, and returns the seconds by the host's clock."""

    def run():
        start = time.perf_counter()
        call()
        return time.perf_counter() - start

    return run


def report(peer, version, shape, length, count, seconds, size):
    """Prints a measurement."""
    print(peer, version, shape, length, count, f"{seconds:.9g}", size, sep="\t", flush=True)


def measure_as(peer, version, shape, length, count, size, timed):
    """Times and prints; what the peer cannot do is said in a line, and no reason to stop."""
    try:
        report(peer, version, shape, length, count, best_of(timed), size)
    except (RuntimeError, NotImplementedError, ValueError, TypeError, MemoryError) as error:
        print(f"shapes_{peer}.py: {shape} of {length}: left out: {str(error).splitlines()[0]}", file=sys.stderr)


def run(measure, numbers, with_length, with_labels):
    """All of a peer's measurements, of as many numbers as the command line says."""
    count, lengths, labelled, labels = arguments()
    x = numbers(max(count, labelled))
    measure("sum flat", count, count, 4 * count, x[:count].sum)
    for length in lengths:
        with_length(x[:count], length)
    for most in labels:
        with_labels(x[:labelled], most)
