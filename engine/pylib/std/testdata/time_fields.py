import time
def t(f,*a):
    try: print(f(*a))
    except BaseException as e: print(type(e).__name__, e)
st=time.strptime
for s,f in [("10:11 +0500","%H:%M %z"),("utc","%Z"),("GMT","%Z"),("1","%d"),("29 2","%d %m"),("365 2001","%j %Y"),("Mon","%a"),("12","%I"),("12 PM","%I %p"),("+0530","%z"), ("-01:30:45","%z")]:
    x=None
    try: x=st(s,f)
    except Exception as e: print(e); continue
    print(x, x.tm_zone, x.tm_gmtoff)
t(st,"30 2","%d %m")
tup=(2023,2,31,1,2,3,9,5,1)
t(time.strftime,"%Y-%m-%d %H:%M:%S %a %A %j %w %u %U %W %Z|%z|%y %C %c %x %X", tup)
t(time.asctime,tup)
t(time.mktime,tup)
for bad in [(2023,13)+(0,)*7,(2023,1,32)+(0,)*6,(2023,1,1,24)+(0,)*5,(2023,1,1,0,60)+(0,)*4,(2023,1,1,0,0,62)+(0,)*3,(2023,1,1,0,0,0,-2,0,0),(2023,1,1,0,0,0,0,367,0),(2023,1,1,0,0,0,0,0),(2023,1.5)+(0,)*7,(2**31,)+(0,)*8,(-2**31,)+(0,)*8,5,(0,)*10]:
    t(time.strftime,"%Y %j",bad); t(time.asctime,bad)
for y in [0,1,5,99,999,1000,9999,10000,12345,-1,-5,-1234]:
    t(time.strftime,"%Y|%y|%C|%G|%g|%F|%c", (y,1,2,3,4,5,6,7,0)); t(time.asctime,(y,1,2,3,4,5,6,7,0))
    t(time.ctime,time.mktime((y,1,2,3,4,5,6,7,0)))
for s in [0,-1,-0.5,1.999999,1e10,-1e11,1e15,1e18,1e20,float('nan'),float('inf'),None]:
    if s is not None: t(time.gmtime,s)
S=time.struct_time
t(S,range(9)); t(S,range(11)); t(S,range(8)); t(S,range(12)); t(S,5); t(S,range(9),{'tm_zone':'X'}); t(S,range(9),4)
x=S(range(9),{'tm_zone':'X','tm_gmtoff':7}); print(x.tm_zone,x.tm_gmtoff, x.__reduce__(), S.n_fields,S.n_sequence_fields,S.n_unnamed_fields,S.__match_args__)
import pickle,copy
y=pickle.loads(pickle.dumps(x)); print(y==x,y.tm_zone,y, copy.copy(x).tm_zone, x==tuple(range(9)), hash(x)==hash(tuple(range(9))), x[:3], x+(1,))
print(S(range(9)).tm_zone)
t(setattr,x,"tm_year",3); t(setattr,x,"foo",3); print(hasattr(x,'__dict__'))
t(time.strftime,b"%S"); t(time.strftime,"%S\0",tup); t(time.strftime,"%Q %"); t(time.strftime,"%5Y|%-d|%_d|%^a|%E",tup)
t(time.get_clock_info,"xxx"); t(time.get_clock_info,1)
for n in ["time","monotonic","perf_counter","process_time","thread_time"]:
    i=time.get_clock_info(n); print(n,i.implementation,i.monotonic,i.adjustable,i.resolution)
print(time.CLOCK_REALTIME,time.CLOCK_MONOTONIC,time.CLOCK_PROCESS_CPUTIME_ID,time.CLOCK_THREAD_CPUTIME_ID,time.clock_getres(time.CLOCK_REALTIME), abs(time.clock_gettime(0)-time.time())<1, abs(time.clock_gettime_ns(0)-time.time_ns())<10**9, time.clock_gettime(time.CLOCK_MONOTONIC)<=time.clock_gettime(1))
t(time.clock_gettime, 77); t(time.clock_settime, 1, 5.0)
t(time.sleep, -1); t(time.sleep, "a"); t(time.sleep, float("nan")); t(time.sleep, 1e100)
