"""Colour maps by a few of their colours, between which they are linear."""

_maps = {
    "viridis": "440154 482475 414487 355f8d 2a788e 21918c 22a884 44bf70 7ad151 bddf26 fde725",
    "plasma": "0d0887 41049d 6a00a8 8f0da4 b12a90 cc4778 e16462 f2844b fca636 fcce25 f0f921",
    "inferno": "000004 160b39 420a68 6a176e 932667 bc3754 dd513a f37819 fca50a f6d746 fcffa4",
    "magma": "000004 140e36 3b0f70 641a80 8c2981 b73779 de4968 f7705c fe9f6d fecf92 fcfdbf",
    "gray": "000000 ffffff", "Greys": "ffffff f0f0f0 d9d9d9 bdbdbd 969696 737373 525252 252525 000000",
    "Reds": "fff5f0 fee0d2 fcbba1 fc9272 fb6a4a ef3b2c cb181d a50f15 67000d",
    "Blues": "f7fbff deebf7 c6dbef 9ecae1 6baed6 4292c6 2171b5 08519c 08306b",
    "coolwarm": "3b4cc0 688aef 99baff c9d8ef edd1c2 f7a789 e26952 b40426",
    "RdBu": "67001f b2182b d6604d f4a582 fddbc7 f7f7f7 d1e5f0 92c5de 4393c3 2166ac 053061",
    "hot": "0b0000 ff0000 ffff00 ffffff", "jet": "000080 0000ff 00ffff ffff00 ff0000 800000",
}


class Colormap:
    def __init__(self, name):
        stops = _maps.get(name.removesuffix("_r"))
        if stops is None:
            if name.removesuffix("_r") != "binary":
                raise ValueError(f"{name!r} is not a known colormap name")
            stops = "ffffff 000000"
        self.name = name
        self.stops = [tuple(int(s[i:i + 2], 16) for i in (0, 2, 4)) for s in stops.split()]
        if name.endswith("_r"):
            self.stops.reverse()

    def rgb(self, t):
        t = min(max(t, 0.0), 1.0) * (len(self.stops) - 1) if t == t else 0.0
        i = min(int(t), len(self.stops) - 2)
        return tuple(round(a + (b - a) * (t - i)) for a, b in zip(self.stops[i], self.stops[i + 1]))

    def __call__(self, t):
        if hasattr(t, "tolist") and getattr(t, "ndim", 0):
            return [self(x) for x in t.tolist()]
        return tuple(c / 255 for c in self.rgb(t)) + (1.0,)


def get_cmap(name=None, lut=None):
    return name if isinstance(name, Colormap) else Colormap(name or "viridis")


viridis, plasma, gray = Colormap("viridis"), Colormap("plasma"), Colormap("gray")
