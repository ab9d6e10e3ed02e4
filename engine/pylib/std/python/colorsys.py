"""Colours between RGB, YIQ, HLS and HSV; every part lies between 0 and 1."""

__all__ = ['rgb_to_yiq', 'yiq_to_rgb', 'rgb_to_hls', 'hls_to_rgb', 'rgb_to_hsv', 'hsv_to_rgb']


def rgb_to_yiq(r, g, b):
    y = 0.30 * r + 0.59 * g + 0.11 * b
    return y, 0.74 * (r - y) - 0.27 * (b - y), 0.48 * (r - y) + 0.41 * (b - y)


def yiq_to_rgb(y, i, q):
    parts = (y + 0.9468822170900693 * i + 0.6235565819861433 * q, y - 0.27478764629897834 * i - 0.6356910791873801 * q,
             y - 1.1085450346420322 * i + 1.7090069284064666 * q)
    return tuple(min(max(p, 0.0), 1.0) for p in parts)


def _hue(r, g, b, top, spread):
    rc, gc, bc = (top - r) / spread, (top - g) / spread, (top - b) / spread
    if r == top:
        h = bc - gc
    elif g == top:
        h = 2.0 + rc - bc
    else:
        h = 4.0 + gc - rc
    return (h / 6.0) % 1.0


def rgb_to_hls(r, g, b):
    top, low = max(r, g, b), min(r, g, b)
    total, spread = top + low, top - low
    l = total / 2.0
    if top == low:
        return 0.0, l, 0.0
    s = spread / total if l <= 0.5 else spread / (2.0 - top - low)
    return _hue(r, g, b, top, spread), l, s


def _value(m1, m2, hue):
    hue = hue % 1.0
    if hue < 1.0 / 6.0:
        return m1 + (m2 - m1) * hue * 6.0
    if hue < 0.5:
        return m2
    if hue < 2.0 / 3.0:
        return m1 + (m2 - m1) * (2.0 / 3.0 - hue) * 6.0
    return m1


def hls_to_rgb(h, l, s):
    if s == 0.0:
        return l, l, l
    m2 = l * (1.0 + s) if l <= 0.5 else l + s - l * s
    m1 = 2.0 * l - m2
    return _value(m1, m2, h + 1.0 / 3.0), _value(m1, m2, h), _value(m1, m2, h - 1.0 / 3.0)


def rgb_to_hsv(r, g, b):
    top, low = max(r, g, b), min(r, g, b)
    if top == low:
        return 0.0, 0.0, top
    return _hue(r, g, b, top, top - low), (top - low) / top, top


def hsv_to_rgb(h, s, v):
    if s == 0.0:
        return v, v, v
    i = int(h * 6.0)
    f = h * 6.0 - i
    p, q, t = v * (1.0 - s), v * (1.0 - s * f), v * (1.0 - s * (1.0 - f))
    return ((v, t, p), (q, v, p), (p, v, t), (p, q, v), (t, p, v), (v, p, q))[i % 6]
