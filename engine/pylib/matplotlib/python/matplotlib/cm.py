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
    "cividis": "00224e 123570 3b496c 575d6d 707173 8a8678 a59c74 c3b369 e1cc55 fee838",
    "turbo": "30123b 4662d7 36a9f9 1ae4b6 72fe5e c7ef34 faba39 f66b19 cb2a04 7a0403",
    "Greens": "f7fcf5 e5f5e0 c7e9c0 a1d99b 74c476 41ab5d 238b45 006d2c 00441b",
    "Oranges": "fff5eb fee6ce fdd0a2 fdae6b fd8d3c f16913 d94801 a63603 7f2704",
    "YlGnBu": "ffffd9 edf8b1 c7e9b4 7fcdbb 41b6c4 1d91c0 225ea8 253494 081d58",
    "YlOrRd": "ffffcc ffeda0 fed976 feb24c fd8d3c fc4e2a e31a1c bd0026 800026",
    "Spectral": "9e0142 d53e4f f46d43 fdae61 fee08b ffffbf e6f598 abdda4 66c2a5 3288bd 5e4fa2",
    "bwr": "0000ff ffffff ff0000", "seismic": "00004d 0000ff ffffff ff0000 800000", "bone": "000000 545474 a9c8c8 ffffff", "cool": "00ffff ff00ff",
    "spring": "ff00ff ffff00", "summer": "008066 ffff66", "autumn": "ff0000 ffff00", "winter": "0000ff 00ff80",
    "rainbow": "8000ff 4062fa 00b5eb 40ecd4 80ffb4 c0eb8d ffb462 ff6232 ff0000", "hsv": "ff0000 ffff00 00ff00 00ffff 0000ff ff00ff ff0000",
    "tab10": "1f77b4 ff7f0e 2ca02c d62728 9467bd 8c564b e377c2 7f7f7f bcbd22 17becf", "Set1": "e41a1c 377eb8 4daf4a 984ea3 ff7f00 ffff33 a65628 f781bf 999999",
    "Set2": "66c2a5 fc8d62 8da0cb e78ac3 a6d854 ffd92f e5c494 b3b3b3", "Dark2": "1b9e77 d95f02 7570b3 e7298a 66a61e e6ab02 a6761d 666666",
    "Set3": "8dd3c7 ffffb3 bebada fb8072 80b1d3 fdb462 b3de69 fccde5 d9d9d9 bc80bd ccebc5 ffed6f", "Accent": "7fc97f beaed4 fdc086 ffff99 386cb0 f0027f bf5b17 666666",
    "Paired": "a6cee3 1f78b4 b2df8a 33a02c fb9a99 e31a1c fdbf6f ff7f00 cab2d6 6a3d9a ffff99 b15928", "Pastel1": "fbb4ae b3cde3 ccebc5 decbe4 fed9a6 ffffcc e5d8bd fddaec f2f2f2",
    "tab20": "1f77b4 aec7e8 ff7f0e ffbb78 2ca02c 98df8a d62728 ff9896 9467bd c5b0d5 8c564b c49c94 e377c2 f7b6d2 7f7f7f c7c7c7 bcbd22 dbdb8d 17becf 9edae5",
    "Purples": "fcfbfd efedf5 dadaeb bcbddc 9e9ac8 807dba 6a51a3 54278f 3f007d", "RdYlBu": "a50026 d73027 f46d43 fdae61 fee090 ffffbf e0f3f8 abd9e9 74add1 4575b4 313695",
    "RdYlGn": "a50026 d73027 f46d43 fdae61 fee08b ffffbf d9ef8b a6d96a 66bd63 1a9850 006837", "PuOr": "7f3b08 b35806 e08214 fdb863 fee0b6 f7f7f7 d8daeb b2abd2 8073ac 542788 2d004b",
    "BrBG": "543005 8c510a bf812d dfc27d f6e8c3 f5f5f5 c7eae5 80cdc1 35978f 01665e 003c30", "PiYG": "8e0152 c51b7d de77ae f1b6da fde0ef f7f7f7 e6f5d0 b8e186 7fbc41 4d9221 276419",
    "BuGn": "f7fcfd e5f5f9 ccece6 99d8c9 66c2a4 41ae76 238b45 006d2c 00441b", "PuBu": "fff7fb ece7f2 d0d1e6 a6bddb 74a9cf 3690c0 0570b0 045a8d 023858",
    "OrRd": "fff7ec fee8c8 fdd49e fdbb84 fc8d59 ef6548 d7301f b30000 7f0000", "YlGn": "ffffe5 f7fcb9 d9f0a3 addd8e 78c679 41ab5d 238443 006837 004529",
    "twilight": "e2d9e2 a1bdca 6795c0 5e5eb6 592a8f 2f1436 5e1f51 974350 bf7e6a d4bdb2 e2d9e2", "copper": "000000 9f6240 ffc77f", "pink": "1e0000 a77272 d7c3a0 ffffff",
    "hot": "0b0000 ff0000 ffff00 ffffff", "jet": "000080 0000ff 00ffff ffff00 ff0000 800000",
}


