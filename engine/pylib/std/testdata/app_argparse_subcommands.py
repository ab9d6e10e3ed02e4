import argparse
p = argparse.ArgumentParser(prog='git')
p.add_argument('--dir')
s = p.add_subparsers(dest='cmd', title='commands', help='sub help', required=True)
a = s.add_parser('add', help='add files', aliases=['a'])
a.add_argument('files', nargs='+')
c = s.add_parser('commit', help='commit it')
c.add_argument('-m', required=True)
c.set_defaults(func=lambda x: x.m.upper())
p.print_help()
print(p.parse_args(['add', 'x', 'y']))
r = p.parse_args(['--dir', '/', 'commit', '-m', 'hi'])
print(r.cmd, r.func(r))
c.print_help()
try:
    p.parse_args([])
except SystemExit as e:
    print(e.code)
try:
    p.parse_args(['nope'])
except SystemExit as e:
    print(e.code)

class H(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    pass
q = argparse.ArgumentParser('q', formatter_class=H, description='a\n  b', parents=[], add_help=False)
q.add_argument('--x', default=5, help='x val')
print(q.format_help())
print(argparse.Namespace(a=1, b='c'), argparse.Namespace(a=1) == argparse.Namespace(a=1))
print('a' in argparse.Namespace(a=1))

class Act(argparse.Action):

    def __call__(s, parser, ns, values, opt=None):
        setattr(ns, s.dest, values[::-1])
z = argparse.ArgumentParser('z')
z.add_argument('--r', action=Act)
z.set_defaults(k=1)
print(z.parse_args(['--r', 'abc']), z.get_default('k'))
w = argparse.ArgumentParser('w', fromfile_prefix_chars='@', prefix_chars='-+', usage='%(prog)s [opts]', allow_abbrev=False)
w.add_argument('+x')
open('args.txt', 'w').write('+x\n5\n')
print(w.parse_args(['@args.txt']))
w.print_usage()
