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
    "hot": "0b0000 ff0000 ffff00 ffffff", "jet": "000080 0000ff 00ffff ffff00 ff0000 800000",
}


_listed = ("tab10", "Set1")


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
        if self.name.removesuffix("_r") in _listed:  # a list of colours, not a scale
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
