# raises MemoryError
import re
kept = [re.findall('(a)(a)', 'a' * 10**7) for _ in range(100)]
