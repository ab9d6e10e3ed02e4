"""Calendars as text."""

import datetime

__all__ = ['isleap', 'leapdays', 'weekday', 'monthrange', 'monthcalendar', 'month', 'calendar', 'Calendar', 'TextCalendar',
           'day_name', 'day_abbr', 'month_name', 'month_abbr', 'timegm', 'setfirstweekday', 'firstweekday', 'prmonth', 'prcal']

day_name = list(datetime.DAYS)
day_abbr = [d[:3] for d in day_name]
month_name = [''] + list(datetime.MONTHS)
month_abbr = [m[:3] for m in month_name]
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)


def isleap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    y1, y2 = y1 - 1, y2 - 1
    return (y2 // 4 - y1 // 4) - (y2 // 100 - y1 // 100) + (y2 // 400 - y1 // 400)


def weekday(year, month, day):
    return datetime.date(year, month, day).weekday()


def monthrange(year, month):
    """The weekday of the first day, and the number of days."""
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    following = datetime.date(year + month // 12, month % 12 + 1, 1)
    return weekday(year, month, 1), (following - datetime.timedelta(1)).day


class IllegalMonthError(ValueError):
    def __str__(self):
        return 'bad month number %r; must be 1-12' % self.args[0]


class Calendar:
    """The days of months."""

    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    def iterweekdays(self):
        for i in range(7):
            yield (self.firstweekday + i) % 7

    def itermonthdays(self, year, month):
        first, count = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        yield from [0] * before
        yield from range(1, count + 1)
        yield from [0] * (-(before + count) % 7)

    def monthdayscalendar(self, year, month):
        days = list(self.itermonthdays(year, month))
        return [days[i:i + 7] for i in range(0, len(days), 7)]

    def itermonthdates(self, year, month):
        first = datetime.date(year, month, 1)
        start = first - datetime.timedelta((first.weekday() - self.firstweekday) % 7)
        for i in range(7 * len(self.monthdayscalendar(year, month))):
            yield start + datetime.timedelta(i)


class TextCalendar(Calendar):
    """Months as text."""

    def formatmonth(self, theyear, themonth, w=0, l=0):
        w, l = max(2, w), max(1, l)
        title = '%s %r' % (month_name[themonth], theyear)
        lines = [title.center(7 * (w + 1) - 1).rstrip(),
                 ' '.join((day_name if w >= 9 else day_abbr)[i][:w].center(w) for i in self.iterweekdays()).rstrip()]
        for week in self.monthdayscalendar(theyear, themonth):
            lines.append(' '.join(('%2i' % d if d else '').center(w) for d in week).rstrip())
        return ('\n' * l).join(lines) + '\n' * l

    def prmonth(self, theyear, themonth, w=0, l=0):
        print(self.formatmonth(theyear, themonth, w, l), end='')

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        w, c = max(2, w), max(2, c)
        width = (w + 1) * 7 - 1
        gap = ' ' * c
        out = [str(theyear).center(width * m + c * (m - 1)).rstrip(), '\n' * l]
        head = ' '.join(day_abbr[i][:w].center(w) for i in self.iterweekdays())
        for start in range(1, 13, m):
            months = range(start, min(start + m, 13))
            out += ['\n' * l, gap.join(month_name[k].center(width) for k in months).rstrip(), '\n' * l,
                    gap.join(head for _ in months).rstrip(), '\n' * l]
            grids = [self.monthdayscalendar(theyear, k) for k in months]
            for row in range(max(map(len, grids))):
                cells = [' '.join(('%2i' % d if d else '').center(w) for d in g[row]) if row < len(g) else ' ' * width for g in grids]
                out += [gap.join(cells).rstrip(), '\n' * l]
        return ''.join(out)


_shared = TextCalendar()
monthcalendar, month, calendar, prmonth = _shared.monthdayscalendar, _shared.formatmonth, _shared.formatyear, _shared.prmonth


def prcal(theyear, w=0, l=0, c=6, m=3):
    print(calendar(theyear, w, l, c, m))


def firstweekday():
    return _shared.firstweekday


def setfirstweekday(firstweekday):
    _shared.firstweekday = firstweekday


def timegm(tuple):
    year, month, day, hour, minute, second = tuple[:6]
    return ((datetime.date(year, month, 1).toordinal() - 719163 + day - 1) * 24 + hour) * 3600 + minute * 60 + second
