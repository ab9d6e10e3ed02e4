from datetime import *
import datetime as D, random, time as tm
random.seed(2)
for k in range(12):
    a=datetime(random.randrange(1,9999),random.randrange(1,13),random.randrange(1,29),random.randrange(24),random.randrange(60),random.randrange(60),random.choice([0,random.randrange(10**6)]))
    t=timedelta(days=random.randrange(-500,500),seconds=random.uniform(-1e5,1e5),minutes=random.choice([1,1.5,-2.25]))
    print(repr(a),a,t,repr(t),a.isocalendar(),a.strftime('%Y-%m-%d %H:%M:%S.%f %j %U %W %a %A %b %B %p %I %y %u %w %G %V %c %x %X %%'),a.toordinal(),a.weekday(),t*2,t/3,t//7,t*1.5,abs(t),-t,t.total_seconds(),a.isoformat(),a.date(),a.time(), t%timedelta(hours=5), t/timedelta(seconds=3))
    try: print(a+t,a-t,(a+t)-a)
    except OverflowError as e: print(e)
    print(datetime.fromisoformat(a.isoformat())==a, datetime.strptime(a.strftime('%Y-%m-%d %H:%M:%S') ,'%Y-%m-%d %H:%M:%S') if a.year>999 else 0, a.timetuple()[:], a.replace(tzinfo=timezone.utc).isoformat(), hash(t))
tz=timezone(timedelta(hours=8)); x=datetime(2024,2,29,12,30,tzinfo=tz); print(x,repr(x),x.astimezone(timezone.utc),x.utcoffset(),x.tzname(),x.strftime('%z %Z'),x.timestamp(),datetime.fromtimestamp(0,timezone.utc), x==x.astimezone(timezone.utc))
print(date(2024,1,31),repr(date(2024,1,31)),date(2024,3,1)-date(2024,2,1),date.fromisoformat('2020-05-06'),date.min,date.max,timedelta.max, time(3,4),repr(time(3,4,5,6,tz)),time.fromisoformat('04:05:06.5'),f'{x:%d/%m}',f'{x}', date.fromordinal(730000), date(2020,1,1)<date(2020,1,2), date(2020,1,1)==datetime(2020,1,1))
for s,f in (('21 June, 2018','%d %B, %Y'),('12/31/99 11:59 PM','%m/%d/%y %I:%M %p'),('2020-01-01T00:00:00+0530','%Y-%m-%dT%H:%M:%S%z'),('Jan 5 2021 1.25','%b %d %Y %S.%f')):
    print(datetime.strptime(s,f))
for fn in (lambda:date(2023,2,29),lambda:date(2023,13,1),lambda:datetime(0,1,1),lambda:time(25),lambda:datetime.strptime('x','%Y'),lambda:datetime.strptime('2020 z','%Y'),lambda:datetime.now()<x,lambda:datetime.now()-x,lambda:date.fromisoformat('zz'),lambda:date(2020,1,1)+5,lambda:datetime.strptime('a','%Q'),lambda:timedelta('a'),lambda:date(2020,1,1)<5, lambda:date(1.5,1,1), lambda: date(2020)):
    try: print(fn())
    except Exception as e: print(type(e).__name__,e)
print(D.datetime(2020,1,1).ctime(), timedelta(), repr(timedelta()), timedelta(milliseconds=1.5), timedelta(1)<timedelta(2), bool(timedelta()), timedelta(weeks=1,days=-1))
for i in ('2020-01-02','20200102','2020-01-02 03:04','2020-01-02T03:04:05Z','2020-W05-2','2020-01-02T03:04:05.123+08:00'): print(repr(datetime.fromisoformat(i)))
