from datetime import *
d = date(2024, 2, 29)
print(d, repr(d), d.isoformat(), d.weekday(), d.isoweekday(), d.isocalendar(), d.toordinal())
print(d.timetuple(), d.ctime(), d.replace(year=2023, day=1))
print(date.fromisoformat('2024-12-31'), date.fromordinal(738000), date.fromisocalendar(2024, 1, 1))
print(date.min, date.max, date.resolution, date.fromtimestamp(0))
print(d + timedelta(days=1), d - timedelta(weeks=1), d - date(2023, 1, 1), d < date(2025, 1, 1))
print(d == date(2024, 2, 29), hash(d) == hash(date(2024, 2, 29)))
for f in ('date(2023,2,29)', 'date(0,1,1)', 'date(2023,13,1)', 'date(2023,1,32)', "date('a',1,1)", 'date(1,1)', 'd+1', 'd<5', 'd-datetime(2020,1,1)', "date.fromisoformat('2024-1-1')", "date.fromisoformat('x')", "date.fromisoformat('20240101')", "date.fromisoformat('2024-W01-1')", 'd.replace(month=2,day=30)', 'date.max+timedelta(1)', 'd==5', 'd!=None', 'date.fromordinal(0)', 'date(2024,1,1.5)'):
    try:
        print(f, eval(f))
    except Exception as e:
        print(f, type(e).__name__, e)
