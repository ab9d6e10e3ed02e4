"""Calendars as text."""

import datetime
from _datefmt import DAYS, MONTHS

__all__ = ['HTMLCalendar', 'IllegalMonthError', 'isleap', 'leapdays', 'weekday', 'monthrange', 'monthcalendar', 'month', 'calendar', 'Calendar', 'TextCalendar',
           'day_name', 'day_abbr', 'month_name', 'month_abbr', 'timegm', 'setfirstweekday', 'firstweekday', 'prmonth', 'prcal']

day_name = list(DAYS)
day_abbr = [d[:3] for d in day_name]
month_name = [''] + list(MONTHS)
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

    def itermonthdays2(self, year, month):
        for i, d in enumerate(self.itermonthdays(year, month), self.firstweekday):
            yield d, i % 7

    def monthdays2calendar(self, year, month):
        days = list(self.itermonthdays2(year, month))
        return [days[i:i + 7] for i in range(0, len(days), 7)]

    def monthdatescalendar(self, year, month):
        dates = list(self.itermonthdates(year, month))
        return [dates[i:i + 7] for i in range(0, len(dates), 7)]

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
