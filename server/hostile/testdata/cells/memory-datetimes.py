# raises MemoryError
import datetime
kept = []
while True:
    kept.append(datetime.datetime(2020, 1, 1) + datetime.timedelta(1))
