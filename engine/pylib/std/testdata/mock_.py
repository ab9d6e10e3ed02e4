# unittest.mock: what calls leave behind, patching, autospec and open
import os
import unittest
from unittest.mock import (ANY, DEFAULT, MagicMock, Mock, NonCallableMock, PropertyMock, call, create_autospec, mock_open, patch,
                           seal, sentinel)

def fails(f, *args, **kwargs):
    try: print('no error', f(*args, **kwargs))
    except Exception as e: print(type(e).__name__, str(e).split(' id=')[0])

m = Mock()
m.a(1); m.b.c(2, k=3); m(4).d(5); m.a.return_value.e()
print(m.mock_calls, m.method_calls)
print(m.a.mock_calls, m.a.call_args_list, m.a.call_args.args, m.b.c.call_args.kwargs, m.b.c.call_count)
print(m.mock_calls == [call.a(1), call.b.c(2, k=3), call(4), call().d(5), call.a().e()])
print(call.a(1).b(2).call_list(), call.x, call(1, y=2), [call.a(1)] in m.mock_calls, call == call, call.a(1) == call.a(ANY))
fails(m.assert_has_calls, [call.a(2)])
fails(m.assert_has_calls, [call.a(1), call.z()], any_order=True)
m.assert_has_calls([call.b.c(2, k=3), call(4)])
for check in m.assert_not_called, m.assert_called_once, m.nothing.assert_called:
    m(1); fails(check)
fails(m.a.assert_called_with, 2); fails(m.a.assert_called_once_with, 9); fails(m.a.assert_any_call, 7)
fails(lambda: m.assert_calld); fails(lambda: m.asert_called())
m.reset_mock(); print(m.mock_calls, m.called, m.call_args, m.a.called)

# answers
print(Mock(return_value=3)(), Mock(side_effect=lambda x: x * 2)(4), Mock(side_effect=lambda: DEFAULT, return_value=5)())
s = Mock(side_effect=[1, KeyError('k'), 2]); print(s()); fails(s); print(s()); fails(s)
fails(Mock(side_effect=ValueError('bad')))
w = Mock(wraps=[3, 1, 2]); w.sort(); w.append(5); print(w._mock_wraps, w.append.call_args, w.pop())
c = Mock(**{'method.return_value': 7, 'other.side_effect': KeyError, 'plain': 1}); print(c.method(), c.plain); fails(c.other)
n = Mock(name='thing'); print(repr(n.x).split(' id')[0], repr(n().y()).split(' id')[0], repr(Mock(spec=int)).split(' id')[0])
parent = Mock(); child = Mock(return_value=None); parent.attach_mock(child, 'child'); child(1); print(parent.mock_calls)

# spec
class Account:
    rate = 0.1
    def __init__(self, owner, balance=0): self.owner = owner
    def deposit(self, amount, *, note=''): return amount
    @classmethod
    def bank(cls, name): return name
    @staticmethod
    def tax(x): return x
    @property
    def size(self): return 1
spec = Mock(spec=Account)
print(isinstance(spec, Account), spec.__class__.__name__); fails(lambda: spec.nothing); spec.extra = 1; print(spec.extra)
strict = Mock(spec_set=Account); fails(setattr, strict, 'extra', 1); print(Mock(spec=['x']).x is not None)
auto = create_autospec(Account)
fails(auto); one = auto('Ada'); fails(one.deposit); one.deposit(5, note='n'); one.deposit.assert_called_once_with(5, note='n')
fails(one.deposit.assert_called_with, 6); fails(lambda: one.nothing); print(isinstance(one, Account))
fails(auto.bank); fails(auto.tax, 1, 2); auto.bank('b'); auto.tax(1)
def area(width, height=2): return width * height
f = create_autospec(area, return_value=9); print(f(3), f.call_args, f.called); f.assert_called_once_with(3)
fails(f); fails(f, 1, 2, 3); print(f.__name__)

