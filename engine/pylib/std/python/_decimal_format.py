"""Format specifications of decimal numbers: https://docs.python.org/3/library/string.html#formatspec"""

import re

from _decimal_context import Context, getcontext

_spec = re.compile(r'(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<coerce>z)?(?P<alt>#)?(?P<zero>0)?(?P<width>(?!0)\d+)?'
                   r'(?P<comma>,)?(?:\.(?P<precision>0|(?!0)\d+))?(?P<type>[eEfFgGn%])?', re.DOTALL)


def format_decimal(d, text):
    m = _spec.fullmatch(text)
    if m is None or m['zero'] and m['align']:
        raise ValueError('invalid format string')
    positive = m['sign'] if m['sign'] in ('+', ' ') else ''
    sign = '-' if d.is_signed() else positive
    width, kind = int(m['width'] or 0), m['type'] or ('G' if getcontext().capitals else 'g')
    if d._special:
        body = str(d.copy_abs()) + ('%' if kind == '%' else '')
        return _aligned(sign, body, m['fill'] or ' ', m['align'] or '>', width)
    whole, rest = _parts(d, 'g' if kind == 'n' else kind, None if m['precision'] is None else int(m['precision']), m['alt'])
    if m['coerce'] and sign == '-' and not whole.strip('0') and not re.match('[^eE%]*[1-9]', rest):
        sign = positive
    if m['comma']:
        whole = _grouped(whole, width - len(rest) - len(sign) if m['zero'] else 0)
    fill, align = ('0', '=') if m['zero'] else (m['fill'] or ' ', m['align'] or '>')
    return _aligned(sign, whole + rest, fill, align, width)


def _aligned(sign, body, fill, align, width):
    if align == '=':
        return sign + body.rjust(width - len(sign), fill)
    return format(sign + body, f'{fill}{align}{max(width, 1)}')


def _parts(d, kind, precision, alternative):
    """The digits before the point, and all that follows them."""
    if kind == '%':
        d = d._of(d._sign, d._int, d._exp + 2)
    rounding = getcontext().rounding
    if precision is not None:
        if kind in 'eE':
            d = _rounded(d, precision + 1, rounding)
        elif kind in 'fF%':
            d = d._rescale(-precision, rounding)
        elif len(str(d._int)) > (precision or 1):
            d = _rounded(d, precision or 1, rounding)
    if not d._int and d._exp > 0 and kind in 'fF%':
        d = d._rescale(0, rounding)
    digits = str(d._int)
    left = d._exp + len(digits)
    if kind in 'eE':
        point = 1 - precision if not d._int and precision is not None else 1
    elif kind in 'fF%' or d._exp <= 0 and left > -6:
        point = left
    else:
        point = 1
    if point < 0:
        whole, part = '0', '0' * -point + digits
    else:
        whole, part = (digits + '0' * (point - len(digits)))[:point] or '0', digits[point:]
    rest = '.' + part if part or alternative else ''
    if left != point or kind in 'eE':
        rest += '%s%+d' % ('E' if kind in 'EG' else 'e', left - point)
    return whole, rest + ('%' if kind == '%' else '')


def _rounded(d, places, rounding):
    """d with so many digits, fewer only where it has none to cut."""
    if not d._int:
        return d
    made = d._rescale(d.adjusted() + 1 - places, rounding)
    if made.adjusted() != d.adjusted():
        made = made._rescale(made.adjusted() + 1 - places, rounding)
    return made


def _grouped(digits, width):
    """Digits in threes, with zeros before them up to a width that counts the commas."""
    while True:
        text = re.sub(r'(?<=\d)(?=(?:\d{3})+$)', ',', digits)
        if len(text) >= width:
            return text
        digits = '0' + digits
