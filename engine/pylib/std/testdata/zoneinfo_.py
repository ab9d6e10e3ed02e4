# Time zones by name: offsets, summer time, hours that come twice or not at all
from datetime import datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones
import copy, pickle
for key in 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Asia/Shanghai', 'Australia/Lord_Howe', 'UTC', 'Europe/Dublin', 'America/Sao_Paulo':
    z = ZoneInfo(key)
    for dt in datetime(2024, 1, 15, 12), datetime(2024, 7, 15, 12), datetime(1950, 5, 5), datetime(2050, 7, 1):
        dt = dt.replace(tzinfo=z)
        print(key, dt.isoformat(), dt.tzname(), dt.utcoffset(), dt.dst(), dt.astimezone(timezone.utc))
berlin = ZoneInfo('Europe/Berlin')
for dt in datetime(2024, 3, 31, 2, 30), datetime(2024, 10, 27, 2, 30), datetime(2024, 3, 31, 1, 59, 59), datetime(2024, 10, 27, 3):
    for fold in 0, 1:
        local = dt.replace(tzinfo=berlin, fold=fold)
        print(local, local.tzname(), local.astimezone(timezone.utc), local.astimezone(timezone.utc).astimezone(berlin))
start = datetime(2024, 10, 26, 23, tzinfo=timezone.utc)
for h in range(4):
    there = (start + timedelta(hours=h)).astimezone(berlin); print(there, there.fold, there.strftime('%Z %z'))
print(datetime(2024, 6, 1, 9, tzinfo=ZoneInfo('America/Los_Angeles')).astimezone(ZoneInfo('Asia/Tokyo')))
print(datetime.fromtimestamp(0, ZoneInfo('America/New_York')), datetime(2024, 1, 1, tzinfo=berlin) - datetime(2024, 1, 1, tzinfo=ZoneInfo('UTC')))
print(repr(berlin), str(berlin), berlin.key, ZoneInfo('Europe/Berlin') is berlin, ZoneInfo.no_cache('Europe/Berlin') is berlin, pickle.loads(pickle.dumps(berlin)) is berlin, copy.copy(berlin) is berlin)
print('Europe/Paris' in available_timezones(), len(available_timezones()) > 400, time(12, tzinfo=berlin).utcoffset(), datetime(2024, 5, 5, tzinfo=berlin) + timedelta(days=200))
for bad in 'Mars/Base', 'nonsense':
    try: ZoneInfo(bad)
    except ZoneInfoNotFoundError as e: print(type(e).__name__, e)
