import re
m = re.match('(?P<y>\\d{4})-(?P<m>\\d\\d)(-(\\d\\d))?', '2024-05 x')
print(m, m.group(), m.group(1, 2), m['y'], m.groups(), m.groups('none'), m.groupdict(), m.span())
print(m.span('m'), m.start(3), m.end(4), m.pos, m.endpos, m.lastindex, m.lastgroup, m.re.pattern, m.string)
print(m.expand('\\1/\\g<m>'), m.regs)
for f in ('m.group(9)', "m['zz']", 'm.span(10)', "m.group('x')"):
    try:
        print(eval(f))
    except Exception as e:
        print(type(e).__name__, e)
print(bool(m), re.match('a', 'b'), re.search('b', 'ab').span(), re.fullmatch('a+', 'aaab'))
print(re.fullmatch('a+', 'aaa'))
