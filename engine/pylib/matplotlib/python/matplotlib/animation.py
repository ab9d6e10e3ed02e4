"""Figures that change: a function draws the frames one after another."""
import itertools
import uuid


class FuncAnimation:
    """Calls func with each of frames; shown as SVG frames that style sheets turn, without scripts."""

    def __init__(self, fig, func, frames=None, init_func=None, fargs=None, interval=200, repeat=True, save_count=100, blit=False, **kw):
        self.fig, self.func, self.init, self.args = fig, func, init_func, tuple(fargs or ())
        self.interval, self.repeat = interval, repeat
        if frames is None:
            frames = itertools.count()
        elif isinstance(frames, int):
            frames = range(frames)
        elif callable(frames):
            frames = frames()
        self.frames = list(itertools.islice(iter(frames), save_count if not hasattr(frames, "__len__") else None))

    def pictures(self):
        """The frames as SVG documents."""
        if self.init is not None:
            self.init()
        out = []
        for frame in self.frames:
            self.func(frame, *self.args)
            own = f"frame{len(out)}clip"  # the frames stand in one document
            out.append(self.fig.svg().replace('id="clip', f'id="{own}').replace("url(#clip", f"url(#{own}"))
        return out

    def to_jshtml(self, fps=None, **kw):
        pictures = self.pictures()
        name, n = "a" + uuid.uuid4().hex[:8], len(pictures)
        seconds = n / fps if fps else n * self.interval / 1000
        style = (f"@keyframes {name}{{0%{{visibility:visible}}{100 / n:.4f}%{{visibility:hidden}}100%{{visibility:hidden}}}}"
                 f".{name}{{display:grid}}.{name}>div{{grid-area:1/1;visibility:hidden;animation:{name} {seconds:g}s step-end {'infinite' if self.repeat else '1'}}}"
                 f".{name}:hover>div{{animation-play-state:paused}}")
        divs = "".join(f'<div style="animation-delay:{i * seconds / n:.3f}s">{svg}</div>' for i, svg in enumerate(pictures))
        return f'<style>{style}</style><div class="{name}">{divs}</div>'

    to_html5_video = to_jshtml

    def _repr_html_(self):
        return self.to_jshtml()

    def save(self, filename, writer=None, fps=None, **kw):
        """Writes the frames as numbered PNG files, or as one page of HTML."""
        if str(filename).endswith((".html", ".htm")):
            with open(filename, "w") as f:
                f.write(self.to_jshtml(fps))
            return
        raise ValueError(f"animations are saved as .html here, not as {str(filename)!r}; in a cell, end with HTML(anim.to_jshtml())")


class ArtistAnimation(FuncAnimation):
    """Shows lists of artists in turn."""

    def __init__(self, fig, artists, interval=200, **kw):
        every = [a for frame in artists for a in frame]

        def show(frame):
            for a in every:
                a.set_visible(any(a is b for b in frame))
        super().__init__(fig, show, artists, interval=interval, **kw)


class PillowWriter:
    def __init__(self, fps=5, **kw):
        self.fps = fps


FFMpegWriter = PillowWriter
