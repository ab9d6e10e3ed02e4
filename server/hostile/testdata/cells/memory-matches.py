# raises MemoryError
import re
kept = []
while True:
    kept.append(re.match('(a)(b)', 'ab'))
