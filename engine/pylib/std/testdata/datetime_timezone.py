from datetime import *
tz = timezone(timedelta(hours=5, minutes=30))
tn = timezone(timedelta(hours=-8), 'PST')
print(tz, repr(tz), tn, repr(tn), timezone.utc, repr(timezone.utc), timezone(timedelta(0)), timezone.min)
print(timezone.max, UTC)
a = datetime(2024, 1, 1, 12, tzinfo=tz)
print(a, repr(a), a.utcoffset(), a.tzname(), a.dst(), a.astimezone(timezone.utc), a.astimezone(tn))
print(a.isoformat(), a.timestamp(), a - datetime(2024, 1, 1, tzinfo=timezone.utc), a == a.astimezone(tn))
print(a.replace(tzinfo=None))

class Z(tzinfo):

    def utcoffset(self, dt):
        return timedelta(hours=1)

    def dst(self, dt):
        return timedelta(hours=1)

    def tzname(self, dt):
        return 'ZZ'
z = datetime(2024, 1, 1, tzinfo=Z())
print(z, z.tzname(), z.strftime('%Z %z'), z.dst(), z.timetuple().tm_isdst)
print(a.strftime('%z|%Z'), datetime.strptime('2020-01-01 +0530', '%Y-%m-%d %z'))
print(datetime.strptime('2020-01-01 UTC', '%Y-%m-%d %Z'))
for f in ('timezone(timedelta(days=1))', 'timezone(5)', 'datetime(2024,1,1).astimezone(timezone.utc)', 'a-datetime(2024,1,1)', "datetime(2024,1,1,tzinfo='x')"):
    try:
        print(f, eval(f))
    except Exception as e:
        print(f, type(e).__name__, e)
