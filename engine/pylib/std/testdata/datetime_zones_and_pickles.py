import pickle
from datetime import *


class Summer(tzinfo):
    """An hour more from 10 March 2024 02:00 to 3 November 2024 02:00."""

    def utcoffset(self, dt):
        return timedelta(hours=-5) + self.dst(dt)

    def dst(self, dt):
        if dt is None:
            return timedelta(0)
        naive = dt.replace(tzinfo=None)
        start, end = datetime(2024, 3, 10, 2), datetime(2024, 11, 3, 2)
        if end - timedelta(hours=1) <= naive < end:
            return timedelta(0) if dt.fold else timedelta(hours=1)
        return timedelta(hours=1) if start <= naive < end else timedelta(0)

    def tzname(self, dt):
        return 'EDT' if self.dst(dt) else 'EST'

    def __repr__(self):
        return 'Summer()'

    def __reduce__(self):
        return Summer, ()


zone = Summer()
for month, day, hour in (1, 1, 12), (3, 10, 1), (3, 10, 3), (11, 3, 0), (11, 3, 1), (11, 3, 2):
    for fold in 0, 1:
        t = datetime(2024, month, day, hour, 30, tzinfo=zone, fold=fold)
        utc = t.astimezone(timezone.utc)
        print(repr(t), t.isoformat(), t.tzname(), utc, utc.astimezone(zone), t == utc, t.timestamp(), t.strftime('%c %z %Z'), t.timetuple().tm_isdst)
        assert hash(t) == hash(t.replace(fold=0))
a, b = datetime(2024, 11, 3, 1, 30, tzinfo=zone), datetime(2024, 11, 3, 1, 30, tzinfo=zone, fold=1)
print(a == b, b - a, b.astimezone(timezone.utc) - a.astimezone(timezone.utc), sorted([datetime(2024, 5, 5, tzinfo=zone), datetime(2024, 5, 5, 3, tzinfo=timezone.utc)]))
for value in (date(2024, 2, 29), time(1, 2, 3, 4), time(1, tzinfo=timezone.utc, fold=1), datetime(2024, 2, 29, 1, 2, 3, 456789), datetime(2024, 2, 29, tzinfo=timezone(timedelta(hours=2), 'X'), fold=1),
              timezone.utc, timedelta(-1, 2, 3), date(2024, 1, 1).isocalendar()):
    for protocol in range(6):
        again = pickle.loads(pickle.dumps(value, protocol))
        print(protocol, again, type(again) is type(value), again == value, getattr(again, 'fold', ''), value.__reduce_ex__(protocol) if protocol > 1 and not isinstance(value, timedelta) else '')
for text in ('2024-01-05', '2024-W01', '2024-W01-5', '2024W015', '2024W01', '2024-01-05T10', '2024-01-05 10:11', '2024-01-05T10:11:12', '20240105T101112.5', '2024-01-05T10:11:12,123456789', '2024-01-05T10:11:12+02:30',
             '2024-01-05T10:11Z', '2024W01T10', '2024-W01-5x10:00', '2024-01-05T10:11:12.', '2024-1-5', '2024-01-05T25', '2024-13-01', '2024-01-05T1', '2024-01-05T10:1', '', '2024-01-05T10:11:12+25:00', '2024-01-05T10:11:12-00:00:01.5', '٢024-01-05', '2024-W54', '2024-W01-8'):
    for kind in date, datetime, time:
        try:
            print(kind.__name__, text, repr(kind.fromisoformat(text)))
        except ValueError as e:
            print(kind.__name__, e)
for text in '10', '1011', '10:11:12', 'T10', '101112.25', '10:11:12+01', '10:11:12Z', '10:1', '10:11:12.x', '24:00', '10:11.5':
    try:
        print(repr(time.fromisoformat(text)))
    except ValueError as e:
        print(e)


class Odd(tzinfo):
    def __init__(self, offset):
        self.offset = offset

    def utcoffset(self, dt):
        return self.offset

    def dst(self, dt):
        return self.offset

    def tzname(self, dt):
        return str(self.offset) if isinstance(self.offset, timedelta) else self.offset


for offset in 5, timedelta(2), None, 'x', timedelta(seconds=3661, microseconds=7):
    t = datetime(2024, 1, 1, tzinfo=Odd(offset))
    for call in (t.utcoffset, t.dst, t.tzname, t.isoformat, t.timetuple, t.utctimetuple, lambda: t == datetime(2024, 1, 1, tzinfo=timezone.utc), lambda: t < datetime(2024, 1, 1), lambda: t - t, lambda: t.strftime('%z|%Y'), lambda: t.timetz().isoformat()):
        try:
            print(call())
        except (TypeError, ValueError) as e:
            print(type(e).__name__, e)
day, moment = date(2024, 1, 1), datetime(2024, 1, 1)
print(day == moment, day != moment, moment == day, moment != day, date.__eq__(day, moment), {day: 1}.get(moment))
print(datetime(7, 1, 2).strftime('%Y|%4Y|%_m|%-d|%5d|%e|%3H|%%|%Q|%'), time(5, 6).strftime('%H:%M %Y %j'), f'{moment:%A the %d. of %B}')
for call in (lambda: day < moment, lambda: moment < day, lambda: moment - day, lambda: datetime.combine(time(), day), lambda: timezone(timedelta(0), None), lambda: timezone(5), lambda: timezone(timedelta(1)),
             lambda: timezone.utc.utcoffset(5), lambda: timezone.utc.fromutc(moment), lambda: timezone.utc.fromutc(5), lambda: zone.fromutc(moment), lambda: tzinfo().utcoffset(None), lambda: moment.astimezone(5),
             lambda: datetime(2024, 1, 1, tzinfo=5), lambda: moment - datetime(2024, 1, 1, tzinfo=timezone.utc), lambda: datetime.strptime('x', '%'), lambda: datetime.strptime('x', '%Q'), lambda: datetime.strptime('2024 x', '%Y'),
             lambda: datetime.strptime('2024-02-30', '%Y-%m-%d'), lambda: time(25), lambda: datetime.max + timedelta(1), lambda: date.fromisocalendar(2024, 54, 1)):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
