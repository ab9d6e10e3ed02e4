# stops | ends
import re
re.match('(a*)*b', 'a' * 60)
re.match('(a|aa)+$', 'a' * 100 + 'b')
while True: pass
