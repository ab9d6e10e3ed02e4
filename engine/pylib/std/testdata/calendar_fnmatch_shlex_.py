import calendar
import fnmatch
import io
import shlex
import string

for first in 0, 6:
    calendar.setfirstweekday(first)
    print(calendar.month(2024, 2), calendar.month(2023, 10, 9, 2), sep='')
    print(calendar.calendar(2025, 3, 1, 4, 2), calendar.weekheader(5), calendar.monthcalendar(2026, 2))
c = calendar.Calendar(3)
print(list(c.itermonthdays4(2024, 12))[-4:], list(c.itermonthdays2(1, 1))[:3], c.monthdays2calendar(0, 2)[0], c.yeardayscalendar(9999)[3][2][-1], list(c.iterweekdays()))
print([d.isoformat() for d in c.itermonthdates(2024, 2)][:3], len(c.yeardatescalendar(2024, 4)), c.firstweekday)
html = calendar.HTMLCalendar(6)
print(html.formatmonth(2024, 2), html.formatyear(2024, 4)[:200], html.formatyearpage(2024, css=None)[:300])
print(calendar.isleap(1900), calendar.leapdays(1900, 2025), calendar.monthrange(2024, 2), calendar.weekday(2024, 2, 29), calendar.timegm((2024, 2, 30, 1, 2, 3)), list(calendar.month_abbr), calendar.day_name[6])
calendar.TextCalendar().prmonth(2024, 3)
for call in (lambda: calendar.monthrange(2024, 13), lambda: calendar.setfirstweekday(9), lambda: calendar.weekday(2024, 2, 30), lambda: calendar.weekday(10001, 1, 1)):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)

for pattern in ('*.py', 'a?c', '[abc]x', '[!abc]x', '[]]', '[!]]', '[a-c-e]', '[z-a]', '[!z-a]', '[', '[a', 'a[b', 'x**y*z', '*', '', '?*', '[^a]', '[[]', '[\\a]', '[a&&b]', 'a.b', '[!', '[-a]', '[a-]', '[--0]'):
    print(repr(pattern), fnmatch.translate(pattern), [n for n in ('a.py', 'abc', 'ax', 'dx', ']', '-', 'b', 'x_y_z', 'a[b', '^', '[', '', 'a.b', 'aXb', '&', '/') if fnmatch.fnmatchcase(n, pattern)])
print(fnmatch.filter(['a.py', 'B.PY', 'c.txt'], '*.py'), fnmatch.filter([b'a', b'b'], b'[!a]'), fnmatch.fnmatch('x\ny', 'x*'))

for text in ("a 'b c' d\"e f\"g", r'a\ b "c\"d" "e\f" \'x', 'x#y #z\nw', "''", "a '' b", 'a;b|c&&d>>e', 'é ü', 'a=b c-d ~/x *.py', 'foo "bar', 'foo\\', "it's"):
    for make in (shlex.split, lambda t: shlex.split(t, comments=True), lambda t: shlex.split(t, posix=False), lambda t: list(shlex.shlex(t)),
                 lambda t: list(shlex.shlex(t, posix=True)), lambda t: list(shlex.shlex(t, punctuation_chars=True)), lambda t: list(shlex.shlex(t, posix=True, punctuation_chars='|&'))):
        try:
            print(make(text))
        except ValueError as e:
            print(e)
print(shlex.quote(''), shlex.quote('a b'), shlex.quote("it's"), shlex.quote('a/b-c=d,e:f@g%h+i'), shlex.quote('é'), shlex.join(['a', 'b c', '']))
lexer = shlex.shlex('a\nb include "x"\nc')
print(lexer.get_token(), lexer.lineno, lexer.get_token(), lexer.lineno, lexer.error_leader('f'))
lexer.push_token('pushed')
lexer.push_source(io.StringIO('inner words'))
print(list(lexer))

t = string.Template('$a ${b} $$ $c-d $ x')
print(t.safe_substitute(a=1, b=2), t.get_identifiers(), t.is_valid(), string.Template('$a').substitute({'a': 5}, a=6))
for text in ('$', 'x\n $1', '${a', '$a'):
    try:
        string.Template(text).substitute()
    except Exception as e:
        print(type(e).__name__, e)


class Percent(string.Template):
    delimiter = '%'
    idpattern = '[a-z]+_[a-z]+'


print(Percent('%with_under %notunder %% %{in_braces}').safe_substitute(with_under='W', notunder='N', in_braces='B'))
