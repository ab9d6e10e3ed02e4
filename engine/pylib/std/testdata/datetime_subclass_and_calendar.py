import calendar
from datetime import date, datetime, timedelta

class D(date):

    def hi(self):
        return 'hi'
x = D(2020, 1, 1)
print(x, repr(x), x.hi(), type(x + timedelta(1)).__name__, type(x.replace(day=2)).__name__, D.today().hi())
print(calendar.month(2024, 2))
print(calendar.isleap(2000), calendar.leapdays(1990, 2024), calendar.monthrange(2024, 2))
print(calendar.weekday(2024, 1, 1), calendar.monthcalendar(2024, 2))
print(calendar.calendar(2023)[:400])
c = calendar.TextCalendar(6)
print(c.formatmonth(2023, 5))
print(list(c.itermonthdays(2023, 5))[:10], list(calendar.Calendar().itermonthdates(2023, 5))[:2])
print(calendar.day_name[0], list(calendar.month_abbr), calendar.timegm((2020, 1, 1, 0, 0, 0)))
print(calendar.HTMLCalendar().formatmonth(2024, 2)[:300])
try:
    calendar.monthrange(2024, 13)
except Exception as e:
    print(type(e).__name__, e)
