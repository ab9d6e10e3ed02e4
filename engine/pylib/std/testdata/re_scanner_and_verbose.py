import re
sc = re.Scanner([('\\d+', lambda s, t: int(t)), ('\\w+', lambda s, t: t), ('\\s+', None)])
print(sc.scan('a 12 b !x'))
p = re.compile('\n   (?P<int>\\d+)   # integer\n   \\.             # dot\n   (?P<frac>\\d*)  # fraction\n', re.VERBOSE)
print(p.match('3.14').groupdict(), p)
print(re.NOFLAG, re.ASCII, re.DOTALL)
print(re.error.__mro__[1].__name__)
