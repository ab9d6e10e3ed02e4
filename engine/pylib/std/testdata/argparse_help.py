import argparse
import sys


def trial(parser, *lines):
    for line in lines:
        try:
            print(line, '->', parser.parse_args(line.split()))
        except SystemExit as e:
            print(line, '-> exit', e.code)


class Catch:
    write = staticmethod(lambda text: print('err', text, end=''))
    flush = staticmethod(lambda: None)


sys.stderr = Catch()
top = argparse.ArgumentParser(prog='tool', description='A tool that does many things, and whose description is longer than one line of the help.',
                              epilog='That is all of %(prog)s.')
print(repr(top.add_argument('-v', '--verbose', action='count', default=0, help='say more')))
top.add_argument('--version', action='version', version='%(prog)s 1.0')
sub = top.add_subparsers(title='commands', description='what to do', dest='command', metavar='COMMAND', help='one of', required=True)
train = sub.add_parser('train', aliases=['t'], help='trains a model', formatter_class=argparse.ArgumentDefaultsHelpFormatter)
train.add_argument('data', nargs='+', help='files to learn from')
train.add_argument('--epochs', '-e', type=int, default=3, metavar='N', help='how often')
train.add_argument('--rate', type=float, default=0.1, help='step')
train.add_argument('--amp', action=argparse.BooleanOptionalAction, default=True, help='half precision')
train.add_argument('--device', choices=['cpu', 'cuda'], default='cpu', help='where (%(choices)s)')
which = train.add_mutually_exclusive_group(required=True)
which.add_argument('--adam', action='store_true')
which.add_argument('--sgd', action='store_const', const=0.9)
show = sub.add_parser('show', help='shows things', formatter_class=argparse.RawTextHelpFormatter, description='first\n  second')
show.add_argument('what', nargs='?', default='all', help='line one\nline two')
show.add_argument('rest', nargs=argparse.REMAINDER)
trial(top, '-h', '--version', '', 'nothing', 'train -h', 'show -h', 't a b --adam -e 7', 'train a --sgd --no-amp --dev cuda', 'train a',
      'train a --adam --sgd', 'train a --adam --epochs x', 'train a --adam --device tpu', '-vv show me -x --y z', 'train --adam', 'train a --adam --bogus',
      'train a --adam --r 1', 'train a --adam --epochs')
print(top)

one = argparse.ArgumentParser(prog='one', prefix_chars='-+', conflict_handler='resolve', allow_abbrev=False)
one.add_argument('-x', '+x', help='old')
one.add_argument('-x', type=lambda s: int(s, 0), metavar='INT', help='new')
one.add_argument('-abc', action='store_true')
one.add_argument('-p', '--point', nargs=2, metavar=('X', 'Y'), type=float, help='a point')
one.add_argument('--many', nargs='*', action='extend', default=[])
one.add_argument('--tag', action='append')
one.add_argument('-1', dest='first', action='store_true')
one.add_argument('name', nargs='?')
group = one.add_argument_group('more', 'Of more.')
group.add_argument('--a-rather-long-option-name', default=5, help='help that is long enough to be wrapped into another line, and %(default)s percent%%')
group.add_argument('--hidden', help=argparse.SUPPRESS)
one.set_defaults(first=3, extra='e')
trial(one, '-h', '-x 0x10', '+x 1', '-abc -p 1 2.5 n', '-p 1', '--many 1 2 --many 3 --tag a --tag b', '-1', '--poin 1 2', '-x q', '-- -x', 'a b')
print(one.get_default('first'), one.get_default('extra'), one.parse_known_args(['--what', 'a', 'b', '-z']))

parent = argparse.ArgumentParser(add_help=False)
parent.add_argument('--shared', help='of the parent')
parent.add_argument_group('special').add_argument('--inner')
child = argparse.ArgumentParser(prog='child', parents=[parent], formatter_class=argparse.MetavarTypeHelpFormatter, usage='%(prog)s ANYTHING', exit_on_error=False)
child.add_argument('--n', type=int)
print(child.format_help() if all(a.type or a.nargs == 0 for a in child._actions) else child.format_usage())
for words in (['--n', 'x'], ['--n']):
    try:
        child.parse_args(words)
    except argparse.ArgumentError as e:
        print('ArgumentError:', e, '|', e.argument_name, '|', e.message)
mixed = argparse.ArgumentParser(prog='mixed')
mixed.add_argument('cmd')
mixed.add_argument('--foo')
mixed.add_argument('rest', nargs='*', type=int)
print(mixed.parse_intermixed_args('doit 1 --foo bar 2 3'.split()))
for args, kwargs in ((('-f', 'g'), {}), (('a',), {'required': True}), (('--x',), {'action': 'nope'}), (('--x',), {'type': 'int'}),
                     (('--x',), {'nargs': 2, 'metavar': ('a',)}), (('--foo',), {}), (('--x',), {'nargs': 0}), (('-',), {}), (('a',), {'dest': 'b'})):
    try:
        mixed.add_argument(*args, **kwargs)
    except Exception as e:
        print(type(e).__name__, e)
print(argparse.FileType('w', encoding='utf-8'), argparse.Namespace(a=1, **{'b c': 2}), argparse.Namespace(a=1) == argparse.Namespace(a=1))
try:
    argparse.FileType()('missing.txt')
except argparse.ArgumentTypeError as e:
    print(e)
