import string
print(string.ascii_letters, string.digits, string.punctuation, repr(string.whitespace))
print(repr(string.printable), string.hexdigits, string.octdigits, string.capwords('hello  wOrld'))
print(string.capwords('a-b c', '-'))
t = string.Template('$who likes ${what}s $$5 $')
print(t.safe_substitute(who='tim'))
for d in ({'who': 'a', 'what': 'b'}, {}):
    for s in ('$who likes ${what}', '$who $5', '${bad', '$$', '$wh0-x'):
        try:
            print(string.Template(s).substitute(d))
        except Exception as e:
            print(s, type(e).__name__, e)
print(string.Template('$a $b').substitute({'a': 1}, b=2), string.Template('$a ${b} $$').get_identifiers())
print(string.Template('$1').is_valid(), t.template)

class T(string.Template):
    delimiter = '%'
    idpattern = '[a-z]+_[a-z]+'
print(T('%a_b %c $x').safe_substitute(a_b=1))