# magic
mm = MagicMock()
print(len(mm), int(mm), float(mm), bool(mm), list(mm), 3 in mm, mm == mm, mm != mm, mm == 3)
mm.__len__.return_value = 4; mm.__getitem__.side_effect = lambda k: k * 2; mm.__iter__.return_value = [1, 2]; mm.__contains__.return_value = True
print(len(mm), mm[21], list(mm), list(mm), 'x' in mm, mm.__getitem__.call_args, mm.__len__.called)
with mm as entered: pass
print(entered is mm.__enter__.return_value, mm.__exit__.call_args, mm.__enter__.call_count)
mm.__str__.return_value = 'text'; print(str(mm), f'{mm}'); fails(lambda: mm < 3); mm.__lt__.return_value = True; print(mm < 3)
plain = Mock(); fails(len, plain); plain.__len__ = Mock(return_value=2); print(len(plain)); plain.__str__ = lambda self: 'me'; print(str(plain))
fails(setattr, plain, '__getattr__', 1)
print((mm + 1) is mm.__add__.return_value, repr(mm + 1).startswith("<MagicMock name='mock.__add__()' id"))
prop = PropertyMock(return_value=5); type(plain).speed = prop; print(plain.speed); plain.speed = 6; print(prop.mock_calls)
sealed = Mock(); sealed.known.return_value = 2; seal(sealed); print(sealed.known()); fails(lambda: sealed.unknown); fails(lambda: NonCallableMock()())

# patch
with patch('os.getcwd', return_value='/here') as cwd: print(os.getcwd(), cwd.called)
@patch('os.path.exists', return_value=True)
@patch.object(Account, 'rate', 0.5)
@patch.object(Account, 'deposit')
def patched(deposit, exists): return Account.rate, deposit is Account.deposit, os.path.exists('/no')
print(patched(), Account.rate, os.path.exists('/no'))
with patch.object(Account, 'deposit', autospec=True) as d:
    Account('x').deposit(3); print(d.call_args.args[1:]); fails(Account('x').deposit)
with patch.multiple(Account, rate=1, tax=DEFAULT) as made: print(Account.rate, list(made), made['tax'] is Account.tax)
prices = {'a': 1}
with patch.dict(prices, {'b': 2}, c=3): print(prices)
with patch.dict(prices, clear=True): print(prices)
print(prices)
@patch.dict('os.environ', {'MODE': 'test'})
def mode(): return os.environ['MODE']
print(mode(), 'MODE' in os.environ)
p = patch('os.sep', '|'); print(p.start(), os.sep); p.stop(); print(os.sep)
patch('os.sep', '!').start(); patch.stopall(); print(os.sep)
with patch('builtins.print') as printed: print('silent')
print(printed.mock_calls)
with patch('builtins.input', side_effect=['Ada', '36']): print(input('? '), input())
fails(patch, 'nodot'); fails(patch.object(Account, 'nothing').start); fails(patch('no_such_module.x').start)
fails(patch.object, 'os', 'getcwd'); fails(patch.multiple, 'os'); fails(patch, 'os.sep', autospect=True)
with patch('os.nothing', 3, create=True): print(os.nothing)
print(hasattr(os, 'nothing'))
@patch('os.getcwd', return_value='/cls')
class Tests(unittest.TestCase):
    def test_one(self, cwd): self.assertEqual(os.getcwd(), '/cls'); cwd.assert_called_once_with()
    def helper(self): return os.getcwd()
result = unittest.TestResult(); unittest.defaultTestLoader.loadTestsFromTestCase(Tests).run(result); print(result.testsRun, result.errors, result.failures)

# open
opened = mock_open(read_data='one\ntwo\nthree\n')
with patch('builtins.open', opened):
    with open('file.txt') as f: print(f.read())
    with open('file.txt') as f: print(list(f))
    with open('file.txt') as f: print(f.readline(), f.readlines())
    with open('out.txt', 'w') as f: f.write('hello')
opened.assert_called_with('out.txt', 'w'); opened().write.assert_called_once_with('hello'); print(opened.mock_calls[:4])
print(mock_open(read_data=b'ab\ncd')().read(1), sentinel.one, sentinel.one is sentinel.one, repr(ANY), ANY == object())
