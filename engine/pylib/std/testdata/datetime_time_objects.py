from datetime import *
t = time(1, 2, 3, 4)
print(t, repr(t), t.isoformat(), t.isoformat('minutes'), t.replace(hour=5), time.min, time.max)
print(time.resolution, time(0), bool(time(0)), time.fromisoformat('04:05'))
print(time.fromisoformat('04:05:06.789'), t.strftime('%H-%M-%S.%f'), t < time(2))
print(time(12, tzinfo=timezone.utc), repr(time(12, tzinfo=timezone.utc)), time(1, fold=1))
for f in ('time(25)', 't+timedelta(1)', "time.fromisoformat('x')", 't<1'):
    try:
        print(f, eval(f))
    except Exception as e:
        print(f, type(e).__name__, e)
