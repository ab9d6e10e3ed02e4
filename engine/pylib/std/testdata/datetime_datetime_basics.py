from datetime import *
n = datetime(2024, 3, 15, 13, 45, 30, 123456)
print(n, repr(n), n.isoformat(), n.isoformat(' ', 'seconds'), n.isoformat(timespec='milliseconds'))
print(n.date(), n.time(), n.timetz(), n.timestamp(), n.weekday(), n.timetuple().tm_yday, n.ctime())
print(n.replace(microsecond=0, hour=1), n + timedelta(hours=25, milliseconds=1), n - datetime(2024, 1, 1))
print(n.toordinal(), n.utctimetuple(), datetime.min, datetime.max, datetime.resolution)
print(datetime.fromtimestamp(1700000000), datetime.utcfromtimestamp(1700000000.5))
print(datetime.fromtimestamp(1700000000, tz=timezone.utc), datetime.combine(date(2020, 1, 1), time(5)))
print(datetime.strptime('2020-01-02 03:04:05', '%Y-%m-%d %H:%M:%S'))
for s in ('2024-03-15', '2024-03-15T10:20', '2024-03-15 10:20:30', '2024-03-15T10:20:30.5', '2024-03-15T10:20:30.123456+05:30', '2024-03-15T10:20:30Z', '20240315T102030', '2024-W11-5', '2024-03-15T10', '2024-03-15T25:00', 'nope', '2024-03-15T10:20:30-08:00:15'):
    try:
        print(s, repr(datetime.fromisoformat(s)))
    except Exception as e:
        print(s, type(e).__name__, e)
for f in ('datetime(2024,1,1,24)', 'datetime(2024,1,1,0,60)', 'datetime(2024,1,1,0,0,0,10**6)', 'n<date(2024,1,1)', 'n==date(2024,3,15)', 'datetime(2024,1,1)<datetime(2024,1,1,tzinfo=timezone.utc)', 'datetime(2024,1,1)==datetime(2024,1,1,tzinfo=timezone.utc)', 'n-1', 'n+n', "datetime.strptime('x','%Y')", "datetime.strptime('2020-13','%Y-%m')", "datetime.strptime('2020 1','%Y')", "datetime.strptime('31/02/2020','%d/%m/%Y')"):
    try:
        print(f, eval(f))
    except Exception as e:
        print(f, type(e).__name__, e)
