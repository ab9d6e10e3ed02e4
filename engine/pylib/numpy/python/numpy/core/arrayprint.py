"""How arrays are printed, and settings for floating-point errors."""

from _numpy import _print_options, _text


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, **others):
    _print_options(precision, threshold, edgeitems, linewidth, suppress)


def get_printoptions():
    return dict(zip(("precision", "threshold", "edgeitems", "linewidth", "suppress"), _print_options()))


class printoptions:
    def __init__(self, **kwargs):
        self.kwargs = kwargs

    def __enter__(self):
        self.before = get_printoptions()
        set_printoptions(**self.kwargs)

    def __exit__(self, *exc):
        set_printoptions(**self.before)


def array2string(a, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", **others):
    with printoptions(precision=precision, linewidth=max_line_width, suppress=suppress_small):
        return _text(a, separator, len(prefix))


def array_str(a):
    return str(a)


def array_repr(a):
    return repr(a)


class errstate:
    """Accepts NumPy's settings for floating-point errors; results are the same."""

    def __init__(self, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False


def seterr(**kwargs):
    return {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}
