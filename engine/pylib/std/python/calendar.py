"""Calendars as text and as HTML."""

import datetime
import sys
from itertools import repeat

from _strptime import DAYS, MONTHS

__all__ = ['IllegalMonthError', 'IllegalWeekdayError', 'setfirstweekday', 'firstweekday', 'isleap', 'leapdays', 'weekday',
           'monthrange', 'monthcalendar', 'prmonth', 'month', 'prcal', 'calendar', 'timegm', 'month_name', 'month_abbr',
           'day_name', 'day_abbr', 'Calendar', 'TextCalendar', 'HTMLCalendar', 'LocaleTextCalendar', 'LocaleHTMLCalendar',
           'weekheader', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
January, February = 1, 2
EPOCH = 1970
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


class _Names:
    """A sequence of names that prints as an object of its own, as names by locale do."""

    def __init__(self, names):
        self._names = list(names)

    def __getitem__(self, i):
        return self._names[i]

    def __len__(self):
        return len(self._names)


day_name, day_abbr = _Names(DAYS), _Names(d[:3] for d in DAYS)
month_name, month_abbr = _Names(('', *MONTHS)), _Names(('', *(m[:3] for m in MONTHS)))


class IllegalMonthError(ValueError):
    def __init__(self, month):
        self.month = month

    def __str__(self):
        return 'bad month number %r; must be 1-12' % self.month


class IllegalWeekdayError(ValueError):
    def __init__(self, weekday):
        self.weekday = weekday

    def __str__(self):
        return 'bad weekday number %r; must be 0 (Monday) to 6 (Sunday)' % self.weekday


def isleap(year):
    """True for leap years, False for non-leap years."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    """The number of leap years from y1 to before y2."""
    y1, y2 = y1 - 1, y2 - 1
    return (y2 // 4 - y1 // 4) - (y2 // 100 - y1 // 100) + (y2 // 400 - y1 // 400)


def weekday(year, month, day):
    """The weekday of a date: 0 is Monday. The Gregorian calendar repeats after 400 years."""
    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        year = 2000 + year % 400
    return datetime.date(year, month, day).weekday()


def _length(year, month):
    return mdays[month] + (month == February and isleap(year))


def monthrange(year, month):
    """The weekday of the first day, and the number of days."""
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), _length(year, month)


def _grid(row, items):
    """A list of items in rows."""
    items = list(items)
    return [items[i:i + row] for i in range(0, len(items), row)]


class Calendar:
    """The days of months."""

    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    firstweekday = property(lambda self: self._firstweekday % 7,
                            lambda self, day: setattr(self, '_firstweekday', day))

    def iterweekdays(self):
        """The weekdays of a week, as numbers."""
        for i in range(self.firstweekday, self.firstweekday + 7):
            yield i % 7

    def itermonthdays(self, year, month):
        """The days of the weeks of a month; 0 is a day of another month."""
        first, count = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        yield from repeat(0, before)
        yield from range(1, count + 1)
        yield from repeat(0, -(before + count) % 7)

    def itermonthdays2(self, year, month):
        """(day, weekday) pairs; day 0 is of another month."""
        for i, d in enumerate(self.itermonthdays(year, month), self.firstweekday):
            yield d, i % 7

    def itermonthdays3(self, year, month):
        """(year, month, day) of every day of the weeks of a month."""
        first, count = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        y, m = (year - 1, 12) if month == 1 else (year, month - 1)
        last = _length(y, m)
        for d in range(last - before + 1, last + 1):
            yield y, m, d
        for d in range(1, count + 1):
            yield year, month, d
        y, m = (year + 1, 1) if month == 12 else (year, month + 1)
        for d in range(1, -(before + count) % 7 + 1):
            yield y, m, d

    def itermonthdays4(self, year, month):
        """(year, month, day, weekday) of every day of the weeks of a month."""
        for i, (y, m, d) in enumerate(self.itermonthdays3(year, month)):
            yield y, m, d, (self.firstweekday + i) % 7

    def itermonthdates(self, year, month):
        """The dates of the weeks of a month."""
        for y, m, d in self.itermonthdays3(year, month):
            yield datetime.date(y, m, d)

    def monthdatescalendar(self, year, month):
        return _grid(7, self.itermonthdates(year, month))

    def monthdays2calendar(self, year, month):
        return _grid(7, self.itermonthdays2(year, month))

    def monthdayscalendar(self, year, month):
        return _grid(7, self.itermonthdays(year, month))

    def yeardatescalendar(self, year, width=3):
        return _grid(width, (self.monthdatescalendar(year, m) for m in range(1, 13)))

    def yeardays2calendar(self, year, width=3):
        return _grid(width, (self.monthdays2calendar(year, m) for m in range(1, 13)))

    def yeardayscalendar(self, year, width=3):
        return _grid(width, (self.monthdayscalendar(year, m) for m in range(1, 13)))


class TextCalendar(Calendar):
    """Months as text."""

    def prweek(self, theweek, width):
        print(self.formatweek(theweek, width), end='')

    def formatday(self, day, weekday, width):
        return ('%2i' % day if day else '').center(width)

    def formatweek(self, theweek, width):
        return ' '.join(self.formatday(d, wd, width) for d, wd in theweek)

    def formatweekday(self, day, width):
        return (day_name if width >= 9 else day_abbr)[day][:width].center(width)

    def formatweekheader(self, width):
        return ' '.join(self.formatweekday(i, width) for i in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        name = month_name[themonth]
        return ('%s %r' % (name, theyear) if withyear else name).center(width)

    def prmonth(self, theyear, themonth, w=0, l=0):
        print(self.formatmonth(theyear, themonth, w, l), end='')

    def formatmonth(self, theyear, themonth, w=0, l=0):
        w, end = max(2, w), '\n' * max(1, l)
        lines = [self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1), self.formatweekheader(w)]
        lines += [self.formatweek(week, w) for week in self.monthdays2calendar(theyear, themonth)]
        return ''.join(line.rstrip() + end for line in lines)

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        w, end, c = max(2, w), '\n' * max(1, l), max(2, c)
        width = (w + 1) * 7 - 1
        lines = [repr(theyear).center(width * m + c * (m - 1)).rstrip()]
        for start in range(1, 13, m):
            months = range(start, min(start + m, 13))
            lines += ['', formatstring((self.formatmonthname(theyear, k, width, False) for k in months), width, c).rstrip(),
                      formatstring((self.formatweekheader(w) for k in months), width, c).rstrip()]
            grids = [self.monthdays2calendar(theyear, k) for k in months]
            for row in range(max(map(len, grids))):
                weeks = (self.formatweek(g[row], w) if row < len(g) else '' for g in grids)
                lines.append(formatstring(weeks, width, c).rstrip())
        return ''.join(line + end for line in lines)

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        print(self.formatyear(theyear, w, l, c, m), end='')


class HTMLCalendar(Calendar):
    """Months as tables of HTML."""

    cssclasses = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
    cssclasses_weekday_head = cssclasses
    cssclass_noday = 'noday'
    cssclass_month_head = cssclass_month = 'month'
    cssclass_year_head = cssclass_year = 'year'

    def formatday(self, day, weekday):
        if day == 0:
            return '<td class="%s">&nbsp;</td>' % self.cssclass_noday
        return '<td class="%s">%d</td>' % (self.cssclasses[weekday], day)

    def formatweek(self, theweek):
        return '<tr>%s</tr>' % ''.join(self.formatday(d, wd) for d, wd in theweek)

    def formatweekday(self, day):
        return '<th class="%s">%s</th>' % (self.cssclasses_weekday_head[day], day_abbr[day])

    def formatweekheader(self):
        return '<tr>%s</tr>' % ''.join(self.formatweekday(i) for i in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, withyear=True):
        name = '%s %s' % (month_name[themonth], theyear) if withyear else month_name[themonth]
        return '<tr><th colspan="7" class="%s">%s</th></tr>' % (self.cssclass_month_head, name)

    def formatmonth(self, theyear, themonth, withyear=True):
        rows = ['<table border="0" cellpadding="0" cellspacing="0" class="%s">' % self.cssclass_month,
                self.formatmonthname(theyear, themonth, withyear), self.formatweekheader()]
        rows += [self.formatweek(week) for week in self.monthdays2calendar(theyear, themonth)]
        return '\n'.join(rows + ['</table>', ''])

    def formatyear(self, theyear, width=3):
        width = max(width, 1)
        out = ['<table border="0" cellpadding="0" cellspacing="0" class="%s">\n' % self.cssclass_year,
               '<tr><th colspan="%d" class="%s">%s</th></tr>' % (width, self.cssclass_year_head, theyear)]
        for months in _grid(width, range(1, 13)):
            cells = ''.join('<td>%s</td>' % self.formatmonth(theyear, m, withyear=False) for m in months)
            out.append('<tr>%s</tr>' % cells)
        return ''.join(out + ['</table>'])

    def formatyearpage(self, theyear, width=3, css='calendar.css', encoding=None):
        """A year as bytes of a whole page."""
        encoding = encoding or sys.getdefaultencoding()
        lines = ['<?xml version="1.0" encoding="%s"?>' % encoding,
                 '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
                 '<html>', '<head>',
                 '<meta http-equiv="Content-Type" content="text/html; charset=%s" />' % encoding]
        if css is not None:
            lines.append('<link rel="stylesheet" type="text/css" href="%s" />' % css)
        lines += ['<title>Calendar for %d</title>' % theyear, '</head>', '<body>',
                  self.formatyear(theyear, width) + '</body>', '</html>', '']
        return '\n'.join(lines).encode(encoding, 'xmlcharrefreplace')


class LocaleTextCalendar(TextCalendar):
    """TextCalendar; the only locale here is C."""

    def __init__(self, firstweekday=0, locale=None):
        super().__init__(firstweekday)
        self.locale = locale


class LocaleHTMLCalendar(HTMLCalendar):
    """HTMLCalendar; the only locale here is C."""

    def __init__(self, firstweekday=0, locale=None):
        super().__init__(firstweekday)
        self.locale = locale


_shared = TextCalendar()
monthcalendar = _shared.monthdayscalendar
prweek, week, weekheader = _shared.prweek, _shared.formatweek, _shared.formatweekheader
prmonth, month, calendar, prcal = _shared.prmonth, _shared.formatmonth, _shared.formatyear, _shared.pryear


def firstweekday():
    return _shared.firstweekday


def setfirstweekday(firstweekday):
    if not MONDAY <= firstweekday <= SUNDAY:
        raise IllegalWeekdayError(firstweekday)
    _shared.firstweekday = firstweekday


def formatstring(cols, colwidth=20, spacing=6):
    """Texts side by side, each centred in its column."""
    return (' ' * spacing).join(c.center(colwidth) for c in cols)


def format(cols, colwidth=20, spacing=6):
    print(formatstring(cols, colwidth, spacing))


def timegm(tuple):
    """Seconds since 1970 of a time in UTC."""
    year, month, day, hour, minute, second = tuple[:6]
    days = datetime.date(year, month, 1).toordinal() - datetime.date(EPOCH, 1, 1).toordinal() + day - 1
    return (days * 24 + hour) * 3600 + minute * 60 + second
