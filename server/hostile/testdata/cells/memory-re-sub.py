# raises MemoryError
import re
re.sub('a', 'b' * 10**6, 'a' * 10**6)
