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


geterr = seterr


def format_float_positional(x, precision=None, unique=True, fractional=True, trim="k", **others):
    text = f"{x:.{precision}f}" if precision is not None else format(_text(x), "")
    if "e" in text:
        from decimal import Decimal
        text = format(Decimal(text), "f")
    return text.rstrip("0") if precision is not None and unique else text


def format_float_scientific(x, precision=None, unique=True, trim="k", **others):
    if precision is not None:
        return f"{x:.{precision}e}"
    mantissa, _, exponent = f"{float(x):.17e}".partition("e")
    for digits in range(18):
        short = f"{float(x):.{digits}e}"
        if float(short) == float(x):
            mantissa, _, exponent = short.partition("e")
            break
    return f"{mantissa if '.' in mantissa else mantissa + '.'}e{exponent}"
