# What matplotlib answers about figures. axes.txt is what the real one prints (3.6.3):
#   python3 axes.py > axes.txt
import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import AutoLocator, LogLocator, MaxNLocator, MultipleLocator


def limits(name, draw):
    plt.figure()
    draw()
    print(name, *(f"{v:.6g}" for v in (*plt.xlim(), *plt.ylim())))


grid = np.outer(np.arange(4), np.arange(5))
limits("plot", lambda: plt.plot([1, 2, 4], [3, 9, 1]))
limits("one point", lambda: plt.plot([2], [3], "o"))
limits("two lines", lambda: plt.plot(np.arange(3), np.eye(3)))
limits("scatter", lambda: plt.scatter([1, 5], [2, 2.5]))
limits("bar", lambda: plt.bar([1, 2, 3], [3, 5, 4]))
limits("bar on top", lambda: plt.bar([1, 2], [3, 5], bottom=[1, 2]))
limits("bar below", lambda: plt.bar([1, 2], [-3, 5]))
limits("barh", lambda: plt.barh(["a", "b"], [3, 5]))
limits("categories", lambda: plt.plot(["x", "y", "z"], [1, 2, 3]))
limits("hist", lambda: plt.hist([1, 2, 2, 3, 3, 3], bins=3))
limits("hist turned", lambda: plt.hist([1, 2, 2, 3], orientation="horizontal"))
limits("step hist", lambda: plt.hist([1, 2, 2, 3], histtype="step"))
limits("image", lambda: plt.imshow(grid))
limits("image up", lambda: plt.imshow(grid, origin="lower", extent=[0, 1, 0, 2]))
limits("mesh", lambda: plt.pcolormesh(grid))
limits("contour", lambda: plt.contour(grid))
limits("fill", lambda: plt.fill_between([1, 2, 3], [1, 4, 2]))
limits("error bars", lambda: plt.errorbar([1, 2], [5, 6], yerr=[[0.5, 1], [2, 1]]))
limits("rule", lambda: plt.axhline(4))
limits("stem", lambda: plt.stem([1, 3, 2]))
limits("box", lambda: plt.boxplot([[1, 2, 3], [2, 3, 9]]))
limits("pie", lambda: plt.pie([1, 2]))
limits("log", lambda: plt.semilogy([1, 10, 1000]))
limits("loglog", lambda: plt.loglog([1, 10], [5, 50]))
limits("tight", lambda: (plt.plot([1, 2], [3, 4]), plt.margins(0)))
limits("set", lambda: (plt.plot([1, 2], [3, 4]), plt.xlim(0), plt.ylim(top=10)))
limits("axis", lambda: plt.axis([0, 2, -1, 1]))

fig, ax = plt.subplots()
for lo, hi in [(0, 1), (0, 5.5), (-3, 1000), (1e-3, 2e-3), (0, 1e7), (99.5, 100.5), (-1, -0.2), (0, 0.07)]:
    ax.set_xlim(lo, hi)
    print("ticks", lo, hi, [f"{t:.6g}" for t in ax.get_xticks()])
for locator in (MaxNLocator(4), MaxNLocator(integer=True), MultipleLocator(0.3), MaxNLocator(3, steps=[1, 5, 10])):
    print(type(locator).__name__, [f"{t:.6g}" for t in locator.tick_values(0.2, 3.1)])
print([f"{t:.6g}" for t in LogLocator().tick_values(0.5, 2000)])
print(plt.contour(grid).levels.tolist(), plt.contourf(grid, 3).levels.tolist(), plt.contour(grid, levels=[1, 2]).levels.tolist())

