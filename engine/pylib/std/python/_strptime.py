"""strptime and strftime, for time and datetime (the C locale)."""

import re

from _datetime import day_of_year, format_date, from_ordinal, ordinal

DAYS = ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')
MONTHS = ('January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
          'December')
_MONTH_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def iso_week(year, month, day):
    """The ISO (year, week, weekday) of a date."""
    n = ordinal(year, month, day)
    weekday = (n + 6) % 7
    thursday = from_ordinal(n - weekday + 3)
    return thursday[0], (day_of_year(*thursday) - 1) // 7 + 1, weekday + 1


def _said(value):
    return value() if callable(value) else value


def _offset_text(offset, seconds):
    return format_offset(_said(offset), '')


def _zone_text(zone, seconds):
    return _said(zone) or ''


def _seconds_text(offset, seconds):
    return str(seconds - (_said(offset) or 0))


def format_offset(offset, colon=':'):
    """A UTC offset in seconds as +HH:MM, with seconds where there are any."""
    if offset is None:
        return ''
    sign, offset = ('-', -offset) if offset < 0 else ('+', offset)
    whole = int(offset)
    text = '%s%02d%s%02d' % (sign, whole // 3600, colon, whole // 60 % 60)
    if whole % 60 or offset != whole:
        text += '%s%02d' % (colon, whole % 60)
        if offset != whole:
            text += '.%06d' % round((offset - whole) * 1000000)
    return text


_PATTERNS = {
    'd': r'(?P<d>3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9])', 'f': r'(?P<f>[0-9]{1,6})', 'H': r'(?P<H>2[0-3]|[0-1]\d|\d)',
    'I': r'(?P<I>1[0-2]|0[1-9]|[1-9])', 'j': r'(?P<j>36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9])',
    'm': r'(?P<m>1[0-2]|0[1-9]|[1-9])', 'M': r'(?P<M>[0-5]\d|\d)', 'S': r'(?P<S>6[0-1]|[0-5]\d|\d)',
    'U': r'(?P<U>5[0-3]|[0-4]\d|\d)', 'W': r'(?P<W>5[0-3]|[0-4]\d|\d)', 'w': r'(?P<w>[0-6])', 'u': r'(?P<u>[1-7])',
    'V': r'(?P<V>5[0-3]|0[1-9]|[1-4]\d|\d)', 'y': r'(?P<y>\d\d)', 'Y': r'(?P<Y>\d\d\d\d)', 'G': r'(?P<G>\d\d\d\d)',
    'z': r'(?P<z>[+-]\d\d:?[0-5]\d(:?[0-5]\d(\.\d{1,6})?)?|(?-i:Z))', 'Z': r'(?P<Z>utc|gmt)', 'p': r'(?P<p>am|pm)',
    'A': '(?P<A>%s)' % '|'.join(DAYS), 'a': '(?P<a>%s)' % '|'.join(d[:3] for d in DAYS),
    'B': '(?P<B>%s)' % '|'.join(MONTHS), 'b': '(?P<b>%s)' % '|'.join(m[:3] for m in MONTHS), '%': '%',
}
_SHORT = {'c': '%a %b %d %H:%M:%S %Y', 'x': '%m/%d/%y', 'X': '%H:%M:%S'}
_compiled = {}


def _compile(form):
    text = re.sub(r'%([cxX])', lambda m: _SHORT[m.group(1)], form)
    text = re.sub(r'([\\.^$*+?\(\){}\[\]|])', r'\\\1', text)
    text = re.sub(r'\s+', r'\\s+', text)

    def directive(found):
        c = found.group(1)
        if not c:
            raise ValueError("stray %% in format '%s'" % form) from None
        if c not in _PATTERNS:
            raise ValueError("'%s' is a bad directive in format '%s'" % (c if c != '\\' else '%', form)) from None
        return _PATTERNS[c]
    return re.compile(re.sub(r'%(.?)', directive, text), re.IGNORECASE)


def parse_date(text, form):
    """Reads text by form: (year, month, day, hour, minute, second, micro, offset, zone, weekday, yearday)."""
    if not isinstance(text, str) or not isinstance(form, str):
        raise TypeError('strptime() argument %d must be str, not %s'
                        % (0 if not isinstance(text, str) else 1, type(text if not isinstance(text, str) else form)))
    pattern = _compiled.get(form)
    if pattern is None:
        pattern = _compiled[form] = _compile(form)
    found = pattern.match(text)
    if not found:
        raise ValueError('time data %r does not match format %r' % (text, form))
    if len(text) != found.end():
        raise ValueError('unconverted data remains: %s' % text[found.end():])
    return _assemble({k: v for k, v in found.groupdict().items() if v is not None})


def _assemble(got):
    year = int(got['Y']) if 'Y' in got else None
    if 'y' in got:
        year = int(got['y'])
        year += 2000 if year <= 68 else 1900
    month, day = int(got.get('m', 1)), int(got.get('d', 1))
    if 'B' in got:
        month = [m.lower() for m in MONTHS].index(got['B'].lower()) + 1
    elif 'b' in got:
        month = [m[:3].lower() for m in MONTHS].index(got['b'].lower()) + 1
    hour = int(got.get('H', 0))
    if 'I' in got:
        hour = int(got['I']) % 12 + (12 if got.get('p', '').lower() == 'pm' else 0)
    weekday = None
    for key, names in (('A', DAYS), ('a', [d[:3] for d in DAYS])):
        if key in got:
            weekday = [n.lower() for n in names].index(got[key].lower())
    if 'w' in got:
        weekday = (int(got['w']) + 6) % 7
    if 'u' in got:
        weekday = int(got['u']) - 1
    _check_iso(got, year, weekday)
    leap_year = year if year is not None else 1900
    if 'G' in got and 'V' in got and weekday is not None:
        first = ordinal(int(got['G']), 1, 4)
        leap_year, month, day = from_ordinal(first - (first + 6) % 7 + (int(got['V']) - 1) * 7 + weekday)
    elif 'j' in got:
        leap_year, month, day = from_ordinal(ordinal(leap_year, 1, 1) + int(got['j']) - 1)
    elif ('U' in got or 'W' in got) and weekday is not None and year is not None:
        monday_first = 'W' in got
        week = int(got['W' if monday_first else 'U'])
        first = (ordinal(year, 1, 1) + 6) % 7
        if not monday_first:
            first, shifted = (first + 1) % 7, (weekday + 1) % 7
        else:
            shifted = weekday
        zero = (7 - first) % 7
        day0 = shifted - first if week == 0 else zero + 7 * (week - 1) + shifted
        leap_year, month, day = from_ordinal(ordinal(year, 1, 1) + day0)
    counted = 1904 if year is None and (month, day) == (2, 29) else leap_year  # of a day without a year
    if day > _MONTH_DAYS[month - 1] and (month != 2 or day != 29 or counted % 4 or counted % 100 == 0 and counted % 400):
        raise ValueError('day is out of range for month')
    if weekday is None:
        weekday = (ordinal(counted, month, day) + 6) % 7
    return (leap_year, month, day, hour, int(got.get('M', 0)), int(got.get('S', 0)), int(got.get('f', '0').ljust(6, '0')),
            _parse_offset(got.get('z')), got.get('Z'), weekday, day_of_year(counted, month, day))


def _check_iso(got, year, weekday):
    """The ISO year, the week and a day of the week go together."""
    with_day = " and a weekday directive ('%A', '%a', '%w', or '%u')."
    if 'G' in got:
        if 'V' not in got or weekday is None:
            raise ValueError("ISO year directive '%G' must be used with the ISO week directive '%V'" + with_day)
        if 'j' in got:
            raise ValueError("Day of the year directive '%j' is not compatible with ISO year directive '%G'. Use '%Y' instead.")
    elif 'V' in got:
        if year is None or weekday is None:
            raise ValueError("ISO week directive '%V' must be used with the ISO year directive '%G'" + with_day)
        raise ValueError("ISO week directive '%V' is incompatible with the year directive '%Y'. Use the ISO year '%G' instead.")


def _parse_offset(text):
    if text is None:
        return None
    if text == 'Z':
        return 0
    digits = text[1:].replace(':', '')
    offset = int(digits[:2]) * 3600 + int(digits[2:4]) * 60 + float(digits[4:] or 0)
    return -offset if text[0] == '-' else offset


def _strptime(data_string, format='%a %b %d %H:%M:%S %Y'):
    """The fields of a struct_time and the offset, then the microseconds of the time and of the offset."""
    year, month, day, hour, minute, second, micro, offset, zone, weekday, yearday = parse_date(data_string, format)
    whole = None if offset is None else int(offset)
    fraction = 0 if offset is None else round((offset - whole) * 1000000)
    saving = -1 if zone is None else 0
    return (year, month, day, hour, minute, second, weekday, yearday, saving, zone, whole), micro, fraction


def _strptime_time(data_string, format='%a %b %d %H:%M:%S %Y'):
    """What time.strptime gives."""
    import time
    return time.strptime(data_string, format)


def _strptime_datetime(cls, data_string, format='%a %b %d %H:%M:%S %Y'):
    """What datetime.strptime gives."""
    from datetime import timedelta, timezone
    year, month, day, hour, minute, second, micro, offset, zone, _, _ = parse_date(data_string, format)
    if offset is None:
        return cls(year, month, day, hour, minute, second, micro)
    delta = timedelta(seconds=offset)
    return cls(year, month, day, hour, minute, second, micro, timezone(delta, zone) if zone else timezone(delta))
