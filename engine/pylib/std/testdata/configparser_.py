import configparser, io
t = '[DEFAULT]\nbase = /srv\n[web]\nroot = %(base)s/www\nport: 8080\ndebug = yes\nmulti = a\n  b\n  c\n; comment\n[db]\nname=x\nempty=\n'
c = configparser.ConfigParser()
c.read_string(t)
print(c.sections(), c.options('web'), c.get('web', 'root'), c.getint('web', 'port'))
print(c.getboolean('web', 'debug'), repr(c['web']['multi']), c['db']['base'], c.has_section('q'))
print(c.has_option('db', 'name'), c.items('db'), dict(c['db']), list(c), 'web' in c)
print(c['db'].get('zz', 'd'), c['web'].getint('port'), c.get('web', 'root', raw=True), c.defaults())
print(repr(c['db']['empty']))
c['new'] = {'k': 'v', 'n': '5'}
c.set('new', 'z', '1')
c.add_section('e')
f = io.StringIO()
c.write(f)
print(f.getvalue())
print(c.remove_option('new', 'k'), c.remove_section('e'), c['new'])
for x in ("c.get('q','a')", "c.get('db','zz')", "c['zz']", "c['db']['zz']", "c.getint('db','name')", "c.getboolean('db','name')", "c.set('db','x',5)", "c.add_section('db')", "configparser.ConfigParser().read_string('a=1')", "configparser.ConfigParser().read_string('[a]\\nx=1\\nx=2')", "configparser.ConfigParser().read_string('[a]\\n[a]')", "configparser.ConfigParser().read_string('[a]\\njunk')"):
    try:
        print(x, eval(x))
    except Exception as e:
        print(x, type(e).__name__, e)
c.set('db', 'bad', '%(nope)s')
try:
    c.get('db', 'bad')
except configparser.InterpolationMissingOptionError as e:
    print(e)
e = configparser.ConfigParser(interpolation=configparser.ExtendedInterpolation())
e.read_string('[a]\nx=1\n[b]\ny=${a:x}2${z}\nz=3')
print(e['b']['y'])
print(configparser.ConfigParser(allow_no_value=True).read('nofile'))
r = configparser.RawConfigParser()
r.read_string('[a]\nx=%(y)s')
print(r['a']['x'])
