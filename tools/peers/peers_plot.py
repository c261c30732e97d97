# SPDX-License-Identifier: Apache-2.0
"""
peers_plot - the picture (SVG) that shapes_table.py and compare_table.py draw: speeds over a number, by powers of
two, a curve a peer with its line in the legend. It is light or dark as the page is that shows it.
"""
import html
import math

WIDTH, HEIGHT = 960, 540
LEFT, RIGHT, TOP, BOTTOM = 70, 210, 60, 60

# The colour of a curve that is to be black on white and white on black.
INK = "ink"

STYLE = """<style>
.page { fill: #ffffff } text { fill: #1f2328 } .grid { stroke: #dddddd } .axis { stroke: #444444 }
polyline { fill: none } polyline.ink { stroke: #000000 } circle.ink { fill: #000000 }
@media (prefers-color-scheme: dark) {
.page { fill: #0d1117 } text { fill: #e6edf3 } .grid { stroke: #30363d } .axis { stroke: #8b949e }
polyline.ink { stroke: #ffffff } circle.ink { fill: #ffffff }
}
</style>"""


def step_of(most):
    """A round distance of marks, some five of them up to the most."""
    power = 10 ** math.floor(math.log10(most / 5))
    return next(power * n for n in (1, 2, 5, 10) if power * n * 6 >= most)


class Plot:
    """Places on the picture, and its parts. Speeds are by powers of ten if asked for, else from 0 on."""

    def __init__(self, lengths, speeds, by_powers=False):
        self.least, self.most = math.log2(lengths[0]), math.log2(lengths[-1])
        self.by_powers = by_powers
        if by_powers:
            self.low = math.floor(math.log10(min(speeds)))
            self.high = max(math.ceil(math.log10(max(speeds))), self.low + 1)
            self.marks = [10.0**power for power in range(self.low, self.high + 1)]
        else:
            step = step_of(max(speeds))
            self.low, self.high = 0, step * math.ceil(max(speeds) / step)
            self.marks = [i * step for i in range(round(self.high / step) + 1)]
        self.parts = []

    def x_at(self, length):
        """Where a length is."""
        span = max(self.most - self.least, 1e-9)
        return LEFT + (math.log2(length) - self.least) / span * (WIDTH - LEFT - RIGHT)

    def y_at(self, speed):
        """Where a speed is."""
        at = math.log10(speed) if self.by_powers else speed
        return HEIGHT - BOTTOM - (at - self.low) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM)

    def line(self, points, look, dashes=""):
        """A line through points, of a colour or a class of the style."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        colour = f'stroke="{look}"' if look.startswith("#") else f'class="{look}"'
        width = 1 if look in ("grid", "axis") else 2
        more = f' stroke-dasharray="{dashes}"' if dashes else ""
        self.parts.append(f'<polyline points="{path}" {colour} stroke-width="{width}"{more}/>')

    def text(self, x, y, words, anchor="start", more=""):
        """Words at a place."""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {more}>'
                          f"{html.escape(words)}</text>")

    def axes(self, title, what):
        """Frame, marks and words."""
        right = WIDTH - RIGHT
        self.text(LEFT, 28, title, more='font-size="17" font-weight="bold"')
        self.text(LEFT, 48, what)
        for mark in self.marks:
            y = self.y_at(mark)
            self.line([(LEFT, y), (right, y)], "grid")
            self.text(LEFT - 8, y + 4, f"{mark:g}", "end")
        for power in range(math.ceil(self.least), math.floor(self.most) + 1, 2):
            x = self.x_at(2**power)
            self.line([(x, HEIGHT - BOTTOM), (x, HEIGHT - BOTTOM + 5)], "axis")
            self.text(x, HEIGHT - BOTTOM + 22, f"{2**power:,}" if power < 14 else f"2^{power}", "middle")
        self.line([(LEFT, HEIGHT - BOTTOM), (right, HEIGHT - BOTTOM)], "axis")

    def curve(self, points, place, name, look, dashes):
        """A curve with its marks, and its line in the legend."""
        at = [(self.x_at(length), self.y_at(speed)) for length, speed in points]
        y = TOP + 16 + 24 * place
        x = WIDTH - RIGHT + 16
        fill = f'fill="{look}"' if look.startswith("#") else f'class="{look}"'
        self.line(at, look, dashes)
        for mark in at:
            self.parts.append(f'<circle cx="{mark[0]:.1f}" cy="{mark[1]:.1f}" r="2.6" {fill}/>')
        self.line([(x, y - 4), (x + 26, y - 4)], look, dashes)
        self.text(x + 34, y, name)

    def write(self, to):
        """The picture."""
        to.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
                 f' height="{HEIGHT}" font-family="sans-serif" font-size="13">\n{STYLE}\n'
                 f'<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>\n')
        to.write("\n".join(self.parts) + "\n</svg>\n")


def draw(to, title, what, curves, level=None, by_powers=False):
    """
    Writes a picture. Curves: points (number, speed) in ascending order, name, colour, dashes. A level: a
    speed that is a line across, and its name.
    """
    lengths = sorted({length for curve in curves for length, _ in curve[0]})
    speeds = [speed for curve in curves for _, speed in curve[0]]
    if level:
        speeds.append(level[0])
        ends = [(lengths[0], level[0]), (lengths[-1], level[0])]
        curves = [(ends, level[1], INK, "2 3")] + curves
    plot = Plot(lengths, speeds, by_powers)
    plot.axes(title, what)
    for place, (points, name, colour, dashes) in enumerate(curves):
        plot.curve(points, place, name, colour, dashes)
    plot.write(to)
