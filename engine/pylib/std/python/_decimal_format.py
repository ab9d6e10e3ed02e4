"""Format specifications of decimal numbers: https://docs.python.org/3/library/string.html#formatspec"""

import re

_spec = re.compile(r'(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<zero>0)?(?P<width>\d+)?'
                   r'(?P<comma>,)?(?:\.(?P<precision>\d+))?(?P<type>[eEfFgGn%])?', re.DOTALL)


def format_decimal(d, text):
    m = _spec.fullmatch(text)
    if m is None:
        raise ValueError('invalid format string')
    body = _body(d.copy_abs(), m['type'], m['precision'])
    if m['comma']:
        whole = re.match(r'\d*', body)[0]
        body = f'{int(whole):,}' + body[len(whole):]
    sign = '-' if d.is_signed() else m['sign'] if m['sign'] in ('+', ' ') else ''
    width = int(m['width'] or 0) - len(sign)
    fill, align = m['fill'] or ' ', m['align'] or '>'
    if m['zero'] and not m['align']:
        fill, align = '0', '='
    if align == '=':
        return sign + body.rjust(width, fill)
    return format(sign + body, f'{fill}{align}{max(width + len(sign), 1)}')


def _body(d, kind, precision):
    """The digits of a number without sign, before padding."""
    from decimal import Context, Decimal, getcontext
    if not d.is_finite() or kind is None and precision is None:
        return str(d)
    rounding = getcontext().rounding
    places = None if precision is None else int(precision)
    if kind == '%':
        return _fixed(d._rescale(d._exp + 0, rounding).scaleb(2), places, rounding) + '%'
    if kind in ('f', 'F'):
        return _fixed(d, places, rounding)
    if kind in ('e', 'E'):
        return _scientific(d, places, rounding, kind)
    if places is not None:
        d = d._fix(Context(prec=max(places, 1), rounding=rounding))
    return str(d).replace('E', 'e' if kind in ('g', 'n') else 'E')


def _fixed(d, places, rounding):
    if places is not None:
        d = d._rescale(-places, rounding)
    elif d._exp > 0:
        d = d._rescale(0, rounding)
    digits = str(d._int).rjust(1 - d._exp, '0')
    return digits[:d._exp] + '.' + digits[d._exp:] if d._exp < 0 else digits


def _scientific(d, places, rounding, letter):
    if places is not None:
        power = d.adjusted() if d else -places
        d = d._rescale(power - places, rounding)
        if len(str(d._int)) > places + 1:
            d = d._rescale(d._exp + 1, rounding)
    digits = str(d._int)
    power = d._exp + len(digits) - 1
    return digits[0] + ('.' + digits[1:] if digits[1:] else '') + f'{letter}{power:+d}'
