"""How arrays are printed."""

import contextlib
import operator

from _numpy import _print_options, _text, asarray, ndarray

_names = ("precision", "threshold", "edgeitems", "linewidth", "suppress", "sign", "floatmode", "nanstr", "infstr", "formatter")
_shown = ("edgeitems", "threshold", "floatmode", "precision", "suppress", "linewidth", "nanstr", "infstr", "sign", "formatter")


def _checked(precision, threshold, sign, floatmode):
    import numbers
    if floatmode not in (None, "fixed", "unique", "maxprec", "maxprec_equal"):
        raise ValueError('floatmode option must be one of "fixed", "unique", "maxprec", "maxprec_equal"')
    if sign not in (None, "-", "+", " "):
        raise ValueError("sign option must be one of ' ', '+', or '-'")
    if threshold is not None:
        if not isinstance(threshold, numbers.Number):
            raise TypeError("threshold must be numeric")
        if threshold != threshold:
            raise ValueError("threshold must be non-NAN, try sys.maxsize for untruncated representation")
    if precision is not None:
        try:
            operator.index(precision)
        except TypeError as e:
            raise TypeError("precision must be an integer") from e


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, nanstr=None, infstr=None,
                     formatter=None, sign=None, floatmode=None, *, legacy=None):
    _checked(precision, threshold, sign, floatmode)
    _print_options(precision, threshold, edgeitems, linewidth, None if suppress is None else bool(suppress), sign, floatmode, nanstr, infstr, formatter)


def get_printoptions():
    now = dict(zip(_names, _print_options()))
    return {**{k: now[k] for k in _shown}, "legacy": False}


@contextlib.contextmanager
def printoptions(*args, **kwargs):
    before = get_printoptions()
    del before["legacy"]
    try:
        set_printoptions(*args, **kwargs)
        yield get_printoptions()
    finally:
        set_printoptions(**before)


def array2string(a, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", style=None, formatter=None,
                 threshold=None, edgeitems=None, sign=None, floatmode=None, suffix="", *, legacy=None):
    a = asarray(a)
    options = dict(linewidth=max_line_width, precision=precision, suppress=suppress_small, threshold=threshold, edgeitems=edgeitems, sign=sign, floatmode=floatmode)
    options = {k: v for k, v in options.items() if v is not None}
    if formatter is not None:
        options["formatter"] = formatter
    else:
        options["formatter"] = get_printoptions()["formatter"]
    with printoptions(**options):
        return _text(a, separator, len(prefix), len(suffix))


def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    options = {"linewidth": max_line_width, "precision": precision, "suppress": suppress_small, "formatter": get_printoptions()["formatter"]}
    with printoptions(**options):
        return str(a)


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    options = {"linewidth": max_line_width, "precision": precision, "suppress": suppress_small, "formatter": get_printoptions()["formatter"]}
    with printoptions(**options):
        return repr(arr if isinstance(arr, ndarray) else asarray(arr))


def _digits(x, precision, unique, form):
    """x with as many digits as it needs, or exactly precision of them."""
    if not unique:
        return format(float(x), f".{precision}{form}")
    text = repr(x)
    if precision is None:
        from decimal import Decimal
        d = Decimal(text)
        return format(d, form)
    from decimal import Decimal, ROUND_HALF_EVEN
    d = Decimal(text)
    if form == "f":
        return format(d.quantize(Decimal(1).scaleb(-precision), ROUND_HALF_EVEN), "f") if -d.as_tuple().exponent > precision else format(d, "f")
    return format(d, f".{precision}e") if len(d.as_tuple().digits) > precision + 1 else format(d, "e")


def _trimmed(whole, frac, trim, precision, min_digits):
    if trim == "k":
        frac = frac.ljust(precision or 0, "0")
    else:
        frac = frac.rstrip("0")
        if trim == "0" and not frac:
            frac = "0"
    frac = frac.ljust(min_digits or 0, "0")
    return whole + frac if trim == "-" and not frac else f"{whole}.{frac}"


def format_float_positional(x, precision=None, unique=True, fractional=True, trim="k", sign=False, pad_left=None, pad_right=None, min_digits=None):
    text = str(x) if x != x or x in (float("inf"), float("-inf")) else _positional(x, precision, unique, fractional, trim, min_digits)
    if sign and not text.startswith("-"):
        text = "+" + text
    left, dot, right = text.partition(".")
    if pad_left is not None:
        left = left.rjust(pad_left)
    return left + dot + (right.ljust(pad_right) if pad_right is not None else right)


def _positional(x, precision, unique, fractional, trim, min_digits):
    if precision is not None and not fractional:
        from decimal import Decimal
        d = Decimal(repr(x) if unique else float(x))
        text = format(Decimal(f"{d:.{precision - 1}e}") if len(d.as_tuple().digits) > precision else d, "f")
        whole, _, frac = text.partition(".")
        return _trimmed(whole, frac, trim, max(precision - len(whole.lstrip("-")), 0), min_digits)
    whole, _, frac = _digits(x, precision, unique, "f").partition(".")
    if unique and precision is None:
        frac = frac.rstrip("0")
    return _trimmed(whole, frac, trim, precision if not unique or precision is None else 0 if trim != "k" else len(frac), min_digits)


def format_float_scientific(x, precision=None, unique=True, trim="k", sign=False, pad_left=None, exp_digits=None, min_digits=None):
    mantissa, _, exponent = _digits(x, precision, unique, "e").lower().partition("e")
    whole, _, frac = mantissa.partition(".")
    if unique and precision is None:
        frac = frac.rstrip("0")
    power = int(exponent)
    text = f"{_trimmed(whole, frac, trim, precision if not unique else 0, min_digits)}e{'-' if power < 0 else '+'}{abs(power):0{exp_digits or 2}d}"
    text = "+" + text if sign and not text.startswith("-") else text
    left, dot, right = text.partition(".")
    return left.rjust(pad_left or 0) + dot + right