_listed = ("tab10", "Set1", "Set2", "Set3", "tab20", "Paired", "Pastel1", "Dark2", "Accent")


class Colormap:
    def __init__(self, name):
        stops = _maps.get(name.removesuffix("_r"))
        if stops is None:
            if name.removesuffix("_r") not in ("binary", "gist_yarg"):
                raise ValueError(f"{name!r} is not a valid value for cmap; supported values are {', '.join(repr(n) for n in sorted([*_maps, 'binary']))}")
            stops = "ffffff 000000"
        self.name, self.listed = name, name.removesuffix("_r") in _listed
        self.stops = [tuple(int(s[i:i + 2], 16) for i in (0, 2, 4)) for s in stops.split()]
        if name.endswith("_r"):
            self.stops.reverse()

    def rgb(self, t):
        if self.listed:  # a list of colours, not a scale
            n = len(self.stops)
            return self.stops[t % n if isinstance(t, int) else min(max(int(t * n), 0), n - 1)]
        t = min(max(t, 0.0), 1.0) * (len(self.stops) - 1) if t == t else 0.0
        i = min(int(t), len(self.stops) - 2)
        return tuple(round(a + (b - a) * (t - i)) for a, b in zip(self.stops[i], self.stops[i + 1]))

    def __call__(self, t):
        if hasattr(t, "tolist") and getattr(t, "ndim", 0):
            return [self(x) for x in t.tolist()]
        return tuple(c / 255 for c in self.rgb(t)) + (1.0,)


def get_cmap(name=None, lut=None):
    return name if isinstance(name, Colormap) else Colormap(name or "viridis")


def __getattr__(name):
    """cm.NAME is the map of that name."""
    if name.removesuffix("_r") in _maps:
        return Colormap(name)
    raise AttributeError(f"module 'matplotlib.cm' has no attribute {name!r}")


class ScalarMappable:
    """A scale and a colour map, for a colour bar of its own."""

    def __init__(self, norm=None, cmap=None):
        self.norm, self.cmap, self.axes = norm, get_cmap(cmap), None
        self.set_clim(getattr(norm, "vmin", None), getattr(norm, "vmax", None))

    def set_clim(self, vmin=None, vmax=None):
        self.limits = (0.0 if vmin is None else float(vmin), 1.0 if vmax is None else float(vmax))

    def set_array(self, a):
        pass

    def to_rgba(self, x, alpha=None):
        lo, hi = self.limits
        return self.cmap((x - lo) / ((hi - lo) or 1))


class _Registry:
    """matplotlib.colormaps: the maps by name."""

    def __getitem__(self, name):
        return get_cmap(name)

    def __iter__(self):
        return iter(sorted(_maps))

    def __contains__(self, name):
        return name.removesuffix("_r") in _maps

    def get_cmap(self, name):
        return get_cmap(name)


colormaps = _Registry()
