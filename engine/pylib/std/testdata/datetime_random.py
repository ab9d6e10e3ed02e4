"""Random durations and dates: arithmetic, text, errors."""
import random
from datetime import date, datetime, time, timedelta, timezone
r = random.Random(3)
def number():
    return r.choice([0, 1, -1, r.randrange(-100, 100), r.randrange(-10**6, 10**6), r.random(), r.uniform(-1e3, 1e3), 0.5, 1.5, -0.5, 1e-6, 5e-7, 1.5e-6, 2.5e-6, True])
def length():
    return timedelta(**{k: number() for k in r.sample(['days', 'seconds', 'microseconds', 'milliseconds', 'minutes', 'hours', 'weeks'], r.randrange(0, 4))})
def moment():
    return datetime(r.randrange(1, 10000), r.randrange(1, 13), r.randrange(1, 29), r.randrange(24), r.randrange(60), r.randrange(60), r.choice([0, r.randrange(10**6)]))
def attempt(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__ + ' ' + str(e)
for i in range(400):
    a, b, d, e, n = length(), length(), moment(), moment(), number()
    print(repr(a), str(a), a.total_seconds(), bool(a), -a, abs(a), +a, a == b, a < b, a >= b, hash(a) == hash(timedelta(a.days, a.seconds, a.microseconds)))
    print(a + b, a - b, attempt(lambda: a * n), attempt(lambda: a / n), attempt(lambda: a / b), attempt(lambda: a // b), attempt(lambda: a % b), attempt(lambda: divmod(a, b)), attempt(lambda: a // 7))
    print(d, repr(d), attempt(lambda: d + a), attempt(lambda: d - a), d - e, d < e, d.date() - e.date(), attempt(lambda: d.date() + a), d.weekday(), d.isocalendar(), d.toordinal(), d.timetuple())
    print(d.strftime('%a %A %w %d %b %B %m %y %H %I %p %M %S %f %j %U %W %% %c %x %X %G %u %V %-d %3d'), d.isoformat(), d.ctime(), f'{d:%d.%m.%Y}', date.fromordinal(d.toordinal()))
for f in (lambda: timedelta('a'), lambda: timedelta(10**9), lambda: timedelta(days=10**30), lambda: timedelta(float('inf')), lambda: timedelta(float('nan')), 
          lambda: timedelta(1) + 1, lambda: 1 - timedelta(1), lambda: timedelta(1) < 1, lambda: timedelta(1) == 1, lambda: timedelta(1) * 'a', lambda: timedelta(1) / 0, lambda: timedelta(999999999) * 2,
          lambda: -timedelta.max, lambda: timedelta.min - timedelta(1), lambda: date(2023, 2, 29), lambda: date(0, 1, 1), lambda: date(10000, 1, 1), lambda: date(2020, 13, 1), lambda: date(2020.0, 1, 1),
          lambda: date('2020', 1, 1), lambda: date(2**40, 1, 1), lambda: date(2**70, 1, 1), lambda: time(24), lambda: time(0, 60), lambda: time(0, 0, 0, 10**6), lambda: time(fold=2), lambda: datetime(2020, 1, 1, 0, 0, 60),
          lambda: date(2020, 1, 1) + 5, lambda: date.max + timedelta(1), lambda: datetime.min - timedelta(1), lambda: timedelta(hours=25).days, lambda: timedelta(1).foo, lambda: timedelta(True, False)):
    print(attempt(f))
class Span(timedelta):
    pass
s = Span(days=1, hours=2)
print(repr(s), type(s + s), type(-s), s == timedelta(1, 7200), {timedelta(1): 1}[timedelta(hours=24)], timedelta(1, 2, 3).__reduce__())
