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
class T(datetime):
    pass
for moment in date(2024, 2, 28), datetime(2024, 2, 28, 23, 59, 59, 999999), D(2024, 2, 28), T(2024, 2, 28, 1):
    for length in timedelta(2, 1), timedelta(microseconds=1), -timedelta(59):
        print(repr(length + moment), moment + length == length + moment, repr(moment - length), moment - (moment - length) == length)
for wrong in 'timedelta.max + date.max', 'date.min - timedelta(1)', 'timedelta(1) - date.max', 'date.max + 1', '1 + datetime.max', 'date.max - datetime.max':
    try:
        print(eval(wrong))
    except Exception as e:
        print(type(e).__name__, e)
