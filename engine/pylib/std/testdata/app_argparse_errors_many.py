import argparse

def t(*args, build):
    p = argparse.ArgumentParser(prog='t', exit_on_error=False)
    build(p)
    try:
        print(p.parse_args(list(args)))
    except argparse.ArgumentError as e:
        print('AE', e)
    except SystemExit as e:
        print('SE', e.code)
t('-n', 'x', build=lambda p: p.add_argument('-n', type=int))
t('-n', build=lambda p: p.add_argument('-n'))
t('--a', '1', build=lambda p: (p.add_argument('--abc'), p.add_argument('--abd')))
t('--ab=1', build=lambda p: p.add_argument('--abc'))
t('-x5', '-y', build=lambda p: (p.add_argument('-x'), p.add_argument('-y', action='store_true')))
t('a', 'b', build=lambda p: p.add_argument('n', nargs=2))
t('--', '-1', build=lambda p: p.add_argument('n'))
t('-1', build=lambda p: p.add_argument('n', type=int))
t('--x', '1', '--x', '2', build=lambda p: p.add_argument('--x', action='append'))
t('--x', '1', '2', build=lambda p: p.add_argument('--x', action='extend', nargs='+', type=int))
t(build=lambda p: p.add_argument('--x', action='store_const', const=5))
t('--x', build=lambda p: p.add_argument('--x', nargs='?', const='c', default='d'))
t('--flag', '--no-flag', build=lambda p: p.add_argument('--flag', action=argparse.BooleanOptionalAction))
t('--x=1', build=lambda p: p.add_argument('--x', type=float))
t('--verbose=1', build=lambda p: p.add_argument('--verbose', action='store_true'))
t('--x', build=lambda p: p.add_argument('--x', action='append_const', const=1))
