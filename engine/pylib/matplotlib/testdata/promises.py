# What programs ask of figures besides being drawn. Prints one line of SVG at the end.
import io
import math

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import to_hex, to_rgb
from matplotlib.ticker import MaxNLocator, MultipleLocator, PercentFormatter

fig, ax = plt.subplots()
line, = ax.plot([0, 1, 2], [0, 1, 4], label="squares")
line.set_data([0, 1], [5, 6])
assert line.get_ydata().tolist() == [5.0, 6.0] and ax.lines == [line]
assert repr(ax.set_title("Loss")) == "Text(0.5, 1.0, 'Loss')" and repr(plt.xlabel("epoch")) == "Text(0.5, 0, 'epoch')"
assert plt.ylim(0, 8) == (0.0, 8.0) and ax.get_ylim() == (0.0, 8.0)
assert ax.get_legend_handles_labels()[1] == ["squares"]

# A contour runs where the function has its level.
from matplotlib.fields import _segments
xs = np.linspace(-2, 2, 81).tolist()
circle = list(_segments(xs, xs, [[x * x + y * y for x in xs] for y in xs], 1.0))
assert len(circle) > 80 and all(abs(math.hypot(*p) - 1) < 1e-3 for ends in circle for p in ends)

ax.xaxis.set_major_locator(MultipleLocator(0.5))
ax.yaxis.set_major_formatter(PercentFormatter(8))
assert [t for t, _ in ax.ranges[0].ticks()[0]][:3] == [0.0, 0.5, 1.0] and ax.ranges[1].ticks()[0][-1][1] == "100%"
assert all(t == int(t) for t in MaxNLocator(integer=True).ticks(0, 3.2))

# A PNG has the figure's size times its dots to the inch, and shows what is drawn.
small = plt.figure(figsize=(2, 1))
plt.axis("off")
plt.fill([0, 1, 1, 0], [0, 0, 1, 1], color="#ff0000")
plt.margins(0)
plt.savefig("red.png", dpi=50)
red = plt.imread("red.png")
assert red.shape == (50, 100, 3) and red[25, 50].tolist() == [1.0, 0.0, 0.0] and red[0, 0].tolist() == [1.0, 1.0, 1.0]
buffer = io.BytesIO()
plt.savefig(buffer)
assert buffer.getvalue()[:4] == b"\x89PNG"
plt.close(small)

image = np.random.rand(4, 6, 3)
plt.imsave("a.png", image)
assert plt.imread("a.png").shape == (4, 6, 3) and abs(plt.imread("a.png") - image).max() < 0.01
assert to_hex("C1") == "#ff7f0e" and to_rgb("#ff0000") == (1.0, 0.0, 0.0)
twin = ax.twinx()
twin.plot([0, 3], [0, 100])
assert ax.get_xlim()[1] > 3 and twin.get_ylim()[1] > 100 and ax.get_ylim() == (0.0, 8.0)
for wrong, words in [(lambda: ax.plot([1, 2], [1]), "same first dimension"), (lambda: plt.savefig("a.tiff"), "pdf, png, svg"),
                     (lambda: plt.imread("none.png"), "none.png"), (lambda: plt.get_cmap("nothing"), "cmap")]:
    try:
        wrong()
    except (ValueError, OSError) as e:
        assert words in str(e), e
    else:
        raise AssertionError(words)
print(fig.svg())
