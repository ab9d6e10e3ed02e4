from unittest import mock
m = mock.Mock(return_value=3)
print(m(1, a=2), m.called, m.call_count, m.call_args, m.mock_calls)
m.foo.bar.return_value = 'z'
print(m.foo.bar())
m.side_effect = ValueError('x')
try:
    m()
except ValueError as e:
    print(e)
m.assert_called_with()
m.reset_mock()
try:
    m.assert_called_once()
except AssertionError as e:
    print(e)
with mock.patch('os.getcwd', return_value='/x'):
    import os
    print(os.getcwd())
mm = mock.MagicMock()
mm.__len__.return_value = 5
print(len(mm), mm[1] is not None)
s = mock.Mock(side_effect=[1, 2])
print(s(), s())
print(mock.call(1, 2) == mock.call(1, 2), mock.ANY == 5)
with mock.patch.dict('os.environ', {'ZZ': '1'}):
    print(os.environ['ZZ'])
sp = mock.Mock(spec=['a'])
try:
    sp.b
except AttributeError as e:
    print(e)
