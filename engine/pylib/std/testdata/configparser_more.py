# configparser: sections as mappings, errors and their parts, converters, interpolation of both kinds, parsing in odd cases
import configparser
import io

def fails(f, *args, **kwargs):
    try: print('no error', f(*args, **kwargs))
    except Exception as e: print(type(e).__name__, e, e.args)

TEXT = '''
[DEFAULT]
home = /home/%(user)s
user = ada
[paths]
data: %(home)s/data   ; no comment here
log = %(data)s/log
percent = 100%%
[multi]
lines = one
  two

  three
empty =
Mixed Case = Yes
[numbers]
int = 42
float = 2.5
flag = on
bad = maybe
'''
cp = configparser.ConfigParser()
cp.read_string(TEXT)
print(cp.sections(), len(cp), list(cp), 'DEFAULT' in cp, 'nothing' in cp, cp.defaults())
for section in cp: print(section, dict(cp[section]) if section != 'x' else 0, cp[section], len(cp[section]))
print(cp.items('paths'), cp.items('paths', raw=True, vars={'user': 'eve', 'extra': 'x'}), cp.options('multi'))
print(cp.get('paths', 'log', vars={'user': 'bob'}), cp['paths'].get('none', 'fall'), cp['paths'].get('none'), cp.get('no', 'x', fallback=3))
n = cp['numbers']
print(n.getint('int'), n.getfloat('float'), n.getboolean('flag'), n.getint('nope', 7), cp.getint('numbers', 'nope', fallback=8), n.name, n.parser is cp)
fails(n.getint, 'bad'); fails(n.getboolean, 'bad'); fails(cp.get, 'no', 'x'); fails(cp.get, 'paths', 'x'); fails(lambda: cp['no']); fails(lambda: n['x'])
fails(cp.options, 'no'); fails(cp.add_section, 'paths'); fails(cp.add_section, 'DEFAULT'); fails(cp.set, 'no', 'x', 'y'); fails(cp.set, 'paths', 'x', 1)
fails(cp.set, 'paths', 'x', 'a%b'); fails(setattr, n, 'name', 'x')
cp['new'] = {'a': 1, 'B': 'two'}; cp['numbers']['int'] = '43'; cp['paths'] = {'only': 'this'}
print(dict(cp['new']), cp.has_option('new', 'b'), cp.has_option('new', 'user'), cp.remove_option('new', 'a'), cp.remove_option('new', 'a'))
print(cp.remove_section('multi'), cp.remove_section('multi'), cp.popitem()[0], cp.sections())
fails(cp.remove_option, 'gone', 'x'); fails(cp.__delitem__, 'DEFAULT')
for spaces in True, False:
    out = io.StringIO(); cp.write(out, space_around_delimiters=spaces); print(out.getvalue())
cp.clear(); print(cp.sections(), cp.defaults())

for text in ('key = 1\n', '[a]\nkey\n', '[a]\nx=1\nx=2\n', '[a]\n[b]\n[a]\n', '[a]\nx=1\n = 2\n', '[a\nx=1', '[a]\nkey = %(no)s', '[a]\nkey = %(key)s', '[a]\nkey = %(x', '[a]\nkey = %x'):
    p = configparser.ConfigParser()
    try: p.read_string(text, 'file.ini'); fails(p.get, 'a', 'key')
    except configparser.Error as e: print(type(e).__name__, e, e.args)
loose = configparser.RawConfigParser(allow_no_value=True, strict=False, inline_comment_prefixes=('#',), delimiters=('->',), comment_prefixes=('//',), empty_lines_in_values=False)
loose.read_string('[a]\nx -> 1 # one\nx -> 2\n// comment\nalone\n[a]\ny->%(raw)s\n  more\n\n  not more -> 4\n')
print(dict(loose['a'])); loose.optionxform = str; loose.set('a', 'Upper', 5); print(loose.options('a'), loose.get('a', 'Upper'))
out = io.StringIO(); loose.write(out); print(out.getvalue())
ext = configparser.ConfigParser(interpolation=configparser.ExtendedInterpolation())
ext.read_string('[a]\nx = 5\ny = ${x}${b:z}$$\n[b]\nz = ${a:x}!\nbad = ${a:b:c}\nmiss = ${nope}\nopen = ${a\nlone = $x\n')
print(ext['a']['y'])
for name in 'bad', 'miss', 'open', 'lone': fails(ext.get, 'b', name)
conv = configparser.ConfigParser(converters={'list': lambda v: v.split(',')})
conv.read_dict({'s': {'l': 'a,b', 'n': 3}}); print(conv.getlist('s', 'l'), conv['s'].getlist('l'), conv['s'].getlist('x', fallback=[]), sorted(conv.converters))
conv.converters['upper'] = str.upper; print(conv['s'].getupper('l'), conv.getint('s', 'n')); del conv.converters['upper']; fails(lambda: conv.getupper)
fails(conv.read_dict, {'a': {'k': 1, 'K': 2}}); print(conv.read(['missing.ini']), configparser.ConfigParser({'a': 'b'}).defaults())
plain = configparser.ConfigParser(interpolation=None); plain.read_string('[a]\nx = %(y)s%'); print(plain['a']['x']); fails(configparser.ConfigParser, interpolation=42)