print(fig, ax.set_title("t"), ax.set_xlabel("x"), ax.set_ylabel("y"), ax.text(1, 2, "s"), ax.annotate("n", (1, 2)))
print(ax.bar([1, 2], [3, 4]), ax.hist([1, 2, 3], bins=2)[:2], ax.legend(["a"]))
print([b.get_height() for b in ax.bar([1, 2], [3.0, 4.5])], [t.get_text() for t in ax.bar_label(ax.bar([1], [2.5]))])
print(repr(plt.figure(figsize=(3, 2))), plt.gcf().get_size_inches(), plt.get_fignums()[-1] > 1)
print([a.shape for a in (plt.subplots(2, 3)[1], plt.subplots(1, 4)[1], plt.subplots(3, 1)[1], plt.subplots(1, 1, squeeze=False)[1])])
print([f"{v:.4f}" for v in plt.subplots(2, 2)[1].flatten()[3].get_position().bounds])

matters = [
    lambda: plt.plot([1, 2], [1, 2, 3]), lambda: plt.plot([1, 2], color="nothing"), lambda: plt.plot([1, 2], "zz"), lambda: plt.plot([1], marker="q"),
    lambda: plt.plot([1], linestyle="q"), lambda: plt.plot([1], foo=2), lambda: plt.scatter([1, 2], [1]), lambda: plt.bar([1, 2], [1, 2, 3]), lambda: plt.subplot(2, 2, 5),
    lambda: plt.subplot(7), lambda: plt.imshow([1, 2]), lambda: plt.imshow(np.zeros((2, 2, 5))), lambda: plt.yscale("nothing"), lambda: plt.rcParams["nothing"],
    lambda: plt.style.use("nothing"), lambda: plt.scatter([1, 2], [1, 2], c=[1, 2, 3]), lambda: plt.pie([-1, 2]), lambda: plt.title("t", loc="up"),
    lambda: plt.gca().set(nothing=1), lambda: plt.gca().set_xticks([1, 2], ["a"]), lambda: plt.figure().add_subplot(projection="nothing"),
    lambda: (plt.figure(), plt.colorbar())]
for f in matters:
    try:
        f()
        print("no error")
    except Exception as e:
        print(type(e).__name__, str(e)[:90])

# A line made by plot and one made by hand are of one class, which keeps its look.
from matplotlib.lines import Line2D

fig, ax = plt.subplots()
line, = ax.plot([0, 1, 2], [3, 4, 5], "r--o", label="a line")
plain, = ax.plot([1, 2], [1, 2], marker="s", lw=3, mfc="none")
hand = Line2D([0, 1], [2, 3], color="g", ls=":", marker="^")
for one in (line, plain, hand):
    print(type(one) is Line2D, one.get_color(), one.get_linestyle(), one.get_marker(), one.get_linewidth(), one.get_markersize(), one.get_label(), one.get_alpha())
line.set_linewidth(4)
line.set(color="blue", ls="-.", marker=None)
print(line, line.get_lw(), line.get_c(), line.get_ls(), hand, line.get_xydata().tolist(), len(ax.lines))
bars = ax.bar([1, 2], [3, 4])
print(ax.containers[0] is bars, len(ax.containers))

# Spectra and correlations give numbers as well as pictures.
t = np.arange(512) / 100
signal = np.sin(2 * np.pi * 10 * t) + 0.5 * np.cos(2 * np.pi * 23 * t)
plt.figure()
power, freqs = plt.psd(signal, NFFT=128, Fs=100)
print(power.shape, freqs[:3], float(f"{power.max():.6g}"), freqs[power.argmax()], plt.gca().get_xlabel(), "|", plt.gca().get_ylabel())
plt.figure()
spectrum, freqs, times, image = plt.specgram(signal, NFFT=64, Fs=100, noverlap=32)
print(spectrum.shape, freqs[-1], times[:2], float(f"{spectrum.sum():.6g}"))
plt.figure()
lags, c, *_ = plt.acorr(signal, maxlags=3)
print(lags, c.round(6))
spectrum, freqs, _ = plt.magnitude_spectrum(signal, Fs=100)
print(len(spectrum), float(f"{spectrum.max():.6g}"))
